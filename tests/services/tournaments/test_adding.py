"""A first result that is added to the standings leaves what working them out anew would give."""

from random import Random

import pytest

from adjudicator.services.tournaments.records import rebuild
from adjudicator.tournaments.stage import RoundRobin, Tables
from tests.services.tournaments.evening import NAMES, Evening, later, won


@pytest.mark.parametrize(
    "tie_breaks", [("wins",), ("most:points", "fewest:cards"), ("net:points", "wins"), ("direct_encounter",)]
)
@pytest.mark.parametrize("scheme", ["match_wins", "total_points"])
def test_added_is_as_worked_out_anew(evening: Evening, tie_breaks: tuple[str, ...], scheme: str) -> None:
    """`cards` is never known, `direct_encounter` does not add up."""
    evening.found(RoundRobin(), NAMES[:4], tie_breaks=tie_breaks, scheme=scheme)
    rng = Random(scheme)
    for _ in range(2):
        made = evening.next_round()
        for match in made.matches:
            first, second = rng.sample([side.name for side in match.sides], 2)
            log = won(first, second)
            stored = evening.desk.create({**log, "moves": log["moves"][:2]})
            evening.link(made.round, match.table, stored.id)
            evening.desk.append(stored.id, log["moves"][2:])
            assert not rebuild(evening.desk.database, evening.id)
        evening.close(made.round)
    assert sum(row.played for row in evening.kept()) == 8


def test_a_void_match_adds_nothing(evening: Evening) -> None:
    evening.found(Tables(rounds=1, smallest=2, largest=2), NAMES[:2], tie_breaks=("wins",))
    evening.next_round()
    first, second = (side.name for side in evening.match(1, 1).sides)
    stored = evening.desk.create({**won(first, second), "moves": []})
    evening.link(1, 1, stored.id)
    evening.desk.matches.void(evening.access, stored.id, later("Not played."), lambda revision: True)
    assert not rebuild(evening.desk.database, evening.id)
    assert [(row.score, row.played) for row in evening.kept()] == [(0, 0), (0, 0)]
