"""Ratings: from the months that are over, the same however they were come by."""

from random import Random

import pytest

from adjudicator.services import rating_run
from adjudicator.services.errors import Forbidden, NotFound, UnknownKey
from adjudicator.services.periods import closed_period
from adjudicator.services.ratings import RatingList
from adjudicator.services.rights import Role
from adjudicator.storage import ratings
from tests.services.desk import Desk
from tests.services.league import League, as_json, some_cards


@pytest.fixture
def league(desk: Desk) -> League:
    return League(desk)


def names(found: RatingList) -> list[str]:
    return [each.player.name for each in found.items]


def test_a_month_counts_once_it_is_over(league: League) -> None:
    asha, bo = league.add("Asha"), league.add("Bo")
    league.match(asha, bo)
    assert league.ratings() == RatingList("toy", None, None, None, [], False)
    league.set_month(6)
    found = league.ratings()
    assert (found.system, found.period, found.changed_from, names(found)) == ("glicko2", "2026-05", None, ["Bo", "Asha"])
    assert [each.rating.played for each in found.items] == [1, 1]
    assert all(each.rating.provisional for each in found.items)
    league.set_month(8)
    later = league.ratings()
    assert later.period == "2026-07"
    assert [each.rating.value for each in later.items] == [each.rating.value for each in found.items]
    assert later.items[0].rating.deviation > found.items[0].rating.deviation, "who stays away gets less certain"


def test_a_correction_waits_for_the_organiser_who_is_told_what_it_does(league: League) -> None:
    asha, bo = league.add("Asha"), league.add("Bo")
    match = league.match(asha, bo)
    league.set_month(7)
    before = league.ratings()
    league.void(match)
    waiting = league.ratings()
    assert (waiting.changed_from, waiting.items) == ("2026-05", before.items)
    told = league.recompute(dry_run=True)
    assert (told.dry_run, told.since, told.period) == (True, "2026-05", "2026-06")
    assert {change.player.name: change.after for change in told.changes} == {"Asha": None, "Bo": None}
    assert league.ratings() == waiting, "a dry run changes nothing"
    assert as_json(league.recompute()) == as_json(told) | {"dry_run": False}
    assert (league.ratings().items, league.ratings().changed_from) == ([], None)
    assert league.recompute().changes == []


def test_what_changes_in_the_present_month_waits_for_nobody(league: League) -> None:
    asha, bo = league.add("Asha"), league.add("Bo")
    league.match(asha, bo)
    league.set_month(6)
    league.ratings()
    league.match(asha, bo)
    assert league.ratings().changed_from is None


def test_a_changed_month_is_computed_with_the_next_one(league: League) -> None:
    asha, bo = league.add("Asha"), league.add("Bo")
    league.match(asha, bo)
    league.set_month(6)
    league.ratings()
    league.match(bo, asha, played_at="2026-04-03T12:00:00Z")
    assert league.ratings().changed_from == "2026-04"
    league.set_month(7)
    found = league.ratings()
    assert (found.changed_from, [each.rating.played for each in found.items]) == (None, [2, 2])


def test_only_matches_of_known_players_are_rated(league: League) -> None:
    league.match(league.add("Asha"), None)
    league.set_month(6)
    assert league.ratings().items == []
    assert league.recompute().changes == []


def test_a_table_of_three_changes_the_system_for_all(league: League) -> None:
    players = [league.add(name) for name in ("Asha", "Bo", "Cleo")]
    league.match(*players[:2])
    league.set_month(6)
    assert league.ratings().system == "glicko2"
    league.match(*players, cards="358")
    league.set_month(7)
    found = league.ratings()
    assert (found.system, sorted(each.rating.played for each in found.items)) == ("plackett_luce", [1, 2, 2])
    assert all(each.rating.volatility is None for each in found.items)


def test_merged_players_are_rated_as_one(league: League) -> None:
    asha, bo, double = league.add("Asha"), league.add("Bo"), league.add("B.")
    league.match(asha, bo)
    league.match(asha, double)
    league.match(bo, double)
    league.set_month(6)
    assert sorted(names(league.ratings())) == ["Asha", "B.", "Bo"]
    league.merge(double, into=bo)
    assert league.ratings().changed_from == "2026-05"
    league.recompute()
    assert {each.player.name: each.rating.played for each in league.ratings().items} == {"Asha": 2, "Bo": 2}


def test_pages_and_rights(league: League) -> None:
    players = [league.add(name) for name in "ABCD"]
    league.match(*players[:2])
    league.match(*players[2:])
    league.set_month(6)
    whole = league.ratings()
    assert [each.rank for each in whole.items] == [1, 1, 3, 3]
    seen, after = [], None
    for _ in range(2):
        page = league.ratings(after, limit=2)
        seen += page.items
        after = page.items[-1].player.id
    assert (seen, page.more) == (whole.items, False)
    with pytest.raises(UnknownKey):
        league.ratings(after="nobody")
    league.access = league.of(Role.REFEREE).access
    referee = League(league.desk)
    referee.desk.access = league.access
    assert referee.ratings() == whole
    with pytest.raises(Forbidden, match="compute ratings"):
        referee.recompute()
    with pytest.raises(NotFound, match="no game"):
        league.lists.page(league.desk.access, "chess", None)  # type: ignore[arg-type]


@pytest.mark.parametrize("tables", [[2], [2, 3]], ids=["glicko2", "plackett_luce"])
@pytest.mark.parametrize("seed", range(3))
def test_step_by_step_as_at_once_and_in_any_order(league: League, tables: list[int], seed: int) -> None:
    """Month by month with corrections between, against one replay of the results as they are at the end."""
    rng = Random(seed)
    players = [league.add(name) for name in "ABCDEF"]
    matches: list[str] = []
    for month in (3, 4, 5, 6):
        league.set_month(month)
        for _ in range(4):
            matches.append(league.match(*rng.sample(players, rng.choice(tables)), cards=some_cards(rng)))
        league.ratings()
        league.set_facts(rng.choice(matches), played_at=f"2026-0{rng.randrange(1, 4)}-05T12:00:00Z")
        if rng.random() < 0.5:
            league.recompute()
    league.void(matches[rng.randrange(len(matches))])
    league.set_month(9)
    kept = league.ratings()
    with league.desk.database.read() as connection:
        club_id = league.desk.rows(matches[0])[0].club_id
        whole = rating_run.compute(connection, club_id, "toy", closed_period(league.desk.clock()), whole=True)
        assert rating_run.ratings_of(ratings.everybody(connection, club_id, "toy")) == whole.after
        steps = ratings.steps(connection, club_id, "toy", whole.upto + 1)
        assert {period: rating_run.ratings_of(rows) for period, rows in steps.items()} == whole.steps
    assert kept.items
