"""Every fault that a stage can have, and what is only told."""

import pytest
from msgspec import structs

from adjudicator.tournaments.entrants import Absence, Entrant
from adjudicator.tournaments.invariants import Departure, departures, faults
from adjudicator.tournaments.results import Correction, Sanction
from adjudicator.tournaments.stage import KnockOut, Match, Round, RoundRobin, Stage, Swiss, Tables
from tests.tournaments.making import beat, entrants, result, round_of

GOOD = Stage(
    format=Swiss(3), seed="s", entrants=entrants("ABCD"), tie_breaks=("buchholz", "most:points"),
    rounds=(round_of(1, beat("A", "B"), beat("C", "D")),),
)


def changed(**fields) -> Stage:
    return structs.replace(GOOD, **fields)


def with_matches(*matches: Match) -> Stage:
    return changed(rounds=(Round(number=1, matches=matches),))


AB, CD = Match(table=1, sides=("A", "B")), Match(table=2, sides=("C", "D"))


def test_a_good_stage_has_none():
    assert faults(GOOD) == []


@pytest.mark.parametrize(("stage", "said"), [
    (changed(format=Swiss(0)), "/format/rounds out_of_range"),
    (changed(format=Swiss(10_001)), "/format/rounds out_of_range"),
    (changed(format=Tables(0)), "/format/rounds out_of_range"),
    (changed(format=Tables(1, 4, 3)), "/format/smallest out_of_range"),
    (changed(format=Tables(1, 3, 11)), "/format/smallest out_of_range"),
    (changed(format=RoundRobin(3)), "/format/cycles out_of_range"),
    (changed(entrants=(*GOOD.entrants, Entrant(id="A"))), "/entrants entrant_twice"),
    (changed(entrants=(*GOOD.entrants, Entrant(id="E", players=("a",)))), "/entrants player_twice"),
    (changed(format=KnockOut(), entrants=(Entrant(id="E", joined=2),)), "/entrants/0/joined late_entry"),
    (changed(sanctions=(Sanction(entrant="X", round=1, points=1, reason="r"),)), "/sanctions/0/entrant unknown_entrant"),
    (changed(scheme="elo"), "/scheme unknown_scheme"),
    (changed(tie_breaks=("buchholz", "luck")), "/tie_breaks/1 unknown_tie_break"),
    (changed(rounds=(Round(number=2),)), "/rounds wrong_rounds"),
    (changed(rounds=(Round(number=1), Round(number=1))), "/rounds wrong_rounds"),
    (with_matches(Match(table=1, sides=("A", "X"))), "/rounds/0/matches/0/sides/1 unknown_entrant"),
    (with_matches(Match(table=1, sides=("A", "A"))), "/rounds/0/matches/0/sides against_itself"),
    (with_matches(Match(table=1, sides=("A",))), "/rounds/0/matches/0/bye wrong_bye"),
    (with_matches(structs.replace(AB, bye="half_point")), "/rounds/0/matches/0/bye wrong_bye"),
    (with_matches(Match(table=1, sides=("A", "B", "C"))), "/rounds/0/matches/0/sides too_many_sides"),
    (with_matches(AB, Match(table=2, sides=("B", "C"))), "/rounds/0/matches seated_twice"),
    (with_matches(AB, structs.replace(CD, table=1)), "/rounds/0/matches table_twice"),
    (with_matches(structs.replace(AB, result=beat("A", "C"))), "/rounds/0/matches/0/result/sides wrong_sides"),
    (with_matches(Match(table=1, sides=("A",), bye="zero_point", result=beat("A", "B"))),
     "/rounds/0/matches/0/result result_of_bye"),
    (with_matches(structs.replace(AB, corrections=(Correction(result=result({"A": 1, "B": 3}), reason="r"),))),
     "/rounds/0/matches/0/corrections/0/result/sides/1/rank wrong_rank"),
])
def test_every_fault_is_named(stage, said):
    assert said in [f"{fault.pointer} {fault.code}" for fault in faults(stage)]


def second(*matches: Match, format=GOOD.format, there=GOOD.entrants, first=GOOD.rounds[0]) -> list[Departure]:
    return departures(changed(format=format, entrants=there, rounds=(first, Round(number=2, matches=matches))), 2)


def test_what_is_only_told():
    bye, again = Match(table=3, sides=("A",), bye="full_point"), Match(table=3, sides=("A",), bye="pairing_allocated")
    gone = (structs.replace(GOOD.entrants[0], absences=(Absence(2),)), *GOOD.entrants[1:])
    assert second(AB) == [Departure("rematch", 1, ("A", "B"))]
    assert second(AB, format=RoundRobin(2)) == []
    assert second(AB, format=KnockOut()) == []
    assert second(Match(table=1, sides=("A", "C")), there=gone) == [Departure("absent", 1, ("A",))]
    assert second(again, first=round_of(1, bye)) == [Departure("bye_again", 3, ("A",))]
    assert second(Match(table=1, sides=("A", "C")), format=Tables(2, 3, 4)) == [Departure("table_size", 1, ("A", "C"))]
    assert departures(GOOD, 7) == []
