"""Points of a hand, standings, and who has won (MOON-5, 6.5)."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from adjudicator.core.game import Standing
from adjudicator.core.scores import alone_at_top, rows
from adjudicator.core.seats import after, each_alone

from .moves import MOON
from .options import Options
from .pieces import HAND
from .state import SEATS, Hand, State, by_name
from .suits import Trump


class Contract(Struct):
    """What a hand is scored by: who bid how many tricks, and the tricks that each won."""

    bidder: int
    bid: int
    trump: Trump | None
    tricks: list[int]

    @property
    def needed(self) -> int:
        """MOON-5.2: the tricks that the bid asks for."""
        return HAND if self.bid == MOON else self.bid

    @property
    def reached(self) -> bool:
        """Whether the bidder won as many."""
        return self.tricks[self.bidder] >= self.needed


class Scored(Struct):
    """How a hand scores: whether the bid counts as made, and everybody's points."""

    made: bool
    points: list[int]


def contract(hand: Hand) -> Contract:
    """What a hand that was played out is scored by."""
    return Contract(hand.bidder, hand.bid, hand.trump, hand.tricks)


def as_played(done: Contract) -> Scored:
    """MOON-5.2, 5.3, 5.5: the bidder wins or loses the bid, the others score their tricks."""
    points = list(done.tricks)
    points[done.bidder] = done.bid if done.reached else -done.bid
    return Scored(done.reached, points)


def offenders_lose(done: Contract, revokers: Sequence[int]) -> Scored:
    """MOON-6.5: a bidder who revoked loses the bid, else a defender's revoke makes it; a defender who revoked scores nothing."""
    made = done.bidder not in revokers
    points = [0 if seat in revokers else tricks for seat, tricks in enumerate(done.tricks)]
    points[done.bidder] = done.bid if made else -done.bid
    return Scored(made, points)


def winner(options: Options, totals: Sequence[int], done: Contract, made: bool) -> int | None:
    """Who has won behind a hand that was scored (MOON-5.4, 5.6, 5.7); `totals` have the hand's points in them."""
    if shot_the_moon(options, done, made) or _went_out(options, totals, done, made):
        return done.bidder
    best = max(totals)
    if best < options.game_points or totals.count(best) > 1:
        return None
    return totals.index(best)


def shot_the_moon(options: Options, done: Contract, made: bool) -> bool:
    """MOON-5.4: 21 made, by all seven tricks, wins at once (a 21 that is only credited does not, MOON-6.5)."""
    return options.moon_made == "wins_game" and done.bid == MOON and made and done.tricks[done.bidder] == HAND


def _went_out(options: Options, totals: Sequence[int], done: Contract, made: bool) -> bool:
    """MOON-5.6: under `bidder_goes_out` a bidder who makes the bid and has reached the game points wins first."""
    return options.finish == "bidder_goes_out" and made and totals[done.bidder] >= options.game_points


def next_hand(state: State, same_bidder: bool = False) -> None:
    """MOON-2.1: a new hand, in which the next player bids first, or the same again."""
    state.number += 1
    state.hand = Hand()
    state.behind_tricks = False
    if not same_bidder:
        state.first = after(state.first, SEATS)


def frame(state: State, done: Contract, scored: Scored) -> dict[str, Any]:
    """The frame of the hand in play; the totals have its points in them."""
    return {
        "hand": state.number,
        "bidder": state.players[done.bidder],
        "bid": done.bid,
        "trump": done.trump,
        "tricks": by_name(state, done.tricks),
        "made": scored.made,
        "points": by_name(state, scored.points),
        "totals": by_name(state, _sum(state.totals, scored.points)),
    }


def empty_frame(state: State) -> dict[str, Any]:
    """The frame of a redeal or of a voided hand (MOON-2.5, 6.6)."""
    return {"hand": state.number, "bidder": None}


def pending(state: State) -> list[dict[str, Any]]:
    """MOON-6.4: the frame, as played, of a hand that waits for its ruling."""
    if not state.held:
        return []
    done = contract(state.hand)
    return [frame(state, done, as_played(done))]


def score(state: State) -> Standing:
    """The highest total ranks first, before it whoever won by 5.4 or by going out; whoever gave up, last. Held: as played."""
    totals = _sum(state.totals, as_played(contract(state.hand)).points) if state.held else state.totals
    found = rows(
        state.players,
        each_alone(SEATS),
        lambda seat: (seat == state.winner, totals[seat]),
        lambda seat: {"points": totals[seat]},
        state.forfeiter,
    )
    over = state.ending in ("played", "time", "forfeit")
    return Standing(found, alone_at_top(found) if over else None)


def _sum(totals: Sequence[int], points: Sequence[int]) -> list[int]:
    return [total + more for total, more in zip(totals, points, strict=True)]
