"""kill -9 while referees log: no acknowledged write is lost, none is half-written, and the head is that of the log.

The service is the real one (`adjudicator serve`), killed with all its processes at a random moment, thirty times over, on one
database. Several clients append batches, each with an Idempotency-Key; whoever got no answer sends the same again later.
"""

import contextlib
import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.games.cases import GAMES
from tests.services.agreement import agrees, heads_agree
from tests.services.desk import KEY, Desk

ROUNDS, CLIENTS, BATCH = 30, 3, 3
PATIENCE = 300
NAMES = ("Asha", "Bo")
START = {"game": "carrom", "players": list(NAMES), "ruleset": {"options": {"game_points": 1_000_000, "max_boards": None}}}


class Service:
    """The service's address, for as long as its listening socket is kept here: it may be killed and started at will."""

    def __init__(self, path: Path) -> None:
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        self.settings = {
            "ADJUDICATOR_DATABASE_URL": f"sqlite:///{path}", "ADJUDICATOR_ADMIN_KEY": KEY, "ADJUDICATOR_LOG_LEVEL": "error"
        }

    @contextmanager
    def running(self) -> Iterator["subprocess.Popen[bytes]"]:
        command = [sys.executable, "-m", "adjudicator", "serve", "--workers", "1", "--fd", str(self.listening.fileno())]
        process = subprocess.Popen(
            command, env=os.environ | self.settings, pass_fds=[self.listening.fileno()], start_new_session=True
        )
        try:
            yield process
        finally:
            kill(process)


def kill(process: "subprocess.Popen[bytes]") -> None:
    """SIGKILL to the process and its workers."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


class Client:
    """A referee's device: it appends batch after batch, and sends one that was not answered again, under its old word."""

    def __init__(self, service: Service, number: int) -> None:
        self.service, self.number = service, number
        self.acknowledged = 0
        self.match: str | None = None
        self.connection: http.client.HTTPConnection | None = None

    def post(self, path: str, value: Any, word: str) -> tuple[int, dict[str, Any]] | None:
        """(status, body), or None if there was no answer."""
        connection = self.connection = http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=PATIENCE)
        headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json", "Idempotency-Key": word}
        try:
            connection.request("POST", path, json.dumps(value), headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        except (OSError, http.client.HTTPException, ValueError):
            return None
        finally:
            connection.close()

    def hang_up(self) -> None:
        """Nobody will answer any more: the socket that listens would keep a caller waiting for the next service."""
        connection = self.connection
        if connection is not None and connection.sock is not None:
            with contextlib.suppress(OSError, AttributeError):
                connection.sock.shutdown(socket.SHUT_RDWR)

    def log(self, killed: threading.Event) -> None:
        """Go on until there is no answer."""
        while not killed.is_set():
            if self.match is None:
                answer = self.post("/v1/matches", START, f"new {self.number}")
            else:
                answer = self.post(f"/v1/matches/{self.match}/moves", self.batch(), f"batch {self.acknowledged}")
            if answer is None:
                return
            status, body = answer
            assert status == 201, body
            if self.match is None:
                self.match = body["id"]
            else:
                assert [ruling["ply"] for ruling in body["rulings"]] == list(range(self.plies + 1, self.plies + BATCH + 1))
                self.acknowledged += 1

    @property
    def plies(self) -> int:
        return self.acknowledged * BATCH

    def batch(self) -> dict[str, Any]:
        """Strokes that pocket nothing, in turn."""
        strokes = [{"type": "stroke", "player": NAMES[(self.plies + place) % 2]} for place in range(BATCH)]
        return {"moves": strokes}


def look_at(desk: Desk, client: Client) -> int:
    """What was acknowledged is there, with at most the one batch more that was on its way; the plies of the log."""
    if client.match is None:
        return 0
    match = desk.read(client.match)
    assert match.plies in (client.plies, client.plies + BATCH)
    assert match.revision == 1 + match.plies // BATCH
    lines = desk.lines(client.match)
    assert [line.ply for line in lines] == list(range(1, match.plies + 1))
    assert all(line.ruling is not None for line in lines)
    log = desk.decode(START | {"moves": [line.move for line in lines]})
    agrees(desk, log, client.match)
    heads_agree(desk, log, client.match)
    return match.plies


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(f"sqlite:///{tmp_path / 'adjudicator.db'}", GAMES)


@pytest.fixture
def service(desk: Desk) -> Iterator[Service]:
    service = Service(Path(str(desk.database.url.database)))
    yield service
    service.listening.close()


def test_killed_thirty_times(desk: Desk, service: Service) -> None:
    rng = random.Random(20261129)
    clients = [Client(service, number) for number in range(CLIENTS)]
    unanswered = 0
    for _ in range(ROUNDS):
        plies = [client.plies for client in clients]
        with service.running() as process:
            killed = threading.Event()
            threads = [threading.Thread(target=client.log, args=(killed,)) for client in clients]
            for thread in threads:
                thread.start()
            wait_for_work(clients, plies, process)
            time.sleep(rng.random() * 0.3)
            kill(process)
            killed.set()
            while any(thread.is_alive() for thread in threads):
                for client in clients:
                    client.hang_up()
                time.sleep(0.01)
        unanswered += sum(look_at(desk, client) > client.plies for client in clients)
    assert all(client.acknowledged > ROUNDS for client in clients)
    print(f"{sum(client.acknowledged for client in clients)} batches acknowledged; {unanswered} stored but not answered")


def wait_for_work(clients: list[Client], plies: list[int], process: "subprocess.Popen[bytes]") -> None:
    """Until some client has been answered in this round."""
    begun = time.monotonic()
    while all(client.plies == before for client, before in zip(clients, plies, strict=True)):
        assert process.poll() is None, "the service has ended by itself"
        assert time.monotonic() - begun < PATIENCE, "the service does not answer"
        time.sleep(0.01)
