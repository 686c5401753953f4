"""`adjudicator serve` and `adjudicator openapi`: the HTTP service, by gunicorn with threads.

The service is imported by the commands only, so that the others start at once.
"""

import errno
import os
import socket
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import click

from adjudicator.cli import terminal
from adjudicator.config import Settings, SettingsError, limited
from adjudicator.core.game import Game

HOST, PORT = "127.0.0.1", 8000
THREADS = 16
MOST_WORKERS = 4
_BACKLOG = 2048
_SHARED_METRICS = "PROMETHEUS_MULTIPROC_DIR"


class Unavailable(click.ClickException):
    """The service cannot be started so: the message says why."""

    exit_code = 2


def listener(host: str, port: int) -> socket.socket:
    """A socket that listens there. Raises Unavailable."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=_BACKLOG)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise Unavailable(f"Port {port} on {host} is taken: something else serves there. {_ADVICE}") from None
        raise Unavailable(f"{host}, port {port}, cannot be served: {error.strerror}.") from None


_ADVICE = "Stop it, or choose another port: --port 8001 (with make: PORT=8001)."


def address_of(listening: socket.socket) -> str:
    """The address that it serves, as one opens it."""
    host, port = listening.getsockname()[:2]
    return _url(host, port)


@click.command()
@click.option("--host", default=HOST, show_default=True, help="The address to serve on; 0.0.0.0 for every one of this machine.")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="0: any that is free.")
@click.option("--workers", type=click.IntRange(min=1), help=f"Processes. If not given, one a core, {MOST_WORKERS} at most.")
@click.option("--threads", type=click.IntRange(min=1), default=THREADS, show_default=True, help="Threads of each process.")
@click.option("--fd", type=click.IntRange(min=0), help="Serve on this socket that was handed over, instead of host and port.")
@click.pass_obj
def serve(
    known: Mapping[str, Game], /, host: str, port: int, workers: int | None, threads: int, fd: int | None
) -> None:
    """Serve the HTTP interface until interrupted.

    What can be asked of it is in openapi.yaml. Logs go to stderr, a JSON object a line.

    Settings are environment variables: ADJUDICATOR_DATABASE_URL (if not set, a file adjudicator.db in this folder),
    ADJUDICATOR_ADMIN_KEY, ADJUDICATOR_SIGNING_KEY (Ed25519, PEM or 64 hex digits; if not set, one is made and kept),
    ADJUDICATOR_LOG_LEVEL (debug, info, warning, error), ADJUDICATOR_MAX_BODY and ADJUDICATOR_MAX_BATCH (bytes, or 8M),
    ADJUDICATOR_SPOOL_DIR, ADJUDICATOR_CORS_ORIGINS, ADJUDICATOR_RATE_READ and ADJUDICATOR_RATE_WRITE (of each key, or of
    each address without one: 1200/minute, or off; if not set, 1200 and 600 a minute in each process, but none on a loopback
    address), ADJUDICATOR_PROXIES (how many stand before the service and tell it addresses by X-Forwarded-For),
    ADJUDICATOR_TLS (true: browsers are to come by HTTPS alone), ADJUDICATOR_PATIENCE_SECONDS (how long a request may take to
    come, and a client to take nothing of its answer), ADJUDICATOR_MAX_STREAMS (of a process; two threads are always left),
    ADJUDICATOR_HEARTBEAT_SECONDS and ADJUDICATOR_STREAM_SECONDS (the longest that a stream is silent, and open),
    ADJUDICATOR_WEBHOOKS_LOCAL (true: webhooks may lead to private addresses, and by http); each also as ..._FILE, the path of
    a file that holds the value. A SQLite file is brought to the newest schema first; a PostgreSQL database
    (postgresql://user@host/name) must be (adjudicator migrate).

    \b
    Examples:
      adjudicator serve
      adjudicator serve --port 8001 --workers 2
      ADJUDICATOR_LOG_LEVEL=warning adjudicator serve --host 0.0.0.0
    """
    settings = settings_of_environment()
    listening = listener(host, port) if fd is None else socket.socket(fileno=fd)
    settings = limited(settings, listening.getsockname()[0])
    processes = workers or min(MOST_WORKERS, os.cpu_count() or 1)
    with _shared_metrics():
        from adjudicator.cli import gunicorn_server
        from adjudicator.cli.keeping import tell_of_key
        from adjudicator.wiring import prepare

        key = prepare(settings, known)
        tell_of_key(key)
        gunicorn_server.run(settings, known, listening, processes, threads)


@click.command()
@click.pass_obj
def openapi(known: Mapping[str, Game], /) -> None:
    """Print the OpenAPI document of the HTTP interface (YAML).

    \b
    Example:
      adjudicator openapi > openapi.yaml
    """
    from adjudicator.app import openapi_document

    terminal.write(openapi_document(known))


def settings_of_environment() -> Settings:
    """The settings that the environment makes. Raises Unavailable."""
    try:
        return Settings.from_environ(os.environ)
    except SettingsError as error:
        raise Unavailable(str(error)) from None


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


@contextmanager
def _shared_metrics() -> Iterator[None]:
    """A folder through which the processes add up their metrics; it must be named before prometheus-client is imported."""
    if os.environ.get(_SHARED_METRICS):
        yield
        return
    with tempfile.TemporaryDirectory(prefix="adjudicator-metrics-") as folder:
        os.environ[_SHARED_METRICS] = folder
        try:
            yield
        finally:
            del os.environ[_SHARED_METRICS]
