"""A server that webhooks lead to."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Receiver(ThreadingHTTPServer):
    """Answers with these statuses, one after the other, then with 204; keeps what it is sent.

    `holding`: it answers only once it is told to go `on`. `most`: so many requests were under way at a time.
    """

    daemon_threads = True
    block_on_close = False

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Receiving)
        self.got: list[tuple[str, dict[str, str], bytes]] = []
        self.statuses: list[int] = []
        self.arrived, self.on = threading.Event(), threading.Event()
        self.holding = False
        self.lock = threading.Lock()
        self.under_way = self.most = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/told?club=1"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Whoever was held may have gone."""


class Receiving(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        server = self.server
        body = self.rfile.read(int(self.headers["Content-Length"]))
        with server.lock:
            server.under_way += 1
            server.most = max(server.most, server.under_way)
            server.got.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
            status = server.statuses.pop(0) if server.statuses else 204
        server.arrived.set()
        if server.holding:
            server.on.wait()
        with server.lock:
            server.under_way -= 1
        self.send_response(status)
        self.send_header("Location", "/elsewhere")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def receiving(holding: bool = False) -> Iterator[Receiver]:
    """One that runs."""
    server = Receiver()
    server.holding = holding
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield server
    finally:
        server.on.set()
        server.shutdown()
        thread.join()
        server.server_close()
