"""Importing logs as stored matches against `chess.pgn.read_game`, which stores nothing; per entry and per move.

The text is read, decoded, judged, and stored with its rulings and history; a log counts once it is on the disk. By the CPU:
what it costs one process, the kernel's time included. By the clock: `adjudicator import` of some seasons of a club, from its
start to its end, with whatever processes it starts by itself; and the same less its start, by which is meant what the import of
one log takes. `adjudicator check` of the same is told beside.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from statistics import median

from bench.judging import ROUNDS, chess_games, evenings, read_all

SEASONS = 5_000
RUNS = 3


def main() -> None:
    """Print the comparisons."""
    texts, (_, pgn) = evenings(), chess_games()
    with tempfile.TemporaryDirectory(prefix="adjudicator-bench-", dir=Path.cwd()) as folder:
        os.environ |= {"ADJUDICATOR_DATABASE_URL": f"sqlite:///{folder}/bench.db", "ADJUDICATOR_ADMIN_KEY": "adj_bench"}
        compare("CPU of one process", *in_turns(ROUNDS, partial(cpu, storing(texts)), partial(cpu, lambda: read_all(pgn))))
        one, many = (written(Path(folder), list(islice(cycle(texts), count))) for count in (1, SEASONS))
        entries = sum(text.count(b'"type":') for text in islice(cycle(texts), SEASONS))
        started, stored, alone, checked, read = in_turns(
            RUNS,
            partial(clock, "import", one),
            partial(clock, "import", many),
            partial(clock, "check", "--brief", "--jobs", "1", many),
            partial(clock, "check", "--brief", many),
            partial(cpu, lambda: read_all(pgn)),
        )
        compare(f"clock, {SEASONS} logs", stored / entries, read)
        print(f"  {started:.1f} of these {stored:.1f} s are the program's start; the other's has none in it, so without:")
        compare("clock, but the start", (stored - started) / entries, read)
        print(f"check of {SEASONS} logs: {alone:.1f} s by one process, {checked:.1f} s by as many as there are processors")


def compare(how: str, ours: float, theirs: float) -> None:
    """Print seconds an entry or move of both."""
    ratio = f"{theirs / ours:8.2f} x, wanted 1.5 x by the clock"
    print(f"import / read_game, {how:22}{ours * 1e6:8.2f} us{theirs * 1e6:8.2f} us{ratio}")


def in_turns(rounds: int, *works: Callable[[], float]) -> list[float]:
    """The median of each, taken in turns, so that a busy machine disturbs them alike."""
    return [median(found) for found in zip(*([work() for work in works] for _ in range(rounds)), strict=True)]


def cpu(work: Callable[[], int]) -> float:
    """CPU seconds for each of the moves that the work tells of."""
    begun = time.process_time()
    moves = work()
    return (time.process_time() - begun) / moves


def clock(*arguments: str) -> float:
    """Seconds that the program takes by the clock, with a database of its own."""
    with tempfile.TemporaryDirectory(prefix="adjudicator-bench-", dir=Path.cwd()) as folder:
        url = f"sqlite:///{folder}/bench.db"
        begun = time.perf_counter()
        command = [sys.executable, "-m", "adjudicator", *arguments]
        subprocess.run(command, env={**os.environ, "ADJUDICATOR_DATABASE_URL": url}, stdout=subprocess.DEVNULL, check=True)
        return time.perf_counter() - begun


def written(folder: Path, texts: Sequence[bytes]) -> str:
    """A file with these logs, one a line."""
    path = folder / f"{len(texts)}.ndjson"
    path.write_text("".join(json.dumps(json.loads(text)) + "\n" for text in texts))
    return str(path)


def storing(texts: Sequence[bytes]) -> Callable[[], int]:
    """Stores these logs in the database of the environment; the number of their entries."""
    from adjudicator.cli.crew import Crew
    from adjudicator.cli.entering import Manner
    from adjudicator.cli.keeping import Keeper
    from adjudicator.cli.sources import Source
    from adjudicator.games import discover

    keeper = Keeper(discover(), Manner(accept_stop=False, once=False))
    sources = [Source("bench", None, text, len(text)) for text in texts]

    def store_all() -> int:
        assert all(kept.code == 0 for _, kept in keeper.keep(sources, Crew([])))
        return sum(text.count(b'"type":') for text in texts)

    return store_all


if __name__ == "__main__":
    main()
