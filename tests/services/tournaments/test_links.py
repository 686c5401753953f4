"""Results that adjudicated matches tell, while they go on, when they are over, and when they become others."""

import pytest

from adjudicator.core.errors import Malformed
from adjudicator.services.errors import Conflict
from adjudicator.services.later import Later
from adjudicator.services.tournaments.entering import Entry, NewEntrant, NewMember
from adjudicator.services.tournaments.results import Entering, Said
from adjudicator.tournaments.stage import RoundRobin, Swiss
from tests.services.roster import Roster
from tests.services.tournaments.evening import NAMES, Evening, later, won


def names_at(evening: Evening, number: int, table: int) -> list[str]:
    return [side.name for side in evening.match(number, table).sides]


def started(evening: Evening, count: int = 2, **more) -> list[str]:
    """A tournament whose first round is published; the names at its first table."""
    evening.found(RoundRobin(), NAMES[:count], **more)
    evening.next_round()
    return names_at(evening, 1, 1)


def test_a_match_that_goes_on_is_linked_and_fills_the_result_in_when_it_is_over(evening: Evening) -> None:
    first, second = started(evening)
    log = won(first, second)
    match = evening.desk.create({**log, "moves": []})
    assert evening.link(1, 1, match.id).match.result is None
    revision = evening.standings().revision
    evening.desk.append(match.id, log["moves"][:2])
    assert evening.standings().revision == revision, "nothing to tell yet"
    evening.desk.append(match.id, log["moves"][2:])
    found = evening.match(1, 1)
    assert found.result is not None
    assert (found.result.match, found.result.reported, [side.rank for side in found.result.sides]) == (match.id, False, [1, 2])
    assert evening.scores() == {first: 2, second: 0}
    assert evening.history()[-1].payload["origin"] == "log"


def test_what_is_corrected_before_the_round_is_closed_counts_at_once(evening: Evening) -> None:
    first, second = started(evening)
    match = evening.desk.create(won(first, second))
    evening.link(1, 1, match.id)
    evening.desk.correct(match.id, {"op": "undo"})
    assert evening.match(1, 1).result is None, "the match is going on again"
    evening.desk.append(match.id, [{"type": "end", "reason": "forfeit", "player": first, "note": "called away"}])
    assert evening.scores() == {first: 0, second: 2}


def test_a_voided_match_counts_for_nobody_until_it_is_reinstated(evening: Evening) -> None:
    first, second = started(evening)
    match = evening.desk.create(won(first, second))
    evening.link(1, 1, match.id)
    evening.desk.matches.void(evening.access, match.id, later("Played twice."), lambda revision: True)
    found = evening.match(1, 1).result
    assert found is not None
    assert (found.outcome, set(evening.scores().values())) == ("void", {0})
    evening.desk.matches.reinstate(evening.access, match.id, later("It counts."), lambda revision: True)
    assert evening.scores() == {first: 2, second: 0}


def test_who_sits_there_decides_and_not_the_order_of_seats(evening: Evening) -> None:
    first, second = started(evening)
    evening.link(1, 1, evening.desk.create(won(second, first)).id)
    assert evening.scores() == {first: 0, second: 2}


@pytest.mark.parametrize("which", ["others", "taken", "unknown", "ruleset"])
def test_matches_that_are_none_of_this_tournament(evening: Evening, which: str) -> None:
    more = {"ruleset": "lenient"} if which == "ruleset" else {}
    first, second = started(evening, count=4, **more)
    sides = ("Zoe", second) if which == "others" else (first, second)
    match_id = evening.desk.create(won(*sides)).id
    if which == "taken":
        evening.link(1, 1, match_id)
    refusal: type[Exception] = Malformed if which == "unknown" else Conflict
    words = {"others": "Not the sides", "taken": "already", "unknown": "no match", "ruleset": "proof"}
    with pytest.raises(refusal, match=words[which]):
        evening.link(1, 2 if which == "taken" else 1, "nothing" if which == "unknown" else match_id)


def test_another_result_in_its_place_lets_a_match_go(evening: Evening) -> None:
    first, second = started(evening)
    match = evening.desk.create(won(first, second))
    evening.link(1, 1, match.id)
    evening.enter_result(1, 1, Entering(result=Said(outcome="double_forfeit")))
    assert evening.match(1, 1).match_id is None
    assert evening.desk.rows(match.id)[0].tournament_id is None
    evening.link(1, 1, match.id)
    assert evening.desk.rows(match.id)[0].tournament_id == evening.id


def test_players_of_the_club_are_known_under_any_name(evening: Evening) -> None:
    """Also those who were merged into others since."""
    roster = Roster(evening.desk)
    asha, bo = roster.add("Asha K."), roster.add("Bo")
    evening.found(RoundRobin(), ())
    members = [NewEntrant([NewMember(player_id=each.id)]) for each in (asha, bo)]
    evening.entering.enter(evening.access, evening.id, Later(lambda: Entry(members)), None)
    evening.next_round()
    assert sorted(names_at(evening, 1, 1)) == ["Asha K.", "Bo"]
    match = evening.desk.create(won("A.", "B."))
    with pytest.raises(Conflict, match="Not the sides"):
        evening.link(1, 1, match.id)
    twin = roster.add("A. Kumar")
    roster.merge(twin, asha)
    evening.seat(match.id, {"A.": twin.id, "B.": bo.id})
    evening.link(1, 1, match.id)
    assert evening.scores() == {"Asha K.": 2, "Bo": 0}


def test_pairs_play_as_one_side_and_a_player_for_one_only(evening: Evening) -> None:
    player = Roster(evening.desk).add("Asha")
    evening.found(Swiss(rounds=1), ())
    pair = NewEntrant([NewMember(player_id=player.id), NewMember("Bo")], name="The Two")
    twice = Entry([pair, NewEntrant([NewMember("Twice", player.id)])])
    with pytest.raises(Malformed) as wrong:
        evening.entering.enter(evening.access, evening.id, Later(lambda: twice), None)
    assert [fault.code for fault in wrong.value.faults] == ["player_twice"]
    made = evening.entering.enter(evening.access, evening.id, Later(lambda: Entry([pair])), None).value
    assert [(each.name, [member.name for member in each.members]) for each in made.items] == [("The Two", ["Asha", "Bo"])]
