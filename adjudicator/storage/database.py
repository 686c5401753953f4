"""The engine, and the two kinds of transaction: `read`, which sees one moment, and `write`, which is alone.

SQLite has one writer. Within a process writers wait for one another in a lock, since SQLite's own way of waiting is
to sleep and to ask again, which starves some of them; between processes SQLite's way is all there is.
"""

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
            with _transaction(self._writer, "BEGIN IMMEDIATE"):
                yield self._writer

    def close(self) -> None:
        """Let go of every connection."""
        with self._writing:
            if self._writer is not None:
                self._writer.close()
                self._writer = None
        self.engine.dispose()


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
