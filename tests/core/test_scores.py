"""Ranks as in sport, and who is at the top."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.core.scores import all_at_top, alone_at_top, rows
from adjudicator.core.seats import after, each_alone, round_from

NAMES = ["Asha", "Bo", "Chen", "Dana", "Emre", "Fay"]


def ranked(*points: int, last: int | None = None) -> list[tuple[str, int]]:
    found = rows(NAMES, each_alone(len(points)), points.__getitem__, lambda side: {"points": points[side]}, last)
    assert all(row["points"] == points[NAMES.index(row["players"][0])] for row in found)
    return [(row["players"][0][0], row["rank"]) for row in found]


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ((3, 2, 1), [("A", 1), ("B", 2), ("C", 3)]),
        ((1, 2, 3), [("C", 1), ("B", 2), ("A", 3)]),
        ((5, 3, 3, 1), [("A", 1), ("B", 2), ("C", 2), ("D", 4)]),
        ((1, 5, 5, 5), [("B", 1), ("C", 1), ("D", 1), ("A", 4)]),
        ((0, 0, 0), [("A", 1), ("B", 1), ("C", 1)]),
        ((-1, 0, -1), [("B", 1), ("A", 2), ("C", 2)]),
        ((4, 4, 2, 2, 7), [("E", 1), ("A", 2), ("B", 2), ("C", 4), ("D", 4)]),
    ],
)
def test_ranks_as_in_sport(points: tuple[int, ...], expected: list[tuple[str, int]]) -> None:
    assert ranked(*points) == expected


@pytest.mark.parametrize(
    ("points", "last", "expected"),
    [
        ((9, 3, 1), 0, [("B", 1), ("C", 2), ("A", 3)]),
        ((3, 3, 3), 1, [("A", 1), ("C", 1), ("B", 3)]),
        ((3, 3, 9, 1), 2, [("A", 1), ("B", 1), ("D", 3), ("C", 4)]),
        ((1, 9), 1, [("A", 1), ("B", 2)]),
        ((1, 9), 0, [("B", 1), ("A", 2)]),
    ],
)
def test_whoever_gave_up_is_last(points: tuple[int, ...], last: int, expected: list[tuple[str, int]]) -> None:
    """n of n, whatever the points, also level with others; the others are ranked without that side."""
    assert ranked(*points, last=last) == expected


def test_sides_of_several_players() -> None:
    found = rows(NAMES[:4], [(0, 2), (1, 3)], [3, 8].__getitem__, lambda side: {"points": side, "more": None})
    assert found == [
        {"players": ["Bo", "Dana"], "rank": 1, "points": 1, "more": None},
        {"players": ["Asha", "Chen"], "rank": 2, "points": 0, "more": None},
    ]


@given(st.lists(st.integers(0, 3) | st.tuples(st.integers(0, 2)), min_size=1, max_size=6), st.integers(0, 5) | st.none())
def test_any_measure_that_can_be_compared(measures: list[Any], last: int | None) -> None:
    keys = [measure if isinstance(measure, tuple) else (measure,) for measure in measures]
    last = None if last is None or last >= len(keys) else last
    found = rows(NAMES, each_alone(len(keys)), keys.__getitem__, lambda side: {"side": side}, last)
    ranks = {row["side"]: row["rank"] for row in found}
    for side, rank in ranks.items():
        better = [other for other in ranks if other not in (side, last) and keys[other] > keys[side]]
        assert rank == (len(keys) if side == last else 1 + len(better))
    assert [row["side"] for row in found] == sorted(ranks, key=lambda side: (ranks[side], side == last, side))


def row(rank: int, *players: str) -> dict[str, Any]:
    return {"players": list(players), "rank": rank}


def test_the_top() -> None:
    one, two, three = row(1, "A"), row(1, "B", "C"), row(3, "D")
    assert (alone_at_top([one, row(2, "B")]), all_at_top([one, row(2, "B")])) == (["A"], ["A"])
    assert (alone_at_top([one, two, three]), all_at_top([one, two, three])) == (None, ["A", "B", "C"])
    assert (alone_at_top([two, three]), all_at_top([two, three])) == (["B", "C"], ["B", "C"])
    assert (alone_at_top([]), all_at_top([])) == (None, None)


def test_seats_go_round() -> None:
    assert [after(seat, 3) for seat in range(3)] == [1, 2, 0]
    assert [after(0, 4, step) for step in (2, -1, -5, 4)] == [2, 3, 3, 0]
    assert list(round_from(2, 4)) == [2, 3, 0, 1]
    assert list(round_from(2, 4, -1)) == [2, 1, 0, 3]
    assert each_alone(3) == ((0,), (1,), (2,))
