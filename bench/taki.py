"""Judging Taki, per entry, against programs that play the like, in the same run.

Replay: entries decoded from parsed JSON, checked, applied and ruled on, against the replay of recorded games of RLCard's UNO
(`action in get_legal_actions()`, then `step`; of the game alone, and of the environment that agents are given) and of
OpenSpiel's crazy_eights (`action in legal_actions()`, then `apply_action`; it is written in C++).
Claims: a log of 5,000 entries in which thousands of draws stay open, against the same entries where nobody asks (TAKI-3.5).

    pip install -r bench/requirements-taki.txt && python -m bench.taki
"""

import random
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import numpy
import pyspiel
import rlcard
from rlcard.games.uno import Game as Uno

from adjudicator.core.game import Table
from adjudicator.core.log import decode_entries
from adjudicator.core.replay import begin, replay
from adjudicator.games.taki import GAME
from adjudicator.games.taki.moves import Draw, Play, Setup
from adjudicator.games.taki.pieces import COLOUR, COPIES, FITS, SYMBOL

SEED = 20261129
ROUNDS = 9
GAMES = 100
PLAYERS = ("Asha", "Bo", "Chen", "Dov")
CLAIMS = 5_000
Work = Callable[[], tuple[float, int]]
"""Does the work and says how many seconds it took, and for how many entries or actions."""


def main() -> None:
    """Print microseconds an entry, ours and each yardstick's, and how many times faster ours is."""
    logs = taki_logs()
    rows = [
        ("RLCard UNO, game", 2.0, rlcard_game()),
        ("RLCard UNO, environment", 2.0, rlcard_environment()),
        ("OpenSpiel crazy_eights", 0.0, crazy_eights()),
    ]
    print(f"{'':26}{'ours':>10}{'yardstick':>12}{'ratio':>8}{'wanted':>8}   (microseconds an entry, medians of {ROUNDS})")
    for name, wanted, theirs in rows:
        mine, other = measure(lambda: replay_logs(logs), theirs)
        print(f"{name:26}{mine:10.2f}{other:12.2f}{other / mine:8.2f}{wanted:8.1f}")
    many, none, still_open = claims()
    print(f"{CLAIMS} entries, {still_open} claims open at the end: {many:.2f}, without {none:.2f}: {many / none:.2f} times")


def measure(*works: Work) -> list[float]:
    """Microseconds of each, taken in turns so that a busy machine disturbs them alike."""
    taken: list[list[float]] = [[] for _ in works]
    for _ in range(ROUNDS):
        for times, work in zip(taken, works, strict=True):
            seconds, count = work()
            times.append(seconds / count * 1e6)
    return [statistics.median(times) for times in taken]


def taki_logs() -> list[tuple[Table, list[Any]]]:
    """Random lawful games of four under the standard rules, their moves as parsed JSON."""
    rng, logs = random.Random(SEED), []
    options = GAME.options()
    while len(logs) < GAMES:
        played = GAME.playout(rng, PLAYERS, options)
        if len(played.entries) > 30:
            setup = msgspec.convert(msgspec.to_builtins(played.setup), GAME.setup)
            raw = msgspec.json.decode(msgspec.json.encode(played.entries))
            logs.append((Table(PLAYERS, "standard", options, setup), raw))
    return logs


def replay_logs(logs: Sequence[tuple[Table, list[Any]]]) -> tuple[float, int]:
    begun, count = time.process_time(), 0
    for table, raw in logs:
        entries = decode_entries(GAME, table, raw, "/moves", [])
        count += len(replay(GAME, begin(GAME, table), entries).rulings)
    return time.process_time() - begun, count


def new_uno(seed: int) -> Any:
    game = Uno(num_players=len(PLAYERS))
    game.np_random = numpy.random.RandomState(seed)
    game.init_game()
    return game


def rlcard_game() -> Work:
    """Recorded random games of four; dealing is not counted."""
    rng, recorded = random.Random(SEED), []
    for seed in range(GAMES):
        game, actions = new_uno(seed), []
        while not game.is_over():
            actions.append(rng.choice(game.get_legal_actions()))
            game.step(actions[-1])
        recorded.append((seed, actions))

    def work() -> tuple[float, int]:
        games = [(new_uno(seed), actions) for seed, actions in recorded]
        begun = time.process_time()
        for game, actions in games:
            for action in actions:
                if action not in game.get_legal_actions():
                    raise AssertionError(action)
                game.step(action)
        return time.process_time() - begun, sum(len(actions) for _, actions in recorded)

    return work


def rlcard_environment() -> Work:
    """The same through the environment, as agents play it: every step hands out the next player's view."""
    rng, recorded = random.Random(SEED), []
    for seed in range(GAMES // 4):
        env = rlcard.make("uno", config={"seed": seed})
        env.reset()
        actions: list[int] = []
        while not env.is_over():
            actions.append(rng.choice(list(env._get_legal_actions())))
            env.step(actions[-1])
        recorded.append((seed, actions))

    def work() -> tuple[float, int]:
        seconds = 0.0
        for seed, actions in recorded:
            env = rlcard.make("uno", config={"seed": seed})
            env.reset()
            begun = time.process_time()
            for action in actions:
                if action not in env._get_legal_actions():
                    raise AssertionError(action)
                env.step(action)
            seconds += time.process_time() - begun
        return seconds, sum(len(actions) for _, actions in recorded)

    return work


def crazy_eights() -> Work:
    """Recorded random games of four, deals and draws included."""
    rng, recorded = random.Random(SEED), []
    game = pyspiel.load_game(f"crazy_eights(players={len(PLAYERS)})")
    for _ in range(GAMES):
        state, actions = game.new_initial_state(), []
        while not state.is_terminal():
            chances = [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
            actions.append(rng.choice(chances))
            state.apply_action(actions[-1])
        recorded.append(actions)

    def work() -> tuple[float, int]:
        begun = time.process_time()
        for actions in recorded:
            state = game.new_initial_state()
            for action in actions:
                if not state.is_chance_node() and action not in state.legal_actions():
                    raise AssertionError(action)
                state.apply_action(action)
        return time.process_time() - begun, sum(len(actions) for actions in recorded)

    return work


def claims() -> tuple[float, float, int]:
    """Microseconds an entry with and without the question of TAKI-3.5, and how many claims are open at the end."""
    entries = long_log()
    tables = [
        Table(PLAYERS[:2], "standard", GAME.options(draw_when_able=word), Setup(leading=("R5",)))
        for word in ("forbidden", "allowed")
    ]

    def work(table: Table) -> tuple[float, int]:
        begun = time.process_time()
        done = replay(GAME, begin(GAME, table), entries)
        return time.process_time() - begun, len(done.rulings)

    many, none = measure(lambda: work(tables[0]), lambda: work(tables[1]))
    state = replay(GAME, begin(GAME, tables[0]), entries).head.state
    return many, none, sum(len(bucket.claims) for buckets in state.claims for bucket in buckets.values())


def long_log() -> list[Play | Draw]:
    """Two players with unknown hands who draw every other time, on one lead after another."""
    rng = random.Random(SEED)
    head = begin(GAME, Table(PLAYERS[:2], "standard", GAME.options(), Setup(leading=("R5",))))
    state, entries = head.state, []
    while len(entries) < CLAIMS:
        player = PLAYERS[state.turn]
        fitting = [
            card for card in sorted(FITS[state.lead])
            if card in COLOUR and SYMBOL[card] not in ("+2", "PLUS", "TAKI") and state.seen.get(card, 0) < COPIES[card]
        ]
        if fitting and state.hands[state.turn] > 4 and rng.random() < 0.5:
            entry: Play | Draw = Play(player=player, cards=(rng.choice(fitting),))
        else:
            entry = Draw(player=player, count=min(1, state.pile + state.discards - 1))
        replay(GAME, head, [entry])
        entries.append(entry)
    return entries


if __name__ == "__main__":
    main()
