"""Judging Moon against OpenSpiel's spades (C++) and rlcard's UNO (Python), per move, in the same run.

    python -m pip install -r bench/requirements-moon.txt
    python -m bench.moon

Plays: the tiles of a hand checked, applied and ruled on, until it is scored. Replay: all entries of the hand, without and
with their decoding from parsed JSON. Both against the moves of a game whose cards have been dealt, each checked and made
(rlcard checks nothing). Then a log as long as can be, whose hands are all
shown and whose plays leave as much open as can be, against an ordinary one of that length: the knowledge logic must not
cost more than five times as much.
"""

import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
import numpy
import pyspiel
from msgspec import Struct, structs
from rlcard.games.uno import Game as UnoGame

from adjudicator.core.log import MAX_ENTRIES, Log, decode_entries, decode_log
from adjudicator.core.reading import read_json
from adjudicator.core.replay import begin, replay
from adjudicator.games import discover
from adjudicator.games.moon.pieces import TILE, TILES
from adjudicator.games.moon.suits import FOLLOWING, STRENGTH, TRUMPS

GAMES = discover()
NAMES = ("Asha", "Bo", "Chen")
SEATS = len(NAMES)
STANDS = {"stands": True, "note": "As it was played."}
ROUNDS = 9
HANDS = 200
BEFORE_PLAYS = 4
SEED = 20261129
ENDLESS = {"game_points": 1_000_000, "moon_made": "plus_21", "revoke": "report_only"}


class Comparison(Struct):
    """Two ways to do the like, each with the number of moves that one call goes through; `less` is taken off ours."""

    name: str
    wanted: float
    ours: Callable[[], int]
    theirs: Callable[[], int]
    less: Callable[[], int] = lambda: 0


def main() -> None:
    """Print microseconds a move, ours and the yardstick's, and how many times faster ours is."""
    logs = [blind_hand(number) for number in range(HANDS)]
    raw = [msgspec.to_builtins(log.entries) for log in logs]
    spades, uno = spades_games(), uno_games()
    ordinary, open_hands, open_plays = (long_log(write) for write in (blind, shown, doubtful))
    beginnings = [structs.replace(log, entries=log.entries[:BEFORE_PLAYS]) for log in logs]
    comparisons = [
        Comparison(
            "plays / spades", 0.1, lambda: judge_all(logs), lambda: play_spades(spades), lambda: judge_all(beginnings)
        ),
        Comparison("replay / spades", 0.1, lambda: judge_all(logs), lambda: play_spades(spades)),
        Comparison("decoded / spades", 0.1, lambda: decode_all(logs, raw), lambda: play_spades(spades)),
        Comparison("replay / UNO", 2.0, lambda: judge_all(logs), lambda: play_uno(uno)),
        Comparison("decoded / UNO", 2.0, lambda: decode_all(logs, raw), lambda: play_uno(uno)),
        Comparison("hands shown / ordinary", 0.2, lambda: judge_all([open_hands]), lambda: judge_all([ordinary])),
        Comparison("much open / ordinary", 0.2, lambda: judge_all([open_plays]), lambda: judge_all([ordinary])),
    ]
    print(f"{'':24}{'ours':>10}{'yardstick':>12}{'ratio':>8}{'wanted':>8}   (microseconds a move, medians of {ROUNDS})")
    for each in comparisons:
        ours, theirs = measure(each)
        print(f"{each.name:24}{ours:10.2f}{theirs:12.2f}{theirs / ours:8.2f}{each.wanted:8.1f}")


def measure(comparison: Comparison) -> tuple[float, float]:
    """Microseconds a move of both, taken in turns so that a busy machine disturbs them alike."""
    ours, theirs = [], []
    for _ in range(ROUNDS):
        (whole, moves), (part, fewer) = _timed(comparison.ours), _timed(comparison.less)
        ours.append((whole - part) / (moves - fewer) * 1e6)
        seconds, moves = _timed(comparison.theirs)
        theirs.append(seconds / moves * 1e6)
    return statistics.median(ours), statistics.median(theirs)


def _timed(work: Callable[[], int]) -> tuple[float, int]:
    """Seconds of processor time, and how many moves it was."""
    begun = time.process_time()
    moves = work()
    return time.process_time() - begun, moves


def blind_hand(number: int) -> Log:
    """A log of one lawful hand of which the tiles played are all that is known."""
    return _log(blind(random.Random(SEED + number), 0))


def long_log(write: Callable[[random.Random, int], list[dict[str, Any]]]) -> Log:
    """As many entries as a log can have, hand by hand; the game points are out of reach."""
    rng, moves, number = random.Random(SEED), [], 0
    while len(moves) < MAX_ENTRIES:
        moves += write(rng, number % SEATS)
        number += 1
    return _log(moves[:MAX_ENTRIES])


def _log(moves: Sequence[dict[str, Any]]) -> Log:
    raw = {"game": "moon", "ruleset": {"options": ENDLESS}, "players": NAMES, "moves": moves}
    return decode_log(GAMES, read_json(msgspec.json.encode(raw)))


def blind(rng: random.Random, bidder: int) -> list[dict[str, Any]]:
    """Nothing of the deal is shown, and everybody follows."""
    tiles = rng.sample(TILES, len(TILES))
    return [*words(bidder), *tricks(rng, bidder, tiles, follow=True)]


def shown(rng: random.Random, bidder: int) -> list[dict[str, Any]]:
    """All hands, the kitty and the discard are shown, and everybody follows."""
    tiles = rng.sample(TILES, len(TILES))
    hands = {name: tiles[seat * 7 : seat * 7 + 7] for seat, name in enumerate(NAMES)}
    deal = {"type": "deal", "hands": hands, "kitty": tiles[21]}
    played = [*tricks(rng, bidder, tiles, follow=True)]
    played[0] |= {"kitty": tiles[21], "discard": tiles[21]}
    return [deal, *words(bidder), *played]


def doubtful(rng: random.Random, bidder: int) -> list[dict[str, Any]]:
    """One hand and the kitty are shown, and nobody follows who holds another tile: all is open, much is proven, and it stands."""
    tiles, seat = rng.sample(TILES, len(TILES)), rng.randrange(SEATS)
    deal = {"type": "deal", "hands": {NAMES[seat]: tiles[seat * 7 : seat * 7 + 7]}, "kitty": tiles[21]}
    return [deal, *words(bidder), *tricks(rng, bidder, tiles, follow=False)]


def words(bidder: int) -> list[dict[str, Any]]:
    """The first to speak bids 4."""
    order = [(bidder + place) % SEATS for place in range(SEATS)]
    return [{"type": "bid", "player": NAMES[seat], "bid": 4 if seat == bidder else "pass"} for seat in order]


def tricks(rng: random.Random, bidder: int, tiles: Sequence[str], follow: bool) -> Iterator[dict[str, Any]]:
    """A trump is named, the kitty put down again, and seven tricks are played."""
    held = [list(tiles[seat * 7 : seat * 7 + 7]) for seat in range(SEATS)]
    trump, leader = rng.choice(TRUMPS), bidder
    yield {"type": "declare", "player": NAMES[bidder], "trump": trump}
    for _ in range(7):
        trick: list[tuple[int, int]] = []
        for seat in ((leader + place) % SEATS for place in range(SEATS)):
            asked = FOLLOWING[trump][trick[0][1]] if trick else 0
            fit = [name for name in held[seat] if bool(asked >> TILE[name] & 1) == follow]
            name = rng.choice(fit or held[seat])
            held[seat].remove(name)
            trick.append((seat, TILE[name]))
            yield {"type": "play", "player": NAMES[seat], "tile": name} | ({} if follow else STANDS)
        strength = STRENGTH[trump][trick[0][1]]
        leader = max(trick, key=lambda played: strength[played[1]])[0]


def judge_all(logs: Sequence[Log]) -> int:
    """Judge entries that are decoded."""
    return sum(len(replay(log.game, begin(log.game, log.table), log.entries).rulings) for log in logs)


def decode_all(logs: Sequence[Log], raw: Sequence[list[Any]]) -> int:
    """Decode and judge."""
    done = 0
    for log, moves in zip(logs, raw, strict=True):
        entries = decode_entries(log.game, log.table, moves, "/moves", [])
        done += len(replay(log.game, begin(log.game, log.table), entries).rulings)
    return done


def spades_games() -> list[tuple[Any, list[int]]]:
    """Random games of spades: the state behind the deal, and the bids and plays from there."""
    rng, found = random.Random(SEED), []
    for _ in range(HANDS):
        state = pyspiel.load_game("spades").new_initial_state()
        while state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        dealt, moves = state.clone(), []
        while not state.is_terminal():
            moves.append(rng.choice(state.legal_actions()))
            state.apply_action(moves[-1])
        found.append((dealt, moves))
    return found


def play_spades(games: Sequence[tuple[Any, list[int]]]) -> int:
    """Check and make all moves."""
    for dealt, moves in games:
        state = dealt.clone()
        for move in moves:
            state.apply_action_with_legality_check(move)
    return sum(len(moves) for _, moves in games)


def uno_games() -> list[tuple[int, list[str]]]:
    """Random games of UNO: the seed of the deal, and the moves."""
    rng, found = random.Random(SEED), []
    for number in range(HANDS // 4):
        game, moves = _uno(number), []
        while not game.is_over():
            moves.append(rng.choice(game.get_legal_actions()))
            game.step(moves[-1])
        found.append((number, moves))
    return found


def play_uno(games: Sequence[tuple[int, list[str]]]) -> int:
    """Deal, and make all moves."""
    for number, moves in games:
        game = _uno(number)
        for move in moves:
            game.step(move)
    return sum(len(moves) for _, moves in games)


def _uno(seed: int) -> UnoGame:
    game = UnoGame()
    game.np_random = numpy.random.RandomState(seed)
    game.init_game()
    return game


if __name__ == "__main__":
    main()
