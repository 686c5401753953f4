"""The whole record of a tournament: every write to it, and everything that it is, in one piece."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from adjudicator.services.access import Access
from adjudicator.services.later import Later
from adjudicator.services.rights import Right
from adjudicator.services.setting import Setting
from adjudicator.services.tournaments import boards, maintained, shown
from adjudicator.services.tournaments.changing import Reading, read
from adjudicator.services.tournaments.shown import DisturbanceShown, EntrantShown, Overview
from adjudicator.storage import tournaments
from adjudicator.storage.database import Database
from adjudicator.storage.tournament_rows import DisturbanceRow, StageRow, TournamentRow, TournamentWriteRow
from adjudicator.tournaments.stage import Stage

FORMAT = 1
MOST = 1_000_000


class Span(Struct, frozen=True):
    """A page of a history: at most `limit` writes behind the revision `after`."""

    after: int
    limit: int


class By(Struct):
    """Whose key wrote, as it was then."""

    key: str
    label: str
    role: str


class Write(Struct):
    """One write: the revision that it made, and what was written, by its kind."""

    revision: int
    kind: str
    recorded_at: str
    by: By
    reason: str | None
    payload: dict[str, Any]


class WritesPage(Struct):
    """One page of a history. `more`: there is another behind it."""

    items: Sequence[Write]
    more: bool
    revision: int


class StageExport(Struct):
    """A stage with all that happened in it. `matches`: for each linked match, its round, its table and its id."""

    number: int
    name: str | None
    stage: Stage
    entrants: list[EntrantShown]
    statuses: dict[int, str]
    matches: list[tuple[int, int, str]]
    standings: list[dict[str, Any]]


class Export(Struct):
    """A whole tournament, without the adjudicated matches (each has an export of its own)."""

    format: int
    tournament: Overview
    stages: list[StageExport]
    disturbances: list[DisturbanceShown]
    history: list[Write]


class Records:
    """The records of a club's tournaments."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting

    def history(self, access: Access, tournament_id: str, span: Later[Span]) -> WritesPage:
        """A page of the history, the oldest first."""

        def look(reading: Reading, asked: Span) -> WritesPage:
            rows = tournaments.behind(reading.connection, reading.tournament.id, asked.after, asked.limit + 1)
            items = [_write(row) for row in rows[: asked.limit]]
            return WritesPage(items, len(rows) > asked.limit, reading.tournament.revision)

        return read(self._setting, access, Right.SEE_DRAFTS, tournament_id, span, look)

    def export(self, access: Access, tournament_id: str, asked: Later[Any]) -> Export:
        """The whole tournament."""
        return read(self._setting, access, Right.SEE_DRAFTS, tournament_id, asked, lambda reading, asked: exported(reading))


def exported(reading: Reading) -> Export:
    """The whole tournament."""
    connection, tournament = reading.connection, reading.tournament
    return Export(
        format=FORMAT,
        tournament=shown.overview(connection, tournament),
        stages=[_stage(reading, row) for row in tournaments.parts(connection, tournament.id, StageRow)],
        disturbances=[shown.disturbance(row) for row in tournaments.parts(connection, tournament.id, DisturbanceRow)],
        history=[_write(row) for row in tournaments.behind(connection, tournament.id, 0, MOST)],
    )


def rebuild(database: Database, tournament_id: str) -> bool:
    """Work all standings of a tournament out anew. Whether any were not as they are kept; False, too, if there is none."""

    def work(connection: Any) -> bool:
        club_id = tournaments.club_of(connection, tournament_id)
        row = None if club_id is None else tournaments.find(connection, club_id, tournament_id, writes=True)
        if row is None:
            return False
        maintained.catch_up(connection, row)
        rebuilt = [_rebuilt(connection, row, each) for each in tournaments.parts(connection, row.id, StageRow)]
        return any(rebuilt)

    return database.write(work)


def _rebuilt(connection: Any, tournament: TournamentRow, row: StageRow) -> bool:
    board = boards.load(connection, tournament, row)
    return maintained.keep(connection, tournament, board)


def _stage(reading: Reading, row: StageRow) -> StageExport:
    board = boards.load(reading.connection, reading.tournament, row)
    links = [(round, table, match_id) for (round, table), match_id in sorted(board.links.items())]
    kept = [
        {"entrant": each.entrant, "score": each.score, "values": msgspec.json.decode(each.tie_break_values)}
        for each in maintained.rows_of(board)
    ]
    return StageExport(
        number=row.stage,
        name=row.name,
        stage=board.stage,
        entrants=shown.entrants(reading.connection, reading.tournament, board).items,
        statuses={number: each.status for number, each in board.rounds.items()},
        matches=links,
        standings=kept,
    )


def _write(row: TournamentWriteRow) -> Write:
    by = By(row.key_id, row.key_label, row.key_role)
    return Write(row.revision, row.kind, row.recorded_at, by, row.reason, msgspec.json.decode(row.payload))
