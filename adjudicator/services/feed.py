"""Waking the live streams of one process when something may have been written, by this process or any other.

One thread watches the database, from the first stream on (so never before a fork). Streams sleep until it wakes them, and
then read for themselves what is new: a waking is a hint, the rows are the truth.
"""

import threading
from collections.abc import Callable

from adjudicator.services.errors import TooManyStreams
from adjudicator.storage.database import Database


class Feed:
    """The place where streams wait. At most `most` have a seat at a time, since each holds a thread of the server."""

    def __init__(self, database: Database, most: int) -> None:
        self._database, self._most = database, most
        self._changed = threading.Condition()
        self._stop = threading.Event()
        self._wakings = 0
        self._seats: set[Seat] = set()
        self._watcher: threading.Thread | None = None

    @property
    def ended(self) -> bool:
        """Whether every stream is to end."""
        return self._stop.is_set()

    @property
    def wakings(self) -> int:
        """How often streams were woken. To be asked for before reading, so that what is written meanwhile wakes the reader."""
        return self._wakings

    def sit(self) -> "Seat":
        """A seat, for one stream. Raises TooManyStreams, also when all are to end."""
        with self._changed:
            if self.ended or len(self._seats) >= self._most:
                raise TooManyStreams("As many streams as this process holds are open; try again, or read without one.")
            seat = Seat(self._leave)
            self._seats.add(seat)
            if self._watcher is None or not self._watcher.is_alive():
                self._watcher = threading.Thread(target=self._watch, name="feed", daemon=True)
                self._watcher.start()
        return seat

    def wait(self, wakings: int, seconds: float) -> int:
        """Sleep until streams were woken more often than that, or so long, or to the end; how often they were woken by then."""
        with self._changed:
            self._changed.wait_for(lambda: self.ended or self._wakings != wakings, seconds)
            return self._wakings

    def end(self) -> None:
        """Let every stream end. Safe in a handler of a signal: it takes no lock that is held for long."""
        if not self.ended:
            self._stop.set()

    def close(self) -> None:
        """Let every stream end, and the watching; back when it has."""
        self.end()
        if self._watcher is not None:
            self._watcher.join()

    def _watch(self) -> None:
        try:
            for _ in self._database.watch(self._stop):
                self._wake()
        finally:
            self._wake()

    def _wake(self) -> None:
        with self._changed:
            self._wakings += 1
            self._changed.notify_all()

    def _leave(self, seat: "Seat") -> None:
        with self._changed:
            self._seats.discard(seat)


class Seat:
    """The seat of one stream, until it is left."""

    def __init__(self, leave: "Callable[[Seat], None]") -> None:
        self._leave = leave

    def leave(self) -> None:
        """Give it up. It is no matter if that is done twice."""
        self._leave(self)
