"""kill -9 while referees log and correct: no acknowledged write is lost, none is half-written, and all that is stored fits.

The service is the real one (`adjudicator serve`), killed with all its processes at a random moment, many times over, on one
database. Several clients append batches and correct them, each write with an Idempotency-Key; whoever got no answer sends the
same again later.
"""

import contextlib
import http.client
import json
import random
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from adjudicator.services.inspection import Inspection
from tests.databases import new_database
from tests.games.cases import GAMES
from tests.kill.killing import Process, Service, kill
from tests.services.desk import KEY, Desk

ROUNDS = {"sqlite": 30, "postgresql": 12}
CLIENTS, BATCH, CORRECTED = 3, 3, 4
"""`CORRECTED`: every so many writes of a client are a correction."""
PATIENCE = 300
NAMES = ("Asha", "Bo")
START = {"game": "carrom", "players": list(NAMES), "ruleset": {"options": {"game_points": 1_000_000, "max_boards": None}}}


class Client:
    """A referee's device: it writes again and again, and sends what was not answered once more, under its old word.

    `plies` and `revision` are those of the last answer; `writes` is the number of answers.
    """

    def __init__(self, service: Service, number: int) -> None:
        self.service, self.number = service, number
        self.writes = self.plies = self.revision = 0
        self.match: str | None = None
        self.connection: http.client.HTTPConnection | None = None

    def post(self, path: str, value: Any, **more: str) -> tuple[int, dict[str, Any]] | None:
        """(status, body), or None if there was no answer."""
        connection = self.connection = http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=PATIENCE)
        word = {"Idempotency-Key": f"{self.number} {self.writes}"}
        headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"} | word | more
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
            answer = self.write()
            if answer is None:
                return
            status, body = answer
            assert status in (200, 201), body
            assert body["revision"] == self.revision + 1
            self.plies += self.brings
            self.match = body.get("id", self.match)
            self.revision, self.writes = body["revision"], self.writes + 1

    @property
    def corrects(self) -> bool:
        """Whether the next write is a correction."""
        return self.writes % CORRECTED == CORRECTED - 1

    @property
    def brings(self) -> int:
        """The plies that the next write brings."""
        return 0 if self.corrects or self.match is None else BATCH

    def write(self) -> tuple[int, dict[str, Any]] | None:
        if self.match is None:
            return self.post("/v1/matches", START)
        if self.corrects:
            other = self.stroke(0) | {"note": f"write {self.writes}"}
            wish = {"reason": "A note was forgotten.", "ops": [{"op": "replace", "ply": 1, "move": other}]}
            return self.post(f"/v1/matches/{self.match}/corrections", wish, **{"If-Match": f'"{self.revision}"'})
        strokes = [self.stroke(self.plies + place) for place in range(BATCH)]
        return self.post(f"/v1/matches/{self.match}/moves", {"moves": strokes})

    def stroke(self, before: int) -> dict[str, Any]:
        """A stroke that pockets nothing, behind so many others."""
        return {"type": "stroke", "player": NAMES[before % 2]}


def look_at(desk: Desk, client: Client) -> None:
    """What was acknowledged is there, with at most the one write more that was on its way.

    All that is stored is what the history tells and what the rules give, the heads too.
    """
    if client.match is None:
        return
    match = desk.read(client.match)
    more = match.revision - client.revision
    assert more in (0, 1)
    assert match.plies == client.plies + more * client.brings
    assert Inspection(desk.setting).of_match(client.match) == []


@pytest.fixture(params=ROUNDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(new_database(request.param, tmp_path), GAMES)
    yield desk
    desk.database.close()


@pytest.fixture
def service(desk: Desk) -> Iterator[Service]:
    service = Service(desk.database.url.render_as_string(hide_password=False))
    yield service
    service.listening.close()


def test_killed_again_and_again(desk: Desk, service: Service) -> None:
    rng, rounds = random.Random(20261129), ROUNDS[desk.database.engine.dialect.name]
    clients = [Client(service, number) for number in range(CLIENTS)]
    for _ in range(rounds):
        writes = [client.writes for client in clients]
        with service.running() as process:
            killed = threading.Event()
            threads = [threading.Thread(target=client.log, args=(killed,)) for client in clients]
            for thread in threads:
                thread.start()
            wait_for_work(clients, writes, process)
            time.sleep(rng.random() * 0.3)
            kill(process)
            killed.set()
            while any(thread.is_alive() for thread in threads):
                for client in clients:
                    client.hang_up()
                time.sleep(0.01)
        for client in clients:
            look_at(desk, client)
    assert all(client.writes > rounds for client in clients)


def wait_for_work(clients: list[Client], writes: list[int], process: Process) -> None:
    """Until some client has been answered in this round."""
    begun = time.monotonic()
    while all(client.writes == before for client, before in zip(clients, writes, strict=True)):
        assert process.poll() is None, "the service has ended by itself"
        assert time.monotonic() - begun < PATIENCE, "the service does not answer"
        time.sleep(0.01)
