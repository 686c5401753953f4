"""The entries that every game's log may hold, and the words that entries are made of.

Entries are frozen and compared by value. A field that is absent is UNSET; a field that a view may not see
is made UNSET as well. A game's own entries inherit from `Entry` and give their tag.
"""

from typing import Annotated, ClassVar, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

BOUND = 1_000_000
_NO_CONTROL = {"pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f]*$"}

Whole = Annotated[int, Meta(ge=-BOUND, le=BOUND)]
Name = Annotated[str, Meta(min_length=1, max_length=60, extra_json_schema=_NO_CONTROL)]
Note = Annotated[str, Meta(min_length=1, max_length=500, extra_json_schema=_NO_CONTROL)]
Token = Annotated[str, Meta(max_length=60, extra_json_schema=_NO_CONTROL)]
"""A card or tile as the referee wrote it; the engine looks it up, so that an unknown one can be quoted."""
Seat = Annotated[str, Meta(min_length=1, max_length=60, extra_json_schema=_NO_CONTROL, extra={"seat": True})]
"""The name of somebody who sits at the table; decoding refuses a stranger."""
Moment = Annotated[str, Meta(extra={"moment": True}, extra_json_schema={"format": "date-time"})]
"""An RFC 3339 time, kept as it was written."""


class Entry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type", gc=False):
    """One line of a log. `stands`: the referee lets an illegal entry stand, and `note` says why."""

    NEEDS_NOTE: ClassVar[bool] = False

    note: Note | UnsetType = UNSET
    at: Moment | UnsetType = UNSET
    stands: bool = False


class End(Entry, frozen=True, tag="end"):
    """The match ends before its own end. `forfeit` needs the player who gave up, and a note; else no player is named."""

    reason: Literal["time", "abandoned", "forfeit"]
    player: Seat | UnsetType = UNSET


class Adjust(Entry, frozen=True, tag="adjust"):
    """A referee's correction of a total by hand; `points` may be negative. The note says why."""

    NEEDS_NOTE: ClassVar[bool] = True

    player: Seat
    points: Whole | UnsetType


class Remark(Entry, frozen=True, tag="remark"):
    """Something worth keeping that is no move: its note. It is always legal, also after the end."""

    NEEDS_NOTE: ClassVar[bool] = True

    player: Seat | UnsetType = UNSET


class Placing(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One row of a reported outcome: all players of one side, their rank, and their points if known."""

    players: tuple[Seat, ...]
    rank: Whole
    points: Whole | UnsetType = UNSET


class Result(Entry, frozen=True, tag="result"):
    """Only the outcome is known. It stands alone in its log (LOG-2)."""

    standings: tuple[Placing, ...]


def tag(kind: type[Entry]) -> str:
    """The `type` that entries of this kind carry."""
    return str(kind.__struct_config__.tag)
