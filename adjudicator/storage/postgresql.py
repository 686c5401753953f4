"""PostgreSQL, through psycopg: many processes and machines, one writer a match.

A write locks the row of its match (see `keys`), and everything else is left to the database's own constraints: what fails
because another was faster is done again.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

import psycopg
import sqlalchemy as sa
from sqlalchemy.engine import URL, Connection, Engine

from adjudicator.storage.announcing import Announcer
from adjudicator.storage.database import Busy, Database, transaction

T = TypeVar("T")
CHANNEL = "adjudicator"
READ = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
WRITE = "BEGIN ISOLATION LEVEL READ COMMITTED"
MIGRATORS = 0x41444A
"""The advisory lock for which migrators queue."""
LOST = ("40001", "40P01")
REPEATED = "pk_idempotency"
_OUT_OF_REACH = "The database cannot be reached now; try again."
LONGEST_WAIT = 5.0
"""Seconds after which a watcher looks even if nothing was announced: an announcement is a hint, the rows are the truth."""


class PostgresDatabase(Database):
    """A database on a PostgreSQL server."""

    def __init__(self, url: URL) -> None:
        super().__init__(url, _engine(url))
        self._announcer = Announcer(self._announce)

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """See Database."""
        with self._connection() as connection, transaction(connection, READ, psycopg.OperationalError):
            yield connection

    @contextmanager
    def _writing(self, piped: bool) -> Iterator[Connection]:
        with self._connection() as connection:
            begun = _pipe(connection) if piped else transaction(connection, WRITE, psycopg.OperationalError)
            with begun:
                yield connection
        self._announcer.written()

    def write_at_once(self, work: Callable[[Connection], T | None]) -> T | None:
        """See Database: what is saved are the two trips of a transaction, and a lock that others wait for meanwhile."""
        try:
            with self._connection() as connection:
                done = work(connection)
        except psycopg.Error as error:
            if not self._lost(error):
                raise
            return None
        if done is not None:
            self._announcer.written()
        return done

    def _lost(self, error: Exception) -> bool:
        """A serialization failure, a deadlock, or the same request with the same Idempotency-Key at the same moment."""
        cause: Any = getattr(error, "orig", None) or error
        if not isinstance(cause, psycopg.Error):
            return False
        return cause.sqlstate in LOST or (cause.sqlstate == "23505" and cause.diag.constraint_name == REPEATED)

    @contextmanager
    def migrating(self) -> Iterator[Connection]:
        """See Database; the lock is the database's own, so that migrators of all machines queue."""
        with self._connection() as connection, connection.begin():
            raw: Any = connection.connection.driver_connection
            raw.execute("BEGIN")
            raw.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATORS,))
            yield connection

    def watch(self, stop: threading.Event) -> Iterator[None]:
        """Announcements of other writers wake it; one that is missed costs LONGEST_WAIT seconds at most."""
        while not stop.is_set():
            try:
                with self.engine.connect() as connection:
                    raw: Any = connection.connection.driver_connection
                    # It listens, so nobody else is to be given it.
                    connection.detach()
                    raw.execute(f"LISTEN {CHANNEL}")
                    yield from _wakings(raw, stop)
            except (sa.exc.OperationalError, psycopg.OperationalError):
                stop.wait(LONGEST_WAIT)

    def close(self) -> None:
        """See Database."""
        self._announcer.close()
        super().close()

    def _announce(self) -> None:
        with suppress(Busy, sa.exc.OperationalError, psycopg.OperationalError), self._connection() as connection:
            connection.connection.cursor().execute(f"NOTIFY {CHANNEL}")

    @contextmanager
    def _connection(self) -> Iterator[Connection]:
        """One of the pool. One that breaks does not go back into it, nor do those that broke with it. Raises Busy."""
        try:
            connection = self.engine.connect()
        except (sa.exc.OperationalError, sa.exc.TimeoutError) as error:
            raise Busy(_OUT_OF_REACH) from error
        with connection:
            try:
                yield connection
            except (sa.exc.OperationalError, psycopg.OperationalError) as error:
                if not _broken(connection):
                    raise
                raise Busy(_OUT_OF_REACH) from error
            finally:
                if _broken(connection):
                    connection.invalidate()
                    self.engine.dispose()


@contextmanager
def _pipe(connection: Connection) -> Iterator[None]:
    """A transaction whose statements are sent without waiting. What failed first is raised, and taken back behind the pipe."""
    raw: Any = connection.connection.driver_connection
    try:
        with raw.pipeline():
            raw.execute(WRITE)
            yield
            raw.execute("COMMIT")
    except BaseException:
        if not raw.closed:
            raw.rollback()
        raise
    finally:
        if connection.in_transaction():
            connection.rollback()


def _broken(connection: Connection) -> bool:
    return connection.invalidated or bool(connection.connection.driver_connection.closed)  # type: ignore[union-attr]


def _wakings(raw: Any, stop: threading.Event) -> Iterator[None]:
    yield
    waited = 0.0
    while not stop.is_set():
        # Short naps, so that a stop is not waited for.
        heard = list(raw.notifies(timeout=0.25, stop_after=1))
        waited += 0.25
        if heard or waited >= LONGEST_WAIT:
            waited = 0.0
            yield


def _engine(url: URL) -> Engine:
    engine = sa.create_engine(
        url.set(drivername="postgresql+psycopg"), pool_size=10, max_overflow=20, pool_timeout=20, pool_reset_on_return=None,
        pool_use_lifo=True, hide_parameters=True,
    )
    sa.event.listen(engine, "connect", _prepare)
    return engine


def _prepare(raw: Any, record: Any) -> None:
    """Every connection: transactions are begun in so many words."""
    raw.autocommit = True
