"""Results of matches, corrections and sanctions."""

import msgspec
import pytest
from msgspec import structs

from adjudicator.tournaments.results import Correction, Result, Side, faults, shares, won
from adjudicator.tournaments.stage import Match
from tests.tournaments.making import beat, level, match, result


def codes(came: Result, *sides: str) -> list[str]:
    return [f"{fault.pointer} {fault.code}" for fault in faults(came, sides)]


@pytest.mark.parametrize("good", [
    beat("A", "B"), level("A", "B"),
    result({"A": 1, "B": 2}, "forfeit", "B"), result({"A": 1, "B": 2}, "no_show", "B"),
    result({"A": 1, "B": 1}, "double_forfeit", "AB"), result({"A": 1, "B": 1}, "void"), result({"A": 1, "B": 2}, "abandoned"),
])
def test_results_that_are_right(good):
    assert codes(good, "A", "B") == []


@pytest.mark.parametrize(("wrong", "said"), [
    (beat("A", "C"), ["/sides wrong_sides"]),
    (result({"A": 1}), ["/sides wrong_sides"]),
    (result({"A": 1, "B": 3}), ["/sides/1/rank wrong_rank"]),
    (result({"A": 2, "B": 2}), ["/sides/0/rank wrong_rank", "/sides/1/rank wrong_rank"]),
    (result({"A": 1, "B": 2}, "no_show", "A"), ["/sides/0/rank wrong_rank"]),
    (result({"A": 1, "B": 2}, "forfeit"), ["/outcome wrong_outcome"]),
    (result({"A": 1, "B": 1}, "no_show", "AB"), ["/outcome wrong_outcome"]),
    (result({"A": 1, "B": 2}, "double_forfeit", "B"), ["/outcome wrong_outcome"]),
    (result({"A": 1, "B": 2}, "played", "B"), ["/outcome wrong_outcome"]),
])
def test_results_that_are_wrong(wrong, said):
    assert codes(wrong, "A", "B") == said


def test_ranks_at_a_table_are_counted_as_in_sport():
    assert codes(result({"A": 1, "B": 2, "C": 2, "D": 4}), "A", "B", "C", "D") == []
    assert codes(result({"A": 1, "B": 2, "C": 2, "D": 3}), "D", "C", "B", "A") == ["/sides/3/rank wrong_rank"]


def test_who_stands_behind_and_who_is_level():
    table = result({"A": 1, "B": 2, "C": 2, "D": 4}, "no_show", "D")
    assert [shares(table, each) for each in "ABCD"] == [(3, 0), (1, 1), (1, 1), (0, 0)]
    assert [won(table, each) for each in "ABCD"] == [True, False, False, False]


def test_nobody_beats_anybody_in_a_double_forfeit():
    nobody = result({"A": 1, "B": 1}, "double_forfeit", "AB")
    assert [shares(nobody, each) for each in "AB"] == [(0, 0), (0, 0)]


def test_a_result_that_does_not_count_has_no_winner():
    assert not won(structs.replace(beat("A", "B"), outcome="void"), "A")


def test_what_is_known_of_a_side():
    side = Side(entrant="A", rank=1, points=7, measures={"queens": 2})
    assert (side.measure("points"), side.measure("queens"), side.measure("cards")) == (7, 2, None)


def test_the_last_correction_that_stands_counts_and_the_result_stays():
    came, first, second = beat("A", "B"), level("A", "B"), beat("B", "A")
    decided = match(1, came, corrections=(Correction(result=first, reason="a"), Correction(result=second, reason="b")))
    assert decided.final == second
    assert decided.result == came
    back = structs.replace(decided, corrections=(decided.corrections[0], structs.replace(decided.corrections[1], withdrawn=True)))
    assert back.final == first
    none = structs.replace(back, corrections=tuple(structs.replace(each, withdrawn=True) for each in back.corrections))
    assert none.final == came


def test_a_correction_can_decide_a_match_without_a_result():
    open_match = Match(table=1, sides=("A", "B"))
    assert not open_match.settled
    decided = structs.replace(open_match, corrections=(Correction(result=beat("A", "B"), reason="agreed"),))
    assert decided.settled
    assert decided.final == beat("A", "B")


def test_results_survive_json():
    came = structs.replace(result({"A": 1, "B": 2}, "forfeit", "B", A=25, B=3), reported=True, match="m1")
    assert msgspec.json.decode(msgspec.json.encode(came), type=Result) == came
