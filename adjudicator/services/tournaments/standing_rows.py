"""A row of the standings as it is kept, in an order that the database can read off.

A row's `sort_key` has sixteen hexadecimal digits for the score and for each tie-break, so that better stands before worse as
texts are compared; equal keys are one place. What is not known stands behind all that is.
"""

import msgspec

from adjudicator.services.stored import text
from adjudicator.storage.tournament_rows import StandingRow
from adjudicator.tournaments.stage import Stage
from adjudicator.tournaments.standings import Standing
from adjudicator.tournaments.tie_breaks import criterion

MIDDLE = 1 << 63
UNKNOWN = "~" * 16
Values = tuple[int | None, ...]


def row_of(stage: Stage, number: int, row: Standing) -> StandingRow:
    """A row of the standings of the stage with this number, as it is kept."""
    lowest = [criterion(name).lowest for name in stage.tie_breaks]
    key = _part(row.score, False) + "".join(map(_part, row.values, lowest))
    return StandingRow(number, row.entrant, key, row.score, row.played, text(row.values))


def standing_of(row: StandingRow, rank: int) -> Standing:
    """The row as the pure standings have it."""
    return Standing(row.entrant, rank, row.score, values_of(row), row.played)


def values_of(row: StandingRow) -> Values:
    """The row's values of the tie-breaks."""
    return msgspec.json.decode(row.tie_break_values, type=Values)


def _part(value: int | None, lowest: bool) -> str:
    return UNKNOWN if value is None else f"{MIDDLE + (value if lowest else -value):016x}"
