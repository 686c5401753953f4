"""The engine beside a second referee who shares no code with it: what logs they are given, and that they say the same."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol, TypeVar

from adjudicator.core.game import Game
from adjudicator.core.log import Log
from tests.games.playing import lawful, numbers, show
from tests.games.test_conformance_damage import damaged, readable, strewn


class Verdict(Protocol):
    """What the second referee says of an entry."""

    @property
    def verdict(self) -> str: ...


Said = TypeVar("Said", bound=Verdict)


def any_logs(game: Game, share: int) -> Iterator[Log]:
    """Lawful ones, and such as nobody would write."""
    for number in numbers(share):
        yield lawful(game, number)
        for made in (damaged, strewn):
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
