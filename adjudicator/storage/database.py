"""A database, and the two kinds of transaction: `read`, which sees one moment, and `write`, which is done once or not at all.

What SQLite and PostgreSQL do each in their own way is in `sqlite` and `postgresql`; `opening` tells them apart.
"""

import random
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TypeVar

from sqlalchemy.engine import URL, Connection, Engine

from adjudicator.core.errors import AdjudicatorError

T = TypeVar("T")
ATTEMPTS = 12
FIRST_PAUSE, LONGEST_PAUSE = 0.005, 0.5


class UnsupportedDatabase(AdjudicatorError):
    """A database that the service cannot work with."""


class Garbled(UnsupportedDatabase):
    """A text in the database is not UTF-8: something else has written it, or the file is damaged."""


class Busy(AdjudicatorError):
    """The database cannot be reached, or others held it for longer than a writer waits (503)."""


class Database(ABC):
    """One database, reached through a pool of connections. Safe to share between threads, not across a fork.

    `embedded`: it is this program's own, so that nobody is asked before its schema is changed.
    """

    embedded = False

    def __init__(self, url: URL, engine: Engine) -> None:
        self.url, self.engine = url, engine

    @property
    def name(self) -> str:
        """Its file, or its address without a password."""
        return str(self.url.database) if self.engine.dialect.name == "sqlite" else self.url.render_as_string()

    @abstractmethod
    def read(self) -> AbstractContextManager[Connection]:
        """A transaction that only reads, and sees the database as it was at its first statement. Raises Busy, Garbled."""

    def read_garbled(self) -> AbstractContextManager[Connection]:
        """A `read` for which no text is Garbled: what is not UTF-8 stands in it as lone surrogates. A server has no such text."""
        return self.read()

    def write(self, work: Callable[[Connection], T], piped: bool = False) -> T:
        """Do the work in a transaction: committed (and on the disk) when this returns, rolled back if the work raises.

        The work is done anew where it lost against another's, so it must change nothing but the database. Raises Busy.
        `piped`: where the database is far away, statements are sent without waiting for those before. A failure shows at the next
        result that is looked at, or in the end; and only `Prepared` statements may be looked at.
        """
        pause = FIRST_PAUSE
        for _ in range(ATTEMPTS - 1):
            try:
                return self._write_once(work, piped)
            except Exception as error:
                if not self._lost(error):
                    raise
            time.sleep(pause * random.uniform(0.5, 1.0))
            pause = min(2 * pause, LONGEST_PAUSE)
        try:
            return self._write_once(work, piped)
        except Exception as error:
            if self._lost(error):
                raise Busy("Too many writes at once; try again.") from error
            raise

    def write_at_once(self, work: Callable[[Connection], T | None]) -> T | None:
        """Do the work without a transaction around it, where that is quicker. Its last statement alone may write.

        None: nothing was written, and `write` is the way: the database has no such way, the work says so, or another was faster.
        Raises Busy.
        """
        return None

    def _write_once(self, work: Callable[[Connection], T], piped: bool) -> T:
        with self._writing(piped) as connection:
            return work(connection)

    @abstractmethod
    def _writing(self, piped: bool) -> AbstractContextManager[Connection]:
        """A transaction that writes. `piped`: see `write`."""

    def _lost(self, error: Exception) -> bool:
        """Whether a transaction failed only because another was faster, so that it can be done again."""
        return False

    @abstractmethod
    def migrating(self) -> AbstractContextManager[Connection]:
        """A transaction for a change of the schema, alone in the database. Other migrators wait."""

    @abstractmethod
    def watch(self, stop: threading.Event) -> Iterator[None]:
        """Yields whenever something may have been written by anybody, and now and then without a reason, until `stop` is set."""

    def close(self) -> None:
        """Let go of every connection."""
        self.engine.dispose()


@contextmanager
def transaction(connection: Connection, begin: str, busy: type[Exception]) -> Iterator[None]:
    """A transaction that these words begin. Raises Busy where the driver cannot begin it.

    It is begun and ended through the driver: SQLAlchemy's own would do the same, at a tenth of the cost of an append. What
    SQLAlchemy believes to have begun meanwhile is over with it.
    """
    raw = connection.connection
    try:
        raw.cursor().execute(begin)
    except busy as error:
        raise Busy("The database is busy; try again.") from error
    try:
        yield
        raw.cursor().execute("COMMIT")
    except BaseException:
        if raw.is_valid:
            raw.rollback()
        raise
    finally:
        if connection.in_transaction():
            connection.rollback()
