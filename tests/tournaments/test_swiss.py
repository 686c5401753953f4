"""Swiss rounds: what must hold after every one, and what is done when it cannot."""

from collections import Counter
from itertools import combinations
from random import Random

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from adjudicator.tournaments.invariants import departures, faults
from adjudicator.tournaments.pairing import propose
from adjudicator.tournaments.past import Past
from adjudicator.tournaments.proposal import Cost, Proposal
from adjudicator.tournaments.record import Record
from adjudicator.tournaments.stage import Match, Round, Stage, Swiss, present, with_round
from tests.tournaments.making import MISHAPS, beat, drawn, entrants, played, proposed, result, round_of, shuffled

SIZES = st.integers(0, 24)
SEEDS = st.integers(0, 99_999)


def can_be_paired(ids: list[str], past: Past) -> bool:
    """Whether some round without a second meeting exists: bare matching, without any weight."""
    graph = networkx.Graph([pair for pair in combinations(ids, 2) if not past.met[frozenset(pair)]])
    return len(networkx.max_weight_matching(graph, maxcardinality=True)) * 2 == len(ids)


def rightly_paired(stage: Stage, proposal: Proposal) -> None:
    there = [entrant.id for entrant in present(stage, proposal.round)]
    past, scores = Past(stage), Record(stage).scores
    assert Counter(side for match in proposal.matches for side in match.sides) == dict.fromkeys(there, 1)
    assert not any(past.met[frozenset(match.sides)] for match in proposal.matches)
    byes = [match for match in proposal.matches if match.bye]
    assert len(byes) == len(there) % 2
    for bye in byes:
        mine = bye.sides[0]
        assert not past.byes[mine]
        lower = [each for each in there if not past.byes[each] and scores[each] < scores[mine]]
        assert not any(can_be_paired([other for other in there if other != each], past) for each in lower)


def rightly_refused(stage: Stage, proposal: Proposal) -> None:
    """No round exists, and the manual way seats everybody once."""
    there, past = [entrant.id for entrant in present(stage, proposal.round)], Past(stage)
    code, manual = proposal.problem.code, proposal.problem.manual
    if code == "too_few":
        assert not there
        return
    eligible = [each for each in there if not past.byes[each]] if len(there) % 2 else [None]
    assert code == ("rematch_unavoidable" if eligible else "bye_again")
    assert not any(can_be_paired([other for other in there if other != each], past) for each in eligible)
    assert Counter(side for match in manual for side in match.sides) == dict.fromkeys(there, 1)
    assert all(match.manual for match in manual)


@settings(max_examples=80, deadline=None)
@given(SIZES, st.integers(1, 9), SEEDS)
def test_every_round_holds(count, rounds, seed):
    stage = played(Swiss(rounds), count, seed, MISHAPS)
    assert faults(stage) == []
    for each in stage.rounds:
        earlier = structs.replace(stage, rounds=tuple(r for r in stage.rounds if r.number < each.number))
        proposal = propose(earlier)
        if proposal.problem:
            rightly_refused(earlier, proposal)
        else:
            rightly_paired(earlier, proposal)
            assert departures(with_round(earlier, proposal.as_round()), each.number) == []
    assert propose(stage).problem.code in ("complete", "too_few")


@settings(max_examples=30, deadline=None)
@given(st.integers(10, 40), SEEDS)
def test_nobody_begins_much_oftener_than_not(count, seed):
    stage, there = drawn(Swiss(5), count, seed)
    for before, matches in proposed(stage, there.strengths, Random(seed)):
        past = Past(with_round(before, Round(number=before.next_round, matches=matches)))
        assert all(abs(past.lead(each)) <= 2 for each in there.strengths)


@settings(max_examples=25, deadline=None)
@given(SIZES, SEEDS)
def test_the_order_of_lists_does_not_matter(count, seed):
    stage = played(Swiss(3), count, seed, MISHAPS)
    more = structs.replace(stage, format=Swiss(4))
    assert propose(shuffled(more, Random(seed))) == propose(more)


@pytest.mark.parametrize("count", [65, 130, 201])
def test_large_fields_are_paired_as_well(count):
    """Not every pair is weighed there; what must hold does."""
    stage, there = drawn(Swiss(4), count, count)
    for before, matches in proposed(stage, there.strengths, Random(count)):
        rightly_paired(before, propose(before))
        assert propose(before).cost.gaps <= count // 8
        assert len(matches) == (count + 1) // 2


def test_the_window_widens_until_a_round_exists():
    """Everybody has met all who are near in the order; only far ones are left."""
    count = 66
    stage, there = drawn(Swiss(200), count, 1)
    ids = [entrant.id for entrant in sorted(there.entrants, key=lambda each: each.seed)]
    for number in range(1, count // 2):
        pairs = [(ids[at], ids[at + number]) for at in range(count - number)]
        matches = [Match(table=table, sides=pair, result=result(dict.fromkeys(pair, 1))) for table, pair in enumerate(pairs, 1)]
        stage = with_round(stage, Round(number=number, matches=tuple(matches)))
    assert propose(stage).problem is None
    rightly_paired(stage, propose(stage))


def test_upper_half_meets_lower_half_in_the_first_round():
    stage = Stage(format=Swiss(3), seed="s", entrants=entrants("ABCDEFG"))
    assert [set(match.sides) for match in propose(stage).matches] == [set("AD"), set("BE"), set("CF"), {"G"}]
    assert propose(stage).matches[-1].bye == "pairing_allocated"


@pytest.mark.parametrize("seed", range(8))
def test_who_began_meets_who_did_not(seed):
    """All are level behind the first round: two by two there are ways in which nobody begins twice or not at all."""
    there = entrants("ABCDEFGH")
    stage = Stage(format=Swiss(3), seed=str(seed), entrants=there)
    drawn_all = [result(dict.fromkeys(match.sides, 1)) for match in propose(stage).matches]
    stage = with_round(stage, round_of(1, *drawn_all))
    assert propose(stage).cost == Cost(0, 1, 0, 0)
    leads = [Past(with_round(stage, propose(stage).as_round())).lead(each.id) for each in there]
    assert leads == [0] * 8


def test_winners_meet_winners():
    first = round_of(1, beat("A", "E"), beat("F", "B"), beat("C", "G"), beat("D", "H"))
    stage = Stage(format=Swiss(3), seed="s", entrants=entrants("ABCDEFGH"), rounds=(first,))
    winners = [len(set(match.sides) & set("ACDF")) for match in propose(stage).matches]
    assert winners == [2, 2, 0, 0]
    assert propose(stage).cost.gaps == 0


def test_a_round_waits_for_results():
    stage = Stage(format=Swiss(3), seed="s", entrants=entrants("ABCD"))
    stage = with_round(stage, propose(stage).as_round())
    problem = propose(stage).problem
    assert (problem.code, problem.message) == ("round_unfinished", "Results of round 1 are awaited.")


def test_a_no_show_may_be_paired_again():
    missed = round_of(1, result({"A": 1, "B": 2}, "no_show", "B"))
    stage = Stage(format=Swiss(2), seed="s", entrants=entrants("AB"), rounds=(missed,))
    assert propose(stage).problem is None
    met = structs.replace(stage, rounds=(round_of(1, result({"A": 1, "B": 2}, "forfeit", "B")),))
    assert propose(met).problem.code == "rematch_unavoidable"
    assert [set(match.sides) for match in propose(met).problem.manual] == [set("AB")]


def test_alone_there_is_a_bye_once():
    stage = Stage(format=Swiss(2), seed="s", entrants=entrants("A"))
    stage = with_round(stage, propose(stage).as_round())
    assert [match.bye for match in stage.rounds[0].matches] == ["pairing_allocated"]
    assert propose(stage).problem.code == "bye_again"


def test_manual_matches_and_asked_byes_stand():
    stage = Stage(format=Swiss(3), seed="s", entrants=entrants("ABCDEF"))
    fixed = [Match(table=2, sides=("A", "B")), Match(table=9, sides=("F",), bye="half_point")]
    matches = propose(stage, fixed).matches
    assert [(match.table, match.manual) for match in matches] == [(1, False), (2, True), (3, False), (9, True)]
    assert Counter(side for match in matches for side in match.sides) == dict.fromkeys("ABCDEF", 1)
    twice = propose(stage, [Match(table=1, sides=("A", "B")), Match(table=1, sides=("C", "D"))]).matches
    assert [match.table for match in twice] == [1, 2, 3]
