"""Ratings as they are kept: the list of a game, and what was behind each period for those who played in it."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from adjudicator.storage.leaderboard_tables import rating_lists, rating_steps, ratings
from adjudicator.storage.player_tables import players
from adjudicator.storage.prepared import Prepared


@dataclass(slots=True)
class ListRow:
    """The ratings of a game; see `leaderboard_tables.rating_lists`."""

    system: str
    upto: int
    changed_from: int | None


@dataclass(slots=True, frozen=True)
class RatingRow:
    """A player's rating."""

    player_id: str
    value: float
    deviation: float
    volatility: float | None
    contests: int
    certain: float


Steps = Mapping[int, list[RatingRow]]
"""Period -> the ratings behind it of those who played in it."""
_COLUMNS = tuple(field.name for field in fields(RatingRow))
_CHANGED = Prepared(
    sa.update(rating_lists)
    .where(
        rating_lists.c.club_id == bindparam("of_club"),
        rating_lists.c.game == bindparam("of_game"),
        rating_lists.c.upto >= bindparam("first"),
        sa.or_(rating_lists.c.changed_from.is_(None), rating_lists.c.changed_from > bindparam("first")),
    )
    .values(changed_from=bindparam("first"))
)


def changed(connection: Connection, club_id: str, game: str, first: int) -> None:
    """Rated results of this period are others than before: a list that goes so far is not up to date any more."""
    _CHANGED.run(connection, {"of_club": club_id, "of_game": game, "first": first})


def find(connection: Connection, club_id: str, game: str) -> ListRow | None:
    """The list of a game, if it was ever computed."""
    columns = [rating_lists.c[field.name] for field in fields(ListRow)]
    row = connection.execute(sa.select(*columns).where(*_of(rating_lists, club_id, game))).first()
    return None if row is None else ListRow(*row)


def everybody(connection: Connection, club_id: str, game: str) -> list[RatingRow]:
    """The whole list."""
    rows = connection.execute(sa.select(*(ratings.c[name] for name in _COLUMNS)).where(*_of(ratings, club_id, game)))
    return [RatingRow(*row) for row in rows]


def top(connection: Connection, club_id: str, game: str, after: str | None, limit: int) -> list[tuple[RatingRow, str]] | None:
    """(rating, name) of the players in their order, at most `limit` of them behind the player `after` (None: not there)."""
    columns = [ratings.c[name] for name in _COLUMNS]
    query = sa.select(*columns, players.c.name).join_from(ratings, players, players.c.id == ratings.c.player_id)
    query = query.where(*_of(ratings, club_id, game))
    if after is not None:
        one = sa.select(ratings.c.certain).where(*_of(ratings, club_id, game), ratings.c.player_id == after)
        certain = connection.scalar(one)
        if certain is None:
            return None
        last = sa.tuple_(sa.literal(certain, sa.Double), sa.literal(after))
        query = query.where(sa.tuple_(ratings.c.certain, ratings.c.player_id) < last)
    rows = connection.execute(query.order_by(ratings.c.certain.desc(), ratings.c.player_id.desc()).limit(limit))
    return [(RatingRow(*row[:-1]), row[-1]) for row in rows]


def ahead(connection: Connection, club_id: str, game: str, row: RatingRow, in_order: bool = False) -> int:
    """How many stand better than this player; or (`in_order`) how many stand before them in the order of the list."""
    further = sa.tuple_(ratings.c.certain, ratings.c.player_id) > sa.tuple_(
        sa.literal(row.certain, sa.Double), sa.literal(row.player_id)
    )
    query = sa.select(sa.func.count()).select_from(ratings)
    better = further if in_order else ratings.c.certain > row.certain
    return connection.scalar(query.where(*_of(ratings, club_id, game), better)) or 0


def steps(connection: Connection, club_id: str, game: str, before: int) -> Steps:
    """What was behind each period before that one."""
    columns = [rating_steps.c[name] for name in ("period", *_COLUMNS)]
    earlier = sa.and_(*_of(rating_steps, club_id, game), rating_steps.c.period < before)
    found: dict[int, list[RatingRow]] = defaultdict(list)
    for period, *rest in connection.execute(sa.select(*columns).where(earlier)):
        found[period].append(RatingRow(*rest))
    return found


def replace(
    connection: Connection, club_id: str, game: str, new: ListRow, rows: list[RatingRow], first: int, later: Steps
) -> None:
    """The list is this from now on; from the period `first` on, these are its steps."""
    own = {"club_id": club_id, "game": game}
    for table in (rating_lists, ratings):
        connection.execute(sa.delete(table).where(*_of(table, club_id, game)))
    connection.execute(
        sa.delete(rating_steps).where(*_of(rating_steps, club_id, game), rating_steps.c.period >= first)
    )
    connection.execute(sa.insert(rating_lists), own | {name: getattr(new, name) for name in ListRow.__slots__})
    for table, values in ((ratings, [*_values(rows)]), (rating_steps, [*_stepped(later)])):
        if values:
            connection.execute(sa.insert(table), [own | each for each in values])


def _stepped(later: Steps) -> Iterator[dict[str, object]]:
    for period, rows in later.items():
        yield from ({"period": period} | values for values in _values(rows))


def _values(rows: list[RatingRow]) -> Iterator[dict[str, object]]:
    for row in rows:
        yield {name: getattr(row, name) for name in _COLUMNS}


def _of(table: sa.Table, club_id: str, game: str) -> tuple[sa.ColumnElement[bool], ...]:
    return table.c.club_id == club_id, table.c.game == game
