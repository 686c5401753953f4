"""The migrations: one line of them, up and down, and what they make is what the tables say."""

import multiprocessing
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from pytest_alembic.tests import (  # noqa: F401 (pytest collects them here)
    test_model_definitions_match_ddl,
    test_single_head_revision,
    test_up_down_consistency,
    test_upgrade,
)

from adjudicator.storage import migrating, webhooks
from adjudicator.storage.database import Database
from adjudicator.storage.metadata import metadata
from adjudicator.storage.opening import open_database
from adjudicator.storage.webhooks import Lease


def test_the_newest_schema_is_told_from_others(empty: Database) -> None:
    assert not migrating.at_newest(empty)
    assert migrating.upgrade(empty) == (None, migrating.newest())
    assert migrating.at_newest(empty)
    assert migrating.upgrade(empty) == (migrating.newest(), migrating.newest())


@pytest.mark.parametrize("url", ["sqlite:///{}/folder.db", "postgresql://nobody@/nothing?host={}"])
def test_a_database_out_of_reach_is_not_at_the_newest(tmp_path: Path, url: str) -> None:
    assert not migrating.at_newest(open_database(url.format(tmp_path / "no" / "such")))


def test_checks_and_clustering_are_those_of_the_tables(file: Database) -> None:
    """What the comparison of models with DDL does not look at, by the text that SQLite keeps."""
    with file.read() as connection:
        made = dict(connection.execute(sa.text("SELECT name, sql FROM sqlite_master WHERE type = 'table'")).all())
    for table in metadata.sorted_tables:
        assert ("WITHOUT ROWID" in made[table.name]) == (table.dialect_options["sqlite"]["with_rowid"] is False), table.name
        for constraint in table.constraints:
            if isinstance(constraint, sa.CheckConstraint):
                assert str(constraint.sqltext) in made[table.name]


def test_a_migration_that_fails_leaves_nothing(empty: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> None:
        raise RuntimeError("halfway")

    monkeypatch.setattr(migrating, "_present", fail)
    with pytest.raises(RuntimeError, match="halfway"):
        migrating.upgrade(empty)
    monkeypatch.undo()
    with empty.read() as connection:
        assert sa.inspect(connection).get_table_names() == []


def test_foreign_keys_are_on_again_afterwards(file: Database) -> None:
    with file.read() as connection:
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def _migrate(url: str, start: object, done: object) -> None:
    start.wait()
    database = open_database(url)
    done.put(migrating.upgrade(database))
    database.close()


def test_several_processes_may_migrate_at_once(url: str) -> None:
    spawn = multiprocessing.get_context("spawn")
    start, done = spawn.Barrier(4), spawn.Queue()
    processes = [spawn.Process(target=_migrate, args=(url, start, done)) for _ in range(4)]
    for process in processes:
        process.start()
    found = [done.get(timeout=120) for _ in processes]
    for process in processes:
        process.join()
        assert process.exitcode == 0
    newest = migrating.newest()
    assert sorted(found, key=str) == sorted([(None, newest), *[(newest, newest)] * 3], key=str)


def dumped(database: Database) -> dict[str, list[Any]]:
    """Every table, and all that is in it."""
    with database.read() as connection:
        names = sa.inspect(connection).get_table_names()
        return {name: connection.exec_driver_sql(f"SELECT * FROM {name}").fetchall() for name in names}


def version(name: str) -> tuple[str, ...]:
    """What alembic keeps of a schema with this name."""
    return ("CREATE TABLE alembic_version (version_num varchar(32) NOT NULL)", f"INSERT INTO alembic_version VALUES ('{name}')")


BOOKS = "CREATE TABLE books (title text)"
FOREIGN: dict[str, tuple[str, ...]] = {
    "tables and no versions": (BOOKS, "INSERT INTO books VALUES ('Chess')"),
    "tables and an empty one of versions": (BOOKS, version("x")[0]),
    "a version of its own": (BOOKS, *version("5f2a")),
    "a version like ours": (BOOKS, *version("0001")),
    "two versions": (BOOKS, *version("5f2a"), "INSERT INTO alembic_version VALUES ('77ab')"),
    "a version and no table": version("5f2a"),
    "a table of the same name": ("CREATE TABLE matches (id text)",),
}


def require_refused(database: Database, words: str) -> None:
    """Whoever wants the newest schema there is told this, and nothing changes."""
    before = dumped(database)
    for refuse in (migrating.upgrade, migrating.make_ready, migrating.require_newest):
        with pytest.raises(migrating.OtherSchema, match=words):
            refuse(database)
    assert not migrating.at_newest(database)
    assert dumped(database) == before


@pytest.mark.parametrize("statements", FOREIGN.values(), ids=FOREIGN)
def test_another_programs_database_is_refused_and_left_as_it_is(empty: Database, statements: tuple[str, ...]) -> None:
    empty.write(lambda connection: [connection.exec_driver_sql(each) for each in statements])
    require_refused(empty, r"another program's database.*ADJUDICATOR_DATABASE_URL")


def test_a_newer_programs_database_is_refused_and_left_as_it_is(database: Database) -> None:
    database.write(lambda connection: connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'"))
    require_refused(database, r"schema 9999, which is newer than this program's .*Install")


def test_not_a_byte_of_another_programs_file_changes(tmp_path: Path) -> None:
    path = tmp_path / "books.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(BOOKS)
    before = path.read_bytes()
    database = open_database(f"sqlite:///{path}")
    with pytest.raises(migrating.OtherSchema):
        migrating.upgrade(database)
    database.close()
    assert path.read_bytes() == before


def test_what_was_taken_back_to_the_beginning_can_be_migrated_again(database: Database) -> None:
    migrating.downgrade(database, "base")
    assert migrating.upgrade(database) == (None, migrating.newest())


def test_a_file_is_made_ready_and_a_servers_database_must_be(empty: Database) -> None:
    if empty.embedded:
        migrating.make_ready(empty)
    else:
        with pytest.raises(migrating.OtherSchema, match=r"has no schema yet.*Run: adjudicator migrate"):
            migrating.make_ready(empty)
        migrating.upgrade(empty, "0001")
        with pytest.raises(migrating.OtherSchema, match="has schema 0001"):
            migrating.make_ready(empty)
        migrating.upgrade(empty)
        migrating.make_ready(empty)
    assert migrating.at_newest(empty)


def test_webhooks_of_schema_0007_go_on(empty: Database) -> None:
    """What was being sent is sent again; what was kept for retries goes if there is a secret in it."""
    migrating.upgrade(empty, "0007")
    then = "2026-05-01T12:00:00.000000Z"
    secret, club, other = "whsec_AAAA", "c" * 36, "k" * 36
    rows = {
        "clubs": {"id": club, "name": "Club", "created_at": then},
        "api_keys": {"id": other, "club_id": club, "digest": "d" * 64, "label": "admin", "role": "admin", "created_at": then},
        "webhooks": {
            "id": "w" * 36, "club_id": club, "url": "https://club.example/", "secret": secret, "events": '["match.created"]',
            "active": True, "revision": 1, "created_at": then,
        },
        "deliveries": {
            "id": "d" * 36, "club_id": club, "webhook_id": "w" * 36, "event": "match.created", "payload": "{}", "attempts": 1,
            "state": "waiting", "due_at": then, "lease": "l" * 36, "lease_until": "9999", "created_at": then,
        },
    }
    kept = {"key_id": other, "club_id": club, "scope": "s" * 64, "digest": "d" * 64, "created_at": then}
    with empty.migrating() as connection:
        for table, row in rows.items():
            connection.execute(sa.insert(sa.table(table, *map(sa.column, row))).values(row))
        for word, result in (("made", f'{{"secret":"{secret}"}}'), ("whsec", '{"whsecx":"_"}')):
            row = {**kept, "word": word, "result": result}
            connection.execute(sa.insert(sa.table("idempotency", *map(sa.column, row))).values(row))
    migrating.upgrade(empty)
    lease = Lease("o" * 36, then, then)
    claimed = empty.write(lambda connection: webhooks.claim(connection, lease, then))
    assert claimed is not None
    assert (claimed.id, claimed.attempts, claimed.secrets) == ("d" * 36, 2, (secret,))
    with empty.read() as connection:
        assert list(connection.scalars(sa.text("SELECT word FROM idempotency"))) == ["whsec"]
