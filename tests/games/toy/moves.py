"""The entries of a log."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, ClassVar, Literal

from msgspec import UNSET, Meta, UnsetType

from adjudicator.core import game
from adjudicator.core.entries import Adjust, End, Entry, Remark, Result, Seat, Whole
from adjudicator.core.errors import Fault
from adjudicator.core.game import Table

from .pieces import HAND

Hand = Annotated[tuple[Whole, ...], Meta(min_length=HAND, max_length=HAND)]


class Setup(game.Setup, frozen=True):
    """`hands`: what some of the players were dealt."""

    hands: dict[Seat, Hand] | UnsetType = UNSET


class Play(Entry, frozen=True, tag="play"):
    """A card is played."""

    player: Seat
    card: Whole


class Ruling(Entry, frozen=True, tag="ruling"):
    """The referee decides what was proven: the card `stands`, or its player is `fined` a point."""

    NEEDS_NOTE: ClassVar[bool] = True

    decision: Literal["stands", "fined"]


ENTRIES = (Play, Ruling, End, Adjust, Remark, Result)


def malformed(entry: Entry, table: Table) -> Iterable[Fault]:
    """Nothing but what the schema says."""
    return ()


def malformed_table(table: Table, entries: Sequence[Entry]) -> Iterator[Fault]:
    """A card that stands in two hands."""
    hands = {} if table.setup.hands is UNSET else table.setup.hands
    cards = [card for hand in hands.values() for card in hand]
    if len(set(cards)) != len(cards):
        yield Fault("/setup/hands", "twice", "A card stands twice in the hands.")
