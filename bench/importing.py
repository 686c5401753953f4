"""Importing logs as stored matches against `chess.pgn.read_game`, which stores nothing; per entry and per move.

What is timed of ours is `adjudicator import` but for the terminal: the text is read, decoded, judged, reported and stored, each
log in a transaction of its own that is on the disk when it ends.
"""

import os
import tempfile
from pathlib import Path

from bench.judging import Comparison, chess_games, evenings, measure, read_all

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
            assert all(keeper.keep(source).code == 0 for source in sources)
            return plies

        ours, theirs = measure(Comparison("import / read_game", 1.5, store_all, lambda: read_all(pgn)))
    print(f"{'import / read_game':24}{ours:10.2f}{theirs:12.2f}{theirs / ours:8.2f}{1.5:8.1f}")


if __name__ == "__main__":
    main()
