"""Random lawful logs for the conformance suite, each decided by its number alone, and what the suite does with them."""

import json
import os
import random
from collections.abc import Iterator
from typing import Any

import msgspec

from adjudicator.core.game import Game, Table
from adjudicator.core.log import Log, decode_log
from adjudicator.core.reading import read_json
from adjudicator.core.replay import Head, Replay, begin, replay
from tests.games.cases import FOLDER, GAMES

FULL = 10_000
PLAYOUTS = int(os.environ.get("ADJUDICATOR_PLAYOUTS", FULL))
NAMES = ("Asha", "Bo", "Chen", "Zoë", "Óscar Ní", "O'Neill", "राम", "X 7", "{player}", "nobody", "ab", "Łucja")


def numbers(share: int = 1) -> range:
    """The numbers of the logs that a test looks at: one in `share` of all."""
    return range(0, PLAYOUTS, share)


def lawful(game: Game, number: int) -> Log:
    """The lawful log of this number: the counts of players in turn, a quarter of them under a preset's own options."""
    rng = random.Random(f"{game.name} {number}")
    least, most = game.seats
    players = rng.sample(NAMES, least + number % (most - least + 1))
    preset, given = "standard", game.playout_options(rng, len(players))
    if rng.random() < 0.25:
        preset, given = rng.choice(list(game.presets.items()))
    options = msgspec.convert(given, game.options)
    played = game.playout(rng, players, options)
    table = Table(tuple(players), preset, options, msgspec.convert(played.setup, game.setup))
    return Log(game, table, tuple(played.entries))


def lawful_logs(game: Game, share: int = 1) -> Iterator[Log]:
    return (lawful(game, number) for number in numbers(share))


def written(log: Log) -> dict[str, Any]:
    """A log as it could be posted."""
    table = log.table
    raw = {"ruleset": {"preset": table.preset, "options": table.options}, "setup": table.setup, "moves": log.entries}
    whole: dict[str, Any] = json.loads(msgspec.json.encode({"game": log.game.name, "players": table.players, **raw}))
    return whole


def show(log: Log) -> str:
    """The same as text, for a failure's sentence."""
    return json.dumps(written(log), ensure_ascii=False)


def decoded(raw: dict[str, Any]) -> Log:
    """The log behind JSON text, as the service reads it."""
    return decode_log(GAMES, read_json(json.dumps(raw)))


def plies(log: Log) -> Iterator[Replay]:
    """The log replayed entry by entry; the head is the same object all the way. The first replay is that of no entry."""
    head = begin(log.game, log.table)
    yield replay(log.game, head, ())
    for entry in log.entries:
        yield replay(log.game, head, (entry,))


def stored(game: Game, head: Head) -> Head:
    """The head encoded for storing, and decoded again."""
    return Head(msgspec.json.decode(msgspec.json.encode(head.state), type=game.state), head.stopped_at)


def coverage(game: Game) -> dict[str, Any]:
    """What the game says of its lawful play: its exceptions with why, `unlawful_effects` and the like, and its `verdicts`."""
    found: dict[str, Any] = json.loads((FOLDER / game.name / "coverage.json").read_text())
    return found
