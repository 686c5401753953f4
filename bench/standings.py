"""Leaderboards: the top 20 of a million results against adding these up; and what closing a match costs with and without them.

The yardstick of the first is the same question put to the results themselves, with an index that covers all it needs, in the
same run. That of the second is the same service and the same closing entry, of matches that are linked to nobody. On PostgreSQL
only if BENCH_POSTGRES_URL names a database of a server on which one can be made.
"""

import datetime
import itertools
import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from adjudicator.config import Settings
from adjudicator.core.log import decode_log
from adjudicator.core.reading import read_json
from adjudicator.games import discover
from adjudicator.services.access import Access
from adjudicator.services.appends import Append, Appends
from adjudicator.services.keys import ensure_admin
from adjudicator.services.later import Later
from adjudicator.services.leaderboards import Leaderboards, PageWish
from adjudicator.services.matches import Matches
from adjudicator.services.new_match import NewMatch
from adjudicator.services.players import Details, Players
from adjudicator.storage import leaderboards, migrating, results
from adjudicator.storage.leaderboard_tables import SUMS, TOTALS, player_results
from adjudicator.storage.player_tables import players
from adjudicator.storage.tables import matches
from adjudicator.wiring import random_key, setting_of
from bench.serving import KEY, new_database

GAME, SEATS = "carrom", 2
RESULTS, PLAYERS, BLOCK = 1_000_000, 5_000, 20_000
TOP, ROUNDS, CLOSED = 20, 25, 300
NAMES = ("Asha", "Bo")
BOARD = {"type": "summary", "winner": NAMES[0], "pieces": 3, "queen": True}
FASTER, SLOWER = 300, {"sqlite": 1.5, "postgresql": 2.0}


def main() -> None:
    """Print both comparisons for each database."""
    at = os.environ.get("BENCH_POSTGRES_URL")
    for server in (None, at) if at else (None,):
        with new_database(server) as url:
            club = Club(url)
            closing(club)
            top_of_a_million(club)
            club.setting.database.close()


class Club:
    """The first club of a new database."""

    def __init__(self, url: str) -> None:
        self.setting = setting_of(Settings(database_url=url), discover())
        migrating.upgrade(self.setting.database)
        ensure_admin(self.setting, KEY, random_key)
        self.access, self.kind = Access(KEY), self.setting.database.engine.dialect.name
        self.players = [self.add(f"Player {number}") for number in range(SEATS)]

    def add(self, name: str) -> str:
        return Players(self.setting).create(self.access, Later(lambda: Details(name))).value.id

    def match(self, linked: bool) -> str:
        """The id of a new match that one entry ends."""
        raw = {"game": GAME, "players": NAMES, "ruleset": {"options": {"max_boards": 1}}, "moves": []}
        log = decode_log(self.setting.games, read_json(msgspec.json.encode(raw)))
        links = dict(zip(NAMES, self.players, strict=True)) if linked else {}
        return Matches(self.setting).create(self.access, Later(lambda: NewMatch(log, player_ids=links))).value.id

    def close(self, match_id: str) -> None:
        wish = Append(read_json(msgspec.json.encode(BOARD)))
        written = Appends(self.setting).append(self.access, match_id, Later(lambda: wish)).value
        if written.position.status != "complete":
            raise RuntimeError(f"the match is {written.position.status}")

    def read(self, work: Callable[[Connection], Any]) -> Any:
        with self.setting.database.read() as connection:
            return work(connection)


def closing(club: Club) -> None:
    """The entry that ends a match, in turns: of matches linked to players, and of others."""
    times: dict[bool, list[float]] = {True: [], False: []}
    pairs = [{linked: club.match(linked) for linked in (number % 2 == 0, number % 2 == 1)} for number in range(CLOSED)]
    for pair in pairs:
        for linked, match_id in pair.items():
            times[linked].append(seconds(lambda match_id=match_id: club.close(match_id)))
    with_board, without = (statistics.median(times[linked]) for linked in (True, False))
    print(f"{club.kind}: closing a match {with_board * 1e3:.3f} ms, without leaderboards {without * 1e3:.3f} ms: "
          f"{with_board / without:.2f} x, wanted {SLOWER[club.kind]} x at most")
    sys.stdout.flush()


def top_of_a_million(club: Club) -> None:
    """The best of the kept leaderboard, through the service and as a bare statement, against adding all results up."""
    fill(club)
    board = Leaderboards(club.setting)
    wish = Later(lambda: PageWish(None, TOP))
    club_id = club.read(lambda connection: connection.scalar(sa.select(players.c.club_id).limit(1)))
    kept = club.read(lambda connection: leaderboards.top(connection, club_id, GAME, None, TOP))
    summed = club.read(lambda connection: connection.execute(aggregate(club_id)).all())
    if [(row.player_id, row.place) for row in kept] != [(row[0], tuple(row[3:])) for row in summed]:
        raise RuntimeError("the two do not agree")
    walk = median(lambda: club.read(lambda connection: leaderboards.top(connection, club_id, GAME, None, TOP)), ROUNDS)
    whole = median(lambda: board.page(club.access, GAME, wish), ROUNDS)
    slow = median(lambda: club.read(lambda connection: connection.execute(aggregate(club_id)).all()), 5)
    for name, fast in (("kept leaderboard", walk), ("through the service", whole)):
        print(f"{club.kind}: top {TOP} of {RESULTS} results, {name} {fast * 1e3:.3f} ms, covering-index aggregate "
              f"{slow * 1e3:.1f} ms: {slow / fast:.0f} x, wanted {FASTER} x")
    sys.stdout.flush()


def aggregate(club_id: str) -> Any:
    """The yardstick."""
    sums = {name: sa.func.sum(player_results.c[name]).label(name) for name in ("won", "points", *TOTALS)}
    query = sa.select(player_results.c.player_id, sa.func.count(), *sums.values())
    query = query.where(player_results.c.club_id == club_id, player_results.c.game == GAME).group_by(player_results.c.player_id)
    order = [sums[name].desc() for name in ("points", *TOTALS)]
    return query.order_by(*order, player_results.c.player_id.desc()).limit(TOP)


def fill(club: Club) -> None:
    """A million results of matches of two, written past the service, and the board that counting them gives."""
    database = club.setting.database
    template = club.read(lambda connection: dict(connection.execute(sa.select(matches).limit(1)).one()._mapping))
    ids = [club.add(f"Player {number}") for number in range(SEATS, 50)]
    club_id = template["club_id"]
    ids += database.write(lambda connection: list(copies(connection, ids[0], PLAYERS - len(ids))))
    rng = random.Random(20261130)
    numbers = itertools.count()
    for _ in range(RESULTS // BLOCK):
        new = [f"00000000-0000-7000-8000-{next(numbers):012d}" for _ in range(BLOCK // SEATS)]
        rows = [row for match_id in new for row in of_match(rng, match_id, club_id, ids)]
        database.write(lambda connection, new=new, rows=rows: write(connection, template, new, rows))
    database.write(lambda connection: board_of(connection, club_id))
    columns = [player_results.c[name] for name in ("club_id", "game", "player_id", *SUMS[1:])]
    covering = sa.Index("bench_covering", *columns)
    database.write(lambda connection: covering.create(connection))
    player_results.indexes.discard(covering)
    with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("ANALYZE" if club.kind == "sqlite" else "VACUUM ANALYZE")


def copies(connection: Connection, player_id: str, count: int) -> Iterator[str]:
    """The ids of so many more players, each a copy of this one."""
    own = dict(connection.execute(sa.select(players).where(players.c.id == player_id)).one()._mapping)
    ids = [f"00000000-0000-7000-9000-{number:012d}" for number in range(count)]
    connection.execute(sa.insert(players), [own | {"id": each, "root_id": each} for each in ids])
    return iter(ids)


def of_match(rng: random.Random, match_id: str, club_id: str, ids: list[str]) -> Iterator[results.ResultRow]:
    """Two players meet; the first of the two ids wins by some boards."""
    day = datetime.datetime(2026, 1, 1) + datetime.timedelta(days=rng.randrange(300))
    happened_at = day.isoformat(timespec="microseconds") + "Z"
    boards = rng.randrange(1, 20)
    for seat, player_id in enumerate(rng.sample(ids, SEATS)):
        sign = 1 - 2 * seat
        yield results.ResultRow(
            match_id, seat, club_id, GAME, player_id, happened_at, day.year * 12 + day.month - 1, seat, seat + 1, SEATS,
            1 - seat, 2 * (1 - seat), sign * boards, boards % 5 * (1 - seat), rng.randrange(2),
        )


def write(connection: Connection, template: dict[str, Any], new: list[str], rows: list[results.ResultRow]) -> None:
    connection.execute(sa.insert(matches), [template | {"id": match_id, "head": "", "position": ""} for match_id in new])
    results.add(connection, rows)


def board_of(connection: Connection, club_id: str) -> None:
    """The leaderboard of these results. (`Recounting` would look at the matches, too, which are copies.)"""
    for player_id, sums in results.summed(connection, club_id, GAME).items():
        leaderboards.put(connection, club_id, GAME, player_id, sums)


def median(work: Callable[[], Any], rounds: int) -> float:
    """Seconds, the first call left out."""
    work()
    return statistics.median(seconds(work) for _ in range(rounds))


def seconds(work: Callable[[], Any]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


if __name__ == "__main__":
    main()
