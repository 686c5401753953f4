"""Knock-out: brackets of every size, byes, the third place, and places that nobody reaches."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from adjudicator.tournaments.entrants import Absence
from adjudicator.tournaments.knock_out import goes_on, seeded
from adjudicator.tournaments.pairing import propose
from adjudicator.tournaments.simulation import Play
from adjudicator.tournaments.stage import KnockOut, Match, Round, Stage, with_result, with_round
from adjudicator.tournaments.standings import standings
from tests.tournaments.making import beat, entrants, level, played, result, round_of

COUNTS = range(34)
EIGHT = Stage(format=KnockOut(third_place=True), seed="s", entrants=entrants("ABCDEFGH"), tie_breaks=("third_place",))


def won_by(stage: Stage, *winners: str) -> Stage:
    """The next round, with these winners."""
    matches = propose(stage).matches
    done = []
    for match in matches:
        winner = next((side for side in match.sides if side in winners), None)
        loser = next((side for side in match.sides if side != winner), None)
        done.append(structs.replace(match, result=beat(winner, loser)) if winner and loser else match)
    return with_round(stage, Round(number=stage.next_round, matches=tuple(done)))


def pairs(matches) -> list[set[str]]:
    return [set(match.sides) for match in matches]


def test_the_bracket_of_eight():
    assert seeded(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    assert pairs(propose(EIGHT).matches) == [set("AH"), set("DE"), set("BG"), set("CF")]


@pytest.mark.parametrize("count", COUNTS)
def test_brackets_of_every_size(count):
    """Rounds, byes for the strongest, one loss and out, one champion; nobody is seated twice in a round."""
    stage = played(KnockOut(), count, count)
    rounds = max(count - 1, 0).bit_length()
    assert len(stage.rounds) == rounds
    assert propose(stage).problem.code == "complete"
    losses = Counter(
        side for each in stage.rounds for match in each.matches for side in match.sides
        if len(match.sides) == 2 and goes_on(match) != side
    )
    assert set(losses.values()) <= {1}
    assert len(losses) == max(count - 1, 0)
    if count > 1:
        seeds = {entrant.id: entrant.seed for entrant in stage.entrants}
        byes = sorted(seeds[match.sides[0]] for match in stage.rounds[0].matches if match.bye)
        assert byes == list(range(1, 2**rounds - count + 1))
        assert [len(each.matches) for each in stage.rounds] == [2**left for left in reversed(range(rounds))]
        assert [row.rank for row in standings(stage)][:2] == [1, 2]


@pytest.mark.parametrize("count", COUNTS)
def test_the_stronger_half_can_meet_late_only(count):
    """If the stronger always wins, seeds 1 and 2 play the final, 1 to 4 the semi-finals."""
    stage = Stage(format=KnockOut(), seed="s", entrants=tuple(
        structs.replace(each, id=f"{each.seed:02}") for each in played(KnockOut(), count).entrants
    ))
    while not (proposal := propose(stage)).problem:
        on = {min(match.sides) for match in proposal.matches}
        assert on == {f"{place:02}" for place in range(1, len(proposal.matches) + 1)}
        stage = won_by(stage, *on)


@pytest.mark.parametrize("count", COUNTS)
def test_the_third_place_is_played_beside_the_final(count):
    stage = played(KnockOut(third_place=True), count, tie_breaks=("third_place",))
    if count >= 4:
        final = stage.rounds[-1].matches
        assert len(final) == 2
        losers = {side for match in stage.rounds[-2].matches for side in match.sides if goes_on(match) != side}
        assert set(final[1].sides) == losers
        assert [row.rank for row in standings(stage)][:4] == [1, 2, 3, 4]
    elif count:
        assert [row.rank for row in standings(stage)] == list(range(1, count + 1))


def test_who_wins_goes_on_to_the_right_place():
    stage = won_by(won_by(EIGHT, *"HECG"), *"HC")
    assert pairs(stage.rounds[1].matches) == [set("HE"), set("GC")]
    final = propose(stage)
    assert pairs(final.matches) == [set("HC"), set("EG")]
    rows = standings(won_by(stage, "C", "E"))
    assert [(row.entrant, row.rank, row.score) for row in rows] == [
        ("C", 1, 3), ("H", 2, 2), ("E", 3, 1), ("G", 4, 1), ("A", 5, 0), ("B", 5, 0), ("D", 5, 0), ("F", 5, 0),
    ]


def test_a_round_waits_for_its_results_and_for_a_winner():
    stage = with_round(EIGHT, Round(number=1, matches=propose(EIGHT).matches))
    assert propose(stage).problem.code == "round_unfinished"
    stage = won_by(EIGHT, *"ADBC")
    for undecided in (level("A", "H"), result({"A": 1, "H": 1}, "void"), result({"A": 1, "H": 2}, "abandoned")):
        problem = propose(with_result(stage, 1, 1, undecided)).problem
        assert problem.code == "no_winner"
        assert set(problem.message.replace(".", "").split()) >= {"A", "H"}


def test_nobody_goes_on_from_a_double_forfeit():
    stage = won_by(EIGHT, *"ADBC")
    for table, both in ((1, "AH"), (2, "DE")):
        stage = with_result(stage, 1, table, result(dict.fromkeys(both, 1), "double_forfeit", both))
    second = propose(stage)
    assert (second.matches[0].sides, second.matches[0].bye) == ((), None)
    assert [(match.sides, match.bye) for match in propose(won_by(stage, "B")).matches] == [(("B",), "pairing_allocated")]


def test_who_withdraws_leaves_a_bye():
    stage = won_by(EIGHT, *"ADBC")
    gone = structs.replace(stage, entrants=tuple(
        structs.replace(each, absences=(Absence(2),)) if each.id == "D" else each for each in stage.entrants
    ))
    first = propose(gone).matches[0]
    assert (first.sides, first.bye) == (("A",), "pairing_allocated")


def test_who_did_not_come_to_the_semi_final_does_not_play_for_the_third_place():
    stage = won_by(won_by(EIGHT, *"ADBC"), *"AB")
    missed = stage.rounds[1].match(1)
    loser = next(side for side in missed.sides if side != "A")
    stage = with_result(stage, 2, 1, result({"A": 1, loser: 2}, "no_show", loser))
    assert [match.sides for match in propose(stage).matches][1] == ("C",)


def test_a_manual_match_takes_its_table():
    fixed = Match(table=1, sides=("A", "B"))
    proposal = propose(EIGHT, [fixed])
    assert proposal.matches[0] == structs.replace(fixed, manual=True)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 33), st.booleans(), st.integers(0, 9999))
def test_mishaps_leave_one_champion_at_most(count, third, seed):
    stage = played(KnockOut(third), count, seed, Play(mishap=0.3, leave=0.1), tie_breaks=("third_place",))
    assert len(stage.rounds) == max(len([e for e in stage.entrants if e.present(1)]) - 1, 0).bit_length()
    final = stage.rounds[-1].match(1) if stage.rounds else None
    champion = None if final is None else goes_on(final)
    if champion is not None:
        assert [row.entrant for row in standings(stage) if row.rank == 1] == [champion]
    elif final is not None:
        assert not final.sides or final.final.outcome == "double_forfeit"


def test_rounds_of_one_match_are_rounds():
    stage = with_round(Stage(format=KnockOut(), seed="s", entrants=entrants("AB")), round_of(1, beat("A", "B")))
    assert propose(stage).problem.code == "complete"
