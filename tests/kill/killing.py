"""Processes of the program that are killed, and the service among them."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from tests.services.desk import KEY

Process = subprocess.Popen[bytes]


def start(url: str, *arguments: str, fds: tuple[int, ...] = ()) -> Process:
    """The program at work on this database, in a process group of its own."""
    settings = {"ADJUDICATOR_DATABASE_URL": url, "ADJUDICATOR_ADMIN_KEY": KEY, "ADJUDICATOR_LOG_LEVEL": "error"}
    command = [sys.executable, "-m", "adjudicator", *arguments]
    return subprocess.Popen(
        command, env=os.environ | settings, pass_fds=fds, start_new_session=True, stdout=subprocess.DEVNULL
    )


def kill(process: Process) -> None:
    """SIGKILL to the process and its workers."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


class Service:
    """The service's address, for as long as its listening socket is kept here: it may be killed and started at will."""

    def __init__(self, url: str, workers: int = 1) -> None:
        self.url, self.workers = url, workers
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]

    @contextmanager
    def running(self) -> Iterator[Process]:
        fd = self.listening.fileno()
        process = start(self.url, "serve", "--workers", str(self.workers), "--fd", str(fd), fds=(fd,))
        try:
            yield process
        finally:
            kill(process)
