"""Behind every ply of lawful play a game answers all that it can be asked, and what is done next was on offer."""

import random

import msgspec
import pytest

from adjudicator.core.entries import Adjust, End, Remark, Result
from adjudicator.core.game import Game
from adjudicator.core.replay import judge
from tests.games.cases import GAMES
from tests.games.playing import lawful_logs, plies, show, stored
from tests.games.scrutiny import look_at_ply, offered

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
COMMON = (End, Adjust, Remark, Result)


@every_game
def test_every_ply(game: Game) -> None:
    for log in lawful_logs(game, share=50):
        for ply, done in enumerate(plies(log)):
            look_at_ply(game, done, log.entries[:ply])
            assert stored(game, done.head) == done.head, f"the state behind ply {ply} is another one when stored: {show(log)}"


@every_game
def test_judging_only_reads(game: Game) -> None:
    """Also of entries that do not belong there: every entry of the log is judged at some ply of it, and nothing changes."""
    rng = random.Random(game.name)
    for log in lawful_logs(game, share=50):
        for done in plies(log):
            before = msgspec.json.encode(done.head)
            for entry in rng.sample(log.entries, min(3, len(log.entries))):
                judge(game, done.head.state, entry)
                assert msgspec.json.encode(done.head) == before, f"{entry} judged behind ply {done.head.state.ply} of {show(log)}"


@every_game
def test_what_is_done_was_on_offer(game: Game) -> None:
    """The actions offered before a lawful entry hold it, to whoever asks and to its own player."""
    for log in lawful_logs(game, share=20):
        for done, entry in zip(plies(log), log.entries, strict=False):
            if isinstance(entry, COMMON):
                continue
            state, player = done.head.state, getattr(entry, "player", None)
            for asking in (None, player if isinstance(player, str) else None):
                actions = game.actions(state, asking)
                assert offered(actions, entry), f"{entry} behind ply {state.ply}, only {list(actions)}: {show(log)}"
