"""The kept standings of a stage: rows in an order that the database can read off, all of which follow from results.

A row's `sort_key` has sixteen hexadecimal digits for the score and for each tie-break, so that better stands before worse as
texts are compared; equal keys are one place. What is not known stands behind all that is.
"""

from collections.abc import Iterator

import msgspec
from sqlalchemy.engine import Connection

from adjudicator.services.stored import text
from adjudicator.services.tournaments.boards import Board
from adjudicator.storage import tournaments
from adjudicator.storage.tournament_rows import StandingRow, TournamentRow
from adjudicator.tournaments.stage import Stage
from adjudicator.tournaments.standings import Standing, standings
from adjudicator.tournaments.tie_breaks import criterion

MIDDLE = 1 << 63
UNKNOWN = "~" * 16


def keep(connection: Connection, tournament: TournamentRow, board: Board) -> bool:
    """Write what differs of the standings; whether anything did."""
    kept = {row.entrant: row for row in tournaments.parts(connection, tournament.id, StandingRow, stage=board.number)}
    now = {row.entrant: row for row in rows_of(board)}
    gone = [row for entrant, row in kept.items() if entrant not in now]
    changed = [row for entrant, row in now.items() if kept.get(entrant) != row]
    tournaments.drop(connection, tournament.id, gone)
    tournaments.put(connection, tournament, changed)
    return bool(gone or changed)


def rows_of(board: Board) -> Iterator[StandingRow]:
    """The standings as they must be, best first."""
    stage = board.published
    return (row_of(stage, board.number, row) for row in standings(stage))


def row_of(stage: Stage, number: int, row: Standing) -> StandingRow:
    """A row of the standings of the stage with this number, as it is kept."""
    lowest = [criterion(name).lowest for name in stage.tie_breaks]
    key = _part(row.score, False) + "".join(map(_part, row.values, lowest))
    return StandingRow(number, row.entrant, key, row.score, row.played, text(row.values))


def standing_of(row: StandingRow, rank: int) -> Standing:
    """The row as the pure standings have it."""
    values = msgspec.json.decode(row.tie_break_values, type=tuple[int | None, ...])
    return Standing(row.entrant, rank, row.score, values, row.played)


def _part(value: int | None, lowest: bool) -> str:
    return UNKNOWN if value is None else f"{MIDDLE + (value if lowest else -value):016x}"
