"""What earlier rounds mean: meetings, byes, seats, and who begins."""

import pytest

from adjudicator.tournaments.past import Past, in_order
from adjudicator.tournaments.stage import FreePlay, Match, Stage, Swiss
from tests.tournaments.making import beat, entrants, result, round_of

SWISS = Swiss(9)


def past(*rounds, format=SWISS) -> Past:
    return Past(Stage(format=format, seed="s", entrants=entrants("ABCD"), rounds=rounds))


@pytest.mark.parametrize(("came", "times"), [
    (beat("A", "B"), 1),
    (result({"A": 1, "B": 2}, "forfeit", "B"), 1),
    (result({"A": 1, "B": 2}, "abandoned"), 1),
    (result({"A": 1, "B": 2}, "no_show", "B"), 0),
    (result({"A": 1, "B": 1}, "double_forfeit", "AB"), 0),
    (result({"A": 1, "B": 1}, "void"), 0),
    (Match(table=1, sides=("A", "B")), 1),
])
def test_who_has_met(came, times):
    found = past(round_of(1, came))
    assert found.met[frozenset("AB")] == times
    assert (found.seats["A"][0], found.seats["B"][1]) == (times, times)


def test_at_a_table_those_who_came_have_met():
    found = past(round_of(1, result({"A": 1, "B": 2, "C": 3}, "no_show", "C")), format=FreePlay())
    assert found.met == {frozenset("AB"): 1}
    assert found.last == {"A": 0, "B": 1}


def test_byes_that_keep_from_another():
    byes = [
        Match(table=1, sides=("A",), bye="pairing_allocated"), Match(table=2, sides=("B",), bye="full_point", manual=True),
        Match(table=3, sides=("C",), bye="half_point", manual=True), Match(table=4, sides=("D",), bye="half_point"),
    ]
    assert past(round_of(1, *byes)).byes == {"A": 1, "B": 1, "D": 1}


def test_who_began_less_begins_then_who_did_not_begin_latest():
    once = past(round_of(1, beat("A", "B")))
    assert [in_order(once, *pair, "s", 2) for pair in ("AB", "BA", "AC", "BC")] == [
        ("B", "A"), ("B", "A"), ("C", "A"), ("B", "C"),
    ]
    even = past(round_of(1, beat("A", "B"), beat("C", "D")), round_of(2, beat("B", "A"), beat("C", "D")))
    assert even.lead("A") == even.lead("B") == 0
    assert [in_order(even, *pair, "s", 3) for pair in ("AB", "BA")] == [("A", "B"), ("A", "B")]


def test_else_the_lot_of_the_round_decides():
    nothing = past()
    drawn = {in_order(nothing, "A", "B", "s", number) for number in range(9)}
    assert drawn == {("A", "B"), ("B", "A")}
    assert all(in_order(nothing, "B", "A", "s", number) == in_order(nothing, "A", "B", "s", number) for number in range(9))
