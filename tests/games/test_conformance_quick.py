"""A game's way past its checks and steps says and does what checks and steps say and do, only sooner."""

from collections import Counter
from typing import Any

import pytest
from msgspec import structs

from adjudicator.core.entries import Entry
from adjudicator.core.game import Game, Quick
from adjudicator.core.replay import begin, replay
from adjudicator.core.ruling import Outcome
from tests.games.cases import GAMES
from tests.games.playing import lawful_logs, show, stored
from tests.games.two_referees import any_logs

HASTY = {name: game for name, game in GAMES.items() if game.quick}
every_hasty_game = pytest.mark.parametrize("game", HASTY.values(), ids=HASTY)


@every_hasty_game
def test_the_quick_way_ends_where_the_long_way_does(game: Game) -> None:
    """At every ply, of the entry that comes and of one ten plies later: ruling, effects, findings, frames, and the state then."""
    slow = structs.replace(game, quick={})
    for log in any_logs(game, share=40):
        head = begin(game, log.table)
        for ply, entry in enumerate(log.entries):
            for each in (*log.entries[ply + 10 : ply + 11], entry):
                quick, long = (replay(way, stored(game, head), (each,)) for way in (game, slow))
                assert quick == long, f"{each} behind ply {ply} of {show(log)}"
            head = quick.head
            head.stopped_at = None


@every_hasty_game
def test_the_quick_way_is_taken(game: Game) -> None:
    """By more than half of the lawful entries of each kind that has one."""
    came, taken = Counter[type[Entry]](), Counter[type[Entry]]()

    def watched(kind: type[Entry], way: Quick) -> Quick:
        def quick(state: Any, entry: Any, outcome: Outcome) -> tuple[str, ...] | None:
            undecided = way(state, entry, outcome)
            came[kind] += 1
            taken[kind] += undecided is not None
            return undecided

        return quick

    other = structs.replace(game, quick={kind: watched(kind, way) for kind, way in game.quick.items()})
    for log in lawful_logs(game, share=100):
        replay(other, begin(other, log.table), log.entries)
    assert came.keys() == game.quick.keys()
    assert all(taken[kind] > came[kind] / 2 for kind in came), (taken, came)
