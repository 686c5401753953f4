"""An entry that its plan calls plain is one on which the checks, when they are asked, say nothing else."""

from collections.abc import Iterator

import pytest
from msgspec import structs

from adjudicator.core.game import Game
from adjudicator.core.log import Log
from adjudicator.core.replay import begin, judge, replay
from tests.games.cases import GAMES
from tests.games.playing import lawful, numbers, show
from tests.games.test_conformance_damage import damaged, readable, strewn

SHORTENED = {name: game for name, game in GAMES.items() if any(checks.plain for checks in game.checks.values())}


def asking(game: Game) -> Game:
    """The game, but every check is asked of every entry."""
    checks = {kind: structs.replace(each, plain=False) for kind, each in game.checks.items()}
    return structs.replace(game, checks=checks)


def logs(game: Game) -> Iterator[Log]:
    """Lawful ones, and such as nobody would write."""
    for number in numbers(share=40):
        yield lawful(game, number)
        for made in (damaged, strewn):
            if log := readable(made(game, number)):
                yield log


@pytest.mark.parametrize("game", SHORTENED.values(), ids=SHORTENED)
def test_plain_is_what_the_checks_say(game: Game) -> None:
    """At every ply, of the entry that comes and of one ten plies later."""
    other, plain = asking(game), 0
    for log in logs(game):
        head = begin(game, log.table)
        for ply, entry in enumerate(log.entries):
            for each in log.entries[ply : ply + 11 : 10]:
                judged = judge(game, head.state, each)
                assert judged == judge(other, head.state, each), f"{each} behind ply {ply} of {show(log)}"
                plain += getattr(judged.plan, "plain", False)
            replay(game, head, (entry,))
            head.stopped_at = None
    assert plain > len(numbers(share=40))
