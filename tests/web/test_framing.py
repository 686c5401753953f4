"""Bodies as they come over a real connection: in chunks, cut short, larger than allowed."""

import http.client
import json
import re
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


UNREADABLE = {
    "no request line": (b"so not HTTP\r\n\r\n", 400, "bad-request"),
    "a header that is none": (b"GET /healthz HTTP/1.1\r\nHost localhost\r\n\r\n", 400, "bad-request"),
    "a line too long": (b"GET /healthz?x=%s HTTP/1.1\r\nHost: localhost\r\n\r\n" % (b"x" * 9_000), 414, "uri-too-long"),
    "too many headers": (
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n%s\r\n" % b"".join(b"X-%d: 1\r\n" % number for number in range(200)),
        431, "request-header-fields-too-large",
    ),
    "an unknown coding": (POST + b"Transfer-Encoding: brotli\r\n\r\n", 501, "not-implemented"),
}


@pytest.mark.parametrize(("sent", "status", "slug"), UNREADABLE.values(), ids=UNREADABLE)
def test_what_the_server_refuses_is_a_problem(port, sent, status, slug):
    found, problem = answer(port, sent)
    assert (found, problem["status"], problem["type"]) == (status, status, f"/problems/{slug}")
    assert re.fullmatch("[0-9a-f]{32}", problem["request_id"])


def test_the_longest_query_that_is_read(port):
    line = b"GET /v1/games?%s HTTP/1.1\r\nHost: localhost\r\n\r\n"
    assert answer(port, line % (b"x=" + b"1" * 8_000))[0] == 422


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
