"""Logs that nobody would write: lawful ones with entries lost, doubled, moved and changed. Nothing raises, nothing is lost."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec import structs

from adjudicator.core.errors import Malformed
from adjudicator.core.faults import describe
from adjudicator.core.game import Game
from adjudicator.core.log import Log, entry_union
from adjudicator.core.replay import begin, replay
from adjudicator.core.report import judge_log, report, report_of
from adjudicator.core.views import PUBLIC, REFEREE, Viewer
from tests.core.shapes import Shaper
from tests.games.cases import GAMES
from tests.games.playing import decoded, lawful, numbers, show, stored, written
from tests.games.scrutiny import look_at_fault, look_at_ply, same_pieces

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
LEAST_READABLE = 0.3


def damaged(game: Game, number: int) -> dict[str, Any]:
    """A lawful log with one to six faults in it, half of them with everything standing."""
    rng = random.Random(f"{game.name} damaged {number}")
    raw = written(lawful(game, number))
    for _ in range(rng.randint(1, 6)):
        rng.choice(DAMAGES)(rng, raw)
    if rng.random() < 0.5:
        raw["moves"] = [{"note": "So it was played.", **move, "stands": True} for move in raw["moves"]]
    return raw


def drop(rng: random.Random, raw: dict[str, Any]) -> None:
    if raw["moves"]:
        del raw["moves"][rng.randrange(len(raw["moves"]))]


def drop_some(rng: random.Random, raw: dict[str, Any]) -> None:
    share = rng.random() / 2
    raw["moves"] = [move for move in raw["moves"] if rng.random() > share]


def double(rng: random.Random, raw: dict[str, Any]) -> None:
    if raw["moves"]:
        raw["moves"].insert(rng.randint(0, len(raw["moves"])), dict(rng.choice(raw["moves"])))


def swap(rng: random.Random, raw: dict[str, Any]) -> None:
    if raw["moves"]:
        one, other = rng.randrange(len(raw["moves"])), rng.randrange(len(raw["moves"]))
        raw["moves"][one], raw["moves"][other] = raw["moves"][other], raw["moves"][one]


def another_player(rng: random.Random, raw: dict[str, Any]) -> None:
    if raw["moves"] and "player" in (move := rng.choice(raw["moves"])):
        move["player"] = rng.choice(raw["players"])


def another_first(rng: random.Random, raw: dict[str, Any]) -> None:
    raw["setup"] = {**raw["setup"], "first": rng.choice(raw["players"])}


def no_setup(rng: random.Random, raw: dict[str, Any]) -> None:
    raw["setup"] = {key: value for key, value in raw["setup"].items() if rng.random() < 0.5}


def another_leaf(rng: random.Random, raw: dict[str, Any]) -> None:
    """A number, word or name somewhere in an entry, or in the setup, becomes another one from there or from anywhere."""
    places = [*leaves(raw["moves"]), *leaves(raw["setup"])]
    if places:
        holder, key = rng.choice(places)
        donor, other = rng.choice([each for each in places if type(each[0][each[1]]) is type(holder[key])])
        holder[key] = rng.choice([donor[other], donor[other], *STRANGE.get(type(holder[key]), [])])


def lost_field(rng: random.Random, raw: dict[str, Any]) -> None:
    if raw["moves"] and len(move := rng.choice(raw["moves"])) > 1:
        del move[rng.choice([key for key in move if key != "type"])]


def leaves(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every (holder, key) at which something other than an object or list stands; the type of an entry is none."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in pairs:
        if isinstance(inner, (dict, list)):
            yield from leaves(inner)
        elif key != "type":
            yield value, key


STRANGE: dict[type, list[Any]] = {int: [-1, 0, 1, 2, 1_000_000], str: ["?", "R0", "64"], bool: [True, False]}
DAMAGES = (drop, drop_some, double, swap, swap, another_player, another_first, no_setup, another_leaf, another_leaf, lost_field)


@every_game
def test_damaged_logs(game: Game) -> None:
    """Each is malformed with every fault named, or judged; a refused entry changes nothing; behind it play could go on."""
    rng, read = random.Random(game.name), 0
    for number in numbers(share=10):
        log = readable(damaged(game, number))
        if log is None:
            continue
        read += 1
        for viewer in (REFEREE, PUBLIC, Viewer(player=rng.choice(log.table.players))):
            look_at_stop(log, viewer)
        push_on(log, rng.randint(0, len(log.entries)))
    assert read > LEAST_READABLE * len(numbers(share=10)) - 10, "most logs are malformed: nothing is tried"


def strewn(game: Game, number: int) -> dict[str, Any]:
    """A lawful log with entries strewn in that are made of its words and numbers at random; mostly everything stands."""
    rng = random.Random(f"{game.name} strewn {number}")
    raw = written(lawful(game, number))
    found = [holder[key] for holder, key in leaves(raw["moves"])] or [1, "?"]
    texts = [each for each in found if isinstance(each, str)] or ["?"]
    shaper = Shaper(rng, raw["players"], texts, [each for each in found if type(each) is int] or [1], wild=0)
    for _ in range(rng.randint(1, 12)):
        raw["moves"].insert(rng.randint(0, len(raw["moves"])), shaper.near(describe(entry_union(game.entries))))
    if rng.random() < 0.8:
        raw["moves"] = [{"note": "So it was played.", **move, "stands": True} for move in raw["moves"]]
    return raw


@every_game
def test_strewn_logs(game: Game) -> None:
    """Entries that nothing but their form makes possible, at any moment of a match."""
    rng, read = random.Random(game.name), 0
    for number in numbers(share=25):
        log = readable(strewn(game, number))
        if log is not None:
            read += 1
            push_on(log, rng.randint(0, len(log.entries)))
    assert read > LEAST_READABLE / 3 * len(numbers(share=25)) - 10, "most logs are malformed: nothing is tried"


def look_at_stop(log: Log, viewer: Viewer) -> None:
    """What is next, the score and the state are those before the entry that stopped the log.

    Not so where the log stops only because facts have come back at the end: then it was the end that brought the stop.
    """
    judged = judge_log(log, viewer)
    found = report_of(judged)
    msgspec.json.encode(found)
    if found["stopped_at"] is not None and not judged.ended:
        before = report(structs.replace(log, entries=log.entries[: found["stopped_at"] - 1]), viewer)
        assert [found[part] for part in ("next", "score", "state")] == [before[part] for part in ("next", "score", "state")]


def readable(raw: dict[str, Any]) -> Log | None:
    """The log, or None if it is malformed: then some fault is named, and each lies where the log has something or lacks it."""
    try:
        return decoded(raw)
    except Malformed as refused:
        faults = refused.faults
    assert faults, raw
    for fault in faults:
        look_at_fault(fault, raw)
    return None


def push_on(log: Log, cut: int) -> None:
    """Judge all entries, whatever stops; at one ply the head is stored and read again, and what goes on from it is the same."""
    game, pieces = log.game, None
    head, other = begin(game, log.table), None
    for ply, entry in enumerate(log.entries, 1):
        if ply == cut:
            other = stored(game, head)
            assert other == head, f"the state behind ply {ply - 1} is another one when stored: {show(log)}"
        before = msgspec.json.encode(head.state)
        done = replay(game, head, (entry,))
        look_at_ply(game, done, log.entries[:ply], thorough=ply % 4 == cut % 4)
        if other is not None:
            assert replay(game, other, (entry,)) == done, f"another ruling at ply {ply} from the head stored: {show(log)}"
            other.stopped_at = None
        if head.stopped_at is not None:
            head.stopped_at, head.state.ply = None, ply - 1
            assert msgspec.json.encode(head.state) == before, f"refused at ply {ply}, but something has changed: {show(log)}"
            head.state.ply = ply
        pieces = same_pieces(game.conserved(head.state), pieces, f"behind ply {ply} of {show(log)}")
