"""A game's ways past its checks and steps say and do what checks and steps say and do, only sooner."""

from collections.abc import Iterator

import pytest
from msgspec import structs

from adjudicator.core.game import Game
from adjudicator.core.log import Log
from adjudicator.core.replay import begin, replay
from tests.games.cases import GAMES
from tests.games.playing import lawful_logs, numbers, show
from tests.games.test_conformance_damage import damaged, readable

WAYS_PAST = [game for game in GAMES.values() if game.quick or any(checks.plain for checks in game.checks.values())]


def logs(game: Game) -> Iterator[Log]:
    """Lawful logs and damaged ones."""
    yield from lawful_logs(game, share=20)
    yield from (log for number in numbers(share=20) if (log := readable(damaged(game, number))) is not None)


@pytest.mark.parametrize("game", WAYS_PAST, ids=lambda game: game.name)
def test_the_quick_way_ends_where_the_long_way_does(game: Game) -> None:
    """Every ruling, effect, finding and frame, and the state behind them."""
    checks = {kind: structs.replace(each, plain=False) for kind, each in game.checks.items()}
    long_way = structs.replace(game, quick={}, checks=checks)
    for log in logs(game):
        quick, long = (replay(each, begin(each, log.table), log.entries) for each in (game, long_way))
        assert quick == long, show(log)
