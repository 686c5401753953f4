"""A game whose hidden points come back when it ends: the public's whole log is judged anew at that very entry."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import UNSET, structs

from adjudicator.core.entries import Adjust
from adjudicator.core.game import Audience, Game, Hidden
from adjudicator.core.log import Log
from adjudicator.services import play
from tests.games.playing import decoded, lawful, written
from tests.games.toy import GAME, effects
from tests.services.agreement import agrees, heads_agree, stored
from tests.services.desk import Desk, moves_of, start_of


def adjust_if_known(state: Any, entry: Adjust, judged: Any, outcome: Any) -> None:
    if entry.points is not UNSET:
        effects.adjust(state, entry, judged, outcome)


LINE = {"points": Hidden(Audience.ACTOR, until_end=True)}
SECRET: Game = structs.replace(
    GAME, hidden={**GAME.hidden, Adjust: LINE}, steps={**GAME.steps, Adjust: (adjust_if_known,)}
)


@pytest.fixture
def desk(tmp_path: Any) -> Desk:
    return Desk(f"sqlite:///{tmp_path / 'adjudicator.db'}", {"toy": SECRET})


def logs() -> Iterator[Log]:
    """Whole games and beginnings of games, with corrections in between, and entries behind the end."""
    rng = random.Random(7)
    for number in range(24):
        raw = written(lawful(GAME, number))
        for _ in range(rng.randint(1, 3)):
            adjust = {"type": "adjust", "player": rng.choice(raw["players"]), "points": rng.randint(-3, 3), "note": "So ruled."}
            raw["moves"].insert(rng.randint(0, len(raw["moves"])), adjust)
        raw["moves"] = raw["moves"][: rng.choice([3, 100, 100])]
        raw["moves"] += rng.choice([[], [{"type": "remark", "note": "Good game."}], [dict(raw["moves"][0])]])
        log = decoded(raw)
        yield structs.replace(log, game=SECRET)


@pytest.mark.parametrize("way", ["one by one", "in batches", "at once"])
def test_views_agree_before_and_behind_the_end(desk: Desk, way: str) -> None:
    for log in logs():
        match_id = stored(desk, log, way)
        agrees(desk, log, match_id)
        heads_agree(desk, log, match_id)


def test_only_the_entry_that_ends_it_judges_the_whole_log_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    log = structs.replace(lawful(GAME, 0), game=SECRET)
    judged: list[int] = []
    judge_log = play.judge_log
    monkeypatch.setattr(play, "judge_log", lambda log, viewer: judged.append(len(log.entries)) or judge_log(log, viewer))
    match_id = desk.create(start_of(log)).id
    moves = moves_of(log)
    for move in moves[:-1]:
        desk.append(match_id, move)
    assert judged == []
    desk.append(match_id, moves[-1])
    assert judged == [len(moves)]
    desk.append(match_id, {"type": "remark", "note": "Good game."})
    assert judged == [len(moves)]
