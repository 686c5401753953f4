"""What a result counts."""

from itertools import product

import pytest

from adjudicator.tournaments.schemes import PARTS, SCHEMES
from tests.tournaments.making import beat, level, result

KINDS = ["pairing_allocated", "full_point", "half_point", "zero_point"]


def counted(scheme: str, came) -> list[int]:
    return [SCHEMES[scheme].worth(came, side.entrant) for side in came.sides]


def test_match_wins():
    assert counted("match_wins", beat("A", "B")) == [2, 0]
    assert counted("match_wins", level("A", "B")) == [1, 1]
    assert counted("match_wins", result({"A": 1, "B": 1, "C": 3})) == [1, 1, 0]
    assert counted("match_wins", result({"A": 1, "B": 2, "C": 2})) == [2, 0, 0]


def test_placement_is_the_share_of_the_others_behind():
    assert counted("placement", result({"A": 1, "B": 2, "C": 3})) == [PARTS, PARTS // 2, 0]
    assert counted("placement", result({"A": 1, "B": 2, "C": 2, "D": 4})) == [PARTS, PARTS // 2, PARTS // 2, 0]


@pytest.mark.parametrize("seats", range(2, 11))
def test_every_share_at_a_table_is_whole_and_a_table_always_gives_half_of_its_seats(seats):
    for ranks in ([*range(1, seats + 1)], [1] * seats, [1, 1, *range(3, seats + 1)]):
        shares = counted("placement", result({f"e{place}": rank for place, rank in enumerate(ranks)}))
        assert sum(shares) * 2 == PARTS * seats


def test_total_points_and_stages():
    came = result({"A": 1, "B": 2}, A=11, B=-3)
    assert counted("total_points", came) == [11, -3]
    assert counted("total_points", beat("A", "B")) == [0, 0]
    assert counted("stages", came) == [0, 0]


@pytest.mark.parametrize(("outcome", "absent", "wins"), [
    ("forfeit", "B", [2, 0]), ("no_show", "B", [2, 0]), ("double_forfeit", "AB", [0, 0]), ("void", "", [0, 0]),
    ("abandoned", "", [0, 0]),
])
def test_what_outcomes_count(outcome, absent, wins):
    ranks = {"A": 1, "B": 1 if outcome == "double_forfeit" else 2}
    assert counted("match_wins", result(ranks, outcome, absent, A=9, B=4)) == wins


@pytest.mark.parametrize(("scheme", "kind"), [*product(SCHEMES, KINDS)])
def test_what_byes_count(scheme, kind):
    win = {"match_wins": 2, "placement": PARTS}.get(scheme, 0)
    assert SCHEMES[scheme].bye(kind) == {"half_point": win // 2, "zero_point": 0}.get(kind, win)
