"""The migrations: one line of them, up and down, and what they make is what the tables say."""

import multiprocessing
from pathlib import Path

import pytest
import sqlalchemy as sa
from pytest_alembic.tests import (  # noqa: F401 (pytest collects them here)
    test_model_definitions_match_ddl,
    test_single_head_revision,
    test_up_down_consistency,
    test_upgrade,
)

from adjudicator.storage import migrating
from adjudicator.storage.database import Database
from adjudicator.storage.metadata import metadata
from adjudicator.storage.opening import open_database


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
