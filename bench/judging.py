"""Judging Carrom against python-chess, per move, in the same run.

Replay: entries decoded from parsed JSON, checked, applied and ruled on, against `Board.push_uci` (a move parsed, checked
and made). Report: from the JSON text of a log to the JSON text of its report, against `chess.pgn.read_game`.
"""

import io
import random
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import chess
import chess.pgn
import msgspec
from msgspec import Struct

from adjudicator.core.log import Log, decode_entries, decode_log
from adjudicator.core.reading import read_json
from adjudicator.core.replay import begin, replay
from adjudicator.core.report import report
from adjudicator.games import discover

GAMES = discover()
EXAMPLES = Path(__file__).parent.parent / "examples"
CARROM = GAMES["carrom"]
ROUNDS = 9
LOGS = 150
PLIES = 120
SEED = 20261129


class Comparison(Struct):
    """Two ways to do the like, each with the number of moves that one call goes through."""

    name: str
    wanted: float
    ours: Callable[[], int]
    theirs: Callable[[], int]


def main() -> None:
    """Print microseconds a move, ours and the yardstick's, and how many times faster ours is."""
    uci, pgn = chess_games()
    print(f"{'':34}{'ours':>8}{'yardstick':>11}{'ratio':>7}{'wanted':>8}   (microseconds a move, medians of {ROUNDS})")
    for workload, texts in (("evenings", evenings()), ("playouts", playouts())):
        for each in comparisons(workload, texts, uci, pgn):
            ours, theirs = measure(each)
            print(f"{each.name:34}{ours:8.2f}{theirs:11.2f}{theirs / ours:7.2f}{each.wanted:8.1f}")


def comparisons(workload: str, texts: Sequence[bytes], uci: Sequence[Sequence[str]], pgn: Sequence[str]) -> list[Comparison]:
    """What is compared for these logs."""
    logs = [decode_log(GAMES, read_json(text)) for text in texts]
    raw = [read_json(text).value["moves"] for text in texts]
    return [
        Comparison(f"{workload}: replay / push_uci", 2.0, lambda: replay_all(logs, raw), lambda: push_all(uci)),
        Comparison(f"{workload}: report / read_game", 2.0, lambda: report_all(texts), lambda: read_all(pgn)),
    ]


def measure(comparison: Comparison) -> tuple[float, float]:
    """Microseconds a move of both, taken in turns so that a busy machine disturbs them alike."""
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(_microseconds(comparison.ours))
        theirs.append(_microseconds(comparison.theirs))
    return statistics.median(ours), statistics.median(theirs)


def _microseconds(work: Callable[[], int]) -> float:
    begun = time.process_time()
    moves = work()
    return (time.process_time() - begun) / moves * 1e6


def evenings() -> list[bytes]:
    """Logs as clubs write them: those of examples/ that were logged stroke by stroke, again and again."""
    texts = [path.read_bytes() for path in sorted(EXAMPLES.glob("carrom-*.json"))]
    texts = [text for text in texts if b'"stroke"' in text]
    return texts * (LOGS // len(texts))


def playouts() -> list[bytes]:
    """Random lawful logs of two to four players, both presets. Nearly every second stroke is a foul."""
    rng = random.Random(SEED)
    texts = []
    for number in range(LOGS):
        names = ["Asha", "Bo", "Chen", "Dara"][: 2 + number % 3]
        preset = ("standard", "icf")[number % 2]
        options = msgspec.convert(CARROM.presets[preset], CARROM.options)
        played = CARROM.playout(rng, names, options)
        log = {"game": "carrom", "ruleset": preset, "players": names, "setup": played.setup, "moves": played.entries}
        texts.append(msgspec.json.encode(log))
    return texts


def chess_games() -> tuple[list[list[str]], list[str]]:
    """Random legal games, as moves in UCI and as PGN."""
    rng = random.Random(SEED)
    uci, pgn = [], []
    for _ in range(LOGS):
        board = chess.Board()
        while len(board.move_stack) < PLIES and (moves := list(board.legal_moves)):
            board.push(rng.choice(moves))
        uci.append([move.uci() for move in board.move_stack])
        pgn.append(str(chess.pgn.Game.from_board(board)))
    return uci, pgn


def replay_all(logs: Sequence[Log], raw: Sequence[list[object]]) -> int:
    """Decode and judge all entries."""
    done = 0
    for log, moves in zip(logs, raw, strict=True):
        entries = decode_entries(log.game, log.table, moves, "/moves", [])
        done += len(replay(log.game, begin(log.game, log.table), entries).rulings)
    return done


def push_all(games: Sequence[Sequence[str]]) -> int:
    """Parse, check and make all moves."""
    for moves in games:
        board = chess.Board()
        for move in moves:
            board.push_uci(move)
    return sum(len(moves) for moves in games)


def report_all(texts: Sequence[bytes]) -> int:
    """From texts to the texts of reports."""
    done = 0
    for text in texts:
        found = report(decode_log(GAMES, read_json(text)))
        done += len(found["rulings"])
        msgspec.json.encode(found)
    return done


def read_all(texts: Sequence[str]) -> int:
    """Read all games."""
    done = 0
    for text in texts:
        game = chess.pgn.read_game(io.StringIO(text))
        done += sum(1 for _ in game.mainline_moves()) if game else 0
    return done


if __name__ == "__main__":
    main()
