"""Stages that follow: who goes on, and in which order."""

import pytest

from adjudicator.core.errors import Malformed
from adjudicator.services.errors import Conflict
from adjudicator.services.tournaments.founding import NewStage
from adjudicator.services.tournaments.records import rebuild
from adjudicator.storage import tournaments as store
from adjudicator.storage.tournament_rows import StandingRow
from adjudicator.tournaments.stage import KnockOut, RoundRobin, Swiss
from tests.services.tournaments.evening import NAMES, Evening

FINALS = NewStage(KnockOut(), name="Finals")


def test_the_first_of_a_group_play_on(evening: Evening) -> None:
    evening.found(RoundRobin(), NAMES[:4])
    for _ in range(3):
        evening.play_round()
    best = [row.entrant for row in evening.standings().items]
    made = evening.follow(FINALS, entrants=best[:2])
    assert [(each.number, each.name) for each in made.stages] == [(1, None), (2, "Finals")]
    evening.play_round()
    [final] = evening.round(1).matches
    assert {side.entrant for side in final.sides} == set(best[:2])
    assert [len(evening.standings(stage=stage).items) for stage in (1, 2)] == [4, 2]


def test_a_cut_through_a_shared_place_is_the_organisers_to_make(evening: Evening) -> None:
    evening.found(Swiss(rounds=1), NAMES[:4], tie_breaks=())
    evening.play_round()
    assert [row.rank for row in evening.standings().items] == [1, 1, 3, 3]
    with pytest.raises(Conflict, match="shared"):
        evening.follow(FINALS, count=1)
    with pytest.raises(Malformed):
        evening.follow(FINALS, entrants=["0009"])
    assert evening.follow(FINALS, count=2).entrants == 4


def test_a_stage_follows_what_is_closed(evening: Evening) -> None:
    evening.found()
    evening.next_round()
    with pytest.raises(Conflict, match="not all closed"):
        evening.follow(FINALS, count=2)


def test_what_is_kept_is_what_would_be_worked_out_anew(evening: Evening) -> None:
    evening.found(Swiss(rounds=2), NAMES[:7])
    evening.play_round()
    evening.next_round()
    evening.first_wins(2, 1)
    evening.sanction("0002", -1)
    kept = evening.kept()
    assert not rebuild(evening.desk.database, evening.id)
    wrong = StandingRow(1, "0003", "0", 99, 9, "[]")
    evening.desk.database.write(lambda connection: store.put(connection, evening.row(), [wrong]))
    evening.desk.database.write(lambda connection: store.drop(connection, evening.id, kept[:1]))
    assert rebuild(evening.desk.database, evening.id)
    assert evening.kept() == kept
