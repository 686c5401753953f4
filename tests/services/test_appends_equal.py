"""However a log comes in, it is the same match: entry by entry, in batches, or all at once; and in every view what the
stateless report of the same log is, to the byte.
"""

import itertools
from collections.abc import Iterator

import pytest

from adjudicator.core.game import Game
from adjudicator.core.log import Log
from adjudicator.core.report import judge_log, report
from tests.games.cases import GAMES
from tests.games.playing import lawful, show
from tests.games.test_conformance_damage import damaged, readable
from tests.services.agreement import agrees, heads_agree, same_bytes, seen_by, stored
from tests.services.desk import Desk, moves_of, start_of

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
LAWFUL, DAMAGED, MOST_PLIES = 6, 14, 60


def some_logs(game: Game) -> Iterator[Log]:
    """Lawful logs, and damaged ones that can be read; of long ones the beginning."""
    found = [lawful(game, number) for number in range(LAWFUL)]
    spoilt = (readable(damaged(game, number)) for number in itertools.count())
    found += itertools.islice((log for log in spoilt if log is not None), DAMAGED)
    for log in found:
        yield Log(game, log.table, log.entries[:MOST_PLIES])


@every_game
@pytest.mark.parametrize("way", ["one by one", "in batches", "at once"])
def test_a_stored_match_is_its_log(shared_desk: Desk, game: Game, way: str) -> None:
    for log in some_logs(game):
        match_id = stored(shared_desk, log, way)
        agrees(shared_desk, log, match_id)


@every_game
def test_the_heads_are_those_of_a_replay(shared_desk: Desk, game: Game) -> None:
    for log in some_logs(game):
        match_id = stored(shared_desk, log, "in batches")
        heads_agree(shared_desk, log, match_id)


@every_game
def test_every_moment_can_be_had_again(shared_desk: Desk, game: Game) -> None:
    for log in itertools.islice(some_logs(game), 0, None, 4):
        match_id = stored(shared_desk, log, "at once")
        for at in {0, len(log.entries) // 2, len(log.entries)}:
            for viewer in seen_by(log):
                earlier = report(Log(game, log.table, log.entries[:at]), viewer)
                assert same_bytes(shared_desk.report(match_id, str(viewer), at), earlier), f"{viewer} at {at} of {show(log)}"


@every_game
def test_what_the_writes_answer_adds_up_to_the_report(shared_desk: Desk, game: Game) -> None:
    for log in some_logs(game):
        match_id = shared_desk.create(start_of(log)).id
        written = [shared_desk.append(match_id, [move], accept_stop=True) for move in moves_of(log)]
        whole = judge_log(log).replay
        assert [each for answer in written for each in answer.rulings] == whole.rulings, show(log)
        assert [each for answer in written for each in answer.findings] == whole.findings, show(log)
        assert [each for answer in written for each in answer.frames] == whole.frames, show(log)
        assert [answer.revision for answer in written] == list(range(2, len(written) + 2))
