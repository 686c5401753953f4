"""What must hold of a stored match and the log that it was made from."""

import itertools
import random
from collections.abc import Iterator

import msgspec

from adjudicator.core.log import Log
from adjudicator.core.replay import begin, replay
from adjudicator.core.report import judge_log, report, ruling_part
from adjudicator.core.views import PUBLIC, REFEREE, Viewer
from adjudicator.services.access import admitted
from adjudicator.services.rights import Right
from tests.games.playing import show
from tests.services.desk import Desk, moves_of, pieces, start_of


def sizes(way: str, rng: random.Random) -> Iterator[int]:
    return itertools.repeat(1) if way == "one by one" else iter(lambda: rng.randint(1, 7), 0)


def stored(desk: Desk, log: Log, way: str) -> str:
    """The id of the match that was stored in this way."""
    moves = moves_of(log)
    if way == "at once":
        return desk.create(start_of(log) | {"moves": moves}, accept_stop=True).id
    match_id = desk.create(start_of(log)).id
    for batch in pieces(moves, sizes(way, random.Random(len(moves)))):
        desk.append(match_id, batch, accept_stop=True)
    return match_id


def seen_by(log: Log) -> list[Viewer]:
    return [REFEREE, PUBLIC, *(Viewer(player=name) for name in log.table.players)]


def same_bytes(one: object, other: object) -> bool:
    return msgspec.json.encode(one) == msgspec.json.encode(other)


def agrees(desk: Desk, log: Log, match_id: str) -> None:
    """Every view of the match is what the stateless report of the log is in that view."""
    game = log.game
    for viewer in seen_by(log):
        whole = report(log, viewer)
        assert same_bytes(desk.report(match_id, str(viewer)), whole), f"{viewer} of {show(log)}"
        assert same_bytes(desk.score(match_id, str(viewer)), whole["score"]), f"{viewer} of {show(log)}"
        lines = desk.lines(match_id, str(viewer))
        rulings = [ruling_part(game, line.ruling) for line in lines if line.ruling is not None]
        assert same_bytes(rulings, whole["rulings"]), f"{viewer} of {show(log)}"
        assert [line.ply for line in lines] == list(range(1, len(log.entries) + 1))
        state = judge_log(log, viewer).replay.head.state
        assert list(desk.actions(match_id, str(viewer))) == list(game.actions(state, viewer.player))


def heads_agree(desk: Desk, log: Log, match_id: str) -> None:
    """The stored heads are those of a replay from the start."""
    game = log.game
    with desk.database.read() as connection:
        match = admitted(connection, desk.access, desk.clock(), Right.SEE, match_id).match
    assert match is not None
    head = replay(game, begin(game, log.table), log.entries).head
    assert match.play.head == msgspec.json.encode(head).decode(), show(log)
    assert match.play.length == len(log.entries)
    if match.play.public_head is not None:
        assert match.play.public_head == msgspec.json.encode(judge_log(log, PUBLIC).replay.head).decode(), show(log)
    else:
        assert same_bytes(judge_log(log, PUBLIC).replay.head, head), f"the public needs a head of its own in {show(log)}"
