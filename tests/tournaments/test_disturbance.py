"""What a correction disturbs: told beforehand, and true."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from adjudicator.tournaments.disturbance import difference, disturbance
from adjudicator.tournaments.pairing import propose
from adjudicator.tournaments.results import Correction
from adjudicator.tournaments.stage import (
    KnockOut,
    Match,
    Round,
    RoundRobin,
    Stage,
    Swiss,
    Tables,
    before,
    with_correction,
    with_round,
)
from adjudicator.tournaments.standings import standings
from tests.tournaments.making import MISHAPS, beat, entrants, level, played, result, round_of

FORMATS = [RoundRobin(), KnockOut(), Swiss(4), Tables(4, 3, 4)]
EIGHT = Stage(format=KnockOut(), seed="s", entrants=entrants("ABCDEFGH"))


def bracket() -> Stage:
    """A, D, B, C win, then A and B, then A."""
    stage = EIGHT
    for winners in ("ADBC", "AB", "A"):
        matches = []
        for match in propose(stage).matches:
            winner = next(side for side in winners if side in match.sides)
            loser = next(side for side in match.sides if side != winner)
            matches.append(structs.replace(match, result=beat(winner, loser)))
        stage = with_round(stage, Round(number=stage.next_round, matches=tuple(matches)))
    return stage


def turned_round(number: int, table: int, stage: Stage) -> Correction:
    came = stage.round(number).match(table).final
    sides = tuple(structs.replace(side, rank=3 - side.rank) for side in came.sides)
    return Correction(result=structs.replace(came, sides=sides), reason="sides were confused")


def test_a_bracket_tells_every_match_that_somebody_else_would_play():
    stage = bracket()
    found = disturbance(stage, 1, 1, turned_round(1, 1, stage))
    assert [each.round for each in found.pairings] == [2]
    assert [set(match.sides) for match in found.pairings[0].now] == [{"A", "D"}]
    assert [set(match.sides) for match in found.pairings[0].instead] == [{"H", "D"}]
    assert found.pairings[0].begun


def test_a_bracket_tells_that_nobody_would_have_won():
    stage = bracket()
    found = disturbance(stage, 2, 1, Correction(result=level("A", "D"), reason="protest upheld"))
    assert [(each.round, each.problem) for each in found.pairings] == [(3, "no_winner")]


def test_a_bracket_goes_by_who_won_not_by_what_it_counted():
    stage = structs.replace(bracket(), scheme="total_points")
    found = disturbance(stage, 1, 1, turned_round(1, 1, stage))
    assert [each.round for each in found.pairings] == [2]


def test_standings_tell_who_moves():
    stage = Stage(format=RoundRobin(), seed="s", entrants=entrants("AB"), rounds=(round_of(1, beat("A", "B")),))
    found = disturbance(stage, 1, 1, turned_round(1, 1, stage))
    assert [(each.entrant, each.rank, each.score) for each in found.standings] == [("B", (2, 1), (0, 2)), ("A", (1, 2), (2, 0))]
    assert found.pairings == ()


def test_a_swiss_round_tells_the_first_that_would_be_paired_otherwise():
    stage = Stage(format=Swiss(3), seed="s", entrants=entrants("ABCDEFGH"))
    for _ in range(2):
        matches = tuple(structs.replace(match, result=beat(*sorted(match.sides))) for match in propose(stage).matches)
        stage = with_round(stage, Round(number=stage.next_round, matches=matches))
    stage = with_round(stage, propose(stage).as_round())
    found = disturbance(stage, 1, 1, turned_round(1, 1, stage))
    assert [(each.round, each.begun) for each in found.pairings] == [(2, True)]
    last = disturbance(stage, 2, 2, turned_round(2, 2, stage))
    assert [(each.round, each.begun) for each in last.pairings] == [(3, False)]


def test_manual_pairings_stay_as_they_are():
    stage = Stage(format=Swiss(2), seed="s", entrants=entrants("ABCD"))
    stage = with_round(stage, round_of(1, beat("A", "C"), beat("B", "D")))
    by_hand = Round(number=2, matches=tuple(Match(table=t, sides=s, manual=True) for t, s in ((1, ("A", "D")), (2, ("B", "C")))))
    stage = with_round(stage, by_hand)
    assert disturbance(stage, 1, 1, turned_round(1, 1, stage)).pairings == ()


def test_points_alone_can_disturb_nothing():
    stage = Stage(format=Swiss(2), seed="s", entrants=entrants("AB"), rounds=(round_of(1, beat("A", "B", A=25, B=3)),))
    same = Correction(result=beat("A", "B", A=25, B=4), reason="misread")
    assert disturbance(stage, 1, 1, same).nothing
    assert not disturbance(stage, 1, 1, turned_round(1, 1, stage)).nothing


@settings(max_examples=50, deadline=None)
@given(st.sampled_from(FORMATS), st.integers(2, 12), st.integers(0, 9999))
def test_what_is_told_is_what_happens(format, count, seed):
    stage = played(format, count, seed, MISHAPS)
    done = [(each.number, match) for each in stage.rounds for match in each.matches if len(match.sides) == 2]
    if not done:
        return
    number, match = Random(seed).choice(done)
    decided = result(dict.fromkeys(match.sides, 1), "double_forfeit", match.sides)
    correction = Correction(result=decided, reason="both left")
    found, after = disturbance(stage, number, match.table, correction), with_correction(stage, number, match.table, correction)
    places = {row.entrant: (row.rank, row.score) for row in standings(stage)}
    moved = {row.entrant for row in standings(after) if places[row.entrant] != (row.rank, row.score)}
    assert {each.entrant for each in found.standings} == moved
    assert all(each.round > number for each in found.pairings)
    for each in found.pairings:
        fixed = [structs.replace(m, result=None) for m in stage.round(each.round).matches if m.manual]
        assert set(each.instead) <= set(propose(before(after, each.round), fixed).matches)


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(FORMATS), st.integers(0, 12), st.integers(0, 9999))
def test_nothing_differs_from_itself(format, count, seed):
    stage = played(format, count, seed, MISHAPS)
    assert difference(stage, stage).nothing
