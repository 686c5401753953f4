"""Clients that send, or take, nothing more: none keeps a thread, of which the service here has two."""

import http.client
import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest

from tests.cli.test_serving import served
from tests.web.test_framing import CHUNKED, LOG, POST, announced, chunk

MANY = 6
BATCH = POST.replace(b"adjudications", b"adjudications/batch").replace(b"json", b"x-ndjson")


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    threads = ("--workers", "1", "--threads", "2")
    with served(tmp_path_factory.mktemp("patience"), *threads, ADJUDICATOR_PATIENCE_SECONDS="1") as (_, address):
        yield urlsplit(address).port


def connected(port: int) -> socket.socket:
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    connection.settimeout(120)
    connection.connect(("127.0.0.1", port))
    return connection


def answered(connection: socket.socket) -> tuple[int, bytes]:
    response = http.client.HTTPResponse(connection)
    response.begin()
    return response.status, response.read()


STALLED = {
    "a request line": b"GET /heal",
    "headers": b"GET /healthz HTTP/1.1\r\nHost: x\r\n",
    "a body": announced(len(LOG)) + LOG[:5],
    "a body that never began": announced(len(LOG)),
    "a chunk": CHUNKED + chunk(LOG)[:9],
    "chunks": CHUNKED + chunk(LOG),
    "a batch": BATCH + b"Content-Length: 9\r\n\r\n{",
    "a body that was refused": POST.replace(b"json", b"xml") + b"Content-Length: 9\r\n\r\n{",
}


@pytest.mark.parametrize("sent", STALLED.values(), ids=STALLED)
def test_whoever_sends_nothing_more_keeps_no_thread(port, sent):
    with ExitStack() as stack:
        for _ in range(MANY):
            stack.enter_context(connected(port)).sendall(sent)
        other = stack.enter_context(connected(port))
        other.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        assert answered(other) == (200, b'{"status":"ok"}')


def test_whoever_takes_nothing_of_an_answer_keeps_no_thread(port):
    lines = (LOG + b"\n") * 8_000
    with ExitStack() as stack:
        for _ in range(2):
            stack.enter_context(connected(port)).sendall(BATCH + b"Content-Length: %d\r\n\r\n%s" % (len(lines), lines))
        other = stack.enter_context(connected(port))
        other.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        assert answered(other) == (200, b'{"status":"ok"}')


def test_what_came_of_a_body_that_stalls_is_told(port):
    with connected(port) as connection:
        connection.sendall(announced(len(LOG)) + LOG[:5])
        status, body = answered(connection)
    assert (status, json.loads(body)["detail"]) == (400, f"The body breaks off after 5 of {len(LOG)} bytes.")


def test_a_connection_that_is_kept_has_as_much_time_for_each_request(port):
    with connected(port) as connection:
        for piece in (b"GET /healthz HTTP/1.1\r\n", b"Host: x\r\n\r\n") * 20:
            connection.sendall(piece)
            if piece.endswith(b"\r\n\r\n"):
                assert answered(connection)[0] == 200
