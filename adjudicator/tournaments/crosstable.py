"""The crosstable: for every entrant, round by round, whom it met, where it sat and what that counted."""

from msgspec import Struct

from .record import Appearance, Record
from .stage import Stage
from .standings import Standing, standings


class Cell(Struct, frozen=True):
    """One match or bye. `seat` counts from 1; `outcome` is the result's, or `bye:KIND`, or None while it is awaited."""

    round: int
    table: int
    opponents: tuple[str, ...]
    seat: int
    outcome: str | None
    rank: int | None
    earned: int


class CrossRow(Struct, frozen=True):
    """One entrant's standing and its cells, by round and table."""

    standing: Standing
    cells: tuple[Cell, ...]


def crosstable(stage: Stage, upto: int | None = None) -> list[CrossRow]:
    """All entrants in the order of the standings as of round `upto`."""
    record = Record(stage, upto)
    return [
        CrossRow(row, tuple(_cell(record, each) for each in record.of(row.entrant))) for row in standings(stage, upto)
    ]


def _cell(record: Record, each: Appearance) -> Cell:
    match, result = each.match, each.result
    outcome = f"bye:{match.bye}" if match.bye is not None else None if result is None else result.outcome
    return Cell(
        round=each.round,
        table=match.table,
        opponents=each.opponents,
        seat=match.sides.index(each.entrant) + 1,
        outcome=outcome,
        rank=None if result is None else result.side(each.entrant).rank,
        earned=record.earned(each),
    )
