"""Points of a hand, standings, and who has won (MOON-5, 6.5)."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from adjudicator.core.game import Counting, Standing
from adjudicator.core.scores import alone_at_top, rows
from adjudicator.core.seats import after, each_alone

from .moves import MOON
from .options import Options
from .pieces import HAND
from .state import SEATS, Hand, State, by_name


class Scored(Struct):
    """How a hand scores: whether the bid counts as made, and everybody's points."""

    made: bool
    points: list[int]


def reached(hand: Hand) -> bool:
    """MOON-5.2: whether the bidder won the tricks bid, all seven for a bid of 21."""
    return hand.tricks[hand.bidder] >= (HAND if hand.bid == MOON else hand.bid)


def as_played(hand: Hand) -> Scored:
    """MOON-5.2, 5.3, 5.5: the bidder wins or loses the bid, the others score their tricks."""
    made, points = reached(hand), [*hand.tricks]
    points[hand.bidder] = hand.bid if made else -hand.bid
    return Scored(made, points)


def offenders_lose(hand: Hand, revokers: Sequence[int]) -> Scored:
    """MOON-6.5: a bidder who revoked loses the bid, else a defender's revoke makes it; a defender who revoked scores nothing."""
    made = hand.bidder not in revokers
    points = [0 if seat in revokers else tricks for seat, tricks in enumerate(hand.tricks)]
    points[hand.bidder] = hand.bid if made else -hand.bid
    return Scored(made, points)


def added(totals: Sequence[int], points: Sequence[int]) -> list[int]:
    """The totals with a hand's points in them."""
    return [totals[0] + points[0], totals[1] + points[1], totals[2] + points[2]]


def winner(options: Options, totals: Sequence[int], hand: Hand, made: bool) -> int | None:
    """Who has won behind a hand that was scored (MOON-5.4, 5.6, 5.7); `totals` have the hand's points in them."""
    if made and (shot_the_moon(options, hand) or _went_out(options, totals, hand)):
        return hand.bidder
    best = max(totals)
    if best < options.game_points or totals.count(best) > 1:
        return None
    return totals.index(best)


def shot_the_moon(options: Options, hand: Hand) -> bool:
    """MOON-5.4: 21 made, by all seven tricks, wins at once (a 21 that is only credited does not, MOON-6.5)."""
    return hand.bid == MOON and options.moon_made == "wins_game" and hand.tricks[hand.bidder] == HAND


def _went_out(options: Options, totals: Sequence[int], hand: Hand) -> bool:
    """MOON-5.6: under `bidder_goes_out` a bidder who makes the bid and has reached the game points wins first."""
    return options.finish == "bidder_goes_out" and totals[hand.bidder] >= options.game_points


def next_hand(state: State, same_bidder: bool = False) -> None:
    """MOON-2.1: a new hand, in which the next player bids first, or the same again."""
    state.number += 1
    state.hand = Hand()
    state.behind_tricks = False
    if not same_bidder:
        state.first = after(state.first, SEATS)


def frame(state: State, hand: Hand, scored: Scored, totals: list[int]) -> dict[str, Any]:
    """The frame of a hand; `totals` have its points in them."""
    return {
        "hand": state.number,
        "bidder": state.players[hand.bidder],
        "bid": hand.bid,
        "trump": hand.trump,
        "tricks": by_name(state, hand.tricks),
        "made": scored.made,
        "points": by_name(state, scored.points),
        "totals": by_name(state, totals),
    }


def empty_frame(state: State) -> dict[str, Any]:
    """The frame of a redeal or of a voided hand (MOON-2.5, 6.6)."""
    return {"hand": state.number, "bidder": None}


def pending(state: State) -> list[dict[str, Any]]:
    """MOON-6.4: the frame, as played, of a hand that waits for its ruling."""
    if not state.held:
        return []
    scored = as_played(state.hand)
    return [frame(state, state.hand, scored, added(state.totals, scored.points))]


def score(state: State) -> Standing:
    """The highest total ranks first, before it whoever won by 5.4 or by going out; whoever gave up, last. Held: as played."""
    totals = added(state.totals, as_played(state.hand).points) if state.held else state.totals
    found = rows(
        state.players,
        each_alone(SEATS),
        lambda seat: (seat == state.winner, totals[seat]),
        lambda seat: {"points": totals[seat]},
        state.forfeiter,
    )
    over = state.ending in ("played", "time", "forfeit")
    return Standing(found, alone_at_top(found) if over else None)


COUNTING = Counting("placement", ("most:points",))
