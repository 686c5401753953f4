"""Standings: the same in whatever order results come, as of every round, each value the sum of its lines."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from adjudicator.tournaments.crosstable import crosstable
from adjudicator.tournaments.record import Record
from adjudicator.tournaments.results import Correction, Sanction
from adjudicator.tournaments.schemes import SCHEMES
from adjudicator.tournaments.stage import (
    FreePlay,
    KnockOut,
    Match,
    RoundRobin,
    Stage,
    Swiss,
    Tables,
    before,
    with_correction,
    with_match,
    with_result,
)
from adjudicator.tournaments.standings import Standing, explain, qualified, reseeded, standings
from adjudicator.tournaments.tallies import contributions
from adjudicator.tournaments.tie_breaks import CRITERIA, UnknownCriterion, criterion
from tests.tournaments.making import MISHAPS, beat, entrants, level, played, round_of, shuffled

NAMES = [name for name in CRITERIA if name not in ("score", "survival", "third_place")]
NAMES += ["most:points", "fewest:points", "net:points", "most:boards_won", "fewest:unheard_of"]
FORMATS = [RoundRobin(), KnockOut(True), Swiss(4), Tables(3, 3, 4), FreePlay()]


@st.composite
def stages(draw) -> Stage:
    format, seed = draw(st.sampled_from(FORMATS)), draw(st.integers(0, 9999))
    tie_breaks = tuple(draw(st.lists(st.sampled_from(NAMES), max_size=4, unique=True)))
    count, scheme = draw(st.integers(0, 10)), draw(st.sampled_from([*SCHEMES]))
    stage = played(format, count, seed, MISHAPS, scheme=scheme, tie_breaks=tie_breaks)
    some = Random(seed).sample(stage.entrants, min(2, len(stage.entrants)))
    punished = tuple(Sanction(entrant=each.id, round=place + 1, points=-1, reason="r") for place, each in enumerate(some))
    return structs.replace(stage, sanctions=punished)


@settings(max_examples=60, deadline=None)
@given(stages(), st.integers(0, 999))
def test_no_order_of_anything_shows(stage, seed):
    assert standings(shuffled(stage, Random(seed))) == standings(stage)


@settings(max_examples=40, deadline=None)
@given(stages(), st.integers(0, 999))
def test_results_may_come_in_any_order(stage, seed):
    """Entered one by one, in a drawn order, into the rounds as they were paired."""
    rng = Random(seed)
    done = [(each.number, match) for each in stage.rounds for match in each.matches if match.result]
    entered = stage
    for number, match in done:
        entered = with_match(entered, number, structs.replace(match, result=None))
    for number, match in rng.sample(done, len(done)):
        entered = with_result(entered, number, match.table, match.result)
    assert standings(entered) == standings(stage)


@settings(max_examples=60, deadline=None)
@given(stages())
def test_every_value_is_the_sum_of_its_lines_and_places_are_counted_as_in_sport(stage):
    rows = standings(stage)
    assert [row.rank for row in rows] == [1 + sum(other.rank < row.rank for other in rows) for row in rows]
    for row in rows:
        found = explain(stage, row.entrant, "score")
        assert row.score == found.value == sum(line.value for line in found.lines)
        for name, value in zip(stage.tie_breaks, row.values, strict=True):
            found = explain(stage, row.entrant, name)
            assert value == (None if name == "direct_encounter" and len(found.among) == 1 else found.value)


@settings(max_examples=40, deadline=None)
@given(stages())
def test_as_of_a_round_later_rounds_do_not_count(stage):
    for each in stage.rounds:
        earlier = structs.replace(
            before(stage, each.number + 1), sanctions=tuple(s for s in stage.sanctions if s.round <= each.number)
        )
        assert standings(stage, each.number) == standings(earlier)
        assert crosstable(stage, each.number) == crosstable(earlier)


@settings(max_examples=30, deadline=None)
@given(stages())
def test_the_crosstable_adds_up(stage):
    if not isinstance(stage.format, KnockOut):
        for row in crosstable(structs.replace(stage, sanctions=())):
            assert sum(cell.earned for cell in row.cells) == row.standing.score
    assert [row.standing for row in crosstable(stage)] == standings(stage)


def test_the_crosstable_by_hand():
    first = round_of(1, beat("A", "B"), Match(table=2, sides=("C",), bye="half_point"))
    second = round_of(2, Match(table=1, sides=("C", "A")))
    stage = Stage(format=Swiss(2), seed="s", entrants=entrants("ABC"), rounds=(first, second))
    row = crosstable(stage)[0]
    cells = [(cell.round, cell.opponents, cell.seat, cell.outcome, cell.rank, cell.earned) for cell in row.cells]
    assert (row.standing.entrant, cells) == ("A", [(1, ("B",), 1, "played", 1, 2), (2, ("C",), 2, None, None, 0)])
    assert crosstable(stage)[1].cells[0].outcome == "bye:half_point"


def test_equals_share_a_place():
    stage = Stage(format=Swiss(1), seed="s", entrants=entrants("ABCDE"), rounds=(round_of(1, level("A", "B"), beat("C", "D")),))
    assert [(row.entrant, row.rank) for row in standings(stage)] == [("C", 1), ("A", 2), ("B", 2), ("D", 4), ("E", 4)]


def test_a_correction_counts_until_it_is_withdrawn():
    stage = Stage(format=Swiss(1), seed="s", entrants=entrants("AB"), rounds=(round_of(1, beat("A", "B")),))
    corrected = with_correction(stage, 1, 1, Correction(result=beat("B", "A"), reason="sides were confused"))
    assert [row.entrant for row in standings(corrected)] == ["B", "A"]
    match = corrected.rounds[0].matches[0]
    withdrawn = structs.replace(match, corrections=(structs.replace(match.corrections[0], withdrawn=True),))
    assert standings(with_match(corrected, 1, withdrawn)) == standings(stage)


@settings(max_examples=60, deadline=None)
@given(stages())
def test_a_table_can_be_kept_by_adding_matches(stage):
    """Whatever adds up, match by match, is what is worked out from all of them."""
    adding = tuple(name for name in stage.tie_breaks if criterion(name).adds_up)
    stage = structs.replace(stage, tie_breaks=adding, sanctions=())
    kept = {entrant.id: [0] * (1 + len(adding)) for entrant in stage.entrants}
    for each in stage.rounds:
        for match in each.matches:
            for side, more in contributions(stage, match).items():
                kept[side] = [None if None in pair else sum(pair) for pair in zip(kept[side], more, strict=True)]
    for row in standings(stage):
        score = row.score if not isinstance(stage.format, KnockOut) else scored(stage, row.entrant)
        assert (score, *row.values) == tuple(kept[row.entrant])


def scored(stage: Stage, entrant: str) -> int:
    """The score that a knock-out's matches count, which does not rank it."""
    return Record(stage).scores[entrant]


def test_who_goes_on_is_numbered_anew():
    stage = Stage(format=Swiss(1), seed="s", entrants=entrants("ABC"), rounds=(round_of(1, beat("B", "A")),))
    certain, level_with_the_cut = qualified(standings(stage), 1)
    assert [(each.id, each.players, each.seed) for each in reseeded(stage, certain)] == [("B", ("b",), 1)]
    assert level_with_the_cut == []


def test_ranks_of_qualifiers():
    def rows(*ranks: int) -> list[Standing]:
        return [Standing(str(place), rank, 0, (), 0) for place, rank in enumerate(ranks)]

    assert qualified(rows(1, 2, 3, 4), 2) == (["0", "1"], [])
    assert qualified(rows(1, 2, 2, 4), 2) == (["0"], ["1", "2"])
    assert qualified(rows(1, 2, 2, 4), 3) == (["0", "1", "2"], [])
    assert qualified(rows(1, 1, 1), 1) == ([], ["0", "1", "2"])
    assert qualified(rows(1, 1), 5) == (["0", "1"], [])
    assert qualified(rows(1, 2), 0) == ([], [])


def test_an_unknown_criterion_is_refused():
    stage = Stage(format=Swiss(1), seed="s", entrants=entrants("AB"), tie_breaks=("luck",))
    with pytest.raises(UnknownCriterion):
        standings(stage)
    with pytest.raises(UnknownCriterion):
        explain(structs.replace(stage, tie_breaks=()), "A", "luck")
