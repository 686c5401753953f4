"""Tables of several: sizes, meetings, seats, byes."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from adjudicator.tournaments.invariants import departures, faults
from adjudicator.tournaments.lots import generator
from adjudicator.tournaments.pairing import propose
from adjudicator.tournaments.past import Past
from adjudicator.tournaments.seating import imbalance, seated
from adjudicator.tournaments.stage import Match, Round, Stage, Tables, present, with_round
from adjudicator.tournaments.tables import best, cost, grid, improved, table_sizes
from tests.tournaments.making import MISHAPS, drawn, entrants, played, shuffled

PERFECT = [
    (9, 3, 4), (12, 3, 4), (15, 3, 5), (21, 3, 7), (16, 4, 3), (20, 4, 5), (28, 4, 7), (25, 5, 6), (35, 5, 7), (49, 7, 7),
]
"""(entrants, table size, rounds) in which nobody need meet again (the social golfer problem)."""


def all_drawn(stage: Stage) -> Stage:
    while not (proposal := propose(stage)).problem:
        stage = with_round(stage, proposal.as_round())
    return stage


@pytest.mark.parametrize(("count", "size", "rounds"), PERFECT)
def test_nobody_meets_again_where_that_is_known_to_be_possible(count, size, rounds):
    stage = all_drawn(drawn(Tables(rounds, size, size), count)[0])
    assert max(Past(stage).met.values()) == 1
    assert sum(Past(stage).met.values()) == rounds * count * (size - 1) // 2


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 24), st.integers(2, 6), st.integers(0, 4), st.integers(0, 9999))
def test_every_round_holds(count, smallest, more, seed):
    stage = played(Tables(4, smallest, smallest + more), count, seed, MISHAPS, scheme="placement")
    assert faults(stage) == []
    for each in stage.rounds:
        before = structs.replace(stage, rounds=tuple(r for r in stage.rounds if r.number < each.number))
        there, proposal = [entrant.id for entrant in present(stage, each.number)], propose(before)
        if proposal.problem:
            assert proposal.problem.code == ("cannot_seat" if there else "too_few")
            assert len(there) < smallest
            continue
        assert Counter(side for match in proposal.matches for side in match.sides) == dict.fromkeys(there, 1)
        sizes = [len(match.sides) for match in proposal.matches if not match.bye]
        assert all(smallest <= size <= smallest + more for size in sizes)
        assert max(sizes) - min(sizes) <= 1
        stored = with_round(before, proposal.as_round())
        assert {departure.code for departure in departures(stored, each.number)} <= {"rematch", "bye_again"}


@settings(max_examples=50, deadline=None)
@given(st.integers(4, 24), st.integers(1, 6), st.integers(0, 9999))
def test_the_search_never_costs_more_than_chance_and_tells_its_cost(count, rounds, seed):
    stage, _ = drawn(Tables(rounds + 1, 3, 5), count, seed)
    for _ in range(rounds):
        stage = with_round(stage, propose(stage).as_round())
    past, proposal = Past(stage), propose(stage)
    found = [match.sides for match in proposal.matches if not match.bye]
    there, rng = [side for sides in found for side in sides], Random(seed)
    for _ in range(20):
        mixed = iter(rng.sample(there, len(there)))
        assert cost(found, past.met) <= cost([[next(mixed) for _ in sides] for sides in found], past.met)
    times = [past.met[frozenset(pair)] for sides in found for pair in combinations(sides, 2)]
    assert proposal.cost.repeats == sum(each > 0 for each in times)
    assert proposal.cost.most == max(times) + 1
    assert proposal.cost.seats == imbalance(past.seats, found)


@settings(max_examples=50, deadline=None)
@given(st.integers(2, 12), st.integers(0, 9999))
def test_a_search_step_never_makes_it_dearer(count, seed):
    rng = Random(seed)
    ids = [f"e{place}" for place in range(count)]
    met = Counter({frozenset(pair): rng.randrange(3) for pair in combinations(ids, 2)})
    start = grid(ids, table_sizes(count, 2, 4), rng.randrange(1, 4))
    assert cost(improved(start, met), met) <= cost(start, met)
    assert {each for table in improved(start, met) for each in table} == set(ids)


def ways(ids: list[str], size: int) -> Iterator[list[tuple[str, ...]]]:
    """All ways to seat these at tables of one size."""
    if not ids:
        yield []
    for others in combinations(ids[1:], size - 1):
        left = [each for each in ids[1:] if each not in others]
        yield from ([(ids[0], *others), *rest] for rest in ways(left, size))


@pytest.mark.parametrize(("count", "size"), [(6, 3), (8, 4), (9, 3)])
def test_the_search_finds_the_best_where_all_can_be_tried(count, size):
    ids = [f"e{place}" for place in range(count)]
    every = list(ways(ids, size))
    for seed in range(40):
        rng, met = Random(seed), Counter()
        for _ in range(rng.randrange(2, 8)):
            met.update(frozenset(pair) for table in rng.choice(every) for pair in combinations(table, 2))
        found = best(ids, [size] * (count // size), met, 2, generator("s", seed))
        assert cost(found, met) == min(cost(each, met) for each in every)


@pytest.mark.parametrize(("count", "smallest", "largest", "sizes"), [
    (0, 3, 4, []), (3, 3, 4, [3]), (7, 3, 4, [4, 3]), (10, 3, 4, [4, 3, 3]), (12, 3, 4, [4, 4, 4]), (12, 3, 10, [6, 6]),
    (5, 3, 4, None), (2, 3, 4, None), (10, 3, 3, None), (11, 3, 5, [4, 4, 3]),
])
def test_sizes_are_as_even_as_can_be(count, smallest, largest, sizes):
    assert table_sizes(count, smallest, largest) == sizes


def test_byes_go_round():
    """Ten at tables of three: one has a bye each round, nobody a second one before all had one."""
    stage = all_drawn(drawn(Tables(10, 3, 3), 10)[0])
    byes = [match for each in stage.rounds for match in each.matches if match.bye]
    assert Counter(match.sides[0] for match in byes) == {entrant.id: 1 for entrant in stage.entrants}
    assert {match.bye for match in byes} == {"half_point"}


def test_seats_are_shared_out():
    """Nine at tables of three for six rounds: everybody has each seat twice, or nearly."""
    stage = all_drawn(drawn(Tables(6, 3, 3), 9)[0])
    for seats in Past(stage).seats.values():
        assert sorted(seats.values()) in ([2, 2, 2], [1, 2, 3])


@settings(max_examples=50, deadline=None)
@given(st.integers(2, 5), st.integers(0, 9999))
def test_no_order_at_a_table_repeats_seats_less(count, seed):
    rng, ids = Random(seed), list("ABCDE")
    past = defaultdict(Counter, {each: Counter({seat: rng.randrange(4) for seat in range(count)}) for each in ids})

    def weight(order):
        return sum((2 * past[each][seat] + 1) for seat, each in enumerate(order))

    found = seated(ids[:count], past, "s", 1)
    assert weight(found) == min(map(weight, permutations(ids[:count])))


@pytest.mark.parametrize("count", [1, 2])
def test_too_few_for_a_table(count):
    stage, _ = drawn(Tables(3, 3, 4), count)
    problem = propose(stage).problem
    assert problem.code == "cannot_seat"
    assert [len(match.sides) for match in problem.manual] == ([2] if count == 2 else [])


def test_manual_tables_stand():
    stage = Stage(format=Tables(3, 3, 4), seed="s", entrants=entrants("ABCDEFGH"))
    fixed = Match(table=1, sides=("A", "C"))
    matches = propose(stage, [fixed]).matches
    assert matches[0] == structs.replace(fixed, manual=True)
    assert [len(match.sides) for match in matches] == [2, 3, 3]


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 20), st.integers(0, 9999))
def test_the_order_of_lists_does_not_matter(count, seed):
    stage = played(Tables(3, 3, 5), count, seed, MISHAPS)
    more = structs.replace(stage, format=Tables(4, 3, 5))
    assert propose(shuffled(more, Random(seed))) == propose(more)


def test_a_late_entry_sits_down_with_the_others():
    stage, _ = drawn(Tables(4, 3, 4), 8)
    stage = with_round(stage, Round(number=1, matches=propose(stage).matches))
    late = structs.replace(stage, entrants=(*stage.entrants, structs.replace(stage.entrants[0], id="late", joined=2)))
    assert "late" in {side for match in propose(late).matches for side in match.sides}
