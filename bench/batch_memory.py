"""How much memory a batch of a gigabyte takes from the server, when its client reads nothing before it has sent everything.

`adjudicator serve` with one worker process answers a batch of random lawful logs of every game, among them bad lines. The
client sends all of it, waits, and only then reads. All the while the memory that the server's processes hold (resident,
summed over them) is looked at; what counts is the highest against that after a small batch.

    python -m bench.batch_memory [--mib 1024]
"""

import argparse
import http.client
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from adjudicator.core.game import Game
from adjudicator.games import discover

ALLOWED = 50
MIB = 1024**2
PAGE = os.sysconf("SC_PAGE_SIZE")
BLOCK = 8 * MIB
WAIT = 3.0
PATIENCE = 3_600
NAMES = ("Asha", "Bo", "Chen", "Devi", "Esa")
NOTE = "The striker was moved by a spectator's sleeve and put back as all agreed. " * 7
BAD = (b"{", b"\xff\xfe", b"[" * 5_000, b'{"game": "chess"}', b"", b'{"game": "moon", "players": [], "moves": [1, 2]}')


def main() -> int:
    """Print the figures; 1 if the growth is more than is allowed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mib", type=int, default=1024, help="size of the batch")
    options = parser.parse_args()
    block, lines = lines_of_all_games()
    times = max(1, options.mib * MIB // len(block))
    with serving() as (pid, port):
        answered(port, [block], lines)
        before = resident(pid)
        with Watch(pid) as watch:
            begun = time.perf_counter()
            size = answered(port, (block for _ in range(times)), lines * times)
            seconds = time.perf_counter() - begun
    growth = watch.highest - before
    print(f"{times * len(block) / MIB:.0f} MiB in {lines * times} lines, answered by {size / MIB:.0f} MiB in {seconds:.0f} s")
    print(f"resident: {before / MIB:.1f} MiB before, {watch.highest / MIB:.1f} MiB at most")
    print(f"growth: {growth / MIB:.1f} MiB, of {ALLOWED} allowed")
    return 0 if growth < ALLOWED * MIB else 1


def lines_of_all_games() -> tuple[bytes, int]:
    """About BLOCK bytes of logs of every game, every twentieth line bad; and the number of lines that are not blank.

    The logs are lawful, and every entry has a note: a gigabyte is then judged in minutes.
    """
    rng, games = random.Random(20261129), list(discover().values())
    lines: list[bytes] = []
    size = 0
    while size < BLOCK:
        bad = len(lines) % 20 == 19
        lines.append(BAD[len(lines) // 20 % len(BAD)] if bad else _log(rng, games[len(lines) % len(games)], len(lines)))
        size += len(lines[-1]) + 1
    return b"\n".join(lines) + b"\n", sum(1 for line in lines if line)


def _log(rng: random.Random, game: Game, number: int) -> bytes:
    players = NAMES[: rng.randint(game.seats[0], min(game.seats[1], len(NAMES)))]
    played = game.playout(rng, players, game.options())
    moves = [msgspec.to_builtins(entry) | {"note": NOTE[: rng.randint(1, 500)]} for entry in played.entries]
    return msgspec.json.encode(
        {"id": str(number), "game": game.name, "players": players, "setup": played.setup, "moves": moves}
    )


@contextmanager
def serving() -> Iterator[tuple[int, int]]:
    """(process id, port) of a service with one worker, in a folder of its own, until the block ends."""
    with tempfile.TemporaryDirectory(prefix="adjudicator-bench-", dir=Path.cwd()) as folder:
        command = [sys.executable, "-m", "adjudicator", "serve", "--port", "0", "--workers", "1"]
        settings = {
            "ADJUDICATOR_DATABASE_URL": f"sqlite:///{folder}/bench.db",
            "ADJUDICATOR_ADMIN_KEY": "adj_bench",
            "ADJUDICATOR_SPOOL_DIR": folder,
        }
        process = subprocess.Popen(command, env={**os.environ, **settings}, stderr=subprocess.PIPE)
        assert process.stderr is not None
        try:
            port = next(int(found[1]) for line in process.stderr if (found := re.search(rb"http://127\.0\.0\.1:(\d+)", line)))
            threading.Thread(target=process.stderr.read, daemon=True).start()
            yield process.pid, port
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(60)


def answered(port: int, blocks: Iterator[bytes] | list[bytes], lines: int) -> int:
    """Send a batch whole, wait, then read its answer: its size. Raises AssertionError if it is not one answer a line."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.putrequest("POST", "/v1/adjudications/batch")
    connection.putheader("Content-Type", "application/x-ndjson")
    connection.putheader("Transfer-Encoding", "chunked")
    connection.endheaders(blocks, encode_chunked=True)
    time.sleep(WAIT)
    answer = connection.getresponse()
    assert answer.status == 200, answer.read()
    size = found = 0
    while piece := answer.read(MIB):
        size += len(piece)
        found += piece.count(b"\n")
    assert found == lines, (found, lines)
    return size


def resident(pid: int) -> int:
    """The bytes that a process and those below it hold in memory."""
    try:
        own = int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except FileNotFoundError:
        return 0
    return own + sum(resident(int(child)) for child in children)


class Watch:
    """Looks at the memory of a process until the block ends. `highest` is the most that was seen."""

    def __init__(self, pid: int) -> None:
        self.pid, self.highest = pid, 0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look)

    def __enter__(self) -> "Watch":
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._over.wait(0.02):
            self.highest = max(self.highest, resident(self.pid))


if __name__ == "__main__":
    sys.exit(main())
