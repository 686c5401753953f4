"""Backups of a database in a file: made while others write, and put back only after a look.

A backup is one file, which needs none beside it. Nothing is ever half there: a file is made under another name first.
"""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy.engine import URL

from adjudicator.core.errors import AdjudicatorError
from adjudicator.storage import migrating
from adjudicator.storage.sqlite import SqliteDatabase

MAGIC = b"SQLite format 3\0"
BESIDE = ("-wal", "-shm")
"""What SQLite keeps beside a file that is written in WAL mode."""
HELD = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


class NoBackup(AdjudicatorError):
    """A backup that cannot be made or put back there."""


def save(database: SqliteDatabase, target: Path) -> None:
    """A copy of the database as it is at one moment, on the disk when this returns. Raises NoBackup; OSError."""
    if not database.path.is_file():
        raise NoBackup(f"There is no database {database.path}.")
    try:
        # The name is taken at once, so that nobody else's file is overwritten.
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o600))
    except FileExistsError:
        raise NoBackup(f"{target} is there already, and is not overwritten.") from None
    try:
        with _beside(target) as part:
            _copy(database.path, part)
            _put(part, target)
    except BaseException:
        target.unlink(missing_ok=True)
        raise


def put_back(source: Path, database: SqliteDatabase, replace: bool) -> str | None:
    """Let the database be this backup, brought to the newest schema; the schema that it had. Raises NoBackup; OSError."""
    target = database.path
    if target.exists() and not replace:
        raise NoBackup(f"{target} is there already. With --replace it gives way to the backup.")
    _require_database(source)
    target.parent.mkdir(parents=True, exist_ok=True)
    with _beside(target) as part:
        _copy(source, part)
        before = _checked(part)
        copy = SqliteDatabase(URL.create("sqlite", database=str(part)))
        migrating.upgrade(copy)
        copy.close()
        if target.exists():
            _let_go(target)
        _put(part, target)
    return before


@contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """An empty file in the same folder that only its owner can read, gone afterwards unless it was renamed."""
    number, name = tempfile.mkstemp(prefix=f".{target.name}-", dir=target.parent)
    os.close(number)
    try:
        yield Path(name)
    finally:
        for end in ("", *BESIDE, "-turn"):
            Path(name + end).unlink(missing_ok=True)


def _copy(source: Path, target: Path) -> None:
    """By SQLite's own online backup: in one step, which sees one moment, and holds up no writer in WAL mode."""
    try:
        with closing(_opened(source)) as old, closing(sqlite3.connect(target)) as new:
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.DatabaseError as error:
        raise NoBackup(f"{source} cannot be copied: {error}.") from None


def _opened(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=10)


def _require_database(source: Path) -> None:
    with source.open("rb") as stream:
        if stream.read(len(MAGIC)) != MAGIC:
            raise NoBackup(f"{source} is no SQLite database.")


def _checked(path: Path) -> str:
    """The schema of a database that is whole and this service's. Raises NoBackup."""
    try:
        with closing(_opened(path)) as connection:
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if not tables >= {"alembic_version", *migrating.OURS}:
                raise NoBackup("This is no database of this service.")
            found = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
            if found != "ok" or connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
                raise NoBackup(f"The database is damaged: {found if found != 'ok' else 'rows point at others that are gone'}.")
            (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.DatabaseError as error:
        raise NoBackup(f"The database is damaged: {error}.") from None
    if not migrating.knows(revision):
        raise NoBackup(f"The database is of a newer version of this service (migration {revision}).")
    return str(revision)


def _let_go(target: Path) -> None:
    """See that nobody has the old database open, and leave nothing of it beside it. Raises NoBackup."""
    try:
        with closing(sqlite3.connect(f"{target.absolute().as_uri()}?mode=rw", uri=True, timeout=0)) as connection:
            # To leave WAL mode a connection must be the only one.
            connection.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.DatabaseError as error:
        # What is damaged may go; what is in use may not.
        if error.sqlite_errorcode & 0xFF in HELD:
            raise NoBackup(f"{target} is in use; stop the service first.") from None
    for end in BESIDE:
        Path(f"{target}{end}").unlink(missing_ok=True)


def _put(part: Path, target: Path) -> None:
    """Give the file its name, once all of it is on the disk."""
    _sync(part)
    os.replace(part, target)
    _sync(target.parent)


def _sync(path: Path) -> None:
    number = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(number)
    finally:
        os.close(number)
