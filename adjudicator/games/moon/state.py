"""The state of a match, and how it begins."""

from typing import Any

from msgspec import Struct, field

from adjudicator.core import game
from adjudicator.core.game import Table
from adjudicator.core.seats import round_from

from . import knowledge
from .knowledge import Known
from .moves import MOON
from .options import Options
from .pieces import HAND, TILES, name_of, names_of
from .suits import Trump

SEATS = 3
PLAYS = SEATS * HAND
EVERYBODY = (1 << SEATS) - 1


def _zeros() -> list[int]:
    return [0] * SEATS


NEXT = tuple(
    tuple(next((seat for seat in round_from(first, SEATS) if not done >> seat & 1), first) for done in range(1 << SEATS))
    for first in range(SEATS)
)
"""NEXT[first][done]: the first clockwise from `first` who is not in the mask `done` of seats (`first` if all are)."""


class Claim(Struct):
    """A play that did not follow and is not decided yet (MOON-6.3): where, whose, which tile, and the tile that led."""

    ply: int
    seat: int
    tile: int
    lead: int


class Hand(Struct):
    """The hand in play. `words`: (seat, bid) as spoken, `spoken`: their seats. `bid`: the highest (0: none), by `bidder`.

    `dealt`: a `deal` was logged. `trick`: (seat, tile) as played; `up` plays next, and `asked` are the tiles that lead or
    follow (none while no tile can be played). `done`: how many tricks are complete. `claims`: open, and by seat in
    `proofs` the tiles that would prove one of them. `revokers`: the seats of whom a revoke is proven.
    Tiles are masks, and so is `spoken`.
    """

    dealt: bool = False
    words: list[tuple[int, int | str]] = []
    spoken: int = 0
    bid: int = 0
    bidder: int = 0
    trump: Trump | None = None
    known: Known = field(default_factory=Known)
    trick: list[tuple[int, int]] = []
    up: int = 0
    asked: int = 0
    done: int = 0
    tricks: list[int] = field(default_factory=_zeros)
    claims: list[Claim] = []
    proofs: list[int] = field(default_factory=_zeros)
    revokers: list[int] = []


class State(game.State, kw_only=True):
    """`number`: of the hand in play, from 1; `first`: who bids first in it. `totals`: by seat.

    `behind_tricks`: the hand before was logged trick by trick, and nothing of this one is logged yet. `winner`: the seat
    that has won.
    """

    options: Options
    first: int
    number: int = 1
    hand: Hand = field(default_factory=Hand)
    behind_tricks: bool = False
    totals: list[int] = field(default_factory=_zeros)
    winner: int | None = None


def begin(table: Table) -> State:
    """The state before the first entry."""
    return State(players=list(table.players), options=table.options, first=table.first)


def has_begun(hand: Hand) -> bool:
    """Whether anything of this hand is logged (MOON-1.3)."""
    return hand.dealt or bool(hand.words)


def has_spoken(hand: Hand, seat: int) -> bool:
    """Whether this player has had a word in this hand."""
    return bool(hand.spoken >> seat & 1)


def bidding_closed(hand: Hand) -> bool:
    """MOON-2.4: by a 21, or when all three have spoken."""
    return hand.bid == MOON or hand.spoken == EVERYBODY


def next_to_speak(state: State) -> int:
    """MOON-2.2: the first clockwise from the first bidder who has not spoken, while somebody has not."""
    return NEXT[state.first][state.hand.spoken]


def left(hand: Hand, seat: int) -> int:
    """How many tiles this player has in hand."""
    return HAND - hand.done - any(player == seat for player, _ in hand.trick)


def stage(state: State) -> str:
    """Where the hand is: `deal` (nothing of it is logged), `bidding`, `declaring`, `tricks`, `ruling` (one is owed); `over`."""
    hand = state.hand
    if state.ending is not None:
        return "over"
    if state.held:
        return "ruling"
    if hand.trump is not None:
        return "tricks"
    if hand.words and bidding_closed(hand):
        return "declaring"
    return "bidding" if has_begun(hand) else "deal"


def by_name(state: State, values: list[int]) -> dict[str, int]:
    """Values by seat, as reports show them."""
    one, two, three = state.players
    return {one: values[0], two: values[1], three: values[2]}


def table(state: State) -> dict[str, Any]:
    """The report's `state`: the hand in play, or behind the end of the match the last one that was played.

    `stage`: see there. `first`: who bids first. `bidder`, `bid`: the highest so far. `tricks`: won, `left`: tiles in hand.
    `hands`: the tiles that a player is known to hold now (all of them are only where the log shows enough).
    `kitty`: as logged, `discard`: as logged or deduced. `revokes`: of whom a revoke is proven. `totals`: without this hand.
    """
    hand, names = state.hand, state.players
    return {
        "hand": state.number,
        "stage": stage(state),
        "first": names[state.first],
        "bids": [{"player": names[seat], "bid": bid} for seat, bid in hand.words],
        "bidder": names[hand.bidder] if hand.bid else None,
        "bid": hand.bid or None,
        "trump": hand.trump,
        "trick": [{"player": names[seat], "tile": TILES[tile]} for seat, tile in hand.trick],
        "tricks": by_name(state, hand.tricks),
        "left": by_name(state, [left(hand, seat) for seat in range(SEATS)]),
        "hands": {names[seat]: names_of(knowledge.held(hand.known, seat)) for seat in range(SEATS)},
        "kitty": _only(hand.known.kitty),
        "discard": _only(knowledge.discards(hand.known)),
        "played": names_of(knowledge.played(hand.known)),
        "revokes": [names[seat] for seat in sorted(hand.revokers)],
        "totals": by_name(state, state.totals),
    }


def conserved(state: State) -> dict[str, int]:
    """As many tiles are played as there were plays, the others are somewhere; there are as many unknown places as free tiles."""
    hand, known = state.hand, state.hand.known
    plays = hand.done * SEATS + len(hand.trick)
    middle = 1 if hand.trump is None and not known.kitty else 0
    return {
        "tiles": plays + knowledge.unplayed(known).bit_count(),
        "unknown places filled": sum(known.room) + middle - known.free.bit_count(),
    }


def _only(tiles: int) -> str | None:
    """The one tile of a mask; None if it has more or none."""
    return name_of(tiles) if tiles.bit_count() == 1 else None
