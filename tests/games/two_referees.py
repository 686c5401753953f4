"""The engine beside a second referee who shares no code with it: what logs they are given, and that they say the same."""

import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol, TypeVar

from adjudicator.core.game import Game
from adjudicator.core.log import Log
from tests.games.playing import FULL, lawful, numbers, show, written
from tests.games.test_conformance_damage import damaged, readable, strewn


class Verdict(Protocol):
    """What the second referee says of an entry."""

    @property
    def verdict(self) -> str: ...


Said = TypeVar("Said", bound=Verdict)


def reruled(game: Game, number: int) -> dict[str, Any]:
    """A lawful log under rules of which some are another log's: what was allowed may now be against them, and stands."""
    rng = random.Random(f"{game.name} reruled {number}")
    raw, other = (written(lawful(game, each)) for each in (number, number + rng.randint(1, FULL)))
    mine, theirs = (each["ruleset"]["options"] for each in (raw, other))
    raw["ruleset"] = {"options": {name: rng.choice([value, theirs[name]]) for name, value in mine.items()}}
    raw["moves"] = [{"note": "So it was played.", **move, "stands": True} for move in raw["moves"]]
    return raw


def any_logs(game: Game, share: int) -> Iterator[Log]:
    """Lawful ones, such as nobody would write, and such as were played by other rules."""
    for number in numbers(share):
        yield lawful(game, number)
        for made in (damaged, strewn, reruled):
            if log := readable(made(game, number)):
                yield log


def say_the_same(
    logs: Iterable[Log],
    judged_twice: Callable[[Log], Iterator[tuple[dict[str, Any], Said]]],
    agrees: Callable[[dict[str, Any], Said], bool],
) -> set[str]:
    """Go through the logs, each ruling of the engine beside the other's; the verdicts that came up."""
    verdicts = set[str]()
    for log in logs:
        for ruling, said in judged_twice(log):
            assert agrees(ruling, said), f"ply {ruling['ply']}: {ruling}, not {said}: {show(log)}"
            verdicts.add(said.verdict)
    return verdicts
