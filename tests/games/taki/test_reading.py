"""How plays and draws are read: the quick ways say what the long ways say."""

from collections.abc import Iterator

from msgspec import structs

from adjudicator.core.log import Log
from adjudicator.core.replay import begin, replay
from adjudicator.games.taki import GAME
from adjudicator.games.taki.laying import read_all
from adjudicator.games.taki.moves import Play
from adjudicator.games.taki.state import State
from tests.games.playing import lawful_logs, numbers, show
from tests.games.test_conformance_damage import damaged, readable

ASKED = structs.replace(GAME, checks={kind: structs.replace(checks, plain=False) for kind, checks in GAME.checks.items()})
"""Taki, with every check asked of every entry."""


def logs() -> Iterator[Log]:
    """Lawful logs and damaged ones."""
    yield from lawful_logs(GAME, share=100)
    yield from (log for number in numbers(share=50) if (log := readable(damaged(GAME, number))) is not None)


def test_of_a_plain_entry_no_check_has_anything_to_say() -> None:
    for log in logs():
        quick, asked = (replay(game, begin(game, log.table), log.entries) for game in (GAME, ASKED))
        assert quick == asked, show(log)


def test_a_simple_play_is_read_as_any_play_is() -> None:
    def read(state: State, entry: Play) -> object:
        quick = plan(state, entry)
        long = read_all(state, entry, state.players.index(entry.player))
        read_again.append(structs.replace(long, plain=quick.plain, fresh=tuple(long.fresh)) == quick)
        return quick

    plan, read_again = GAME.checks[Play].plan, list[bool]()
    game = structs.replace(GAME, checks={**GAME.checks, Play: structs.replace(GAME.checks[Play], plan=read)})
    for log in logs():
        replay(game, begin(game, log.table), log.entries)
        assert all(read_again), show(log)
    assert read_again
