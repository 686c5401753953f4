"""Leaderboards: the maintained sums of players' results, and the order in which players stand by them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection

from adjudicator.storage.leaderboard_tables import SUMS, TOTALS, leaderboards
from adjudicator.storage.player_tables import players
from adjudicator.storage.prepared import Prepared
from adjudicator.storage.results import Sums


@dataclass(slots=True, frozen=True)
class BoardRow:
    """A player on a leaderboard. `place`: by what players stand, the higher first; equal ones share a place."""

    player_id: str
    name: str
    played: int
    won: int
    place: tuple[int, ...]


_KEY = ("club_id", "game", "player_id")
_PLACE = ("points", *TOTALS)
_ORDER = (*_PLACE, "player_id")
_COLUMNS = tuple(leaderboards.c[name] for name in ("player_id", "played", "won", *_PLACE))


def _adding(insert: "type[sqlite.Insert] | type[postgresql.Insert]") -> Prepared:
    """The statement that adds to the sums of a player, who may have none yet."""
    new = insert(leaderboards).values({name: bindparam(name) for name in (*_KEY, *SUMS)})
    more = {name: leaderboards.c[name] + new.excluded[name] for name in SUMS}
    return Prepared(new.on_conflict_do_update(index_elements=_KEY, set_=more))


_ADD = {"sqlite": _adding(sqlite.Insert), "postgresql": _adding(postgresql.Insert)}
_TIDY = Prepared(
    sa.delete(leaderboards).where(
        *(leaderboards.c[name] == bindparam(name) for name in _KEY), leaderboards.c.played == bindparam("played")
    )
)


def _walk(further: bool) -> Prepared:
    """The statement that walks down a board, from its top or from behind a place."""
    order = [leaderboards.c[name] for name in _ORDER]
    query = sa.select(*_COLUMNS).where(*(leaderboards.c[name] == bindparam(name) for name in ("club_id", "game")))
    if further:
        query = query.where(sa.tuple_(*order) < sa.tuple_(*map(bindparam, _ORDER)))
    ordered = query.order_by(*(column.desc() for column in order)).limit(bindparam("count")).subquery()
    named = sa.select(ordered, players.c.name).join_from(ordered, players, players.c.id == ordered.c.player_id)
    return Prepared(named.order_by(*(ordered.c[name].desc() for name in _ORDER)))


_TOP = {further: _walk(further) for further in (False, True)}


def add(connection: Connection, club_id: str, game: str, sums: Mapping[str, Sums]) -> None:
    """Add to the sums of these players; whoever has no results left is off the board.

    In the order of ids, so that two writers do not wait for each other.
    """
    if not sums:
        return
    statement = _ADD[connection.dialect.name]
    rows = [(club_id, game, player, *more) for player, more in sorted(sums.items())]
    statement.run_rows(connection, rows)
    fewer = [player for player, more in sorted(sums.items()) if more.played < 0]
    if fewer:
        values = [{"club_id": club_id, "game": game, "player_id": player, "played": 0} for player in fewer]
        _TIDY.run_all(connection, values)


def top(connection: Connection, club_id: str, game: str, after: str | None, limit: int) -> list[BoardRow] | None:
    """The players of a board in their order, at most `limit` of them behind the player `after` (None: who is not there)."""
    values: dict[str, Any] = {"club_id": club_id, "game": game, "count": limit}
    if after is not None:
        last = find(connection, club_id, game, after)
        if last is None:
            return None
        values |= dict(zip(_ORDER, (*last.place, last.player_id), strict=True))
    return [_row(*row) for row in _TOP[after is not None].run(connection, values)]


def find(connection: Connection, club_id: str, game: str, player_id: str) -> BoardRow | None:
    """The player's row."""
    query = sa.select(*_COLUMNS, players.c.name).join_from(leaderboards, players, players.c.id == leaderboards.c.player_id)
    row = connection.execute(query.where(*_of(club_id, game), leaderboards.c.player_id == player_id)).first()
    return None if row is None else _row(*row)


def ahead(connection: Connection, club_id: str, game: str, row: BoardRow, in_order: bool = False) -> int:
    """How many stand better than this player; or (`in_order`) how many stand before them in the order of the board."""
    names, values = (_ORDER, (*row.place, row.player_id)) if in_order else (_PLACE, row.place)
    key = sa.tuple_(*(leaderboards.c[name] for name in names))
    query = sa.select(sa.func.count()).select_from(leaderboards)
    return connection.scalar(query.where(*_of(club_id, game), key > sa.tuple_(*map(sa.literal, values)))) or 0


def everybody(connection: Connection, club_id: str, game: str) -> dict[str, Sums]:
    """The whole board."""
    columns = [leaderboards.c[name] for name in ("player_id", *SUMS)]
    rows = connection.execute(sa.select(*columns).where(*_of(club_id, game)))
    return {player_id: Sums(*sums) for player_id, *sums in rows}


def put(connection: Connection, club_id: str, game: str, player_id: str, sums: Sums | None) -> None:
    """The player's sums are these from now on."""
    connection.execute(sa.delete(leaderboards).where(*_of(club_id, game), leaderboards.c.player_id == player_id))
    if sums is not None:
        add(connection, club_id, game, {player_id: sums})


def _of(club_id: str, game: str) -> tuple[sa.ColumnElement[bool], ...]:
    return leaderboards.c.club_id == club_id, leaderboards.c.game == game


def _row(player_id: str, played: int, won: int, *rest: Any) -> BoardRow:
    """Of a place, and the player's name behind it."""
    *place, name = rest
    return BoardRow(player_id, name, played, won, tuple(place))
