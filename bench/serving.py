"""Servers for the benches: an application in a process of its own on a free port; and a client that keeps its connection."""

import http.client
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, make_url

KEY = "adj_bench"
THREADS = 8
PATIENCE = 30
COMMANDS = {
    "gunicorn": ["-m", "gunicorn", "-k", "gthread", "-w", "1", "--threads", "{threads}", "-b", "127.0.0.1:{port}",
                 "--keep-alive", "75", "--graceful-timeout", "20", "--log-level", "warning", "bench.apps:{app}()"],
    "granian": ["-m", "granian", "--interface", "wsgi", "--workers", "1", "--blocking-threads", "{threads}",
                "--host", "127.0.0.1", "--port", "{port}", "--no-access-log", "--log-level", "warning",
                "--factory", "bench.apps:{app}"],
}


class Served:
    """A running server."""

    def __init__(self, process: "subprocess.Popen[bytes]", port: int) -> None:
        self.process, self.port = process, port

    def stop(self) -> float:
        """Seconds from SIGTERM to the end of the process."""
        begun = time.perf_counter()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE)
        return time.perf_counter() - begun


class Client:
    """One connection, kept; it sends a key and JSON."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self.headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}

    def get(self, path: str) -> bytes:
        """The body of the answer."""
        self.connection.request("GET", path, headers=self.headers)
        return self.connection.getresponse().read()

    def send(self, path: str, body: bytes, status: int = 201, method: str = "POST") -> bytes:
        """The body of the answer, whose status must be this one."""
        self.connection.request(method, path, body, self.headers)
        answer = self.connection.getresponse()
        found = answer.read()
        if answer.status != status:
            raise RuntimeError(f"{answer.status} from {path}: {found[:300]!r}")
        return found

    def post(self, path: str, value: Any) -> Any:
        """The JSON of the answer."""
        return json.loads(self.send(path, json.dumps(value).encode()))


@contextmanager
def served(app: str, server: str = "gunicorn", threads: int = THREADS, at: str | None = None) -> Iterator[Served]:
    """The application behind this server until the block ends, with a database of its own.

    `at`: any database of a PostgreSQL server on which one can be made; else it is a SQLite file.
    """
    with new_database(at) as url:
        port = _free_port()
        command = [part.format(threads=threads, port=port, app=app) for part in COMMANDS[server]]
        settings = {"ADJUDICATOR_DATABASE_URL": url, "ADJUDICATOR_ADMIN_KEY": KEY, "ADJUDICATOR_LOG_LEVEL": "warning"}
        process = subprocess.Popen([sys.executable, *command], env={**os.environ, **settings, "BARE_DATABASE_URL": url})
        try:
            _wait_for(port)
            yield Served(process, port)
        finally:
            if process.poll() is None:
                process.kill()
            process.wait()


def new_database(at: str | None) -> AbstractContextManager[str]:
    """The URL of an empty database, which is gone in the end; `at` as in `served`."""
    return _file() if at is None else _on_server(at)


@contextmanager
def _file() -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="adjudicator-bench-", dir=Path.cwd()) as folder:
        yield f"sqlite:///{folder}/bench.db"


@contextmanager
def _on_server(at: str) -> Iterator[str]:
    """The URL of a new database on the server of this one; it is dropped in the end."""
    url = make_url(at).set(drivername="postgresql+psycopg")
    engine, name = create_engine(url, isolation_level="AUTOCOMMIT"), f"adjudicator_bench_{secrets.token_hex(4)}"
    with engine.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name}")
        try:
            yield url.set(database=name).render_as_string(hide_password=False)
        finally:
            connection.exec_driver_sql(f"DROP DATABASE {name} WITH (FORCE)")
    engine.dispose()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def _wait_for(port: int) -> None:
    begun = time.monotonic()
    while time.monotonic() - begun < PATIENCE:
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            connection.request("GET", "/")
            connection.getresponse().read()
            return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("the server did not start")
