"""Tournaments: the row of one, its parts as rows, and lists of tournaments.

Parts are read and written by the kind of their row: `parts(connection, tournament, RoundRow, stage=1)`.
"""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection

from adjudicator.storage import tournament_tables as tables
from adjudicator.storage.player_tables import players
from adjudicator.storage.prepared import Prepared
from adjudicator.storage.tournament_rows import (
    DisturbanceRow,
    EntrantRow,
    MemberRow,
    PairingRow,
    RoundRow,
    SanctionRow,
    StageEntrantRow,
    StageRow,
    StandingRow,
    TournamentRow,
    TournamentWriteRow,
)

Row = TypeVar("Row")
Where = tuple[tuple[str, int | None], ...]
"""Columns, each with how many values it may have, or None for a single one."""
OF: dict[type[Any], sa.Table] = {
    StageRow: tables.stages,
    EntrantRow: tables.entrants,
    MemberRow: tables.entrant_members,
    StageEntrantRow: tables.stage_entrants,
    RoundRow: tables.rounds,
    PairingRow: tables.pairings,
    SanctionRow: tables.sanctions,
    StandingRow: tables.standings,
    DisturbanceRow: tables.disturbances,
    TournamentWriteRow: tables.tournament_history,
}
"""Kind of row -> its table, whose primary key tells the parts of a tournament apart."""
INSERTS: dict[str, Callable[[sa.Table], Any]] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}
"""The standard knows nothing of rows that are there already."""
REDACTED = '{"redacted":true}'
"""The payload of a write of which nothing else may be known."""


@dataclass(slots=True, frozen=True)
class TournamentFilters:
    """What a list of tournaments is narrowed to; None: not at all."""

    game: str | None = None
    status: str | None = None


_COLUMNS = tuple(tables.tournaments.c[field.name] for field in fields(TournamentRow))
_MINE = sa.and_(tables.tournaments.c.club_id == sa.bindparam("of_club"), tables.tournaments.c.id == sa.bindparam("wanted"))
_CHANGING = ("name", "settings", "status", "revision", "updated_at")
_SAVE = Prepared(
    sa.update(tables.tournaments)
    .where(tables.tournaments.c.id == sa.bindparam("wanted"))
    .values({name: sa.bindparam(f"new_{name}") for name in _CHANGING})
)
_FIND = sa.select(*_COLUMNS).where(_MINE)
FINDS = {False: Prepared(_FIND), True: Prepared(_FIND.with_for_update(key_share=True))}
"""Whether it is to be written -> the statement that finds a tournament by `of_club` and `wanted`."""
_STAGES, _ROUNDS = tables.stages.c, tables.rounds.c
_LATEST = Prepared(
    sa.select(
        sa.select(sa.func.max(_STAGES.stage))
        .where(_STAGES.tournament_id == sa.bindparam("of_tournament"))
        .scalar_subquery(),
        sa.select(sa.func.max(_ROUNDS.round))
        .where(_ROUNDS.tournament_id == sa.bindparam("of_tournament"), _ROUNDS.stage == sa.bindparam("of_stage"))
        .scalar_subquery(),
    )
)
_MEMBERS = tables.entrant_members.c
_ROOTS = Prepared(
    sa.select(_MEMBERS.entrant, _MEMBERS.place, players.c.root_id)
    .join_from(tables.entrant_members, players, players.c.id == _MEMBERS.player_id)
    .where(_MEMBERS.tournament_id == sa.bindparam("of_tournament"))
)


def add(connection: Connection, row: TournamentRow) -> None:
    """A new tournament, still without parts."""
    connection.execute(sa.insert(tables.tournaments), _values(row))


def save(connection: Connection, row: TournamentRow) -> None:
    """Write what has changed of a tournament's own row."""
    _SAVE.run(connection, {f"new_{name}": getattr(row, name) for name in _CHANGING} | {"wanted": row.id})


def find(connection: Connection, club_id: str, tournament_id: str, writes: bool = False) -> TournamentRow | None:
    """The club's tournament. `writes`: until the transaction ends nobody else changes it. (SQLite's writers are alone anyway.)"""
    row = FINDS[writes].run(connection, {"of_club": club_id, "wanted": tournament_id}).fetchone()
    return None if row is None else TournamentRow(*row)


def latest(connection: Connection, tournament_id: str, stage: int) -> tuple[int, int]:
    """(the number of the latest stage, that of the latest round of this stage, or 0)."""
    found = _LATEST.run(connection, {"of_tournament": tournament_id, "of_stage": stage}).fetchone()
    return found[0], found[1] or 0


def roots_of_members(connection: Connection, tournament_id: str) -> dict[tuple[str, int], str]:
    """(entrant, place of a member) -> who stands for the player who that is now, as far as it is known."""
    rows = _ROOTS.run(connection, {"of_tournament": tournament_id}).fetchall()
    return {(entrant, place): root_id for entrant, place, root_id in rows}


def club_of(connection: Connection, tournament_id: str) -> str | None:
    """The id of the club that has this tournament; None if there is none."""
    return connection.scalar(sa.select(tables.tournaments.c.club_id).where(tables.tournaments.c.id == tournament_id))


def listed(
    connection: Connection, club_id: str, filters: TournamentFilters, after: str | None, limit: int
) -> list[TournamentRow]:
    """The club's tournaments, newest first, at most `limit` of them behind the tournament `after`."""
    own = tables.tournaments.c
    query = sa.select(*_COLUMNS).where(own.club_id == club_id)
    for column, value in ((own.game, filters.game), (own.status, filters.status)):
        query = query if value is None else query.where(column == value)
    if after is not None:
        query = query.where(own.id < after)
    return [TournamentRow(*row) for row in connection.execute(query.order_by(own.id.desc()).limit(limit))]


def parts(connection: Connection, tournament_id: str, kind: type[Row], **where: Any) -> list[Row]:
    """The rows of this kind, in the order of their key; of those only that have these values, or one of each tuple."""
    if () in where.values():
        return []
    wanted: dict[str, Any] = {"of_tournament": tournament_id}
    widths = []
    for name, value in where.items():
        wanted |= _named(name, value) if isinstance(value, tuple) else {name: value}
        widths.append((name, len(value) if isinstance(value, tuple) else None))
    cursor = _selecting(kind, tuple(widths)).run(connection, wanted)
    make = MADE[kind]
    return [make(row) for row in cursor.fetchall()]


def put(connection: Connection, tournament: TournamentRow, rows: Iterable[Any]) -> None:
    """Write parts, of any kinds, each in the place of the one with the same key."""
    for row in rows:
        values = {"tournament_id": tournament.id, "club_id": tournament.club_id, **_values(row)}
        _PUTS[type(row), connection.dialect.name].run(connection, values)


def drop(connection: Connection, tournament_id: str, rows: Iterable[Any]) -> None:
    """Take parts out."""
    for row in rows:
        table = OF[type(row)]
        own = [table.c.tournament_id == tournament_id, *(table.c[name] == getattr(row, name) for name in _key(type(row)))]
        connection.execute(sa.delete(table).where(*own))


def behind(connection: Connection, tournament_id: str, revision: int, limit: int) -> list[TournamentWriteRow]:
    """At most `limit` writes behind this revision, in their order."""
    own = tables.tournament_history.c
    query = sa.select(*(own[field.name] for field in fields(TournamentWriteRow)))
    query = query.where(own.tournament_id == tournament_id, own.revision > revision).order_by(own.revision).limit(limit)
    return [TournamentWriteRow(*row) for row in connection.execute(query)]


def with_players(connection: Connection, club_id: str, ids: Collection[str]) -> list[str]:
    """The ids of the club's tournaments in which one of these players is a member of an entrant, in their order."""
    own = tables.entrant_members.c
    query = sa.select(own.tournament_id).where(own.club_id == club_id, own.player_id.in_(ids))
    return list(connection.scalars(query.distinct().order_by(own.tournament_id)))


def forget_writes(connection: Connection, tournament: TournamentRow, named: re.Pattern[str]) -> None:
    """Of every write in whose payload this is found, nothing is kept of the payload."""
    own = tables.tournament_history.c
    query = sa.select(own.revision, own.payload).where(own.tournament_id == tournament.id)
    gone = [row.revision for row in connection.execute(query) if named.search(row.payload)]
    mine = sa.and_(own.tournament_id == tournament.id, own.revision.in_(gone))
    connection.execute(sa.update(tables.tournament_history).where(mine).values(payload=REDACTED))


def standings_page(
    connection: Connection, tournament_id: str, stage: int, after: tuple[str, str] | None, limit: int
) -> list[StandingRow]:
    """At most `limit` rows of the standings behind the one with this sort key and entrant."""
    own = tables.standings.c
    query = sa.select(*(own[field.name] for field in fields(StandingRow)))
    query = query.where(own.tournament_id == tournament_id, own.stage == stage)
    if after is not None:
        query = query.where(sa.tuple_(own.sort_key, own.entrant) > sa.tuple_(*after))
    return [StandingRow(*row) for row in connection.execute(query.order_by(own.sort_key, own.entrant).limit(limit))]


def better(connection: Connection, tournament_id: str, stage: int, sort_key: str) -> int:
    """How many stand before all that have this sort key."""
    return _count(connection, tournament_id, stage, tables.standings.c.sort_key < sort_key)


def level_before(connection: Connection, tournament_id: str, row: StandingRow) -> int:
    """How many have the sort key of this row, and stand before it."""
    own = tables.standings.c
    level = sa.and_(own.sort_key == row.sort_key, own.entrant < row.entrant)
    return _count(connection, tournament_id, row.stage, level)


def _count(connection: Connection, tournament_id: str, stage: int, condition: sa.ColumnElement[bool]) -> int:
    own = tables.standings.c
    query = sa.select(sa.func.count()).where(own.tournament_id == tournament_id, own.stage == stage, condition)
    return connection.scalar(query) or 0


def standing(connection: Connection, tournament_id: str, stage: int, entrant: str) -> StandingRow | None:
    """An entrant's row of the standings."""
    return next(iter(parts(connection, tournament_id, StandingRow, stage=stage, entrant=entrant)), None)


def sizes(connection: Connection, ids: Sequence[str]) -> dict[tuple[str, str], int]:
    """(tournament, `entrants` or `pending`) -> how many it has."""
    waiting = tables.disturbances.c.state == "pending"
    found: dict[tuple[str, str], int] = {}
    for name, table, condition in (("entrants", tables.entrants, sa.true()), ("pending", tables.disturbances, waiting)):
        query = sa.select(table.c.tournament_id, sa.func.count()).where(table.c.tournament_id.in_(ids), condition)
        for tournament_id, count in connection.execute(query.group_by(table.c.tournament_id)):
            found[tournament_id, name] = count
    return found


def _values(row: Any) -> dict[str, Any]:
    return {name: getattr(row, name) for name in _NAMES[type(row)]}


def _key(kind: type[Any]) -> list[str]:
    return [column.name for column in OF[kind].primary_key if column.name != "tournament_id"]


def _named(name: str, values: Sequence[Any]) -> dict[str, Any]:
    """One of these values: a parameter for each."""
    return {f"{name}_{place}": value for place, value in enumerate(values)}


def _selecting(kind: type[Any], where: Where) -> Prepared:
    """The statement that reads the rows of this kind that have these values."""
    if (kind, where) not in _SELECTS:
        own = OF[kind].c
        query = sa.select(*(own[field.name] for field in fields(kind))).where(own.tournament_id == sa.bindparam("of_tournament"))
        for name, width in where:
            several: list[Any] = [sa.bindparam(each) for each in _named(name, range(width or 0))]
            query = query.where(own[name] == sa.bindparam(name) if width is None else own[name].in_(several))
        _SELECTS[kind, where] = Prepared(query.order_by(*(own[name] for name in _key(kind))))
    return _SELECTS[kind, where]


def _putting(kind: type[Any], insert: Callable[[sa.Table], Any]) -> Prepared:
    """The statement that writes a row over the one with its key; `insert` is the database's own."""
    statement = insert(OF[kind])
    key = ["tournament_id", *_key(kind)]
    changed = {field.name: statement.excluded[field.name] for field in fields(kind) if field.name not in key}
    return Prepared(statement.on_conflict_do_update(index_elements=key, set_=changed))


def _made_by(kind: type[Any]) -> Callable[[Sequence[Any]], Any]:
    """What makes a row of this kind of the driver's values: SQLite's truth is 0 or 1."""
    truths = [place for place, field in enumerate(fields(kind)) if field.type in (bool, "bool")]
    if not truths:
        return lambda row: kind(*row)
    return lambda row: kind(*(bool(value) if place in truths else value for place, value in enumerate(row)))


_NAMES = {kind: tuple(field.name for field in fields(kind)) for kind in OF} | {
    TournamentRow: tuple(field.name for field in fields(TournamentRow))
}
_SELECTS: dict[tuple[type[Any], Where], Prepared] = {}
_PUTS = {(kind, name): _putting(kind, insert) for name, insert in INSERTS.items() for kind in OF}
MADE = {kind: _made_by(kind) for kind in OF}
"""Kind of row -> what makes one of the driver's values."""
