"""Ids that sort by time: RFC 9562, version 7."""

import secrets
import threading
import time
import uuid
from collections.abc import Callable


def uuid7(milliseconds: int, random: int) -> str:
    """The UUID of this time (since 1970) with these 74 random bits."""
    high = (milliseconds & (2**48 - 1)) << 16 | 0x7000 | (random >> 62 & 0xFFF)
    low = 0b10 << 62 | (random & (2**62 - 1))
    return str(uuid.UUID(int=high << 64 | low))


class Ids:
    """Makes ids, each greater than the one before, also within one millisecond or when the clock goes back."""

    def __init__(
        self, clock: Callable[[], float] = time.time, random: Callable[[int], int] = secrets.randbits
    ) -> None:
        self._clock, self._random = clock, random
        self._lock = threading.Lock()
        self._latest, self._bits = 0, 0

    def __call__(self) -> str:
        """A new id."""
        with self._lock:
            now = int(self._clock() * 1000)
            if now > self._latest:
                # The highest bit is left free, so that counting on never runs over.
                self._latest, self._bits = now, self._random(73)
            else:
                self._bits += 1 + self._random(32)
            return uuid7(self._latest, self._bits)
