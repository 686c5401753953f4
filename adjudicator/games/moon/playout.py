"""Random lawful games: real tiles are dealt and played by the rules; the log shows as much of them as its referee cares to.

The state of the log is carried along by the steps of the engine itself; what the tiles are is known here alone.
"""

import random
from collections.abc import Iterator, Sequence
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from adjudicator.core.entries import Adjust, End, Entry, Placing, Remark, Result
from adjudicator.core.game import Playout, Table
from adjudicator.core.ruling import Judged, Outcome

from .effects import STEPS
from .legality import CHECKS
from .moves import MOON, PASS, Bid, Deal, Declare, Play, Setup, Summary
from .options import Options
from .pieces import HAND, TILES
from .state import SEATS, State, begin, bidding_closed, next_to_speak
from .suits import TRUMPS

_REASONS: tuple[Literal["time", "abandoned", "forfeit"], ...] = ("time", "abandoned", "forfeit")
_REMARKS = ("A phone rang.", "The light was poor.", "A tile fell off the table and was picked up.")


class Habits(Struct):
    """How much a referee writes down: the chances of hands logged as a whole, of deals, of hands and middle tile in them."""

    summaries: float
    deals: float
    hands: float
    middle: float
    asides: float


_OPEN = Habits(summaries=0.05, deals=1, hands=1, middle=1, asides=0.02)
_PARTLY = Habits(summaries=0.1, deals=0.8, hands=0.4, middle=0.4, asides=0.02)
_BLIND = Habits(summaries=0, deals=0.1, hands=0, middle=0, asides=0.01)
_SCORES = Habits(summaries=0.95, deals=0.5, hands=0.3, middle=0.3, asides=0.05)


def playout(rng: random.Random, players: Sequence[str], options: Options) -> Playout:
    """One random lawful log, sometimes only a result, sometimes broken off or ended early."""
    if rng.random() < 0.03:
        return Playout({}, [_result(rng, players)])
    first = rng.choice(players)
    setup = Setup() if first == players[0] and rng.random() < 0.5 else Setup(first=first)
    state = begin(Table(tuple(players), "standard", options, setup))
    habits, hands = rng.choice((_OPEN, _PARTLY, _BLIND, _SCORES)), rng.randint(1, 12)
    entries: list[Entry] = []
    while state.ending is None and state.number <= hands:
        for entry in _hand(rng, state, habits):
            entries.append(entry)
            if rng.random() < habits.asides:
                entries.append(_aside(rng, state))
    if state.ending is None:
        entries = _broken_off(rng, entries, players)
    elif rng.random() < 0.2:
        entries.append(Remark(note="See you next week."))
    return Playout({} if setup.first is UNSET else {"first": setup.first}, entries)


def playout_options(rng: random.Random, players: int) -> dict[str, Any]:
    """Random values of all options; few game points make short games."""
    return {
        "all_pass": rng.choice(["redeal", "redeal_same_bidder", "last_must_bid"]),
        "moon_made": rng.choice(["wins_game", "plus_21"]),
        "game_points": rng.choice([1, 4, 7, 11, 21, 21]),
        "finish": rng.choice(["highest", "bidder_goes_out"]),
        "revoke": rng.choice(["hold", "offender_loses", "report_only"]),
    }


def _hand(rng: random.Random, state: State, habits: Habits) -> Iterator[Entry]:
    """One hand; every entry has been carried into the state when the next is asked for."""
    number = state.number
    if rng.random() < habits.summaries:
        yield _carried(state, _summary(rng, state))
        return
    tiles = rng.sample(range(len(TILES)), len(TILES))
    held = [tiles[seat * HAND : (seat + 1) * HAND] for seat in range(SEATS)]
    kitty = tiles[-1]
    if rng.random() < habits.deals:
        yield _carried(state, _deal(rng, state, habits, held, kitty))
    while state.number == number and not bidding_closed(state.hand):
        yield _carried(state, _word(rng, state, held))
    if state.number != number:
        return
    yield _carried(state, _declaration(rng, state, habits, held[state.hand.bidder], kitty))
    while state.number == number and state.ending is None:
        yield _carried(state, _tile(rng, state, held))


def _carried(state: State, entry: Entry) -> Entry:
    """The entry, a lawful one, after it has been carried into the state."""
    state.ply += 1
    judged = Judged("legal", plan=CHECKS[type(entry)].plan(state, entry))
    for step in STEPS[type(entry)]:
        step(state, entry, judged, Outcome([], [], []))
    return entry


def _summary(rng: random.Random, state: State) -> Summary:
    if rng.random() < 0.1 and state.options.all_pass != "last_must_bid":
        return Summary(bidder=None)
    bidder, tricks = rng.randrange(SEATS), [0] * SEATS
    for _ in range(HAND):
        tricks[bidder if rng.random() < 0.6 else rng.randrange(SEATS)] += 1
    return Summary(
        bidder=state.players[bidder],
        bid=rng.choice((4, 4, 4, 5, 5, 6, 7, 21)),
        trump=rng.choice((UNSET, 0, 1, 2, 3, 4, 5, 6, "doubles", "none")),
        tricks=dict(zip(state.players, tricks, strict=True)),
    )


def _deal(rng: random.Random, state: State, habits: Habits, held: list[list[int]], kitty: int) -> Deal:
    shown = {
        name: tuple(_token(rng, tile) for tile in held[seat])
        for seat, name in enumerate(state.players)
        if rng.random() < habits.hands
    }
    return Deal(hands=shown or UNSET, kitty=_shown(rng, habits.middle, kitty))


def _word(rng: random.Random, state: State, held: list[list[int]]) -> Bid:
    """As many tricks as the hand looks good for, if that is more than was bid."""
    hand, seat = state.hand, next_to_speak(state)
    must = state.options.all_pass == "last_must_bid" and len(hand.words) == SEATS - 1 and not hand.bid
    worth = rng.choice((0, 0, 4, 4, 4, 5, 5, 6, 7, MOON)) if _strong(held[seat]) else rng.choice((0, 0, 0, 4, 4))
    bids = [bid for bid in (4, 5, 6, 7, 21) if hand.bid < bid <= worth]
    if must and not bids:
        bids = [4]
    return Bid(player=state.players[seat], bid=rng.choice(bids) if bids else PASS)  # type: ignore[arg-type]


def _strong(tiles: Sequence[int]) -> bool:
    """Two doubles, or five tiles of one suit."""
    names = [TILES[tile] for tile in tiles]
    return sum(name[0] == name[1] for name in names) >= 2 or max(sum(end in name for name in names) for end in "123456") >= 5


def _declaration(rng: random.Random, state: State, habits: Habits, eight: list[int], kitty: int) -> Declare:
    """Any trump, mostly a suit that the bidder has; any discard."""
    eight.append(kitty)
    discard = rng.choice(eight)
    eight.remove(discard)
    trump = rng.choice(TRUMPS) if rng.random() < 0.5 else int(TILES[rng.choice(eight)][0])
    return Declare(
        player=state.players[state.hand.bidder],
        trump=trump,  # type: ignore[arg-type]
        kitty=_shown(rng, habits.middle, kitty),
        discard=_shown(rng, habits.middle, discard),
    )


def _tile(rng: random.Random, state: State, held: list[list[int]]) -> Play:
    """MOON-4.3: any tile that follows, or any at all if none does."""
    seat, asked = state.hand.up, state.hand.asked
    tile = rng.choice([tile for tile in held[seat] if asked >> tile & 1] or held[seat])
    held[seat].remove(tile)
    return Play(player=state.players[seat], tile=TILES[tile])


def _aside(rng: random.Random, state: State) -> Entry:
    """A remark or a correction."""
    player = rng.choice(state.players)
    if state.ending is not None or rng.random() < 0.5:
        return Remark(player=rng.choice((player, UNSET)), note=rng.choice(_REMARKS))
    correction = Adjust(player=player, points=rng.choice((-2, -1, 1, 2)), note="Agreed at the table.")
    return _carried(state, correction)


def _broken_off(rng: random.Random, entries: list[Entry], players: Sequence[str]) -> list[Entry]:
    """The log up to some entry, mostly with an end."""
    kept = entries[: rng.randint(len(entries) // 2, len(entries))]
    if rng.random() < 0.3:
        return kept
    reason = rng.choice(_REASONS)
    forfeit = reason == "forfeit"
    end = End(reason=reason, player=rng.choice(players) if forfeit else UNSET, note="Had to leave." if forfeit else UNSET)
    return [*kept, end]


def _result(rng: random.Random, players: Sequence[str]) -> Result:
    """Any order of the players; with points, which need not agree with the first rank (MOON-5.4)."""
    order = rng.sample(players, len(players))
    points = [rng.randint(-10, 25), *sorted((rng.randint(-10, 20) for _ in order[1:]), reverse=True)]
    known = rng.random() < 0.7
    rows = enumerate(zip(order, points, strict=True), 1)
    return Result(
        standings=tuple(Placing(players=(name,), rank=rank, points=each if known else UNSET) for rank, (name, each) in rows)
    )


def _shown(rng: random.Random, chance: float, tile: int) -> str | UnsetType:
    return _token(rng, tile) if rng.random() < chance else UNSET


def _token(rng: random.Random, tile: int) -> str:
    """MOON-1.2: sometimes the low end is written first."""
    return TILES[tile][::-1] if rng.random() < 0.03 else TILES[tile]
