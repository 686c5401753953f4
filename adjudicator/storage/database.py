"""The engine, and the two kinds of transaction: `read`, which sees one moment, and `write`, which is alone.

SQLite has one writer, and its own way of waiting is to sleep and to ask again, which starves some of those who wait. So
writers queue before they ask: the threads of a process for a lock, processes for a lock on a file beside the database.
"""

import fcntl
import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import URL, Connection, Engine, make_url

from adjudicator.core.errors import AdjudicatorError

PRAGMAS = (
    "PRAGMA busy_timeout=10000",
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
)


class UnsupportedDatabase(AdjudicatorError):
    """A database that the service cannot work with."""


class Busy(AdjudicatorError):
    """Another process held the database for longer than a writer waits (503)."""


class Database:
    """One database, reached through a pool of connections. Safe to share between threads, not across a fork."""

    def __init__(self, url: str) -> None:
        self.url = _checked(url)
        self.engine = _engine(self.url)
        self._writing = threading.Lock()
        self._turn = _Turn(f"{self.url.database}-turn")
        self._writer: Connection | None = None

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A transaction that only reads, and sees the database as it was at its first statement."""
        with self.engine.connect() as connection, _transaction(connection, "BEGIN"):
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction alone in the database until it ends: committed (and on the disk) at the end, rolled back if it raises.

        Raises Busy. All writes of a process share one connection, which is opened at the first.
        """
        with self._writing:
            if self._writer is None:
                self._writer = self.engine.connect()
            with self._turn, _transaction(self._writer, "BEGIN IMMEDIATE"):
                yield self._writer

    def close(self) -> None:
        """Let go of every connection."""
        with self._writing:
            if self._writer is not None:
                self._writer.close()
                self._writer = None
            self._turn.close()
        self.engine.dispose()


class _Turn:
    """Inside, it is this process's turn to write. The lock ends with its process, however that ends."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._file: int | None = None

    def __enter__(self) -> None:
        if self._file is None:
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        fcntl.flock(self._file, fcntl.LOCK_EX)

    def __exit__(self, *error: object) -> None:
        if self._file is not None:
            fcntl.flock(self._file, fcntl.LOCK_UN)

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _checked(url: str) -> URL:
    try:
        found = make_url(url)
    except sa.exc.ArgumentError:
        raise UnsupportedDatabase("The database URL cannot be read; it has the form sqlite:///file.") from None
    if found.get_backend_name() != "sqlite":
        raise UnsupportedDatabase(f"{found.get_backend_name()} is no database of this version; it works with sqlite:///file.")
    if not found.database or found.database == ":memory:":
        raise UnsupportedDatabase("The database must be a file, since every connection opens it anew.")
    return found


def _engine(url: URL) -> Engine:
    engine = sa.create_engine(url, pool_size=32, max_overflow=64, pool_reset_on_return=None)
    sa.event.listen(engine, "connect", _prepare)
    return engine


def _prepare(raw: Any, record: Any) -> None:
    """Every connection: Python's own transactions off (DDL would run outside of them), and the pragmas."""
    raw.isolation_level = None
    cursor = raw.cursor()
    for pragma in PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


@contextmanager
def _transaction(connection: Connection, begin: str) -> Iterator[None]:
    """A transaction that these words begin. Raises Busy.

    It is begun and ended through the driver: SQLAlchemy's own would do the same, at a tenth of the cost of an append. What
    SQLAlchemy believes to have begun meanwhile is over with it.
    """
    raw = connection.connection
    try:
        raw.cursor().execute(begin)
    except sqlite3.OperationalError as error:
        raise Busy("The database is busy; try again.") from error
    try:
        yield
        raw.cursor().execute("COMMIT")
    except BaseException:
        raw.rollback()
        raise
    finally:
        if connection.in_transaction():
            connection.rollback()
