"""kill -9 during a migration: the database has the old schema or the new one, all of it, and the next migrator goes on."""

import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from adjudicator.services.inspection import Inspection
from adjudicator.storage import migrating
from adjudicator.storage.database import Database
from adjudicator.storage.opening import open_database
from adjudicator.storage.tables import matches, moves
from tests.databases import BACKENDS, new_database
from tests.games.cases import GAMES
from tests.kill.killing import kill, start
from tests.services.desk import Desk
from tests.storage.released import OLD, load

ROUNDS = 8
COUNTS = [sa.select(sa.func.count()).select_from(table) for table in (matches, moves)]


@pytest.fixture(params=BACKENDS)
def urls(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URLs of databases of the oldest schema, each with the same matches."""

    def make() -> Iterator[str]:
        for number in range(ROUNDS):
            folder = tmp_path / str(number)
            folder.mkdir()
            url = new_database(request.param, folder)
            load(url, OLD[0])
            yield url

    return make()


def counts(database: Database) -> list[int | None]:
    with database.read() as connection:
        return [connection.scalar(query) for query in COUNTS]


def revision(database: Database) -> str | None:
    with database.read() as connection:
        return connection.scalar(sa.text("SELECT version_num FROM alembic_version"))


def migrated_in(url: str) -> float:
    """Seconds that it takes when nobody disturbs it."""
    begun = time.monotonic()
    assert start(url, "migrate").wait() == 0
    return time.monotonic() - begun


def test_killed_at_any_moment(urls: Iterator[str]) -> None:
    rng = random.Random(20261130)
    first = next(urls)
    whole = migrated_in(first)
    database = open_database(first)
    before = counts(database)
    database.close()
    for url in urls:
        process = start(url, "migrate")
        time.sleep(whole * rng.uniform(0.5, 1.0))
        kill(process)
        database = open_database(url)
        assert revision(database) in (OLD[0], migrating.newest())
        assert counts(database) == before
        assert start(url, "migrate").wait() == 0
        assert (revision(database), counts(database)) == (migrating.newest(), before)
        database.close()
    goes_on(url)


def goes_on(url: str) -> None:
    desk = Desk(url, GAMES)
    inspection = Inspection(desk.setting)
    assert [found for match_id in inspection.matches() for found in inspection.of_match(match_id)] == []
    desk.database.close()
