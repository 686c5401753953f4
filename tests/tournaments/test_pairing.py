"""What holds of every format: reproducible from the seed, whatever the order of lists, the run, or what else is there."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from adjudicator.tournaments.invariants import faults
from adjudicator.tournaments.pairing import propose
from adjudicator.tournaments.stage import (
    FreePlay,
    KnockOut,
    Match,
    Round,
    RoundRobin,
    Stage,
    Swiss,
    Tables,
    before,
    present,
    with_round,
)
from tests.tournaments.making import MISHAPS, entrants, played, shuffled

FORMATS = [RoundRobin(), RoundRobin(2), KnockOut(), KnockOut(True), Swiss(4), Tables(4, 3, 5), FreePlay()]
PAIRED = [format for format in FORMATS if not isinstance(format, FreePlay)]
ROOT = Path(__file__).parents[2]
SCRIPT = """
import msgspec
from tests.tournaments.making import MISHAPS, played
from tests.tournaments.test_pairing import FORMATS
for format in FORMATS:
    print(msgspec.json.encode(played(format, 13, 5, MISHAPS)).decode())
"""


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(FORMATS), st.integers(0, 14), st.integers(0, 9999))
def test_no_round_of_any_format_has_a_fault(format, count, seed):
    """Checked behind every round of a tournament in which much goes wrong."""
    stage = played(format, count, seed, MISHAPS)
    for number in range(len(stage.rounds) + 1):
        earlier = before(stage, number + 1)
        assert faults(earlier) == []
        proposal = propose(earlier)
        assert faults(with_round(earlier, proposal.as_round())) == []
        assert {side for match in proposal.matches for side in match.sides} <= {
            entrant.id for entrant in present(stage, number + 1)
        }


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(PAIRED), st.integers(0, 14), st.integers(0, 9999))
def test_every_computed_round_can_be_computed_again(format, count, seed):
    """From what was there before it, listed in any order, and also when the stage has gone on since."""
    stage = played(format, count, seed, MISHAPS)
    for each in stage.rounds:
        fixed = [structs.replace(match, result=None) for match in each.matches if match.manual]
        again = propose(shuffled(before(stage, each.number), Random(seed)), fixed)
        assert again == propose(before(stage, each.number), fixed)
        if not again.problem:
            assert [match.sides for match in again.matches] == [match.sides for match in each.matches]


@pytest.mark.parametrize("format", [RoundRobin(), KnockOut(), Swiss(4), Tables(4, 3, 5)])
def test_another_seed_is_another_draw(format):
    """Of entrants who have no numbers."""
    there = tuple(structs.replace(each, seed=None) for each in entrants("ABCDEFGHIJKL"))
    drawn = {str(propose(Stage(format=format, seed=str(seed), entrants=there)).matches) for seed in range(5)}
    assert len(drawn) == 5


def test_every_run_gives_the_same_bytes():
    """Hashes of strings differ from run to run; nothing that is computed may."""
    runs = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT], cwd=ROOT, check=True, capture_output=True,
            env=os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": "."},
        ).stdout
        for hash_seed in ("1", "2")
    ]
    assert runs[0] == runs[1]
    assert runs[0].count(b"\n") == len(FORMATS)


@pytest.mark.parametrize("format", FORMATS)
def test_stages_survive_json(format):
    stage = played(format, 7, 3, MISHAPS)
    assert msgspec.json.decode(msgspec.json.encode(stage), type=Stage) == stage


@pytest.mark.parametrize("format", PAIRED)
@pytest.mark.parametrize("names", ["", "A", "AB"])
def test_nobody_one_and_two_are_ordinary(format, names):
    """Every proposal is a round, or says why not; nothing is raised."""
    proposal = propose(Stage(format=format, seed="s", entrants=entrants(names)))
    assert bool(proposal.matches) != bool(proposal.problem)


def test_free_play_is_not_paired_and_keeps_what_comes():
    stage = Stage(format=FreePlay(), seed="s", entrants=entrants("ABC"))
    match = Match(table=1, sides=("A", "B", "C"))
    proposal = propose(stage, [match])
    assert proposal.problem.code == "free_play"
    assert proposal.matches == (structs.replace(match, manual=True),)
    assert faults(with_round(stage, Round(number=1, matches=(match, structs.replace(match, table=2))))) == []
