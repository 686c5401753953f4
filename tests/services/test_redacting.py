"""Redaction: what a write said is gone, everything else of the history stands and verifies."""

import datetime

import pytest
import sqlalchemy as sa

from adjudicator.services.errors import Conflict, NotFound, Redacted
from adjudicator.services.keys import admin_key
from adjudicator.services.past import past_at
from adjudicator.services.redacting import Redactions
from adjudicator.services.verifying import differences
from adjudicator.storage import whole
from adjudicator.storage.tables import idempotency
from tests.services.desk import Desk

REMARK = {"type": "remark", "note": "Bo's telephone number is 555-0199."}


def redact(desk: Desk, match_id: str, revision: int) -> int:
    return Redactions(desk.setting, admin_key(desk.setting)).redact(match_id, revision, "A number that had to go.")


def whole_of(desk: Desk, match_id: str) -> whole.Whole:
    with desk.database.read() as connection:
        return whole.read(connection, match_id)


@pytest.fixture
def match_id(desk: Desk, toy: dict) -> str:
    """A number was logged, and taken out again by a correction."""
    made = desk.create(toy).id
    desk.append(made, REMARK)
    desk.correct(made, {"op": "replace", "ply": 1, "move": REMARK | {"note": "Bo's telephone rang."}})
    return made


def test_nothing_is_left_of_it(desk: Desk, match_id: str) -> None:
    assert [redact(desk, match_id, revision) for revision in (2, 3)] == [4, 5]
    found = whole_of(desk, match_id)
    assert [(row.kind, row.payload is None, row.salt is None) for row in found.history] == [
        ("create", False, False), ("moves", True, True), ("correction", True, True), ("redaction", False, False),
        ("redaction", False, False),
    ]
    assert "555-0199" not in repr(found)
    last = found.history[-1]
    assert (last.payload, last.reason, last.length) == ('{"revision":3}', "A number that had to go.", 1)
    assert differences(desk.setting.games, found) == []


def kept(desk: Desk) -> list[str]:
    with desk.database.read() as connection:
        return list(connection.scalars(sa.select(idempotency.c.result)))


def test_nothing_is_left_of_it_in_answers_to_retries(desk: Desk, toy: dict) -> None:
    other = desk.create(toy, word="other").id
    match_id = desk.create(toy, word="made").id
    desk.clock.time += datetime.timedelta(seconds=1)
    desk.append(match_id, REMARK)
    desk.clock.time += datetime.timedelta(seconds=1)
    desk.correct(match_id, {"op": "replace", "ply": 1, "move": REMARK | {"note": "Bo's telephone rang."}}, word="corrected")
    assert ["555-0199" in result for result in kept(desk)].count(True) == 1
    for revision in (2, 3):
        redact(desk, match_id, revision)
    assert [(other in result, match_id in result, "555-0199" in result) for result in kept(desk)] == [(True, False, False)]


def test_the_match_goes_on(desk: Desk, match_id: str) -> None:
    redact(desk, match_id, 2)
    assert desk.append(match_id, {"type": "play", "player": "Asha", "card": 3}).revision == 5
    assert desk.correct(match_id, {"op": "undo"}, reason=None).revision == 6
    assert differences(desk.setting.games, whole_of(desk, match_id)) == []
    with desk.database.read() as connection:
        assert past_at(connection, match_id, 1).entries == []
        with pytest.raises(Redacted):
            past_at(connection, match_id, 6)


def test_what_cannot_be_redacted(desk: Desk, match_id: str) -> None:
    redact(desk, match_id, 2)
    for revision in (2, 4):
        with pytest.raises(Conflict):
            redact(desk, match_id, revision)
    for wanted, revision in (("nobody", 1), (match_id, 5)):
        with pytest.raises(NotFound):
            redact(desk, wanted, revision)
    assert desk.read(match_id).revision == 4
