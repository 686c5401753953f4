"""Appending an entry to a stored match, against the yardstick of `apps`, behind the same server with the same durability.

Everything that is compared is done in turns, in short rounds, so that a busy machine disturbs both alike. Printed are the
medians over the rounds, and ratios of them: 0.5 means half as fast as the yardstick. On PostgreSQL only if BENCH_POSTGRES_URL
names a database of a server on which more can be made.
"""

import json
import os
import statistics
import sys
import threading
import time
from collections.abc import Callable, Sequence

from bench.serving import Client, Served, served

ROUNDS = 15
SHORT = 60
"""Requests in one round."""
PLIES = 2_000
CLIENTS = 8
EACH = 250
"""Requests of each of several clients."""
OPTIONS = {"game_points": 1_000_000, "max_boards": None}
NAMES = ("Asha", "Bo")


def main() -> None:
    """Print all comparisons of appends."""
    with served("service") as service, served("bare") as bare:
        against_bare(service, bare, 0.45)
        early_and_late(service)
        several_clients(service, bare)
    on_postgresql(os.environ.get("BENCH_POSTGRES_URL"))


def on_postgresql(at: str | None) -> None:
    """The same there."""
    if not at:
        print("PostgreSQL: skipped, since BENCH_POSTGRES_URL names none")
        return
    with served("service", at=at) as service, served("bare", at=at) as bare:
        print("PostgreSQL:")
        against_bare(service, bare, 0.7)
        early_and_late(service)
        several_clients(service, bare)


def against_bare(service: Served, bare: Served, wanted: float) -> None:
    """One client, one stroke after the other."""
    ours, theirs = Strokes(Client(service.port)), Client(bare.port)
    body = ours.body()
    found = in_turns(ours.append, lambda: theirs.send("/moves/m", body))
    tell("append / bare insert", found[0], found[1], wanted)


def early_and_late(service: Served) -> None:
    """The beginning of a match, against what comes behind many strokes, and behind many boards."""
    client = Client(service.port)
    early = Strokes(client)
    late = Strokes(client, strokes=PLIES)
    boards = Strokes(client, boards=PLIES)
    found = in_turns(early.append_to_new, late.append, boards.append)
    tell(f"at ply {PLIES} / at ply 1", found[1], found[0], 0.9)
    tell(f"behind {PLIES} boards / at ply 1", found[2], found[0], 0.9)


def several_clients(service: Served, bare: Served) -> None:
    """Eight clients at once, each with a match of its own: how much longer the slowest wait."""
    for name, times in (
        ("service", at_once(service, lambda client: Strokes(client).append)),
        ("bare", at_once(bare, lambda client: lambda: client.send("/moves/m", b'{"type": "stroke"}'))),
    ):
        p50, p99 = statistics.median(times), statistics.quantiles(times, n=100)[98]
        print(f"{name}, {CLIENTS} clients: p50 {p50 * 1e3:.2f} ms, p99 {p99 * 1e3:.2f} ms, p99/p50 {p99 / p50:.2f}"
              + (", wanted 5.0 at most" if name == "service" else ""))


class Strokes:
    """A Carrom match that goes on for ever: strokes that pocket nothing, behind so many strokes or boards."""

    def __init__(self, client: Client, strokes: int = 0, boards: int = 0) -> None:
        self.client = client
        self.begin()
        self.log([{"type": "summary", "winner": NAMES[0], "pieces": 1, "queen": False}] * boards)
        if strokes:
            self.log([self.stroke() for _ in range(strokes)])

    def begin(self) -> None:
        """A new match, in which nothing has happened."""
        match = self.client.post("/v1/matches", {"game": "carrom", "players": NAMES, "ruleset": {"options": OPTIONS}})
        self.path, self.turn = f"/v1/matches/{match['id']}/moves", 0

    def log(self, moves: Sequence[object]) -> None:
        """All of these entries at once."""
        if moves:
            answer = self.client.post(self.path, {"moves": list(moves)})
            self.turn = NAMES.index(answer["next"]["players"][0])

    def stroke(self) -> dict[str, str]:
        """The next stroke: whoever pockets nothing leaves the next one to the other."""
        self.turn = 1 - self.turn
        return {"type": "stroke", "player": NAMES[1 - self.turn]}

    def body(self) -> bytes:
        """The body of a stroke."""
        return json.dumps({"type": "stroke", "player": NAMES[0]}).encode()

    def append(self) -> None:
        """One more stroke."""
        self.client.send(self.path, json.dumps(self.stroke()).encode())

    def append_to_new(self) -> None:
        """One more stroke of a match that has few."""
        self.append()


def in_turns(*works: Callable[[], object]) -> list[float]:
    """Seconds that one call of each takes: the median over the rounds of the mean of a round."""
    found: list[list[float]] = [[] for _ in works]
    for number in range(ROUNDS + 1):
        for times, work in zip(found, works, strict=True):
            begun = time.perf_counter()
            for _ in range(SHORT):
                work()
            if number:
                times.append((time.perf_counter() - begun) / SHORT)
    return [statistics.median(times) for times in found]


def at_once(server: Served, work_of: Callable[[Client], Callable[[], object]]) -> list[float]:
    """The times of all requests of all clients."""
    found: list[float] = []
    start = threading.Barrier(CLIENTS)

    def run() -> None:
        work, times = work_of(Client(server.port)), []
        start.wait()
        for _ in range(EACH):
            begun = time.perf_counter()
            work()
            times.append(time.perf_counter() - begun)
        found.extend(times)

    threads = [threading.Thread(target=run) for _ in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def tell(name: str, ours: float, theirs: float, wanted: float) -> None:
    """A line: milliseconds of both, how fast ours is in theirs, and how fast it is wanted."""
    print(f"{name:32}{ours * 1e3:8.3f} ms{theirs * 1e3:8.3f} ms{theirs / ours:8.2f} x, wanted {wanted} x")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
