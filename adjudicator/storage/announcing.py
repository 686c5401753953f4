"""Announcing that something was written, beside the writes and not in them: writers never wait for it.

What is announced is a hint. Many writes in a short time are announced together, and one that is not, because its process
was killed just then, costs whoever waits for it a little time and nothing else.
"""

import threading
from collections.abc import Callable

PAUSE = 0.02
"""Seconds between two announcements."""


class Announcer:
    """Calls `send` in a thread of its own, which begins with the first write (so never before a fork)."""

    def __init__(self, send: Callable[[], None]) -> None:
        self._send = send
        self._due, self._stop, self._starting = threading.Event(), threading.Event(), threading.Lock()
        self._thread: threading.Thread | None = None

    def written(self) -> None:
        """Something was written, and is committed."""
        self._due.set()
        if self._thread is None:
            self._start()

    def close(self) -> None:
        """Announce what is still to be, and end the thread."""
        with self._starting:
            if self._thread is not None:
                self._stop.set()
                self._due.set()
                self._thread.join()
                self._stop.clear()
                self._thread = None

    def _start(self) -> None:
        with self._starting:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="announcer", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        while not self._stop.is_set():
            self._due.wait()
            self._due.clear()
            self._send()
            self._stop.wait(PAUSE)
        if self._due.is_set():
            self._send()
