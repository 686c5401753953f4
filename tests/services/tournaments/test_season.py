"""Whatever happens to a tournament: pairings and standings hold after every write, on both databases."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.services.tournaments.results import Entering, Said
from adjudicator.tournaments.stage import Format, RoundRobin
from tests.services.tournaments.evening import NAMES, Evening
from tests.services.tournaments.season import FORMATS, TIE_BREAKS, Season

SEASONS, STEPS = {"sqlite": 8, "postgresql": 2}, 50
Arrived = tuple[int, int, Said]
"""Round, table, and what is said of the match there."""


@pytest.mark.parametrize("format", FORMATS, ids=lambda format: type(format).__name__)
def test_whatever_happens_pairings_and_standings_hold(evening: Evening, format: Format) -> None:
    @settings(max_examples=SEASONS[evening.desk.database.engine.dialect.name])
    @given(st.integers(0, 99_999))
    def live(seed: int) -> None:
        Season(evening, format, Random(seed)).live(STEPS)

    live()


@pytest.mark.parametrize("tie_breaks", TIE_BREAKS, ids=" ".join)
def test_standings_do_not_depend_on_the_order_in_which_results_arrive(evening: Evening, tie_breaks: tuple[str, ...]) -> None:
    """Nor on who looked when, nor on what was said before and corrected since."""
    @settings(max_examples=SEASONS[evening.desk.database.engine.dialect.name] // 2)
    @given(st.integers(0, 99_999))
    def arrive(seed: int) -> None:
        rng = Random(seed)
        season = all_paired(evening, tie_breaks, rng)
        results = [(number, match.table, season.said(match)) for number, match in season.tables(with_result=False)]
        found = []
        for _ in range(2):
            season = all_paired(evening, tie_breaks, rng)
            arrived(evening, rng.sample(results, len(results)), rng)
            found.append([(row.rank, row.entrant, row.score, row.values, row.played) for row in evening.standings().items])
        assert found[0] == found[1]

    arrive()


def all_paired(evening: Evening, tie_breaks: tuple[str, ...], rng: Random) -> Season:
    """A league of which every round is published."""
    season = Season(evening, RoundRobin(), rng, NAMES[:5], tie_breaks)
    for _ in range(5):
        evening.next_round()
    return season


def arrived(evening: Evening, results: list[Arrived], rng: Random) -> None:
    """Enter results, some of them only behind another one that was wrong, and look now and then."""
    for number, table, said in results:
        if rng.random() < 1 / 3 and number == 5:
            evening.enter_result(number, table, Entering(result=Said(outcome="double_forfeit")))
        if rng.random() < 1 / 3:
            evening.standings()
        evening.enter_result(number, table, Entering(result=said))
