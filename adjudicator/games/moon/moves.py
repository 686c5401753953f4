"""The entries of a log."""

from collections.abc import Iterator, Sequence
from typing import ClassVar, Literal

from msgspec import UNSET, UnsetType

from adjudicator.core import game
from adjudicator.core.entries import Adjust, End, Entry, Remark, Result, Seat, Token, Whole
from adjudicator.core.errors import Fault
from adjudicator.core.faults import quote
from adjudicator.core.game import Table
from adjudicator.core.reading import escape

from .pieces import TILE, readable

PASS = "pass"
MOON = 21

Contract = Literal[4, 5, 6, 7, 21]
Trump = Literal[0, 1, 2, 3, 4, 5, 6, "doubles", "none"]


class Setup(game.Setup, frozen=True):
    """`first`: who was drawn to bid first in the first hand (MOON-2.1)."""


class Deal(Entry, frozen=True, tag="deal"):
    """The first entry of a hand: what is known of the seven tiles each, and of the tile left in the middle (MOON-1.3, 7.2)."""

    hands: dict[Seat, tuple[Token, ...]] | UnsetType = UNSET
    kitty: Token | UnsetType = UNSET


class Bid(Entry, frozen=True, tag="bid"):
    """A player's word: the number of tricks contracted, or a pass (MOON-2.2, 2.3)."""

    player: Seat
    bid: Literal[4, 5, 6, 7, 21, "pass"]


class Declare(Entry, frozen=True, tag="declare"):
    """The bidder takes the kitty, puts one tile down, and names trump (MOON-3.1, 3.2)."""

    player: Seat
    trump: Trump
    kitty: Token | UnsetType = UNSET
    discard: Token | UnsetType = UNSET


class Play(Entry, frozen=True, tag="play"):
    """A tile is played to a trick (MOON-4.1)."""

    player: Seat
    tile: Token


class Summary(Entry, frozen=True, tag="summary"):
    """A hand logged as a whole (MOON-8.1); `bidder` null: all three passed."""

    bidder: Seat | None
    bid: Contract | UnsetType = UNSET
    trump: Trump | UnsetType = UNSET
    tricks: dict[Seat, Whole] | UnsetType = UNSET


class Ruling(Entry, frozen=True, tag="ruling"):
    """The referee decides all revokes of a hand that was played out (MOON-6.4 to 6.6)."""

    NEEDS_NOTE: ClassVar[bool] = True

    decision: Literal["stands", "offender_loses", "void_hand"]


ENTRIES = (Deal, Bid, Declare, Play, Summary, Ruling, End, Adjust, Remark, Result)


def malformed(entry: Entry, table: Table) -> Sequence[Fault]:
    """Texts that name no tile, and a summary that says too little or too much."""
    if isinstance(entry, Play):
        return () if entry.tile in TILE else _unreadable("/tile", entry.tile)
    if isinstance(entry, Declare):
        return [*_unreadable("/kitty", entry.kitty), *_unreadable("/discard", entry.discard)]
    if isinstance(entry, Deal):
        return [*_unreadable("/kitty", entry.kitty), *_unreadable_hands(entry)]
    return [*_summary_faults(entry, table)] if isinstance(entry, Summary) else ()


def malformed_table(table: Table, entries: Sequence[Entry]) -> Sequence[Fault]:
    """Nothing but what the schemas say."""
    return ()


def _unreadable(pointer: str, token: str | UnsetType) -> Sequence[Fault]:
    """MOON-1.2: a tile is a text of two digits."""
    if token is UNSET or readable(token):
        return ()
    return [Fault(pointer, "not_a_tile", f"{quote(token)} is no tile: a tile is a text of two digits.")]


def _unreadable_hands(deal: Deal) -> Iterator[Fault]:
    for name, hand in ({} if deal.hands is UNSET else deal.hands).items():
        for place, token in enumerate(hand):
            yield from _unreadable(f"/hands/{escape(name)}/{place}", token)


def _summary_faults(entry: Summary, table: Table) -> Iterator[Fault]:
    """MOON-8.1: with a bidder, the bid and everybody's tricks are required; without one, nothing else can stand."""
    if entry.bidder is None:
        for field in ("bid", "trump", "tricks"):
            if getattr(entry, field) is not UNSET:
                yield Fault(f"/{field}", "unknown_field", f"A hand that all three passed has no {field}.")
        return
    if entry.bid is UNSET:
        yield Fault("/bid", "missing", "The field bid is required of a hand that had a bidder.")
    if entry.tricks is UNSET:
        yield Fault("/tricks", "missing", "The field tricks is required of a hand that had a bidder.")
        return
    for name in table.players:
        if name not in entry.tricks:
            yield Fault(f"/tricks/{escape(name)}", "missing", f"The tricks of {quote(name)} are required.")
