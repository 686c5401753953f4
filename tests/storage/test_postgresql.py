"""Writes that lose against others are done again, and a server that goes away is no mistake of ours: really provoked."""

import threading
from collections.abc import Callable
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from adjudicator.storage import database as module
from adjudicator.storage.database import Busy, Database
from adjudicator.storage.prepared import Prepared
from adjudicator.storage.tables import clubs, idempotency
from tests.storage.test_database import NOW, add

INSERT = Prepared(sa.insert(clubs))
COUNT = sa.select(sa.func.count()).select_from(clubs)
LOOK = Prepared(COUNT)


@pytest.fixture
def club(served: Database) -> Database:
    for name in ("a", "b"):
        add(served, clubs, id=name, name="0", created_at=NOW)
    return served


def rename(connection: Connection, club: str) -> None:
    connection.execute(sa.text("UPDATE clubs SET name = CAST(name AS integer) + 1 WHERE id = :id"), {"id": club})


def at_once(*works: Callable[[], Any]) -> None:
    threads = [threading.Thread(target=work) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def names(database: Database) -> list[str]:
    with database.read() as connection:
        return list(connection.scalars(sa.select(clubs.c.name).order_by(clubs.c.id)))


@pytest.mark.parametrize("piped", [False, True])
def test_a_deadlock_is_done_again(club: Database, piped: bool) -> None:
    """Two writers each lock what the other wants next; the server ends one of them (40P01)."""
    both, tries = threading.Barrier(2), []

    def crosswise(first: str, second: str) -> None:
        def work(connection: Connection) -> None:
            tries.append(first)
            rename(connection, first)
            assert LOOK.run(connection, {}).fetchone() == (2,), "what is looked at has been done, also in a pipe"
            if tries.count(first) == 1:
                both.wait()
            rename(connection, second)

        club.write(work, piped)

    at_once(lambda: crosswise("a", "b"), lambda: crosswise("b", "a"))
    assert names(club) == ["2", "2"]
    assert len(tries) > 2


def test_a_serialization_failure_is_done_again(club: Database) -> None:
    """A writer that sees one moment, and wants to change what was changed behind it (40001)."""
    tries = []

    def work(connection: Connection) -> None:
        connection.execute(sa.text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
        assert connection.scalar(COUNT) == 2
        tries.append("once")
        if len(tries) == 1:
            at_once(lambda: club.write(lambda other: rename(other, "a")))
        rename(connection, "a")

    club.write(work)
    assert names(club) == ["2", "0"]
    assert len(tries) == 2


def test_who_loses_for_ever_is_busy(club: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FIRST_PAUSE", 0.0)
    tries = []

    def work(connection: Connection) -> None:
        connection.execute(sa.text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
        assert connection.scalar(COUNT) == 2
        tries.append("once")
        at_once(lambda: club.write(lambda other: rename(other, "a")))
        rename(connection, "a")

    with pytest.raises(Busy):
        club.write(work)
    assert len(tries) == module.ATTEMPTS
    assert names(club) == [str(module.ATTEMPTS), "0"]


def test_of_two_that_keep_the_same_result_one_is_done_again(club: Database) -> None:
    """Both write the row of the same Idempotency-Key; the second fails on the primary key, and begins anew."""
    add(club, sa.table("api_keys", *map(sa.column, ("id", "club_id", "digest", "label", "created_at", "role"))),
        id="k", club_id="a", digest="d", label="k", created_at=NOW, role="admin")
    both, tries = threading.Barrier(2), []
    kept = {"key_id": "k", "club_id": "a", "scope": "s", "word": "w", "digest": "d", "result": "{}", "created_at": NOW}

    def work(connection: Connection) -> None:
        tries.append("once")
        there = connection.scalar(sa.select(sa.func.count()).select_from(idempotency))
        if len(tries) <= 2:
            both.wait()
        if not there:
            rename(connection, "b")
            connection.execute(sa.insert(idempotency), kept)

    at_once(lambda: club.write(work), lambda: club.write(work))
    assert names(club) == ["0", "1"]
    assert len(tries) == 3


def test_another_clash_is_not_done_again(club: Database) -> None:
    with pytest.raises(sa.exc.IntegrityError):
        add(club, clubs, id="a", name="A", created_at=NOW)


@pytest.mark.parametrize("error", [psycopg.errors.UniqueViolation, RuntimeError])
def test_a_piped_write_that_fails_leaves_nothing(club: Database, error: type[Exception]) -> None:
    """The first statement is good, the second is not, which shows in the end; or the work raises before that."""

    def work(connection: Connection) -> None:
        for new in ("c", "a"):
            INSERT.run(connection, {"id": new, "name": new, "revision": 1, "created_at": NOW})
        if error is RuntimeError:
            raise RuntimeError

    with pytest.raises(error):
        club.write(work, piped=True)
    assert names(club) == ["0", "0"]
    club.write(lambda connection: INSERT.run(connection, {"id": "c", "name": "0", "revision": 1, "created_at": NOW}), piped=True)
    assert names(club) == ["0", "0", "0"]


def end_all_others(database: Database) -> None:
    url = database.url
    others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid()"
    with psycopg.connect(host=url.query["host"], user=url.username, dbname="postgres", autocommit=True) as operator:
        operator.execute(others, (url.database,))


def test_a_server_that_ends_a_connection_is_told_as_busy_and_found_again(club: Database) -> None:
    def work(connection: Connection) -> None:
        rename(connection, "a")
        end_all_others(club)
        rename(connection, "b")

    with pytest.raises(Busy):
        club.write(work)
    assert names(club) == ["0", "0"]


def test_of_a_pool_that_broke_only_the_first_learns(club: Database) -> None:
    def hold(inside: int) -> None:
        with club.read():
            if inside:
                hold(inside - 1)

    hold(5)
    end_all_others(club)
    with pytest.raises(Busy):
        names(club)
    hold(5)
    assert names(club) == ["0", "0"]
