"""Whatever is sent, and however broken: no key, token or text of a club comes into the log, and nothing says what serves."""

import json
import socket
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.cli.test_postgresql import send
from tests.cli.test_serving import PROGRAM, environment, get, run
from tests.databases import BACKENDS, migrated

KEY = "adj_cli"
SECRET = "s3cr3t-" * 5
NOTE = "Bo was seen with the seven"


def raw(address: str, text: str) -> bytes:
    """The answer to these bytes."""
    host = urlsplit(address)
    with socket.create_connection((host.hostname or "", host.port or 0), timeout=60) as connection:
        connection.sendall(text.encode("latin-1"))
        connection.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: connection.recv(65_536), b""))


def requests(address: str, key: str) -> None:
    """All kinds of requests that hold a secret, in order and out of order."""
    made = send(f"{address}/v1/matches", {"game": "carrom", "players": ["Asha", "Bo"], "title": NOTE}, SECRET)
    send(f"{address}/v1/matches/{made['id']}/moves", {"type": "remark", "note": NOTE}, SECRET)
    get(f"{address}/v1/matches?player={SECRET}", Authorization=f"Bearer {key}")
    for line in (
        f"GET /v1/public/matches/{SECRET} HTTP/1.1",
        f"GET /v1/public/matches/{SECRET}/nothing HTTP/1.1",
        f"GET /v1/matches/{key} HTTP/1.1",
        f"GET /{key}/{SECRET} HTTP/1.1",
        f"GET /v1/public/matches/{SECRET} NONSENSE/9",
        f"GET /{SECRET}",
        f"G\x00T /v1/public/matches/{SECRET} HTTP/1.1",
    ):
        answer = raw(address, f"{line}\r\nHost: x\r\nAuthorization: Bearer {key}\r\nConnection: close\r\n\r\n")
        assert b"server:" not in answer.lower().partition(b"\r\n\r\n")[0]
    broken = (f"Authorization Bearer {SECRET}", f"Authorization : Bearer {SECRET}", f"A\x01: Bearer {SECRET}", f"X: {key}\x00")
    for header in broken:
        raw(address, f"GET /v1/matches HTTP/1.1\r\nHost: x\r\n{header}\r\nConnection: close\r\n\r\n")


@pytest.mark.parametrize("backend", BACKENDS)
def test_no_secret_is_logged(tmp_path: Path, backend: str) -> None:


    settings = {"ADJUDICATOR_DATABASE_URL": migrated(backend, tmp_path), "ADJUDICATOR_ADMIN_KEY": KEY}
    settings["ADJUDICATOR_LOG_LEVEL"] = "debug"
    key = run(tmp_path, "keys", "add", "Phone", "--role", "referee", **settings).stdout.strip()
    log = tmp_path / "log"
    with log.open("wb") as stream:
        command = [*PROGRAM, "serve", "--port", "0", "--workers", "1"]
        process = subprocess.Popen(command, cwd=tmp_path, env=environment(**settings), stderr=stream)
        try:
            while b"Listening" not in log.read_bytes():
                assert process.poll() is None
            line = next(line for line in log.read_text().splitlines() if "Listening" in line)
            requests(json.loads(line)["event"].split()[2], key)
        finally:
            process.terminate()
            process.wait()
    written = log.read_text("utf-8")
    assert written.count('"event":"request"') > 5
    assert "Invalid" in written
    for secret in (key, KEY, SECRET, NOTE, "s3cr3t"):
        assert secret not in written, [line for line in written.splitlines() if secret in line]
