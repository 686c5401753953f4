"""A tournament from its founding to its last round."""

from random import Random

import pytest

from adjudicator.core.errors import Malformed
from adjudicator.services.errors import Conflict
from adjudicator.services.tournaments.by_hand import ByHand
from adjudicator.services.tournaments.results import Entering, Said, SaidSide
from adjudicator.services.tournaments.rounds import NotPaired
from adjudicator.tournaments.invariants import faults
from adjudicator.tournaments.stage import FreePlay, KnockOut, RoundRobin, Swiss, Tables
from tests.services.tournaments.evening import NAMES, Evening


def test_a_swiss_of_three_rounds(evening: Evening) -> None:
    made = evening.found(Swiss(rounds=3), NAMES[:5])
    assert (made.revision, made.status, [each.number for each in made.stages]) == (1, "open", [1])
    for number in (1, 2, 3):
        assert evening.play_round() == number
    assert faults(evening.stage()) == []
    with pytest.raises(NotPaired) as refused:
        evening.pair()
    assert refused.value.problem.code == "complete"
    table = evening.standings()
    assert [row.rank for row in table.items] == sorted(row.rank for row in table.items)
    assert sum(row.score for row in table.items) == 3 * 3 * 2, "two matches and a bye, three times"
    assert (table.pending, table.unit, table.items[0].points) == (0, 2, table.items[0].score / 2)


@pytest.mark.parametrize(
    ("format", "count", "rounds"),
    [(RoundRobin(), 4, 3), (KnockOut(third_place=True), 6, 3), (Tables(rounds=2, smallest=3, largest=4), 11, 2)],
)
def test_every_format_is_played_to_its_end(evening: Evening, format, count: int, rounds: int) -> None:
    evening.found(format, NAMES[:count])
    assert [evening.play_round() for _ in range(rounds)] == list(range(1, rounds + 1))
    with pytest.raises(NotPaired, match=r"over|All|had|everybody"):
        evening.pair()
    assert faults(evening.stage()) == []
    assert evening.standings().items[0].rank == 1


def test_free_play_is_matches_as_they_come(evening: Evening) -> None:
    evening.found(FreePlay(), NAMES[:3], scheme="total_points")
    assert evening.publish(evening.pair().round).matches == []
    for sides in (("0001", "0002"), ("0001", "0003"), ("0002", "0003")):
        evening.add_match(1, *sides)
    for table in (1, 2, 3):
        evening.first_wins(1, table)
    assert evening.scores() == {"Asha": 0, "Bo": 0, "Chen": 0}, "the toy counts points, and these are ranks alone"
    assert [row.played for row in evening.standings().items] == [2, 2, 2]


def test_what_is_only_paired_counts_for_nobody(evening: Evening) -> None:
    evening.found(Swiss(rounds=2), NAMES[:3])
    paired = evening.pair()
    assert paired.status == "paired"
    assert evening.scores() == {"Asha": 0, "Bo": 0, "Chen": 0}
    evening.publish(1)
    assert sorted(evening.scores().values()) == [0, 0, 2], "the bye"


def test_a_dry_run_proposes_and_stores_nothing(evening: Evening) -> None:
    evening.found()
    would = evening.pair(dry_run=True)
    assert len(would.matches) == 2
    assert evening.history()[-1].kind == "enter"
    assert evening.pair().matches == would.matches


def test_pairings_by_hand_stand_and_the_others_go_around_them(evening: Evening) -> None:
    evening.found(Swiss(rounds=2), NAMES[:6])
    made = evening.pair(ByHand(["0006", "0001"], table=2), ByHand(["0003"], bye="half_point"))
    by_hand = [(each.table, each.bye) for each in made.matches if each.manual]
    assert by_hand == [(1, "half_point"), (2, None)]
    assert sorted(side.entrant for each in made.matches for side in each.sides) == [f"000{n}" for n in range(1, 7)]
    with pytest.raises(Conflict, match="not published"):
        evening.pair()
    evening.unpair(1)
    with pytest.raises(Malformed) as wrong:
        evening.pair(ByHand(["0001", "0001"]), ByHand(["9999", "0002"]))
    assert {(fault.pointer, fault.code) for fault in wrong.value.faults} >= {
        ("/fixed/0/sides", "against_itself"), ("/fixed/1/sides/0", "unknown_entrant"),
    }


def test_a_round_that_cannot_be_paired_says_why_and_the_manual_way(evening: Evening) -> None:
    evening.found(Swiss(rounds=3), NAMES[:2])
    evening.play_round()
    with pytest.raises(NotPaired) as refused:
        evening.pair()
    problem = refused.value.problem
    assert problem.code == "rematch_unavoidable"
    made = evening.pair(*[ByHand(list(match.sides), match.table) for match in problem.manual])
    assert [departure.code for departure in made.departures] == ["rematch"]


def test_late_entry_absence_and_return(evening: Evening) -> None:
    evening.found(Swiss(rounds=4), NAMES[:4])
    evening.play_round()
    [late] = evening.enter("Zoe")
    evening.leave("0001")
    sides = {side.entrant for each in evening.next_round().matches for side in each.sides}
    assert late in sides
    assert "0001" not in sides
    for each in evening.round(2).matches:
        if len(each.sides) == 2:
            evening.first_wins(2, each.table)
    evening.come_back("0001")
    assert "0001" in {side.entrant for each in evening.pair().matches for side in each.sides}


def test_two_cannot_have_one_name(evening: Evening) -> None:
    evening.found()
    with pytest.raises(Malformed) as wrong:
        evening.enter("Zoe", "Asha")
    assert [fault.code for fault in wrong.value.faults] == ["name_twice"]
    assert len(evening.standings().items) == 4


def test_results_wait_for_the_publication_and_closing_for_results(evening: Evening) -> None:
    evening.found()
    evening.pair()
    with pytest.raises(Conflict, match="not published"):
        evening.first_wins(1, 1)
    evening.publish(1)
    with pytest.raises(Conflict, match="published"):
        evening.unpair(1)
    evening.first_wins(1, 1)
    with pytest.raises(Conflict, match="awaited from table 2"):
        evening.close(1)
    evening.first_wins(1, 2)
    assert evening.close(1).status == "closed"


@pytest.mark.parametrize(
    ("said", "place", "code"),
    [
        (Said([SaidSide("0001", 1)]), "/sides", "wrong_sides"),
        (Said([SaidSide("0001", 1), SaidSide("0002", 3)]), "/sides/1/rank", "wrong_rank"),
        (Said(outcome="no_show", absent=["0009"]), "/absent/0", "unknown_entrant"),
        (Said(), "/sides", "missing"),
        (Said([SaidSide("0001", 1), SaidSide("0002", 2)], outcome="forfeit"), "/outcome", "wrong_outcome"),
    ],
)
def test_results_that_cannot_be(evening: Evening, said: Said, place: str, code: str) -> None:
    evening.found(RoundRobin(), NAMES[:2])
    evening.next_round()
    with pytest.raises(Malformed) as wrong:
        evening.enter_result(1, 1, Entering(result=said))
    assert (place, code) in [(fault.pointer, fault.code) for fault in wrong.value.faults]


def test_typed_outcomes(evening: Evening) -> None:
    evening.found(RoundRobin(cycles=2), NAMES[:2])
    for said, scores in (
        (Said(outcome="no_show", absent=["0002"]), (2, 0)),
        (Said(outcome="forfeit", absent=["0001"]), (0, 2)),
        (Said(outcome="double_forfeit"), (0, 0)),
        (Said(outcome="void"), (0, 0)),
        (Said([SaidSide("0001", points=3), SaidSide("0002", points=3)]), (1, 1)),
    ):
        if not evening.export().stages[0].statuses:
            evening.next_round()
        evening.enter_result(1, 1, Entering(result=said))
        assert (evening.scores()["Asha"], evening.scores()["Bo"]) == scores
    evening.enter_result(1, 1, Entering())
    assert evening.match(1, 1).result is None


def test_standings_do_not_depend_on_the_order_of_results(evening: Evening) -> None:
    found = []
    for seed in range(3):
        evening.found(Swiss(rounds=3), NAMES[:7])
        rng = Random(seed)
        for _ in range(3):
            evening.play_round(rng)
        found.append(evening.kept())
    assert found[0] == found[1] == found[2]


def test_every_write_is_a_row_of_the_history(evening: Evening) -> None:
    evening.found()
    evening.play_round()
    rows = evening.history()
    assert [row.revision for row in rows] == list(range(1, len(rows) + 1))
    assert [row.kind for row in rows] == ["found", "enter", "pair", "publish", "result", "result", "close"]
    assert rows[-1].revision == evening.standings().revision
