"""Simulated tournaments: from the seed alone, lawful, and with everything in them that can happen."""

from collections import Counter
from random import Random

import pytest

from adjudicator.tournaments.invariants import faults
from adjudicator.tournaments.pairing import propose
from adjudicator.tournaments.simulation import Play, field
from adjudicator.tournaments.stage import FreePlay, KnockOut, RoundRobin, Swiss, Tables, matches_of
from adjudicator.tournaments.standings import standings
from tests.tournaments.making import MISHAPS, played

FORMATS = [RoundRobin(), KnockOut(True), Swiss(5), Tables(5, 3, 4), FreePlay()]


@pytest.mark.parametrize("format", FORMATS)
def test_the_same_seed_is_the_same_tournament(format):
    assert played(format, 9, 4, MISHAPS) == played(format, 9, 4, MISHAPS)
    assert played(format, 9, 4, MISHAPS) != played(format, 9, 5, MISHAPS)


@pytest.mark.parametrize("format", FORMATS)
def test_tournaments_are_played_to_their_end(format):
    stage = played(format, 12)
    assert faults(stage) == []
    assert all(each.settled for each in stage.rounds)
    assert propose(stage).problem.code == ("free_play" if isinstance(format, FreePlay) else "complete")


@pytest.mark.parametrize("format", FORMATS)
def test_every_outcome_occurs(format):
    found = Counter()
    for seed in range(15):
        stage = played(format, 12, seed, Play(level=0.2, mishap=0.4))
        found.update(match.result.outcome for _, match in matches_of(stage) if match.result)
    wanted = {"played", "forfeit", "no_show", "double_forfeit"}
    assert set(found) == (wanted if isinstance(format, KnockOut) else wanted | {"void", "abandoned"})


def test_entrants_leave_and_return():
    stages = [played(Swiss(6), 12, seed, Play(leave=0.1)) for seed in range(20)]
    absences = [absence for stage in stages for entrant in stage.entrants for absence in entrant.absences]
    assert {absence.last is None for absence in absences} == {True, False}
    assert any(entrant.withdrawn for stage in stages for entrant in stage.entrants)


def test_pairs_have_two_players_and_the_strong_win_more():
    there = field(Random(1), 30, members=2)
    assert {len(entrant.players) for entrant in there.entrants} == {2}
    stage = played(RoundRobin(), 20, 2)
    seeds = {entrant.id: entrant.seed for entrant in stage.entrants}
    upper = [seeds[row.entrant] for row in standings(stage)[:10]]
    assert sum(upper) < sum(range(1, 21)) / 2


def test_results_have_the_measures_that_are_asked_for():
    stage = played(Swiss(2), 6, how=Play(measures=("queens",)))
    assert all("queens" in side.measures for _, match in matches_of(stage) for side in match.result.sides)
