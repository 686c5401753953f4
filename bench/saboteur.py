"""Judging Saboteur: per entry against python-chess, open hands against ordinary logs, late entries against early ones.

Logs are of random lawful rounds, all played card by card. An ordinary one names what the table saw, and what maps showed.
With open hands it names every hand dealt as well, but no card discarded or drawn face down: what the hands hold has to be
found out from what is played. The hardest of such logs is that of rounds in which every card is thrown away: the first half
of the turns unnamed, the others named, against the same with nothing named.
"""

import random
import statistics
import time
from collections.abc import Sequence

import msgspec

from adjudicator.core.game import Table
from adjudicator.core.log import Log, decode_entries
from adjudicator.core.replay import begin, replay
from adjudicator.games import discover
from adjudicator.games.saboteur.pieces import COPIES, GOLD_CARDS, HAND, KINDS, PACK
from adjudicator.games.saboteur.playout import Evening, Habits, play_round
from bench.judging import ROUNDS, Comparison, chess_games, measure, push_all

SABOTEUR = discover()["saboteur"]
NAMES = ("Asha", "Bo", "Chen", "Dov", "Ema", "Finn", "Gita", "Hugo", "Ivo", "Juna")
LOGS = 60
SEED = 20261129
ALL_WRITTEN = Habits(rounds=1, roles=1, hands=1, goals=1, draws=1, discards=1, looks=1)
FACE_DOWN = {"round": {"roles", "goals"}, "discard": {"card"}}
EARLY, LATE = slice(0, 10), slice(50, 60)


def main() -> None:
    """Print microseconds an entry, and the ratios that are wanted."""
    games = played()
    ordinary, open_hands = logs_of(games, {"hands", "drew"}), logs_of(games, {"drew"})
    uci, _ = chess_games()
    ours, theirs = measure(Comparison("", 1.0, lambda: judge_all(ordinary), lambda: push_all(uci)))
    print(f"replay / push_uci      {ours:8.2f}{theirs:8.2f} us: {theirs / ours:5.2f} x, wanted 1.0 at least, aim 3.0")
    some, all_open = measure(Comparison("", 5.0, lambda: judge_all(ordinary), lambda: judge_all(open_hands)))
    print(f"open hands / ordinary  {all_open:8.2f}{some:8.2f} us: {all_open / some:5.2f} x, wanted 5.0 at most")
    hard, easy = thrown_away(known=True), thrown_away(known=False)
    some, all_open = measure(Comparison("", 5.0, lambda: judge_all(easy), lambda: judge_all(hard)))
    print(f"hardest / easiest      {all_open:8.2f}{some:8.2f} us: {all_open / some:5.2f} x, wanted 5.0 at most")
    early, late = early_and_late(ordinary)
    print(f"entries 51-60 / 1-10   {late:8.2f}{early:8.2f} us: {late / early:5.2f} x, the mine then being five times as large")


def played() -> list[Log]:
    """Whole games with everything written down, of three to ten players."""
    found = []
    for number in range(LOGS):
        rng = random.Random(f"{SEED} {number}")
        names, preset = NAMES[: 3 + number % 8], ("standard", "publisher")[number % 2]
        options = msgspec.convert(SABOTEUR.presets[preset], SABOTEUR.options)
        gold = [nuggets for nuggets, count in GOLD_CARDS.items() for _ in range(count)]
        evening = Evening(rng, names, options, ALL_WRITTEN, 0, rng.sample(gold, len(gold)), [])
        for _ in range(options.rounds):
            play_round(evening)
        found.append(Log(SABOTEUR, Table(names, preset, options, SABOTEUR.setup()), tuple(evening.entries)))
    return found


def logs_of(games: Sequence[Log], without: set[str]) -> list[tuple[Log, list[object]]]:
    """The games without these fields and without what lay face down, each with the parsed JSON of its entries."""
    found = []
    for game in games:
        raw = [
            {key: value for key, value in move.items() if key not in without | FACE_DOWN.get(move["type"], set())}
            for move in msgspec.to_builtins(game.entries)
        ]
        entries = decode_entries(SABOTEUR, game.table, raw, "/moves", [])
        found.append((Log(SABOTEUR, game.table, tuple(entries)), raw))
    return found


def thrown_away(known: bool) -> list[tuple[Log, list[object]]]:
    """Rounds of discards alone; `known`: with the hands, and with the names of what is thrown away in the second half."""
    found = []
    for number in range(LOGS):
        rng = random.Random(f"{SEED} thrown {number}")
        names = NAMES[: 3 + number % 8]
        pack = [KINDS[kind] for kind, count in enumerate(COPIES["portrait"]) for _ in range(count)]
        rng.shuffle(pack)
        hands = {name: [pack.pop() for _ in range(HAND[len(names)])] for name in names}
        dealt = {"hands": {name: list(hand) for name, hand in hands.items()}} if known else {}
        raw: list[object] = [{"type": "round", **dealt}]
        for turn in range(PACK):
            name = names[turn % len(names)]
            card = hands[name].pop(rng.randrange(len(hands[name])))
            named = {"card": card} if known and turn > PACK // 2 else {}
            raw.append({"type": "discard", "player": name, **named})
            if pack:
                hands[name].append(pack.pop())
        found.append((Log(SABOTEUR, Table(names, "standard", SABOTEUR.options(), SABOTEUR.setup()), ()), raw))
    return found


def judge_all(logs: Sequence[tuple[Log, list[object]]]) -> int:
    """Decode and judge all entries."""
    done = 0
    for log, raw in logs:
        entries = decode_entries(SABOTEUR, log.table, raw, "/moves", [])
        found = replay(SABOTEUR, begin(SABOTEUR, log.table), entries)
        assert found.head.stopped_at is None
        done += len(found.rulings)
    return done


def early_and_late(logs: Sequence[tuple[Log, list[object]]]) -> tuple[float, float]:
    """Microseconds an entry at the beginning of a first round, and behind fifty entries of it."""
    long = [log for log, _ in logs if first_round(log) >= LATE.stop]
    times: dict[int, list[float]] = {EARLY.start: [], LATE.start: []}
    for _ in range(ROUNDS):
        spent = dict.fromkeys(times, 0)
        for log in long:
            head, at = begin(SABOTEUR, log.table), 0
            for part in (EARLY, LATE):
                replay(SABOTEUR, head, log.entries[at : part.start])
                entries = log.entries[part]
                begun = time.thread_time_ns()
                replay(SABOTEUR, head, entries)
                spent[part.start] += time.thread_time_ns() - begun
                at = part.stop
        for start, nanoseconds in spent.items():
            times[start].append(nanoseconds / 1e3 / 10 / len(long))
    return statistics.median(times[EARLY.start]), statistics.median(times[LATE.start])


def first_round(log: Log) -> int:
    """How many entries the first round has before its roles."""
    return next(place for place, entry in enumerate(log.entries) if "roles" in msgspec.to_builtins(entry)["type"])


if __name__ == "__main__":
    main()
