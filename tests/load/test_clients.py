"""Many clients at once, on one match and each on its own: nothing is lost, doubled or refused because others wait too.

Each client sends a few entries. With ADJUDICATOR_LOAD_SECONDS in the environment all go on for so long, and what the answers
took is printed (`pytest -s`). Time is never asserted.
"""

import http.client
import json
import os
import statistics
import threading
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from adjudicator.services.inspection import Inspection
from tests.databases import BACKENDS, new_database
from tests.games.cases import GAMES
from tests.kill.killing import Service
from tests.services.desk import KEY, Desk

SECONDS = float(os.environ.get("ADJUDICATOR_LOAD_SECONDS", "0"))
CLIENTS, EACH = 64, 5
FULL = 4_900
"""A match holds 5,000 entries; whoever comes near that begins another."""
TABLE = {"game": "carrom", "players": ["Asha", "Bo"]}
REMARK = {"type": "remark", "note": "All at once."}


class Client:
    """A device that keeps its connection. `revisions`: what its writes made; `times`: seconds until each answer."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        self.revisions: list[int] = []
        self.times: list[float] = []
        self.statuses: Counter[int] = Counter()

    def post(self, path: str, value: Any, word: str) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json", "Idempotency-Key": word}
        begun = time.perf_counter()
        self.connection.request("POST", path, json.dumps(value), headers)
        answer = self.connection.getresponse()
        found: dict[str, Any] = json.loads(answer.read())
        self.times.append(time.perf_counter() - begun)
        self.statuses[answer.status] += 1
        return found

    def log(self, path: str, number: int, until: float) -> None:
        """Append entries, at least EACH of them."""
        while len(self.revisions) < EACH or (time.monotonic() < until and self.revisions[-1] < FULL):
            answer = self.post(f"{path}/moves", REMARK, f"{number} {len(self.revisions)}")
            self.revisions.append(answer.get("revision", 0))


@pytest.fixture(params=BACKENDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(new_database(request.param, tmp_path), GAMES)
    yield desk
    desk.database.close()


@pytest.fixture
def port(desk: Desk) -> Iterator[int]:
    """Of a service with two processes."""
    service = Service(desk.database.url.render_as_string(hide_password=False), workers=2)
    with service.running():
        yield service.port
    service.listening.close()


def run(port: int, paths: list[str], until: float) -> list[Client]:
    """So many clients at once, each logging to its path."""
    clients = [Client(port) for _ in paths]
    threads = [
        threading.Thread(target=client.log, args=(path, number, until))
        for number, (client, path) in enumerate(zip(clients, paths, strict=True))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for client in clients:
        client.connection.close()
    return clients


def made(port: int, count: int) -> list[str]:
    """The paths of new matches."""
    client = Client(port)
    found = [f"/v1/matches/{client.post('/v1/matches', TABLE, str(uuid.uuid4()))['id']}" for _ in range(count)]
    client.connection.close()
    return found


def settled(desk: Desk, paths: list[str], found: list[Client]) -> None:
    """Every write made a revision of its own, without a gap, and all that is stored fits."""
    for place, path in enumerate(paths):
        revisions = [revision for client in found[place :: len(paths)] for revision in client.revisions]
        assert sorted(revisions) == list(range(2, len(revisions) + 2))
        match_id = path.rpartition("/")[2]
        assert desk.read(match_id).plies == len(revisions)
        assert Inspection(desk.setting).of_match(match_id) == []


@pytest.mark.parametrize(("clients", "matches"), [(CLIENTS, 1), (CLIENTS, CLIENTS), (8, 8)])
def test_nothing_is_lost_or_doubled(desk: Desk, port: int, clients: int, matches: int) -> None:
    times: list[float] = []
    begun, spent = time.monotonic(), -1.0
    while spent < SECONDS:
        paths = made(port, matches)
        found = run(port, [paths[number % matches] for number in range(clients)], begun + SECONDS)
        spent = time.monotonic() - begun
        assert set().union(*(client.statuses for client in found)) == {201}
        settled(desk, paths, found)
        times += [each for client in found for each in client.times]
    p50, p99 = statistics.median(times), statistics.quantiles(times, n=100)[98]
    where = f"{desk.database.engine.dialect.name}, {clients} clients on {matches}"
    print(f"\n{where}: {len(times)} writes, p50 {p50 * 1e3:.1f} ms, p99 {p99 * 1e3:.1f} ms")
