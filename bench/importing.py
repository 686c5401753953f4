"""Importing logs as stored matches against `chess.pgn.read_game`, which stores nothing; per entry and per move.

What is timed of ours is `adjudicator import` but for the terminal: the text is read, decoded, judged, and stored with its
rulings and history; a log counts once it is on the disk. CPU time is the kernel's included, the clock's waits for the disk.
"""

import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bench.judging import ROUNDS, chess_games, evenings, read_all

KEY = "adj_bench"


def main() -> None:
    """Print the comparison."""
    texts, (_, pgn) = evenings(), chess_games()
    with tempfile.TemporaryDirectory(prefix="adjudicator-bench-", dir=Path.cwd()) as folder:
        os.environ |= {"ADJUDICATOR_DATABASE_URL": f"sqlite:///{folder}/bench.db", "ADJUDICATOR_ADMIN_KEY": KEY}
        from adjudicator.cli.keeping import Keeper
        from adjudicator.cli.sources import Source
        from adjudicator.games import discover

        keeper = Keeper(discover(), accept_stop=False, once=False)
        sources = [Source("bench", None, text, len(text)) for text in texts]
        plies = sum(text.count(b'"type":') for text in texts)

        def store_all() -> int:
            assert all(kept.code == 0 for _, kept in keeper.keep(sources))
            return plies

        for name, ours, theirs in measure(store_all, lambda: read_all(pgn)):
            print(f"{'import / read_game, ' + name:30}{ours:8.2f} us{theirs:8.2f} us{theirs / ours:8.2f} x, wanted 1.5 x")


def measure(ours: Callable[[], int], theirs: Callable[[], int]) -> list[tuple[str, float, float]]:
    """Microseconds an entry or move of both, by CPU time and by the clock; taken in turns, medians over the rounds."""
    rounds = [(*_microseconds(ours), *_microseconds(theirs)) for _ in range(ROUNDS)]
    cpu, clock, their_cpu, their_clock = (statistics.median(times) for times in zip(*rounds, strict=True))
    return [("CPU", cpu, their_cpu), ("clock", clock, their_clock)]


def _microseconds(work: Callable[[], int]) -> tuple[float, float]:
    cpu, clock = time.process_time(), time.perf_counter()
    moves = work()
    return (time.process_time() - cpu) / moves * 1e6, (time.perf_counter() - clock) / moves * 1e6


if __name__ == "__main__":
    main()
