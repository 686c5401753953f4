"""The entries of a Carrom log."""

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import UNSET, UnsetType

from adjudicator.core import game
from adjudicator.core.entries import Adjust, End, Entry, Remark, Result, Seat, Whole
from adjudicator.core.errors import Fault
from adjudicator.core.game import Table
from adjudicator.core.reading import escape

from .pieces import Colour, Piece

Reported = Literal["touch", "placement", "foul_line", "push", "baseline"]
"""The fouls that only a referee can see; all others follow from what fell."""


class Setup(game.Setup, frozen=True):
    """Nothing but `first`: who breaks the first board."""


class Stroke(Entry, frozen=True, tag="stroke"):
    """One stroke: what was pocketed and what left the board, in any order.

    `broke` false: the try touched nothing. `penalty_piece`: the colour that goes back first, where there is a choice.
    """

    player: Seat
    pocketed: tuple[Piece, ...] = ()
    off_board: tuple[Piece, ...] = ()
    fouls: tuple[Reported, ...] = ()
    broke: bool | UnsetType = UNSET
    penalty_piece: Colour | UnsetType = UNSET


class Foul(Entry, frozen=True, tag="foul"):
    """A foul without a stroke (CARROM-5.11)."""

    player: Seat
    code: Reported
    penalty_piece: Colour | UnsetType = UNSET


class DeclinePenalty(Entry, frozen=True, tag="decline_penalty"):
    """An opponent does without the latest penalty (CARROM-5.13)."""

    player: Seat


class Summary(Entry, frozen=True, tag="summary"):
    """A whole board of which no strokes are logged (CARROM-9.1): `winner`, `pieces`, `queen`; with three players `points`."""

    winner: Seat | UnsetType = UNSET
    pieces: Whole | UnsetType = UNSET
    queen: bool | UnsetType = UNSET
    points: dict[Seat, Whole] | UnsetType = UNSET


ENTRIES = (Stroke, Foul, DeclinePenalty, Summary, End, Adjust, Remark, Result)


def malformed(entry: Entry, table: Table) -> Sequence[Fault]:
    """What the schema cannot say: a foul reported twice, and which fields a summary has at this table."""
    kind = type(entry)
    if kind is Stroke:
        return _twice(entry.fouls) if entry.fouls else ()  # type: ignore[attr-defined]
    return list(_misshapen(entry, table.players)) if isinstance(entry, Summary) else ()


def malformed_table(table: Table, entries: Sequence[Entry]) -> Sequence[Fault]:
    """Nothing: a table of two, three or four players needs nothing more."""
    return ()


def _twice(fouls: Sequence[str]) -> list[Fault]:
    return [
        Fault(f"/fouls/{index}", "twice", f"{code} stands here twice; each foul is reported once a stroke.")
        for index, code in enumerate(fouls)
        if code in fouls[:index]
    ]


def _misshapen(entry: Summary, players: Sequence[str]) -> Iterator[Fault]:
    """CARROM-9.1: all the fields of this table are required, the others cannot stand."""
    wanted = ("points",) if len(players) == 3 else ("winner", "pieces", "queen")
    for name in ("winner", "pieces", "queen", "points"):
        given = getattr(entry, name) is not UNSET
        if given and name not in wanted:
            yield Fault(f"/{name}", "unknown_field", f"A summary with {len(players)} players has no field {name}.")
        if not given and name in wanted:
            yield Fault(f"/{name}", "missing", f"The field {name} is required with {len(players)} players.")
    if len(players) == 3 and entry.points is not UNSET:
        yield from (
            Fault(f"/points/{escape(name)}", "missing", f"The points of {name} are required.")
            for name in players
            if name not in entry.points
        )
