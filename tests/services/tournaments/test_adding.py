"""Results are counted when somebody looks at the standings: what is added then is what working them out anew would give."""

from random import Random

import pytest
import sqlalchemy as sa

from adjudicator.services.tournaments.records import rebuild
from adjudicator.services.tournaments.results import Said
from adjudicator.storage.tournament_tables import pairings, standings
from adjudicator.tournaments.stage import FreePlay, RoundRobin, Swiss, Tables
from tests.services.tournaments.evening import NAMES, Evening, later, won

ALWAYS = lambda revision: True  # noqa: E731
CRITERIA = [("wins",), ("most:points", "fewest:cards"), ("net:points", "wins"), ("direct_encounter",), ("buchholz",)]
OVER = [{"type": "end", "reason": "time", "note": "The hall closed."}]


def linked(evening: Evening, number: int, table: int, rng: Random) -> tuple[str, list[dict[str, object]]]:
    """The id of a match that goes on, linked to a table; and what ends it."""
    first, second = rng.sample([side.name for side in evening.match(number, table).sides], 2)
    log = won(first, second)
    stored = evening.desk.create({**log, "moves": log["moves"][:2]})
    evening.link(number, table, stored.id)
    return stored.id, log["moves"][2:]


def match_names(evening: Evening) -> set[str]:
    return {side.name for side in evening.match(1, 1).sides}


def uncounted(evening: Evening) -> int:
    count = sa.select(sa.func.count()).where(pairings.c.tournament_id == evening.id, pairings.c.uncounted)
    with evening.desk.database.read() as connection:
        return connection.scalar(count) or 0


def write(evening: Evening, statement: sa.Executable) -> None:
    evening.desk.database.write(lambda connection: connection.execute(statement))


@pytest.mark.parametrize("tie_breaks", CRITERIA)
@pytest.mark.parametrize("scheme", ["match_wins", "total_points"])
def test_added_is_as_worked_out_anew(evening: Evening, tie_breaks: tuple[str, ...], scheme: str) -> None:
    """`cards` is never known, `direct_encounter` and `buchholz` do not add up."""
    evening.found(RoundRobin(), NAMES[:4], tie_breaks=tie_breaks, scheme=scheme)
    rng = Random(scheme)
    for _ in range(2):
        made = evening.next_round()
        for match in made.matches:
            match_id, rest = linked(evening, made.round, match.table, rng)
            evening.desk.append(match_id, rest)
            assert uncounted(evening) == 1
            assert not rebuild(evening.desk.database, evening.id)
            assert uncounted(evening) == 0
        evening.close(made.round)
    assert sum(row.played for row in evening.kept()) == 8


@pytest.mark.parametrize("looks", ["always", "now and then", "in the end"])
@pytest.mark.parametrize("tie_breaks", CRITERIA)
def test_whatever_becomes_of_a_match(evening: Evening, tie_breaks: tuple[str, ...], looks: str) -> None:
    """Whether what it was has been counted or not."""
    evening.found(Tables(rounds=1, smallest=2, largest=2), NAMES[:4], tie_breaks=tie_breaks, scheme="total_points")
    evening.next_round()
    match_id, rest = linked(evening, 1, 1, Random(1))
    steps = [
        lambda: evening.desk.append(match_id, rest),
        lambda: evening.desk.correct(match_id, {"op": "undo"}),
        lambda: evening.desk.append(match_id, OVER),
        lambda: evening.desk.matches.void(evening.access, match_id, later("Not played."), ALWAYS),
        lambda: evening.correct(1, 1, Said(outcome="double_forfeit")),
        lambda: evening.withdraw_correction(1, 1, 1),
        lambda: evening.desk.matches.reinstate(evening.access, match_id, later("It was."), ALWAYS),
        lambda: evening.first_wins(1, 1),
    ]
    for place, step in enumerate(steps):
        step()
        if looks == "always" or (looks == "now and then" and place % 2):
            assert not rebuild(evening.desk.database, evening.id)
    assert not rebuild(evening.desk.database, evening.id)
    assert [row.played for row in evening.standings().items if row.name in match_names(evening)] == [1, 1]


@pytest.mark.parametrize("tie_breaks", [("wins",), ("buchholz",)])
def test_whoever_looks_sees_the_standings_of_now(evening: Evening, tie_breaks: tuple[str, ...]) -> None:
    """Closing the match writes none of them, and what is shown has the revision of the result."""
    evening.found(Swiss(rounds=1), NAMES[:2], tie_breaks=tie_breaks)
    evening.next_round()
    match_id, rest = linked(evening, 1, 1, Random(1))
    before = evening.standings()
    evening.desk.append(match_id, rest)
    assert [row.score for row in evening.kept()] == [0, 0]
    found = evening.standings()
    assert [row.score for row in found.items] == [2, 0]
    assert found.revision == before.revision + 1 == evening.row().revision
    assert sorted(row.score for row in evening.kept()) == [0, 2]
    assert evening.standings() == found


def test_what_adds_up_is_added_without_a_look_at_others(evening: Evening) -> None:
    """A row that is wrong stays so as long as none of its entrant's matches is counted, and is found by a rebuild."""
    evening.found(FreePlay(), NAMES[:3], tie_breaks=("wins",))
    evening.next_round()
    evening.add_match(1, "0001", "0002")
    write(evening, sa.update(standings).where(standings.c.entrant == "0003").values(played=7))
    evening.first_wins(1, 1)
    assert {row.entrant: (row.score, row.played) for row in evening.standings().items} == {
        "0001": (2, 1), "0002": (0, 1), "0003": (0, 7)
    }
    assert rebuild(evening.desk.database, evening.id)
    assert [row.played for row in evening.kept()] == [1, 1, 0]


def test_many_are_added_at_once(evening: Evening) -> None:
    """More than the few whose sides are asked for by name."""
    evening.found(FreePlay(), NAMES[:7], tie_breaks=("wins",))
    evening.next_round()
    for number in range(25):
        evening.add_match(1, f"{1 + number % 7:04}", f"{1 + (number + 1 + number // 7) % 7:04}")
        evening.first_wins(1, number + 1)
    assert uncounted(evening) == 25
    assert sum(row.played for row in evening.standings().items) == 50
    assert not rebuild(evening.desk.database, evening.id)


def test_a_bye_by_hand_counts_once_its_round_is_published(evening: Evening) -> None:
    evening.found(FreePlay(), NAMES[:2], tie_breaks=("wins",))
    evening.pair()
    evening.add_bye(1, "0001")
    assert (uncounted(evening), evening.scores()) == (0, {"Asha": 0, "Bo": 0})
    evening.publish(1)
    assert evening.scores() == {"Asha": 2, "Bo": 0}
    evening.add_bye(1, "0002")
    assert (uncounted(evening), evening.scores()) == (1, {"Asha": 2, "Bo": 2})
    assert not rebuild(evening.desk.database, evening.id)


def test_a_void_match_adds_nothing(evening: Evening) -> None:
    evening.found(Tables(rounds=1, smallest=2, largest=2), NAMES[:2], tie_breaks=("wins",))
    evening.next_round()
    first, second = (side.name for side in evening.match(1, 1).sides)
    stored = evening.desk.create({**won(first, second), "moves": []})
    evening.link(1, 1, stored.id)
    evening.desk.matches.void(evening.access, stored.id, later("Not played."), ALWAYS)
    assert not rebuild(evening.desk.database, evening.id)
    assert [(row.score, row.played) for row in evening.kept()] == [(0, 0), (0, 0)]
