"""Tie-breaks against values worked out by hand.

All four meet: A beats B, A level with C, D beats A, B beats C, B beats D, C beats D. In halves: B 4, A and C 3, D 2.
"""

import pytest
from msgspec import structs

from adjudicator.tournaments.results import Sanction, Side
from adjudicator.tournaments.stage import FreePlay, KnockOut, Match, RoundRobin, Stage, Swiss
from adjudicator.tournaments.standings import explain, standings
from adjudicator.tournaments.tie_breaks import UnknownCriterion, criterion, defaults
from tests.tournaments.making import beat, entrants, level, match, result, round_of

ALL_MET = Stage(
    format=RoundRobin(),
    seed="s",
    entrants=entrants("ABCD"),
    rounds=(
        round_of(1, beat("A", "B", A=25, B=10), beat("C", "D", C=25, D=20)),
        round_of(2, level("A", "C", A=12, C=12), beat("B", "D", B=25, D=5)),
        round_of(3, beat("D", "A", D=25, A=24), beat("B", "C", B=25, C=1)),
    ),
)


def values(stage: Stage, name: str) -> list[int | None]:
    return [explain(stage, each, name).value for each in "ABCD"]


@pytest.mark.parametrize(("name", "expected"), [
    ("score", [3, 4, 3, 2]),
    ("wins", [1, 2, 1, 1]),
    ("buchholz", [9, 8, 9, 10]),
    ("buchholz_cut_1", [7, 6, 7, 7]),
    ("sonneborn_berger", [11, 10, 7, 6]),
    ("most:points", [61, 60, 38, 50]),
    ("fewest:points", [61, 60, 38, 50]),
    ("net:points", [14, 29, -19, -24]),
])
def test_by_hand(name, expected):
    assert values(ALL_MET, name) == expected


def test_explanations_are_line_by_line():
    lines = explain(ALL_MET, "A", "sonneborn_berger").lines
    assert [(line.round, line.table, line.opponent, line.rule, line.value) for line in lines] == [
        (1, 1, "B", "left_behind", 8), (2, 1, "C", "level_with", 3), (3, 1, "D", "lost_to", 0),
    ]
    cut = explain(ALL_MET, "A", "buchholz_cut_1").lines[-1]
    assert (cut.rule, cut.round, cut.opponent, cut.value) == ("least_cut", 3, "D", -2)


def test_scores_say_how_a_match_ended():
    stage = Stage(format=Swiss(6), seed="s", entrants=entrants("ABC"), sanctions=(
        Sanction(entrant="A", round=2, points=-1, reason="late"),
        Sanction(entrant="A", round=2, points=-1, reason="late again", withdrawn=True),
    ), rounds=(
        round_of(1, result({"A": 1, "B": 2}, "no_show", "B"), Match(table=2, sides=("C",), bye="half_point")),
        round_of(2, result({"A": 1, "C": 2}, "forfeit", "C"), Match(table=2, sides=("B",), bye="pairing_allocated")),
        round_of(3, result({"A": 1, "B": 1}, "void"), Match(table=2, sides=("C",), bye="zero_point")),
        round_of(4, Match(table=1, sides=("A", "B"))),
    ))
    lines = explain(stage, "A", "score").lines
    assert [(line.rule, line.value) for line in lines] == [
        ("no_show:won", 2), ("forfeit:won", 2), ("void", 0), ("sanction", -1),
    ]
    assert explain(stage, "A", "score").value == 3
    assert [line.rule for line in explain(stage, "C", "score").lines] == ["bye:half_point", "forfeit:lost", "bye:zero_point"]
    assert explain(stage, "A", "wins").value == 1


def test_unplayed_rounds_count_as_against_a_virtual_opponent_with_the_own_score():
    """A: 2 by a no-show, 2 by a match against C (who has 1 by a half-point bye), then a void: 4 in all."""
    stage = Stage(format=Swiss(3), seed="s", entrants=entrants("ABC"), rounds=(
        round_of(1, result({"A": 1, "B": 2}, "no_show", "B"), Match(table=2, sides=("C",), bye="half_point")),
        round_of(2, beat("A", "C")),
        round_of(3, result({"A": 1, "B": 1}, "void")),
    ))
    lines = explain(stage, "A", "buchholz").lines
    assert [(line.round, line.rule, line.value) for line in lines] == [
        (2, "opponents_score", 1), (1, "virtual_opponent", 4), (3, "virtual_opponent", 4),
    ]
    assert explain(stage, "A", "sonneborn_berger").value == 2 * 1 + 2 * 4 + 0
    assert explain(stage, "C", "sonneborn_berger").value == 0 + 1 * 1 + 0
    assert explain(stage, "B", "buchholz").value == 0


def test_what_is_awaited_is_no_unplayed_round():
    stage = structs.replace(ALL_MET, rounds=(*ALL_MET.rounds[:2], round_of(3, Match(table=1, sides=("A", "D")))))
    assert [line.round for line in explain(stage, "A", "buchholz").lines] == [1, 2]
    assert [(line.round, line.rule) for line in explain(stage, "B", "buchholz").lines][-1] == (3, "virtual_opponent")


def test_who_forfeits_leaves_nobody_behind():
    """Not even another who does."""
    table = result({"A": 1, "B": 2, "C": 2}, "forfeit", "BC")
    stage = Stage(format=FreePlay(), seed="s", entrants=entrants("ABC"), rounds=(round_of(1, table),))
    assert [line.rule for line in explain(stage, "B", "sonneborn_berger").lines] == ["lost_to", "lost_to"]
    assert [line.rule for line in explain(stage, "A", "sonneborn_berger").lines] == ["left_behind", "left_behind"]


def test_a_sanction_does_not_lower_the_opponents_tie_breaks():
    punished = structs.replace(ALL_MET, sanctions=(Sanction(entrant="B", round=1, points=-2, reason="conduct"),))
    assert values(punished, "buchholz") == values(ALL_MET, "buchholz")
    assert values(punished, "score") == [3, 2, 3, 2]


def test_direct_encounter_decides_if_all_who_are_level_have_met():
    second = round_of(2, beat("A", "C"), beat("B", "D"))
    stage = structs.replace(ALL_MET, tie_breaks=("direct_encounter",), rounds=(ALL_MET.rounds[0], second, ALL_MET.rounds[2]))
    assert [(row.entrant, row.rank, row.score, row.values) for row in standings(stage)] == [
        ("A", 1, 4, (2,)), ("B", 2, 4, (0,)), ("C", 3, 2, (2,)), ("D", 4, 2, (0,)),
    ]
    lines = explain(stage, "B", "direct_encounter").lines
    assert [(line.round, line.opponent, line.rule, line.value) for line in lines] == [(1, "A", "lost_to", 0)]


def test_direct_encounter_says_nothing_unless_all_have_met():
    stage = Stage(format=Swiss(1), seed="s", entrants=entrants("ABCD"), tie_breaks=("direct_encounter",),
                  rounds=(round_of(1, beat("A", "B"), beat("C", "D")),))
    assert [(row.entrant, row.rank) for row in standings(stage)] == [("A", 1), ("C", 1), ("B", 3), ("D", 3)]
    found = explain(stage, "A", "direct_encounter")
    assert (found.value, found.among, found.lines[0].rule) == (None, ("A", "C"), "not_all_met")


def test_what_is_not_known_counts_nothing_but_does_not_help_where_less_is_more():
    known = result({"A": 1, "B": 2})
    sides = (Side(entrant="A", rank=1, measures={"cards": 3}), Side(entrant="B", rank=2))
    stage = Stage(format=FreePlay(), seed="s", entrants=entrants("AB"), tie_breaks=("fewest:cards",), scheme="total_points",
                  rounds=(round_of(1, structs.replace(known, sides=sides)),))
    assert [(row.entrant, row.values) for row in standings(stage)] == [("A", (3,)), ("B", (None,))]
    assert explain(stage, "B", "most:cards").lines[0].rule == "not_known"
    assert (explain(stage, "B", "most:cards").value, explain(stage, "A", "net:cards").value) == (0, 0)


def test_lots_come_from_the_seed_and_the_entrant_alone():
    one = {each: explain(ALL_MET, each, "lots").value for each in "ABCD"}
    other = {each: explain(structs.replace(ALL_MET, seed="t"), each, "lots").value for each in "ABCD"}
    assert all(one[each] != other[each] for each in "ABCD")
    ranked = standings(structs.replace(ALL_MET, rounds=(), tie_breaks=("lots",)))
    assert [row.entrant for row in ranked] == sorted(one, key=one.__getitem__)
    assert [row.rank for row in ranked] == [1, 2, 3, 4]


@pytest.mark.parametrize("name", ["", "most", "most:", "elo", "buchholz_cut_2"])
def test_a_name_that_is_no_criterion(name):
    with pytest.raises(UnknownCriterion):
        criterion(name)


def test_defaults_are_the_games_then_the_formats():
    assert defaults(Swiss(5), ("net:points",)) == ("net:points", "buchholz_cut_1", "buchholz", "sonneborn_berger")
    assert defaults(RoundRobin(), ()) == ("direct_encounter", "sonneborn_berger")
    assert defaults(KnockOut(), ("net:points",)) == ("third_place",)
    assert defaults(FreePlay(), ("fewest:cards",)) == ("fewest:cards", "wins")
    for format in (Swiss(5), RoundRobin(), KnockOut(), FreePlay()):
        assert [criterion(name).name for name in defaults(format, ("most:x",))] == list(defaults(format, ("most:x",)))


def test_tables_of_several_give_a_line_for_each_opponent():
    stage = Stage(format=FreePlay(), seed="s", entrants=entrants("ABC"), scheme="placement",
                  rounds=(round_of(1, match(1, result({"A": 1, "B": 2, "C": 3}))),))
    assert [line.opponent for line in explain(stage, "B", "sonneborn_berger").lines] == ["A", "C"]
    assert [line.rule for line in explain(stage, "B", "sonneborn_berger").lines] == ["lost_to", "left_behind"]
    assert explain(stage, "B", "score").lines[0].rule == "played:placed"
