"""SQLite: one file, one writer.

SQLite's own way of waiting is to sleep and to ask again, which starves some of those who wait. So writers queue before they
ask: the threads of a process for a lock, processes for a lock on a file beside the database.
"""

import fcntl
import os
import re
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import URL, Connection, Engine

from adjudicator.storage.database import Busy, Database, Garbled, UnsupportedDatabase, transaction

PRAGMAS = (
    "PRAGMA busy_timeout=10000",
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
)
GLANCE = 0.1
"""Seconds between two looks at whether another process has written."""
_NO_UTF_8 = re.compile(r"Could not decode to UTF-8 column '(.*?)'")


class SqliteDatabase(Database):
    """A database in a file. All writes of a process share one connection, which is opened at the first."""

    embedded = True

    def __init__(self, url: URL) -> None:
        super().__init__(url, _engine(url))
        self._alone = threading.Lock()
        self._turn = _Turn(f"{url.database}-turn")
        self._writer: Connection | None = None

    @property
    def path(self) -> Path:
        """The file."""
        return Path(str(self.url.database))

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """See Database."""
        with self._connected() as connection, self._texts(connection), transaction(connection, "BEGIN", sqlite3.OperationalError):
            yield connection

    @contextmanager
    def read_garbled(self) -> Iterator[Connection]:
        """See Database."""
        with self.read() as connection:
            raw: Any = connection.connection.driver_connection
            raw.text_factory = partial(bytes.decode, errors="surrogateescape")
            try:
                yield connection
            finally:
                raw.text_factory = str

    @contextmanager
    def _writing(self, piped: bool) -> Iterator[Connection]:
        """Alone in the database, so that nothing is lost to another."""
        with self._alone:
            if self._writer is None:
                self._writer = self._connected()
            with self._turn, self._texts(self._writer), transaction(self._writer, "BEGIN IMMEDIATE", sqlite3.OperationalError):
                yield self._writer

    @contextmanager
    def migrating(self) -> Iterator[Connection]:
        """With foreign keys off: on, changing a table by rebuilding it would delete what points at its rows.

        SQLite takes the pragma only outside of a transaction. A file that is not there yet is made, for its owner alone: it will
        hold whatever is hidden, and the key that signs. Raises OSError; Busy.

        Behind it the file is in WAL mode for good. SQLite waits for nobody to enter it, so migrations, too, wait for their turn.
        """
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.touch(mode=0o600)
        with self._alone, self._turn, self._connected() as connection, self._texts(connection):
            raw: Any = connection.connection.driver_connection
            raw.execute("PRAGMA foreign_keys=OFF")
            try:
                with connection.begin():
                    raw.execute("BEGIN IMMEDIATE")
                    yield connection
                    if raw.execute("PRAGMA foreign_key_check").fetchone() is not None:
                        raise RuntimeError("A migration left rows behind that point at nothing; the database is as it was.")
            finally:
                raw.execute("PRAGMA foreign_keys=ON")
            with self._opening():
                raw.execute("PRAGMA journal_mode=WAL")

    def _connected(self) -> Connection:
        """One of the pool. Raises Busy where the file cannot be opened now, UnsupportedDatabase where it is no whole database."""
        with self._opening():
            return self.engine.connect()

    @contextmanager
    def _opening(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.OperationalError, sa.exc.OperationalError, sa.exc.TimeoutError) as error:
            raise Busy("The database cannot be opened now; try again.") from error
        except (sqlite3.DatabaseError, sa.exc.DatabaseError) as error:
            raise UnsupportedDatabase(f"{self.name} is no SQLite database, or is damaged.") from error

    @contextmanager
    def _texts(self, connection: Connection) -> Iterator[None]:
        """Raises Garbled for a text that cannot be read. What it holds is told nobody: it may be hidden, or a secret.

        The statement was given up in the middle, and would hold on to this moment of the database: the connection goes with it.
        """
        try:
            yield
        except (sa.exc.OperationalError, sqlite3.OperationalError) as error:
            column = _NO_UTF_8.search(str(error))
            if column is None:
                raise
            connection.invalidate()
            message = f"{self.name} has a text that is not UTF-8, in a column {column[1]}. Run: adjudicator verify"
            raise Garbled(message) from None

    def watch(self, stop: threading.Event) -> Iterator[None]:
        """SQLite tells a connection whether any other has written (`data_version`); it is asked again and again."""
        seen = None
        while not stop.is_set():
            try:
                with self.engine.connect() as connection:
                    raw: Any = connection.connection.driver_connection
                    while not stop.is_set():
                        (version,) = raw.execute("PRAGMA data_version").fetchone()
                        if version != seen:
                            seen = version
                            yield
                        stop.wait(GLANCE)
            except (sa.exc.OperationalError, sqlite3.OperationalError):
                seen = None
                stop.wait(GLANCE)

    def close(self) -> None:
        """Let go of every connection."""
        with self._alone:
            if self._writer is not None:
                self._writer.close()
                self._writer = None
            self._turn.close()
        super().close()


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


def _engine(url: URL) -> Engine:
    engine = sa.create_engine(url, pool_size=32, max_overflow=64, pool_reset_on_return=None, hide_parameters=True)
    sa.event.listen(engine, "connect", _prepare)
    return engine


def _prepare(raw: Any, record: Any) -> None:
    """Every connection: Python's own transactions off (DDL would run outside of them), and the pragmas."""
    raw.isolation_level = None
    cursor = raw.cursor()
    for pragma in PRAGMAS:
        cursor.execute(pragma)
    cursor.close()
