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


def test_a_database_out_of_reach_is_not_at_the_newest(tmp_path: Path) -> None:
    assert not migrating.at_newest(open_database(f"sqlite:///{tmp_path / 'no' / 'such' / 'folder.db'}"))


def test_checks_and_clustering_are_those_of_the_tables(database: Database) -> None:
    """What the comparison of models with DDL does not look at, by the text that SQLite keeps."""
    with database.read() as connection:
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


def test_foreign_keys_are_on_again_afterwards(database: Database) -> None:
    with database.read() as connection:
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def _migrate(path: Path, start: object, done: object) -> None:
    start.wait()
    done.put(migrating.upgrade(open_database(f"sqlite:///{path}")))


def test_several_processes_may_migrate_at_once(tmp_path: Path) -> None:
    spawn = multiprocessing.get_context("spawn")
    start, done = spawn.Barrier(4), spawn.Queue()
    path = tmp_path / "adjudicator.db"
    processes = [spawn.Process(target=_migrate, args=(path, start, done)) for _ in range(4)]
    for process in processes:
        process.start()
    found = [done.get(timeout=120) for _ in processes]
    for process in processes:
        process.join()
        assert process.exitcode == 0
    newest = migrating.newest()
    assert sorted(found, key=str) == sorted([(None, newest), *[(newest, newest)] * 3], key=str)
