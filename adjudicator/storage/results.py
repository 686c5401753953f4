"""Results of players: what each linked seat of a match that counts came to. And the turn-taking of those who write them."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from adjudicator.storage.leaderboard_tables import SUMS, player_results
from adjudicator.storage.player_tables import players
from adjudicator.storage.prepared import Prepared
from adjudicator.storage.tables import matches, seats


class Sums(NamedTuple):
    """What results add up to, in the order of `leaderboard_tables.SUMS`."""

    played: int
    won: int
    points: int
    total_1: int
    total_2: int
    total_3: int


class ResultRow(NamedTuple):
    """What a match came to for the player of a seat; see `leaderboard_tables.player_results`.

    A tuple, since every match that is over makes some, and compares them.
    """

    match_id: str
    seat: int
    club_id: str
    game: str
    player_id: str
    happened_at: str
    period: int
    side: int
    rank: int
    rated_seats: int
    won: int
    points: int
    total_1: int
    total_2: int
    total_3: int

    @property
    def sums(self) -> Sums:
        """What it adds to those of its player."""
        return Sums(1, self.won, self.points, self.total_1, self.total_2, self.total_3)


@dataclass(slots=True, frozen=True)
class RatedRow:
    """A seat of a rated match. `root_id`: who stands for its player now."""

    match_id: str
    period: int
    side: int
    rank: int
    root_id: str


_NAMES = ResultRow._fields
_COLUMNS = tuple(player_results.c[name] for name in _NAMES)
_PLAYER = players.c.id == player_results.c.player_id
_SUMS = tuple(
    sa.func.count() if name == "played" else sa.cast(sa.func.sum(player_results.c[name]), sa.BigInteger) for name in SUMS
)
_INSERT = Prepared(sa.insert(player_results).values({name: bindparam(name) for name in _NAMES}))
_LINKED = Prepared(
    sa.select(seats.c.seat, seats.c.player_id, players.c.root_id)
    .join_from(seats, players, players.c.id == seats.c.player_id)
    .where(seats.c.match_id == bindparam("match_id"))
)
_LOCKS = {
    shared: Prepared(sa.select(lock(sa.func.hashtextextended(bindparam("words"), 0))))
    for shared, lock in ((True, sa.func.pg_advisory_xact_lock_shared), (False, sa.func.pg_advisory_xact_lock))
}


def take_turn(connection: Connection, club_id: str, alone: bool = False) -> None:
    """Until the transaction ends nobody has the club's results for themselves alone; or (`alone`) nobody else writes any.

    (SQLite's writers are alone anyway.)
    """
    if connection.dialect.name != "sqlite":
        _LOCKS[not alone].run(connection, {"words": f"results {club_id}"})


def linked(connection: Connection, match_id: str) -> list[tuple[int, str, str]]:
    """(seat, its player, who stands for that one) of the seats of a match that are linked."""
    return [(seat, player_id, root_id) for seat, player_id, root_id in _LINKED.run(connection, {"match_id": match_id})]


def of_match(connection: Connection, match_id: str) -> dict[ResultRow, str]:
    """The results of a match, each with who stands for its player."""
    query = sa.select(*_COLUMNS, players.c.root_id).join_from(player_results, players, _PLAYER)
    rows = connection.execute(query.where(player_results.c.match_id == match_id))
    return {ResultRow(*row[:-1]): row[-1] for row in rows}


def add(connection: Connection, rows: Collection[ResultRow]) -> None:
    """New results."""
    if rows:
        _INSERT.run_rows(connection, rows)


def remove(connection: Connection, rows: Iterable[ResultRow]) -> None:
    """These results are none any more."""
    for row in rows:
        mine = sa.and_(player_results.c.match_id == row.match_id, player_results.c.seat == row.seat)
        connection.execute(sa.delete(player_results).where(mine))


def of_players(
    connection: Connection, club_id: str, game: str, ids: Collection[str], after: tuple[str, int] | None, limit: int
) -> list[ResultRow]:
    """The results of these players, the latest first, at most `limit` of them behind that of this match and seat."""
    mine = sa.and_(
        player_results.c.club_id == club_id, player_results.c.game == game, player_results.c.player_id.in_(ids)
    )
    key = sa.tuple_(player_results.c.happened_at, player_results.c.match_id, player_results.c.seat)
    query = sa.select(*_COLUMNS).where(mine)
    if after is not None:
        match_id, seat = after
        last = sa.and_(player_results.c.match_id == match_id, player_results.c.seat == seat)
        row = connection.execute(sa.select(player_results.c.happened_at).where(mine, last)).first()
        if row is None:
            return []
        query = query.where(key < sa.tuple_(sa.literal(row.happened_at), sa.literal(match_id), sa.literal(seat)))
    rows = connection.execute(query.order_by(*(column.desc() for column in key.clauses)).limit(limit))
    return [ResultRow(*row) for row in rows]


def games_of(connection: Connection, club_id: str, ids: Collection[str]) -> dict[str, Sums]:
    """Game -> what the results of these players add up to."""
    mine = sa.and_(player_results.c.club_id == club_id, player_results.c.player_id.in_(ids))
    rows = connection.execute(sa.select(player_results.c.game, *_SUMS).where(mine).group_by(player_results.c.game))
    return {game: Sums(*sums) for game, *sums in rows}


def first_rated(connection: Connection, club_id: str, ids: Collection[str]) -> dict[str, int]:
    """Game -> the first period in which these players have a rated match."""
    rated = sa.and_(
        player_results.c.club_id == club_id, player_results.c.player_id.in_(ids), player_results.c.rated_seats > 0
    )
    query = sa.select(player_results.c.game, sa.func.min(player_results.c.period)).where(rated)
    return dict(connection.execute(query.group_by(player_results.c.game)).all())


def summed(connection: Connection, club_id: str, game: str) -> dict[str, Sums]:
    """Player -> what their results of a game, and those of all who were merged into them, add up to."""
    query = sa.select(players.c.root_id, *_SUMS).join_from(player_results, players, _PLAYER)
    mine = sa.and_(player_results.c.club_id == club_id, player_results.c.game == game)
    rows = connection.execute(query.where(mine).group_by(players.c.root_id))
    return {root_id: Sums(*sums) for root_id, *sums in rows}


def rated(connection: Connection, club_id: str, game: str, first: int, last: int) -> Iterator[RatedRow]:
    """The seats of all rated matches of these periods, period by period, those of a match together."""
    columns = [*(player_results.c[field.name] for field in fields(RatedRow)[:-1]), players.c.root_id]
    query = sa.select(*columns).join_from(player_results, players, _PLAYER)
    wanted = sa.and_(_rated(club_id, game), player_results.c.period.between(first, last))
    order = ("period", "match_id", "side", "seat")
    for row in connection.execute(query.where(wanted).order_by(*(player_results.c[name] for name in order))):
        yield RatedRow(*row)


def first_period(connection: Connection, club_id: str, game: str) -> int | None:
    """The first period with a rated match; None if there is none."""
    found: int | None = connection.scalar(sa.select(sa.func.min(player_results.c.period)).where(_rated(club_id, game)))
    return found


def has_larger_tables(connection: Connection, club_id: str, game: str, last: int) -> bool:
    """Whether more than two have sat at a rated match, up to this period."""
    larger = sa.and_(
        _rated(club_id, game), player_results.c.rated_seats > 2, player_results.c.period <= last
    )
    return connection.execute(sa.select(player_results.c.match_id).where(larger).limit(1)).first() is not None


def _rated(club_id: str, game: str) -> sa.ColumnElement[Any]:
    return sa.and_(player_results.c.club_id == club_id, player_results.c.game == game, player_results.c.rated_seats > 0)


def linked_matches(connection: Connection, club_id: str, game: str) -> list[str]:
    """The matches of a game of which a seat is linked, or that have results."""
    mine = sa.and_(matches.c.club_id == club_id, matches.c.game == game)
    seated = sa.select(matches.c.id).join(seats, seats.c.match_id == matches.c.id).where(mine, seats.c.player_id.is_not(None))
    counted = sa.select(player_results.c.match_id).where(
        player_results.c.club_id == club_id, player_results.c.game == game
    )
    return sorted(connection.scalars(sa.union(seated, counted)))
