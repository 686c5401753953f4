"""How long an attempt may take: whatever it waits for ends when its time is over, or when everything is to end."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, InvalidStateError
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

T = TypeVar("T")
MOST_LEFT_ALONE = 16
_left_alone = threading.BoundedSemaphore(MOST_LEFT_ALONE)


class CutOff(OSError):
    """The attempt has no more time."""

    def __init__(self, why: str = "It took too long.") -> None:
        super().__init__(why)


class Leash:
    """What holds one attempt. `cut` ends it from any thread, once and for good, whatever it waits for at that moment."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._wake: Callable[[], None] | None = None
        self._is_cut = False

    def cut(self) -> None:
        """End it."""
        with self._lock:
            self._is_cut = True
            if self._wake is not None:
                self._wake()

    @contextmanager
    def cut_after(self, seconds: float) -> Iterator[None]:
        """It ends after so many seconds."""
        timer = threading.Timer(seconds, self.cut)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    @contextmanager
    def waking(self, wake: Callable[[], None]) -> Iterator[None]:
        """Something is waited for in here, and a cut wakes it. Raises CutOff if it was cut before, or while it was waited for."""
        self._wait_with(wake)
        try:
            yield
        except Exception:
            self._wait_with(None)
            raise
        finally:
            with self._lock:
                self._wake = None

    def result_of(self, work: Callable[[], T]) -> T:
        """What the work gives, which nothing can end: it is done in a thread of its own, and left alone there if need be.

        Raises what the work raises; CutOff, also where too much is left alone already.
        """
        if not _left_alone.acquire(blocking=False):
            raise CutOff("Too much is being waited for.")
        found: Future[T] = Future()
        threading.Thread(target=_do, args=(work, found), daemon=True).start()
        with self.waking(lambda: _tell(found.set_exception, CutOff())):
            return found.result()

    def _wait_with(self, wake: Callable[[], None] | None) -> None:
        with self._lock:
            if self._is_cut:
                raise CutOff
            self._wake = wake


def _do(work: Callable[[], T], found: "Future[T]") -> None:
    try:
        result = work()
    except Exception as error:
        _tell(found.set_exception, error)
    else:
        _tell(found.set_result, result)
    finally:
        _left_alone.release()


def _tell(tell: Callable[[Any], None], value: Any) -> None:
    """Nobody may be waiting any more."""
    with suppress(InvalidStateError):
        tell(value)
