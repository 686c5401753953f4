"""A game's way past its checks and steps says and does what checks and steps say and do, only sooner."""

import pytest
from msgspec import structs

from adjudicator.core.game import Game
from adjudicator.core.replay import begin, replay
from tests.games.cases import GAMES
from tests.games.playing import show, stored
from tests.games.test_conformance_plans import logs

HASTY = {name: game for name, game in GAMES.items() if game.quick}


@pytest.mark.parametrize("game", HASTY.values(), ids=HASTY)
def test_the_quick_way_ends_where_the_long_way_does(game: Game) -> None:
    """At every ply, of the entry that comes and of one ten plies later: ruling, effects, findings, frames, and the state then."""
    slow, in_haste = structs.replace(game, quick={}), 0
    for log in logs(game):
        head = begin(game, log.table)
        for ply, entry in enumerate(log.entries):
            for each in (*log.entries[ply + 10 : ply + 11], entry):
                quick, long = (replay(way, stored(game, head), (each,)) for way in (game, slow))
                assert quick == long, f"{each} behind ply {ply} of {show(log)}"
            in_haste += type(entry) in game.quick and quick.rulings[0].verdict == "legal"
            head = quick.head
            head.stopped_at = None
    assert in_haste
