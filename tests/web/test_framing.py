"""Bodies as they come over a real connection: in chunks, cut short, larger than allowed."""

import http.client
import json
import socket
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from tests.cli.test_serving import served

LOG = json.dumps({"game": "carrom", "players": ["Asha", "Bo"], "moves": []}).encode()
POST = b"POST /v1/adjudications HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
BODY = 8 * 1024**2
END = b"0\r\n\r\n"


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    with served(tmp_path_factory.mktemp("framing"), "--workers", "1", "--threads", "2") as (_, address):
        yield urlsplit(address).port


def chunk(data: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(data), data)


def announced(length: int) -> bytes:
    return POST + b"Content-Length: %d\r\n\r\n" % length


def answer(port: int, *sent: bytes) -> tuple[int, dict]:
    """Send all of it, say that nothing follows, and only then read: (status, body)."""
    with socket.create_connection(("127.0.0.1", port), timeout=120) as connection:
        for piece in sent:
            connection.sendall(piece)
        connection.shutdown(socket.SHUT_WR)
        response = http.client.HTTPResponse(connection)
        response.begin()
        return response.status, json.loads(response.read())


def test_a_body_in_chunks(port):
    status, report = answer(port, CHUNKED, chunk(LOG[:9]), chunk(LOG[9:]), END)
    assert (status, report["status"]) == (200, "in_progress")


BROKEN = {
    "no chunk size": (CHUNKED, b"zz\r\n", LOG),
    "a chunk cut short": (CHUNKED, chunk(LOG[:9]), b"ff\r\n", LOG[9:]),
    "no last chunk": (CHUNKED, chunk(LOG)),
    "less than announced": (announced(len(LOG) + 1), LOG),
    "no length at all": (POST + b"\r\n", LOG),
}


@pytest.mark.parametrize("sent", BROKEN.values(), ids=BROKEN)
def test_a_body_that_is_broken(port, sent):
    status, problem = answer(port, *sent)
    assert (status, problem["type"]) == (400, "/problems/bad-request")


def test_the_largest_body(port):
    assert answer(port, announced(BODY), LOG.ljust(BODY))[0] == 200


@pytest.mark.parametrize("size", [BODY + 1, 3 * BODY])
def test_who_sends_too_much_gets_to_read_why(port, size):
    """The client sends all before it reads, and its connection is not cut off."""
    status, problem = answer(port, announced(size), LOG.ljust(size))
    assert (status, problem["type"]) == (413, "/problems/too-large")
    pieces = [chunk(b" " * 65_536)] * (size // 65_536)
    status, problem = answer(port, CHUNKED, *pieces, chunk(b"  "), END)
    assert (status, problem["type"]) == (413, "/problems/too-large")


@pytest.mark.parametrize(("start", "expected"), [
    (POST.replace(b"json", b"xml"), 415), (POST.replace(b"adjudications", b"nowhere"), 404), (POST.replace(b"POST", b"PUT"), 405)
])
def test_any_other_refusal_of_a_large_body_can_be_read(port, start, expected):
    assert answer(port, start + b"Content-Length: %d\r\n\r\n" % BODY, LOG.ljust(BODY))[0] == expected


def test_a_batch_is_answered_to_a_client_that_reads_last(port):
    line = json.dumps({"game": "carrom", "players": ["Asha", "Bo"], "moves": [], "id": "x" * 1_000}).encode() + b"\n"
    lines = 3_000
    with socket.create_connection(("127.0.0.1", port), timeout=120) as connection:
        start = POST.replace(b"adjudications", b"adjudications/batch").replace(b"json", b"x-ndjson")
        connection.sendall(start + b"Content-Length: %d\r\n\r\n" % (len(line) * lines))
        for _ in range(lines):
            connection.sendall(line)
        response = http.client.HTTPResponse(connection)
        response.begin()
        found = [json.loads(answer) for answer in response]
    assert [answer["line"] for answer in found] == list(range(1, lines + 1))
    assert all(answer["report"]["status"] == "in_progress" for answer in found)
