"""Backups: made while others write, put back whole or not at all."""

import os
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from adjudicator.storage import backup, migrating
from adjudicator.storage.backup import NoBackup
from adjudicator.storage.opening import open_database
from adjudicator.storage.sqlite import SqliteDatabase
from adjudicator.storage.tables import clubs


def database(path: Path, schema: str = "head") -> SqliteDatabase:
    found = open_database(f"sqlite:///{path}")
    assert isinstance(found, SqliteDatabase)
    migrating.upgrade(found, schema)
    return found


def add(into: SqliteDatabase, name: str) -> None:
    row = {"id": name, "name": name, "created_at": "2026-05-01T12:00:00.000000Z"}
    into.write(lambda connection: connection.execute(sa.insert(clubs), row))


def names(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as connection:
        return {name for (name,) in connection.execute("SELECT name FROM clubs")}


def alone(path: Path) -> bool:
    """Whether nothing lies beside the file but locks."""
    return [each.name for each in path.parent.iterdir() if each.name.startswith((path.name, f".{path.name}"))] == [path.name]


def test_every_write_that_was_acknowledged_before_is_there(tmp_path: Path) -> None:
    present = database(tmp_path / "live.db")
    stop, acknowledged = threading.Event(), []

    def write(who: int) -> None:
        number = 0
        while not stop.is_set():
            add(present, f"{who} {number}")
            acknowledged.append(f"{who} {number}")
            number += 1

    threads = [threading.Thread(target=write, args=(who,)) for who in range(4)]
    for thread in threads:
        thread.start()
    kept: list[tuple[Path, set[str]]] = []
    for number in range(5):
        while len(acknowledged) < 10 * (number + 1):
            stop.wait(0.01)
        kept.append((tmp_path / f"{number}.db", set(acknowledged)))
        backup.save(present, kept[-1][0])
    stop.set()
    for thread in threads:
        thread.join()
    for path, before in kept:
        found = names(path)
        assert before <= found <= set(acknowledged)
        for who in range(4):
            mine = sorted(int(name.split()[1]) for name in found if name.startswith(f"{who} "))
            assert mine == list(range(len(mine))), "one moment: nothing without what came before it"


def test_a_backup_is_one_file_for_its_owner_alone(tmp_path: Path) -> None:
    present, target = database(tmp_path / "live.db"), tmp_path / "copy.db"
    backup.save(present, target)
    assert target.stat().st_mode & 0o777 == 0o600
    assert alone(target)
    with pytest.raises(NoBackup, match="not overwritten"):
        backup.save(present, target)
    target.write_text("mine")
    with pytest.raises(NoBackup):
        backup.save(present, target)
    assert target.read_text() == "mine"


def test_where_there_is_nothing_to_back_up(tmp_path: Path) -> None:
    absent, target = SqliteDatabase(sa.URL.create("sqlite", database=str(tmp_path / "no.db"))), tmp_path / "copy.db"
    with pytest.raises(NoBackup, match="no database"):
        backup.save(absent, target)
    (tmp_path / "no.db").write_bytes(b"SQLite format 3\0" + bytes(4_000))
    with pytest.raises(NoBackup):
        backup.save(absent, target)
    assert not target.exists(), "nothing half-made is left"


def test_it_is_put_back(tmp_path: Path) -> None:
    present, target = database(tmp_path / "live.db"), tmp_path / "copy.db"
    add(present, "kept")
    backup.save(present, target)
    add(present, "later")
    with pytest.raises(NoBackup, match="--replace"):
        backup.put_back(target, present, replace=False)
    with pytest.raises(NoBackup, match="in use"):
        backup.put_back(target, present, replace=True)
    assert names(present.path) == {"kept", "later"}
    present.close()
    assert backup.put_back(target, present, replace=True) == migrating.newest()
    assert names(present.path) == {"kept"}
    assert present.path.stat().st_mode & 0o777 == 0o600
    add(present, "and on")
    present.close()
    elsewhere = SqliteDatabase(sa.URL.create("sqlite", database=str(tmp_path / "new folder" / "other.db")))
    backup.put_back(target, elsewhere, replace=False)
    assert names(elsewhere.path) == {"kept"}
    assert [path.name for path in (tmp_path / "new folder").iterdir()] == ["other.db"], "nothing is left beside it"


def test_what_lay_in_the_old_log_is_not_mixed_in(tmp_path: Path) -> None:
    """The old database was left behind by a process that was killed: its newest writes are in its WAL."""
    present, target = database(tmp_path / "live.db"), tmp_path / "copy.db"
    backup.save(present, target)
    add(present, "in the log")
    left = {end: (tmp_path / f"live.db{end}").read_bytes() for end in ("", "-wal", "-shm")}
    present.close()
    for end, data in left.items():
        (tmp_path / f"live.db{end}").write_bytes(data)
    assert len(left["-wal"]) > 0
    backup.put_back(target, present, replace=True)
    assert names(present.path) == set()
    assert not (tmp_path / "live.db-wal").exists()


def test_an_old_backup_is_brought_to_the_newest_schema(tmp_path: Path) -> None:
    old, target = database(tmp_path / "old.db", "0001"), tmp_path / "copy.db"
    add(old, "kept")
    backup.save(old, target)
    restored = SqliteDatabase(sa.URL.create("sqlite", database=str(tmp_path / "new.db")))
    assert backup.put_back(target, restored, replace=False) == "0001"
    assert migrating.at_newest(restored)
    assert names(restored.path) == {"kept"}
    with closing(sqlite3.connect(target)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == ("0001",), "the backup stays as it is"


def text(path: Path) -> None:
    path.write_text("no database")


def empty(path: Path) -> None:
    path.write_bytes(b"")


def strange(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE matches (id TEXT)")


def newer(path: Path) -> None:
    database(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()


def torn(path: Path) -> None:
    database(path).close()
    os.truncate(path, path.stat().st_size // 2)


def overwritten(path: Path) -> None:
    database(path).close()
    data = bytearray(path.read_bytes())
    data[4_096 * 3 : 4_096 * 8] = b"\xff" * (4_096 * 5)
    path.write_bytes(data)


def dangling(path: Path) -> None:
    database(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(
            "INSERT INTO seats (match_id, seat, club_id, name) VALUES ('nowhere', 0, 'nobody', 'Asha')"
        )
        connection.commit()


@pytest.mark.parametrize("spoil", [text, empty, strange, newer, torn, overwritten, dangling])
def test_what_is_no_whole_database_of_ours_is_refused(tmp_path: Path, spoil: object) -> None:
    present, source = database(tmp_path / "live.db"), tmp_path / "bad.db"
    add(present, "kept")
    present.close()
    spoil(source)  # type: ignore[operator]
    with pytest.raises(NoBackup):
        backup.put_back(source, present, replace=True)
    assert names(present.path) == {"kept"}
    assert sorted(each.name for each in tmp_path.iterdir() if each.name.startswith(".")) == []


def test_a_damaged_database_gives_way(tmp_path: Path) -> None:
    present, target = database(tmp_path / "live.db"), tmp_path / "copy.db"
    add(present, "kept")
    backup.save(present, target)
    present.close()
    text(present.path)
    backup.put_back(target, present, replace=True)
    assert names(present.path) == {"kept"}
