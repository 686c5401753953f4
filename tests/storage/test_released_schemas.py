"""Databases that earlier versions of this program made, with matches of every game in them: they are upgraded, and go on."""

from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from adjudicator.games import discover
from adjudicator.services.inspection import Inspection
from adjudicator.services.later import Later
from adjudicator.storage import migrating
from adjudicator.storage.database import Database
from adjudicator.storage.opening import open_database
from adjudicator.storage.tables import idempotency, matches, moves
from tests.services.agreement import agrees
from tests.services.desk import Desk
from tests.storage.released import OLD, load

GAMES = discover()
REMARK = {"type": "remark", "note": "The hall was closed for a while."}


@pytest.fixture(params=OLD)
def old(request: pytest.FixtureRequest, url: str) -> Iterator[Database]:
    """A database as it was under an old schema."""
    load(url, request.param)
    database = open_database(url)
    yield database
    database.close()


@pytest.fixture
def desk(old: Database, url: str) -> Iterator[Desk]:
    """The present program at work on it."""
    desk = Desk(url, GAMES)
    yield desk
    desk.database.close()


def ids(database: Database) -> list[str]:
    with database.read() as connection:
        return list(connection.scalars(sa.select(matches.c.id).order_by(matches.c.id)))


def is_as_written(desk: Desk, match_id: str) -> None:
    """Its history holds together, and tells the match that is there, which is what the rules give."""
    assert Inspection(desk.setting).of_match(match_id) == []


def test_every_match_reads_as_it_was_and_goes_on(desk: Desk) -> None:
    found = ids(desk.database)
    seen = set()
    for match_id in found:
        match = desk.read(match_id)
        seen.add((match.game, match.position.status))
        is_as_written(desk, match_id)
        if match.rules_version == GAMES[match.game].version:
            raw = {"game": match.game, "players": match.players, "setup": match.setup}
            raw |= {"ruleset": {"preset": match.preset, "options": match.options}}
            agrees(desk, desk.decode(raw | {"moves": [line.move for line in desk.lines(match_id)]}), match_id)
        if match.voided:
            desk.matches.reinstate(desk.access, match_id, Later(lambda: "It counts."), lambda revision: True)
        if match.rules_version == GAMES[match.game].version:
            desk.append(match_id, REMARK, accept_stop=True)
        is_as_written(desk, match_id)
    assert {game for game, _ in seen} == GAMES.keys()
    assert {status for _, status in seen} >= {"in_progress", "complete", "stopped"}


def test_what_was_kept_is_kept(old: Database) -> None:
    count = [sa.select(sa.func.count()).select_from(table) for table in (moves, idempotency)]
    with old.read() as connection:
        before = [connection.scalar(query) for query in count]
    migrating.upgrade(old)
    with old.read() as connection:
        assert [connection.scalar(query) for query in count] == before
    assert all(before)


def test_it_can_go_back_and_forth(old: Database) -> None:
    """Down to the first schema and up again, step by step, with all the matches; the newest step is one of them."""
    found = ids(old)
    migrating.upgrade(old)
    newest = migrating.newest()
    migrating.downgrade(old, "-1")
    assert not migrating.at_newest(old)
    assert migrating.upgrade(old)[1] == newest
    migrating.downgrade(old, OLD[0])
    assert ids(old) == found
    assert migrating.upgrade(old) == (OLD[0], newest)
    assert ids(old) == found
