"""A client's connection on which nobody waits for ever: a request that is read holds a thread, and so does an answer."""

import errno
import select
import socket
import time
from contextlib import suppress
from typing import Any, Self

SLOWEST = 4_096
"""Bytes a second: what a request brings along gives it more time, by this measure."""


class Patient(socket.socket):
    """A connection that has ended, as its readers see it, when a request takes too long to come.

    A request may take so many seconds, and as many more as it would take at SLOWEST. An answer breaks off when so many seconds
    pass in which the client takes none of it. Whoever sets a timeout of this socket measures by that alone.
    """

    seconds = 0.0
    _until = 0.0

    @classmethod
    def of(cls, client: socket.socket, seconds: float) -> Self:
        """The same connection, which this one now owns."""
        patient = cls(fileno=client.detach())
        patient.setblocking(False)
        patient.seconds = seconds
        return patient

    def begin(self) -> None:
        """From now on another request is waited for."""
        self._until = time.monotonic() + self.seconds

    def recv(self, size: int, flags: int = 0, /) -> bytes:
        """What came; nothing, as at the end, if the request takes too long."""
        if self.gettimeout() is not None:
            return super().recv(size, flags)
        if not self._is_ready(select.POLLIN, self._until - time.monotonic()):
            return b""
        received = super().recv(size, flags)
        self._until += len(received) / SLOWEST
        return received

    def sendall(self, data: Any, flags: int = 0, /) -> None:
        """Send all of it. Raises BrokenPipeError if the client takes nothing for too long."""
        if self.gettimeout() is not None:
            return super().sendall(data, flags)
        left = memoryview(data)
        while left:
            if not self._is_ready(select.POLLOUT, self.seconds):
                raise BrokenPipeError(errno.EPIPE, "The client takes nothing of its answer.")
            with suppress(BlockingIOError):
                left = left[self.send(left, flags | socket.MSG_DONTWAIT):]
        return None

    def _is_ready(self, way: int, seconds: float) -> bool:
        poll = select.poll()
        poll.register(self, way)
        return bool(poll.poll(max(seconds, 0) * 1_000))
