"""Round robin: everybody meets everybody, as often as planned, beginning as often as not."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from adjudicator.tournaments.entrants import Absence, Entrant
from adjudicator.tournaments.pairing import propose
from adjudicator.tournaments.round_robin import circle
from adjudicator.tournaments.simulation import Play, field, play
from adjudicator.tournaments.stage import Match, Round, RoundRobin, Stage, matches_of, with_round
from tests.tournaments.making import entrants, played, result, round_of

SIZES = [*range(12), 20, 21, 32, 33]


def meetings(stage: Stage) -> Counter[frozenset[str]]:
    return Counter(frozenset(match.sides) for _, match in matches_of(stage) if len(match.sides) == 2)


@pytest.mark.parametrize("cycles", [1, 2])
@pytest.mark.parametrize("count", SIZES)
def test_everybody_meets_everybody_in_as_few_rounds_as_can_be(count, cycles):
    stage = played(RoundRobin(cycles), count)
    ids = [entrant.id for entrant in stage.entrants]
    assert meetings(stage) == {frozenset(pair): cycles for pair in combinations(ids, 2)}
    assert len(stage.rounds) == (0 if count < 2 else cycles * (count - 1 + count % 2))
    for each in stage.rounds:
        assert Counter(side for match in each.matches for side in match.sides) == dict.fromkeys(ids, 1)


@pytest.mark.parametrize("count", SIZES)
def test_everybody_begins_as_often_as_not(count):
    begun = Counter()
    for pairs in circle([f"e{place}" for place in range(count)]):
        begun.update({first: 1 for first, _ in pairs})
        begun.subtract({second: 1 for _, second in pairs})
    assert all(abs(lead) <= 1 - count % 2 for lead in begun.values())


@pytest.mark.parametrize("count", SIZES)
def test_a_second_cycle_turns_the_seats_round(count):
    once, twice = circle(list(map(str, range(count)))), circle(list(map(str, range(count))), 2)
    assert twice[: len(once)] == once
    assert [[pair[::-1] for pair in pairs] for pairs in once] == twice[len(once) :]


def test_a_bye_counts_nothing_and_everybody_has_one():
    stage = played(RoundRobin(), 5)
    byes = [match for _, match in matches_of(stage) if len(match.sides) == 1]
    assert {match.bye for match in byes} == {"zero_point"}
    assert Counter(match.sides[0] for match in byes) == {entrant.id: 1 for entrant in stage.entrants}


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 9), st.integers(1, 2), st.integers(2, 6), st.integers(0, 999))
def test_a_late_entry_meets_everybody_too(count, cycles, joined, seed):
    there = field(Random(seed), count + 1)
    late = tuple(structs.replace(each, joined=joined) if each.seed == 1 else each for each in there.entrants)
    stage = play(Stage(format=RoundRobin(cycles), seed=str(seed), entrants=late), there.strengths, Random(seed))
    if len(stage.rounds) >= joined - 1:
        found = meetings(stage)
        late_id = next(each.id for each in late if each.joined == joined)
        others = [pair for pair in found if late_id not in pair]
        assert {found[pair] for pair in others} == {cycles}
        assert all(times == cycles for pair, times in found.items())


def test_a_late_entry_plays_at_once_and_costs_no_round_that_it_need_not():
    """Six have played a round when a seventh comes: 18 meetings are left, three a round."""
    there = (*entrants("ABCDEF"), Entrant(id="late", joined=2))
    stage = Stage(format=RoundRobin(), seed="s", entrants=there)
    while not (proposal := propose(stage)).problem:
        stage = with_round(stage, proposal.as_round())
    assert len(stage.rounds) == 7
    assert sum("late" in match.sides and not match.bye for match in stage.rounds[1].matches) == 1


def test_who_returns_catches_up_and_who_left_is_not_waited_for():
    back, gone = Absence(1, 2), Absence(2)
    there = entrants("ABCDEF")
    away = (structs.replace(there[0], absences=(back,)), structs.replace(there[1], absences=(gone,)), *there[2:])
    stage = play(Stage(format=RoundRobin(), seed="s", entrants=away), dict.fromkeys("ABCDEF", 0.0), Random(1))
    found = meetings(stage)
    assert all(found[frozenset(pair)] == 1 for pair in combinations("ACDEF", 2))
    assert sum(found[frozenset(("B", other))] for other in "ACDEF") == 1


def test_an_annulled_match_is_owed_again_a_no_show_is_not():
    start = Stage(format=RoundRobin(), seed="s", entrants=entrants("AB"))
    void = with_round(start, round_of(1, result({"A": 1, "B": 1}, "void")))
    assert [set(match.sides) for match in propose(void).matches] == [{"A", "B"}]
    missed = with_round(start, round_of(1, result({"A": 1, "B": 2}, "no_show", "B")))
    assert propose(missed).problem.code == "complete"


@settings(max_examples=40, deadline=None)
@given(st.integers(3, 10), st.integers(0, 999))
def test_manual_matches_are_not_repeated(count, seed):
    rng, there = Random(seed), field(Random(seed), count)
    one, other = rng.sample([each.id for each in there.entrants], 2)
    stage = Stage(format=RoundRobin(), seed=str(seed), entrants=there.entrants)
    first = propose(stage, [Match(table=1, sides=(one, other))])
    assert first.matches[0] == Match(table=1, sides=(one, other), manual=True)
    stage = play(with_round(stage, Round(number=1, matches=first.matches)), there.strengths, rng, Play())
    assert set(meetings(stage).values()) == {1}
    assert len(meetings(stage)) == count * (count - 1) // 2


def test_rounds_can_be_paired_before_results_are_in():
    stage = Stage(format=RoundRobin(), seed="s", entrants=entrants("ABCD"))
    for _ in range(3):
        stage = with_round(stage, propose(stage).as_round())
    assert len(meetings(stage)) == 6
    assert propose(stage).problem.code == "complete"


def test_an_entrant_of_no_number_stands_behind_by_lot():
    there = (Entrant(id="X"), Entrant(id="Y"), *entrants("AB"))
    stage = Stage(format=RoundRobin(), seed="s", entrants=there)
    assert len(propose(stage).matches) == 2
