"""Another result where later things stand on the old one: nothing changes until the organiser has chosen."""

import pytest

from adjudicator.services.errors import Conflict
from adjudicator.services.tournaments.results import Said, SaidSide
from adjudicator.tournaments.invariants import faults
from adjudicator.tournaments.stage import Swiss
from tests.services.roster import NOTHING
from tests.services.tournaments.evening import NAMES, Evening, won


def closed_round(evening: Evening) -> tuple[str, str, str]:
    """A first round that is closed, its first table's result told by a match: (match id, winner, loser)."""
    evening.found(Swiss(rounds=3), NAMES[:6])
    evening.next_round()
    first, second = (side.name for side in evening.match(1, 1).sides)
    match = evening.desk.create(won(first, second))
    evening.link(1, 1, match.id)
    for table in (2, 3):
        evening.first_wins(1, table)
    evening.close(1)
    return match.id, first, second


def turned(evening: Evening, match_id: str, loser: str) -> None:
    """The log is corrected: somebody else had given up."""
    end = {"type": "end", "reason": "forfeit", "player": loser, "note": "called away"}
    evening.desk.correct(match_id, {"op": "replace", "ply": 3, "move": end})


def test_a_corrected_log_disturbs_and_changes_nothing_by_itself(evening: Evening) -> None:
    match_id, first, second = closed_round(evening)
    evening.pair()
    before, stage = evening.kept(), evening.stage()
    turned(evening, match_id, first)
    assert (evening.kept(), evening.stage()) == (before, stage)
    assert (evening.waiting(), evening.standings().pending) == ([1], 1)
    [found] = evening.disturbing.listed(evening.access, evening.id, NOTHING).items
    assert {evening.name(moved.entrant) for moved in found.effect.standings} >= {first, second}
    assert [each.round for each in found.effect.pairings] == [2]
    assert evening.history()[-1].kind == "disturbance"


def test_accepted_it_counts_and_what_was_paired_stays(evening: Evening) -> None:
    match_id, first, second = closed_round(evening)
    paired = evening.pair()
    turned(evening, match_id, first)
    evening.choose(1, "accept")
    assert (evening.scores()[first], evening.scores()[second], evening.waiting()) == (0, 2, [])
    assert evening.round(2).matches == paired.matches
    with pytest.raises(Conflict, match="accepted"):
        evening.choose(1, "keep")


def test_kept_the_old_result_counts_as_a_decision_that_can_be_withdrawn(evening: Evening) -> None:
    match_id, first, _ = closed_round(evening)
    turned(evening, match_id, first)
    evening.choose(1, "keep")
    found = evening.match(1, 1)
    assert (evening.scores()[first], found.corrected, [each.reason for each in found.corrections]) == (2, True, ["Decided."])
    assert found.received is not None
    assert {side.entrant: side.rank for side in found.received.sides} != {side.entrant: side.rank for side in found.result.sides}
    evening.withdraw_correction(1, 1, 1)
    assert evening.waiting() == [2], "that disturbs as much"
    evening.choose(2, "accept")
    assert evening.scores()[first] == 0


def test_repaired_the_round_that_nobody_has_seen_is_paired_anew(evening: Evening) -> None:
    match_id, first, _ = closed_round(evening)
    paired = evening.pair()
    turned(evening, match_id, first)
    evening.choose(1, "repair")
    assert evening.round(2).matches != paired.matches
    assert evening.round(2).status == "paired"
    assert faults(evening.stage()) == []


def test_what_is_published_is_not_paired_anew(evening: Evening) -> None:
    match_id, first, _ = closed_round(evening)
    evening.next_round()
    turned(evening, match_id, first)
    with pytest.raises(Conflict, match="accept the result, or keep"):
        evening.choose(1, "repair")
    assert evening.waiting() == [1]


def test_the_newest_correction_overtakes_the_one_before(evening: Evening) -> None:
    match_id, first, second = closed_round(evening)
    turned(evening, match_id, first)
    turned(evening, match_id, second)
    assert evening.waiting() == [], "the log says again what counts"
    turned(evening, match_id, first)
    assert evening.waiting() == [2]


def test_an_organisers_correction_waits_as_well(evening: Evening) -> None:
    closed_round(evening)
    sides = [side.entrant for side in evening.match(1, 2).sides]
    said = Said([SaidSide(sides[0], 2), SaidSide(sides[1], 1)])
    would = evening.correct(1, 2, said, dry_run=True)
    assert (would.disturbance is not None, evening.waiting()) == (True, [])
    entered = evening.correct(1, 2, said)
    assert (entered.disturbance is not None, entered.match.corrected) == (True, False)
    evening.choose(1, "keep")
    assert (evening.match(1, 2).corrections, evening.waiting()) == ((), [])
    evening.correct(1, 2, said)
    evening.choose(2, "accept")
    found = evening.match(1, 2)
    assert found.result is not None
    assert {side.entrant: side.rank for side in found.result.sides} == {sides[0]: 2, sides[1]: 1}


def test_what_stands_is_corrected_and_not_entered_anew(evening: Evening) -> None:
    closed_round(evening)
    with pytest.raises(Conflict, match="correct it"):
        evening.first_wins(1, 2)


def test_what_moves_nobody_counts_at_once(evening: Evening) -> None:
    closed_round(evening)
    sides = [side.entrant for side in evening.match(1, 2).sides]
    entered = evening.correct(1, 2, Said([SaidSide(sides[0], 1, 7), SaidSide(sides[1], 2, 5)]))
    assert (entered.disturbance, entered.match.corrected) == (None, True)


def test_sanctions_count_until_they_are_withdrawn(evening: Evening) -> None:
    closed_round(evening)
    best = evening.standings().items[0]
    evening.sanction(best.entrant, -2)
    assert evening.scores()[best.name] == best.score - 2
    evening.withdraw_sanction(1)
    assert evening.scores()[best.name] == best.score
    with pytest.raises(Conflict, match="already"):
        evening.withdraw_sanction(1)
