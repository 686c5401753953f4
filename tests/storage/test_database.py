"""The engine: durability, transactions, and the last word of the database."""

import contextlib
import multiprocessing
import sqlite3
import threading
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from adjudicator.storage import migrating
from adjudicator.storage.database import Busy, Database, UnsupportedDatabase
from adjudicator.storage.opening import open_database
from adjudicator.storage.tables import api_keys, clubs, matches, moves

NOW = "2026-05-01T12:00:00.000000Z"
MATCH = {
    "game": "toy", "preset": "standard", "options": "{}", "rules_version": 1, "players": "[]", "setup": "{}", "revision": 1,
    "length": 0, "status": "in_progress", "voided": False, "state_format": 1, "head": "{}", "position": "{}",
    "public_ended": False, "chain": "", "happened_at": NOW, "created_at": NOW, "updated_at": NOW,
}


def add(database: Database, table: sa.Table, **values: object) -> None:
    database.write(lambda connection: connection.execute(sa.insert(table), values))


@pytest.fixture
def club(database: Database) -> Database:
    for name in ("a", "b"):
        add(database, clubs, id=name, name=name, created_at=NOW)
    add(database, matches, id="m", club_id="a", external_id="x", **MATCH)
    return database


@pytest.mark.parametrize(("pragma", "value"), [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)])
def test_every_connection_is_durable_and_strict(file: Database, pragma: str, value: object) -> None:
    assert file.write(lambda connection: connection.exec_driver_sql(f"PRAGMA {pragma}").scalar()) == value


def test_a_write_that_raises_leaves_nothing(database: Database) -> None:
    def begin_and_fail(connection: Connection) -> None:
        connection.execute(sa.insert(clubs), {"id": "a", "name": "A", "created_at": NOW})
        raise RuntimeError

    with pytest.raises(RuntimeError):
        database.write(begin_and_fail)
    with database.read() as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(clubs)) == 0


def test_a_write_to_a_file_begins_alone(file: Database) -> None:
    """It has the lock from its beginning, so that what it reads cannot change under it; readers go on."""
    inside, seen = threading.Event(), []

    def second() -> None:
        inside.wait()
        count = sa.select(sa.func.count()).select_from(clubs)
        seen.append(file.write(lambda connection: connection.scalar(count)))

    def first(connection: Connection) -> None:
        inside.set()
        with file.read() as reading:
            assert reading.scalar(sa.select(sa.func.count()).select_from(clubs)) == 0
        connection.execute(sa.insert(clubs), {"id": "a", "name": "A", "created_at": NOW})

    thread = threading.Thread(target=second)
    thread.start()
    file.write(first)
    thread.join()
    assert seen == [1]


def test_a_reader_sees_one_moment(club: Database) -> None:
    count = sa.select(sa.func.count()).select_from(clubs)
    with club.read() as reading:
        assert reading.scalar(count) == 2
        add(club, clubs, id="c", name="C", created_at=NOW)
        assert reading.scalar(count) == 2


@pytest.mark.parametrize(
    ("table", "values"),
    [
        (matches, MATCH | {"id": "n", "club_id": "nobody"}),
        (matches, MATCH | {"id": "n", "club_id": "a", "external_id": "x"}),
        (matches, MATCH | {"id": "n", "club_id": "a", "revision": 0}),
        (matches, MATCH | {"id": "n", "club_id": "a", "length": -1}),
        (matches, MATCH | {"id": "n", "club_id": "a", "status": "lost"}),
        (matches, MATCH | {"id": "m", "club_id": "b"}),
        (moves, {"match_id": "m", "club_id": "b", "ply": 1, "entry": "{}", "recorded_at": NOW}),
        (moves, {"match_id": "m", "club_id": "a", "ply": 0, "entry": "{}", "recorded_at": NOW}),
        (moves, {"match_id": "no", "club_id": "a", "ply": 1, "entry": "{}", "recorded_at": NOW}),
        (api_keys, {"id": "k", "club_id": "a", "digest": "d", "label": None, "created_at": NOW, "role": "admin"}),
    ],
)
def test_what_the_database_itself_refuses(club: Database, table: sa.Table, values: dict) -> None:
    with pytest.raises(sa.exc.IntegrityError):
        add(club, table, **values)


def test_a_ply_is_taken_once_and_an_external_id_is_free_in_another_club(club: Database) -> None:
    move = {"match_id": "m", "club_id": "a", "ply": 1, "entry": "{}", "recorded_at": NOW}
    add(club, moves, **move)
    with pytest.raises(sa.exc.IntegrityError):
        add(club, moves, **move)
    add(club, matches, id="n", club_id="b", external_id="x", **MATCH)


def _add_clubs(url: str, first: int, count: int) -> None:
    database = open_database(url)
    for number in range(first, first + count):
        add(database, clubs, id=str(number), name="c", created_at=NOW)
    database.close()


def test_processes_take_turns(database: Database, url: str) -> None:
    spawn = multiprocessing.get_context("spawn")
    processes = [spawn.Process(target=_add_clubs, args=(url, number * 50, 50)) for number in range(3)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
        assert process.exitcode == 0
    with database.read() as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(clubs)) == 150


def test_another_program_that_holds_the_database_is_not_waited_for_for_ever(
    file: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adjudicator.storage.sqlite.PRAGMAS", ("PRAGMA busy_timeout=10",))
    with contextlib.closing(sqlite3.connect(tmp_path / "file.db")) as other:
        other.execute("BEGIN IMMEDIATE")
        waiting = open_database(f"sqlite:///{tmp_path / 'file.db'}")
        with pytest.raises(Busy):
            waiting.write(lambda connection: None)
        other.rollback()
        add(waiting, clubs, id="a", name="A", created_at=NOW)


def test_what_is_hidden_is_the_owners(file: Database, tmp_path: Path) -> None:
    add(file, clubs, id="a", name="A", created_at=NOW)
    made = [path for path in tmp_path.iterdir() if path.name.startswith("file.db")]
    assert {path.stat().st_mode & 0o777 for path in made} == {0o600}


@pytest.mark.parametrize(("content", "refusal"), [(b"words, and no database" * 9, UnsupportedDatabase), (None, Busy)])
def test_a_file_that_is_no_database_is_refused(tmp_path: Path, content: bytes | None, refusal: type[Exception]) -> None:
    """Without content it is a folder, which cannot be opened."""
    path = tmp_path / "strange.db"
    path.mkdir() if content is None else path.write_bytes(content)
    database = open_database(f"sqlite:///{path}")
    with pytest.raises(refusal):
        migrating.upgrade(database)
    with pytest.raises(refusal):
        database.write(lambda connection: None)
    assert not migrating.at_newest(database)
    database.close()
    assert content is None or path.read_bytes() == content


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "not a url", "mysql://host/name"])
def test_other_databases_are_refused(url: str) -> None:
    with pytest.raises(UnsupportedDatabase):
        open_database(url)
