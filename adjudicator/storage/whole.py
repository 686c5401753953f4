"""A whole match: all of its rows at once, to be exported, verified, or written as they are."""

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from adjudicator.storage import history, matches
from adjudicator.storage.metadata import metadata
from adjudicator.storage.moves import BROUGHT
from adjudicator.storage.player_tables import players
from adjudicator.storage.prepared import Prepared
from adjudicator.storage.rows import HistoryRow, MatchRow, MoveRow
from adjudicator.storage.tables import history as history_table
from adjudicator.storage.tables import matches as match_table
from adjudicator.storage.tables import moves, seats
from adjudicator.storage.tournament_tables import pairings

Kind = tuple[str, str]
"""What was brought, and in whose view: (`frames` or `findings`, `referee` or `public`)."""

KINDS: tuple[Kind, ...] = tuple((name, view) for view in ("referee", "public") for name in BROUGHT)
_POINTING = tuple(
    table for table in metadata.sorted_tables if any(key.referred_table is match_table for key in table.foreign_key_constraints)
)
"""The tables whose rows point at a match: its parts, and what others keep of it."""


@dataclass(slots=True, frozen=True)
class BroughtRow:
    """A frame or finding: the revision of the write that brought it, its place among those of that write, and itself."""

    revision: int
    place: int
    data: str


@dataclass(slots=True)
class Whole:
    """A match with all of its rows, in their order. `seats`: (seat, name)."""

    match: MatchRow
    seats: list[tuple[int, str]]
    moves: list[MoveRow]
    brought: dict[Kind, list[BroughtRow]]
    history: list[HistoryRow]


_MOVES = sa.select(*(moves.c[name] for name in MoveRow.__dataclass_fields__)).order_by(moves.c.ply)
_SEATS = sa.select(seats.c.seat, seats.c.name).order_by(seats.c.seat)
_HISTORY = sa.select(*(history_table.c[name] for name in HistoryRow.__dataclass_fields__)).order_by(history_table.c.revision)
_INSERT_MOVES = Prepared(sa.insert(moves))
_INSERT_BROUGHT = {name: Prepared(sa.insert(table)) for name, table in BROUGHT.items()}


def ids(connection: Connection) -> list[str]:
    """The ids of all matches of all clubs, the oldest first."""
    return list(connection.scalars(sa.select(match_table.c.id).order_by(match_table.c.id)))


def club_of(connection: Connection, match_id: str) -> str | None:
    """The id of the club that has this match; None if there is none."""
    return connection.scalar(sa.select(match_table.c.club_id).where(match_table.c.id == match_id))


def read(connection: Connection, match_id: str) -> Whole:
    """Every row of a match that is there."""
    match = matches.match_of(connection.execute(sa.select(*matches.COLUMNS).where(match_table.c.id == match_id)).one())
    return whole(connection, match)


def whole(connection: Connection, match: MatchRow) -> Whole:
    """Every row of the match that this is the row of."""
    return Whole(
        match,
        [(row.seat, row.name) for row in connection.execute(_SEATS.where(seats.c.match_id == match.id))],
        [MoveRow(*row) for row in connection.execute(_MOVES.where(moves.c.match_id == match.id))],
        {kind: _brought(connection, match.id, kind) for kind in KINDS},
        [HistoryRow(*row) for row in connection.execute(_HISTORY.where(history_table.c.match_id == match.id))],
    )


def write(connection: Connection, found: Whole) -> None:
    """A match that is not there yet, row by row. Raises ExternalIdTaken."""
    match = found.match
    matches.add(connection, match, [name for _, name in found.seats])
    _INSERT_MOVES.run_rows(
        connection,
        [(match.id, row.ply, match.club_id, row.entry, row.ruling, row.public_ruling, row.recorded_at) for row in found.moves],
    )
    for (name, view), rows in found.brought.items():
        _INSERT_BROUGHT[name].run_rows(
            connection, [(match.id, view, row.revision, row.place, match.club_id, row.data) for row in rows]
        )
    for row in found.history:
        history.add(connection, match, row)


def strays(connection: Connection, match_id: str | None) -> list[tuple[str, str]]:
    """(table, match id) of rows that point at a match which their club has not; of one match, or of all."""
    found = []
    for table in _POINTING:
        point = table.c.match_id
        own = sa.and_(match_table.c.id == point, match_table.c.club_id == table.c.club_id)
        query = sa.select(point).distinct().outerjoin(match_table, own).where(point.is_not(None), match_table.c.id.is_(None))
        found += [(table.name, stray) for stray in _of(connection, query, point, match_id)]
    return found


def with_strangers(connection: Connection, match_id: str | None) -> list[str]:
    """The ids of matches with a seat that is linked to a player whom its club has not; this one, or all."""
    own = sa.and_(players.c.id == seats.c.player_id, players.c.club_id == seats.c.club_id)
    query = sa.select(seats.c.match_id).distinct().outerjoin(players, own)
    return _of(connection, query.where(seats.c.player_id.is_not(None), players.c.id.is_(None)), seats.c.match_id, match_id)


def elsewhere(connection: Connection, match_id: str | None) -> list[str]:
    """The ids of matches that say that they count in another tournament than the one of whose pairings they are."""
    own = sa.and_(pairings.c.match_id == match_table.c.id, pairings.c.club_id == match_table.c.club_id)
    query = sa.select(match_table.c.id).outerjoin(pairings, own)
    differs = match_table.c.tournament_id.is_distinct_from(pairings.c.tournament_id)
    return _of(connection, query.where(differs), match_table.c.id, match_id)


def _of(connection: Connection, query: sa.Select[Any], column: sa.ColumnElement[str], match_id: str | None) -> list[str]:
    query = query if match_id is None else query.where(column == match_id)
    return list(connection.scalars(query.order_by(column)))


def _brought(connection: Connection, match_id: str, kind: Kind) -> list[BroughtRow]:
    name, view = kind
    table = BROUGHT[name]
    query = sa.select(table.c.revision, table.c.place, table.c.data).where(table.c.match_id == match_id, table.c.view == view)
    return [BroughtRow(*row) for row in connection.execute(query.order_by(table.c.revision, table.c.place))]
