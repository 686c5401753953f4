"""A server that webhooks lead to."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Receiver(ThreadingHTTPServer):
    """Answers with these statuses, one after the other, then with 204; keeps what it is sent."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Receiving)
        self.got: list[tuple[str, dict[str, str], bytes]] = []
        self.statuses: list[int] = []
        self.arrived = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/told?club=1"


class Receiving(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
        self.send_response(self.server.statuses.pop(0) if self.server.statuses else 204)
        self.send_header("Location", "/elsewhere")
        self.end_headers()
        self.server.arrived.set()

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def receiving() -> Iterator[Receiver]:
    """One that runs."""
    server = Receiver()
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
