"""Matching: as many pairs as can be, then the least penalty, the same whatever the order of the pairs."""

from itertools import combinations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from adjudicator.tournaments.matching import least_penalty


def matchings(edges: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """All sets of disjoint pairs, tried one by one."""
    if not edges:
        return [[]]
    first, *others = edges
    apart = [edge for edge in others if not set(edge) & set(first)]
    return [*matchings(others), *([first, *rest] for rest in matchings(apart))]


@given(st.dictionaries(st.sampled_from(list(combinations(range(6), 2))), st.integers(0, 5)), st.integers(0, 99))
def test_no_other_choice_is_better(penalties, seed):
    found = least_penalty(penalties)
    best = min((-len(each), sum(penalties[edge] for edge in each)) for each in matchings(list(penalties)))
    assert (-len(found), sum(penalties[edge] for edge in found)) == best
    mixed = Random(seed).sample(list(penalties.items()), len(penalties))
    assert least_penalty(dict(mixed)) == found
