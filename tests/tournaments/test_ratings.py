"""Ratings: the paper's example, openskill's own answer, and that no order and no way of computing shows."""

import math
from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from adjudicator.tournaments import glicko, plackett_luce
from adjudicator.tournaments.glicko import Glicko
from adjudicator.tournaments.plackett_luce import Skill
from adjudicator.tournaments.ratings import Change, Contest, Rating, advance, changes, contest_of, replay, system_for
from tests.tournaments.making import beat, result

PLAYERS = list("abcdefgh")
SYSTEMS = ["glicko2", "plackett_luce"]


def contest(period: int, *sides: str, ranks: tuple[int, ...] = ()) -> Contest:
    """Each side a word, each player a letter; by default the first side wins, the second is second ..."""
    return Contest(period, tuple(tuple(side) for side in sides), ranks or tuple(range(1, len(sides) + 1)))


@st.composite
def contests(draw, system: str, periods: int = 4) -> list[Contest]:
    rng = Random(draw(st.integers(0, 99_999)))
    found = []
    for _ in range(draw(st.integers(0, 25))):
        players = rng.sample(PLAYERS, 2 if system == "glicko2" else rng.choice([2, 3, 4, 6]))
        sides = players if system == "glicko2" or rng.random() < 0.5 else ["".join(players[::2]), "".join(players[1::2])]
        order = sorted(rng.randrange(1, len(sides) + 1) for _ in sides)
        ranks = tuple(1 + sum(other < place for other in order) for place in order)
        found.append(contest(rng.randrange(1, periods + 1), *sides, ranks=ranks))
    return found


any_system = st.sampled_from(SYSTEMS).flatmap(lambda system: st.tuples(st.just(system), contests(system)))


def test_the_example_of_glickmans_paper():
    """The paper rounds what lies between to four digits, so its last digit is not ours."""
    player, opponents = Glicko(1500, 200, 0.06), [Glicko(1400, 30), Glicko(1550, 100), Glicko(1700, 300)]
    found = glicko.rated(player, list(zip(opponents, [1, 0, 0], strict=True)))
    assert math.isclose(found.rating, 1464.06, abs_tol=0.01)
    assert math.isclose(found.deviation, 151.52, abs_tol=0.005)
    assert math.isclose(found.volatility, 0.05999, abs_tol=0.00001)


def test_who_stays_away_gets_less_certain_up_to_somebody_unrated():
    away = glicko.rated(Glicko(1500, 200, 0.06), [])
    assert (away.rating, away.volatility) == (1500, 0.06)
    assert math.isclose(away.deviation, math.hypot(200, 0.06 * glicko.SCALE))
    assert glicko.rated(Glicko(1500, 350, 0.06), []).deviation == 350


@settings(max_examples=60, deadline=None)
@given(st.floats(-800, 800), st.floats(30, 350), st.floats(30, 350), st.integers(1, 12), st.sampled_from([0, 0.5, 1]))
def test_volatility_is_the_root_of_the_papers_equation(gap, deviation, others, matches, score):
    """Step 5.1, solved by halving an interval instead."""
    player, opponent = Glicko(1500, deviation, 0.06), Glicko(1500 + gap, others)
    phi, phi_j, mu_j = deviation / glicko.SCALE, others / glicko.SCALE, gap / glicko.SCALE
    g = 1 / math.sqrt(1 + 3 * phi_j**2 / math.pi**2)
    e = 1 / (1 + math.exp(g * mu_j))
    v = 1 / (matches * g * g * e * (1 - e))
    delta, a = v * matches * g * (score - e), math.log(0.06**2)

    def f(x: float) -> float:
        spread = phi**2 + v + math.exp(x)
        return math.exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - a) / glicko.TAU**2

    low, high = a - 10, a + 20
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    found = glicko.rated(player, [(opponent, score)] * matches)
    assert math.isclose(found.volatility, math.exp(low / 2), rel_tol=1e-5)


def test_a_surprise_raises_volatility():
    surprised = glicko.rated(Glicko(1500, 50, 0.06), [(Glicko(2200, 50), 1)] * 5)
    assert surprised.volatility > 0.06
    assert surprised.rating > 1500


def test_one_match_is_rated_as_openskill_rates_it():
    model = PlackettLuce(tau=plackett_luce.TAU)
    theirs = model.rate([[model.rating()], [model.rating(mu=30, sigma=4)], [model.rating(), model.rating()]], ranks=[1, 2, 3])
    ours = plackett_luce.rated({"b": Skill(30, 4)}, [((("a",), ("b",), ("c", "d")), (1, 2, 3))])
    for player, expected in zip("abcd", [theirs[0][0], theirs[1][0], *theirs[2]], strict=True):
        assert math.isclose(ours[player].mu, expected.mu)
        assert math.isclose(ours[player].sigma, expected.sigma)


def test_many_wins_in_a_period_do_not_overshoot():
    once = plackett_luce.rated({}, [((("a",), ("b",)), (1, 2))])["a"].mu
    often = plackett_luce.rated({}, [((("a",), ("b",)), (1, 2))] * 10)["a"].mu
    assert once < often < 25 + 10 * (once - 25)


@settings(max_examples=60, deadline=None)
@given(any_system, st.integers(0, 999))
def test_no_order_shows_inside_a_period(drawn, seed):
    system, played = drawn
    assert replay(system, Random(seed).sample(played, len(played))) == replay(system, played)


@settings(max_examples=60, deadline=None)
@given(any_system)
def test_the_order_of_sides_does_not_show(drawn):
    system, played = drawn
    turned = [Contest(each.period, each.sides[::-1], each.ranks[::-1]) for each in played]
    assert replay(system, turned) == replay(system, played)


@settings(max_examples=60, deadline=None)
@given(any_system)
def test_a_replay_is_what_carrying_on_gives(drawn):
    system, played = drawn
    ratings: dict[str, Rating] = {}
    first = min((each.period for each in played), default=5)
    for period in range(first, 5):
        ratings = advance(system, ratings, [each for each in played if each.period == period])
        assert ratings == replay(system, played, period)


@settings(max_examples=40, deadline=None)
@given(any_system)
def test_a_correction_and_its_reverse_leave_nothing(drawn):
    system, played = drawn
    before = replay(system, played)
    assert changes(before, replay(system, played)) == []
    if played and played[0].ranks[0] < played[0].ranks[-1]:
        corrected = [Contest(played[0].period, played[0].sides, played[0].ranks[::-1]), *played[1:]]
        after = replay(system, corrected)
        found = changes(before, after)
        touched = {player for side in (played[0].sides[0], played[0].sides[-1]) for player in side}
        assert touched <= {each.player for each in found}
        assert all(before[each.player] == each.before and after[each.player] == each.after for each in found)
        assert {each.player: (each.after, each.before) for each in found} == {
            each.player: (each.before, each.after) for each in changes(after, before)
        }


def test_periods_without_matches_count():
    early = replay("glicko2", [contest(1, "a", "b")])
    late = replay("glicko2", [contest(1, "a", "b"), contest(9, "c", "d")])
    assert late["a"].deviation > early["a"].deviation
    assert late["a"].value == early["a"].value
    assert replay("glicko2", [contest(1, "a", "b")], 9)["a"] == late["a"]


def test_somebody_new_is_a_change():
    found = changes({}, replay("plackett_luce", [contest(1, "a", "b")]))
    assert [(each.player, each.before) for each in found] == [("a", None), ("b", None)]
    assert found[0] == Change("a", None, found[0].after)


@pytest.mark.parametrize("system", SYSTEMS)
def test_who_wins_more_stands_higher(system):
    ratings = replay(system, [contest(period, one, other) for period in (1, 2, 3) for one, other in ("ab", "bc", "ac")])
    assert ratings["a"].certain > ratings["b"].certain > ratings["c"].certain
    assert [ratings[each].contests for each in "abc"] == [6, 6, 6]
    assert (ratings["a"].volatility is None) == (system == "plackett_luce")


def test_two_players_alone_are_rated_by_glicko_all_else_by_plackett_luce():
    assert system_for([contest(1, "a", "b")]) == "glicko2"
    assert system_for([contest(1, "a", "b"), contest(1, "ab", "cd")]) == "plackett_luce"
    assert system_for([contest(1, "a", "b", "c")]) == "plackett_luce"


def test_only_what_was_played_is_rated():
    players = {"A": ["a"], "B": ["b", "c"]}
    assert contest_of(3, beat("A", "B"), players) == Contest(3, (("a",), ("b", "c")), (1, 2))
    assert contest_of(3, result({"A": 1, "B": 2}, "forfeit", "B"), players) is not None
    for outcome, absent in (("no_show", "B"), ("double_forfeit", "AB"), ("void", ""), ("abandoned", "")):
        assert contest_of(3, result({"A": 1, "B": 2}, outcome, absent), players) is None
    assert contest_of(3, beat("A", "G"), players) is None


def test_the_order_of_names_makes_no_difference_to_the_last_digit():
    """Three matches of one period in all their orders."""
    played = [contest(1, "a", "b", "c"), contest(1, "c", "a"), contest(1, "b", "d", "a", ranks=(1, 1, 3))]
    assert len({str(replay("plackett_luce", order)) for order in permutations(played)}) == 1
