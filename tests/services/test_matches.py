"""Matches beside their logs: facts, voiding, lists."""

import datetime
from collections.abc import Mapping

import pytest

from adjudicator.services.errors import Conflict, IllegalMove, NotFound, PreconditionRequired, StaleRevision
from adjudicator.services.later import Later
from adjudicator.services.matches import PageWish
from adjudicator.services.setting import moment
from adjudicator.services.shown import Match
from tests.services.desk import Desk

STOPPING = [{"type": "play", "player": "Bo", "card": 3}, {"type": "play", "player": "Asha", "card": 4}]


def void(desk: Desk, match: Match, reason: str = "Played on the wrong board.") -> Match:
    return desk.matches.void(desk.access, match.id, Later(lambda: reason), match.revision.__eq__).value


def reinstate(desk: Desk, match: Match) -> Match:
    return desk.matches.reinstate(desk.access, match.id, Later(lambda: "It was the right one."), match.revision.__eq__).value


def change(desk: Desk, match: Match, facts: Mapping[str, str | None]) -> Match:
    return desk.matches.change_facts(desk.access, match.id, Later(lambda: facts), match.revision.__eq__).value


def ids(desk: Desk, after: str | None = None, limit: int = 200, **filters: object) -> list[str]:
    return [match.id for match in desk.matches.page(desk.access, Later(lambda: PageWish(filters, after, limit))).items]


def test_a_new_match_is_at_revision_one(desk: Desk, toy: dict) -> None:
    match = desk.create(toy, title="Club evening", referee="Dev")
    assert (match.revision, match.plies, match.position.status, match.voided) == (1, 0, "in_progress", False)
    assert (match.facts.title, match.facts.referee, match.facts.place) == ("Club evening", "Dev", None)
    assert (match.rules_version, match.options) == (desk.setting.games["toy"].version, {"proof": "hold"})
    assert match.created_at == match.updated_at == "2026-05-01T12:00:00.000000Z"
    assert desk.read(match.id) == match


def test_a_log_that_stops_is_stored_only_if_that_is_accepted(desk: Desk, toy: dict) -> None:
    with pytest.raises(IllegalMove) as refused:
        desk.create(toy | {"moves": STOPPING})
    assert refused.value.ruling.ply == 1
    assert ids(desk) == []
    match = desk.create(toy | {"moves": STOPPING}, accept_stop=True)
    assert (match.position.status, match.position.stopped_at, match.plies) == ("stopped", 1, 2)


def test_facts_change_and_can_be_taken_away(desk: Desk, toy: dict) -> None:
    match = desk.create(toy, title="A", place="Hall 1")
    desk.clock.time += datetime.timedelta(hours=1)
    changed = change(desk, match, {"title": "B", "place": None})
    assert (changed.facts.title, changed.facts.place, changed.revision) == ("B", None, 2)
    assert changed.updated_at == "2026-05-01T13:00:00.000000Z"
    assert change(desk, changed, {"title": "B"}).revision == 2, "what changes nothing is no new revision"


def test_a_change_must_say_what_it_saw(desk: Desk, toy: dict) -> None:
    match = desk.create(toy)
    with pytest.raises(PreconditionRequired):
        desk.matches.change_facts(desk.access, match.id, Later(lambda: {"title": "B"}), None)
    with pytest.raises(StaleRevision):
        desk.matches.change_facts(desk.access, match.id, Later(lambda: {"title": "B"}), (9).__eq__)
    with pytest.raises(NotFound):
        desk.matches.change_facts(desk.access, "nobody", Later(lambda: {"title": "B"}), (1).__eq__)
    assert desk.read(match.id) == match


def test_an_external_id_is_unique_in_the_club(desk: Desk, toy: dict) -> None:
    desk.create(toy, external_id="2026-17")
    with pytest.raises(Conflict, match="2026-17"):
        desk.create(toy, external_id="2026-17")
    other = desk.create(toy)
    with pytest.raises(Conflict, match="2026-17"):
        change(desk, other, {"external_id": "2026-17"})
    assert desk.read(other.id) == other


def test_voiding_and_back(desk: Desk, toy: dict) -> None:
    match = desk.create(toy)
    voided = void(desk, match)
    assert (voided.voided, voided.void_reason, voided.revision) == (True, "Played on the wrong board.", 2)
    with pytest.raises(Conflict):
        void(desk, voided)
    assert desk.report(match.id)["status"] == "in_progress", "it can still be read"
    back = reinstate(desk, voided)
    assert (back.voided, back.revision) == (False, 3)
    with pytest.raises(Conflict):
        reinstate(desk, back)


def test_pages_are_newest_first_and_lose_nothing(desk: Desk, toy: dict) -> None:
    made = [desk.create(toy).id for _ in range(7)]
    seen: list[str] = []
    while part := ids(desk, after=seen[-1] if seen else None, limit=3):
        seen += part
    assert seen == made[::-1]


def test_filters(desk: Desk, toy: dict) -> None:
    plain = desk.create(toy)
    stopped = desk.create(toy | {"moves": STOPPING}, accept_stop=True, external_id="x")
    chen = desk.create(toy | {"players": ["Chen", "Bo"]}, played_at="2026-04-01T20:30:00+05:30")
    void(desk, plain)
    assert ids(desk, game="toy") == [chen.id, stopped.id, plain.id]
    assert ids(desk, game="chess") == []
    assert ids(desk, status="stopped") == [stopped.id]
    assert ids(desk, player="Asha") == [stopped.id, plain.id]
    assert ids(desk, player="Ash") == []
    assert ids(desk, external_id="x") == [stopped.id]
    assert ids(desk, voided=True) == [plain.id]
    assert ids(desk, voided=False) == [chen.id, stopped.id]
    played = "2026-04-01T15:00:00.000000Z"
    assert ids(desk, since=played, until=moment(desk.clock())) == [chen.id]
    assert ids(desk, until=played) == []
    assert ids(desk, since=moment(desk.clock())) == [stopped.id, plain.id]
