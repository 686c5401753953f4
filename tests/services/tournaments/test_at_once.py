"""Results come in while others look: whoever looks sees exactly the results of the revision that they are shown."""

from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from adjudicator.services.tournaments.records import rebuild
from adjudicator.services.tournaments.tables import Table
from adjudicator.tournaments.stage import FreePlay
from tests.services.tournaments.evening import NAMES, Evening, won

MATCHES, CLOSERS, LOOKERS = 24, 3, 3
PLAYERS = 6


@pytest.mark.parametrize("tie_breaks", [("wins",), ("buchholz",)])
def test_nobody_sees_standings_of_before(evening: Evening, tie_breaks: tuple[str, ...]) -> None:
    evening.found(FreePlay(), NAMES[:PLAYERS], tie_breaks=tie_breaks)
    evening.next_round()
    going_on = [linked(evening, number) for number in range(MATCHES)]
    with ThreadPoolExecutor(CLOSERS + LOOKERS) as pool:
        lookers = [pool.submit(looks, evening) for _ in range(LOOKERS)]
        closed = [pool.submit(evening.desk.append, match_id, rest) for match_id, rest in going_on]
        seen = [table for each in lookers for table in each.result()]
        assert [each.result().position.status for each in closed] == ["complete"] * MATCHES
    told = [write.revision for write in evening.history() if write.kind == "result" and write.payload["after"]["result"]]
    for table in [*seen, evening.standings()]:
        assert sum(row.played for row in table.items) == 2 * sum(revision <= table.revision for revision in told)
    assert len(told) == MATCHES
    assert not rebuild(evening.desk.database, evening.id)


def linked(evening: Evening, number: int) -> tuple[str, list[dict[str, object]]]:
    """The id of a match that goes on, linked to a new table; and what ends it."""
    one, other = Random(number).sample(range(PLAYERS), 2)
    made = evening.add_match(1, f"{1 + one:04}", f"{1 + other:04}")
    log = won(NAMES[one], NAMES[other])
    match_id = evening.desk.create({**log, "moves": log["moves"][:2]}).id
    evening.link(1, made.match.table, match_id)
    return match_id, log["moves"][2:]


def looks(evening: Evening) -> list[Table]:
    return [evening.standings() for _ in range(2 * MATCHES)]
