"""gunicorn, set up for this service: threads, metrics of many processes, and its words in the service's own logs."""

import gc
import logging
import os
import re
import signal
import socket
from collections.abc import Callable, Mapping
from typing import Any

import structlog
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.glogging import Logger
from gunicorn.http import wsgi
from msgspec import structs
from prometheus_client import multiprocess

from adjudicator.app import create_app
from adjudicator.cli.gunicorn_worker import Worker
from adjudicator.config import Settings
from adjudicator.core.game import Game
from adjudicator.web.context import begin, close, end
from adjudicator.wiring import configure_logging

_LONG = re.compile(r"[\w-]{20,}", re.ASCII)
LONGEST_LINE = 8_190
"""Bytes of a request's first line: the most that gunicorn can read."""
GRACE = 20
"""Seconds that requests in work get when the service stops."""


def run(settings: Settings, games: Mapping[str, Game], listening: socket.socket, workers: int, threads: int) -> None:
    """Serve on a listening socket until a signal ends it; the program ends with it (SystemExit)."""
    configure_logging(settings.log_level)
    # A stream holds a thread for as long as it is open: two are left for everything else, one where there are two.
    most = min(settings.max_streams, max(threads - 2, min(threads - 1, 1)))
    settings = structs.replace(settings, max_streams=most)
    options = {
        "bind": f"fd://{listening.fileno()}",
        "worker_class": Worker,
        "limit_request_line": LONGEST_LINE,
        "workers": workers,
        "threads": threads,
        "graceful_timeout": GRACE,
        "keepalive": 75,
        "loglevel": settings.log_level,
        "logger_class": _Logger,
        "control_socket_disable": True,
        "child_exit": _forget_worker,
        "post_worker_init": _begin,
        "worker_int": _end,
        "worker_exit": _close,
    }
    _Server(settings, games, options).run()


def _nameless(response: wsgi.Response, named: Callable[[wsgi.Response], list[str]] = wsgi.Response.default_headers) -> list[str]:
    """gunicorn's headers of a response, without its own name: nobody needs to know what serves here."""
    return [line for line in named(response) if not line.startswith("Server:")]


wsgi.Response.default_headers = _nameless


class _Server(BaseApplication):
    """The service as gunicorn runs it; every worker makes its own."""

    def __init__(self, settings: Settings, games: Mapping[str, Game], options: Mapping[str, Any]) -> None:
        self.settings, self.games, self.options = settings, games, options
        super().__init__()

    def load_config(self) -> None:
        for name, value in self.options.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        return create_app(self.settings, self.games)


class _Logger(Logger):
    """gunicorn's logger, but it writes as the service does."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        self.error_log.handlers = [_ToStructlog()]


class _ToStructlog(logging.Handler):
    """gunicorn quotes the addresses of requests, and what it cannot read of them: long words in them could be secrets."""

    def emit(self, record: logging.LogRecord) -> None:
        say = structlog.get_logger().bind(pid=os.getpid())
        say.log(record.levelno, _LONG.sub("***", record.getMessage()), exc_info=record.exc_info or None)


def _begin(worker: Any) -> None:
    """Streams never end by themselves: without a word at SIGTERM, it would wait for them as long as GRACE."""
    before = signal.getsignal(signal.SIGTERM)

    def stop(number: int, frame: Any) -> None:
        _end(worker)
        before(number, frame)  # type: ignore[operator, misc]

    signal.signal(signal.SIGTERM, stop)
    signal.siginterrupt(signal.SIGTERM, False)
    begin(worker.wsgi)
    # What is there now stays, so the collector need not go through it again and again.
    gc.collect()
    gc.freeze()


def _end(worker: Any) -> None:
    end(worker.wsgi)


def _close(arbiter: Arbiter, worker: Any) -> None:
    """In the worker, as its last act. One that never came to have the application has nothing to close."""
    app = getattr(worker, "wsgi", None)
    if app is not None:
        close(app)


def _forget_worker(arbiter: Arbiter, worker: Any) -> None:
    multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]
