"""On PostgreSQL an entry is appended in one statement where nothing else is to be written, and nobody was faster."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from adjudicator.services.access import KEPT, Access, access_of, digest
from adjudicator.services.appends import Append, Written
from adjudicator.services.errors import Conflict, IllegalMove, StaleRevision, Unauthenticated
from adjudicator.services.history import linked, start_of_chain
from adjudicator.services.later import Later
from adjudicator.storage import history, keys
from adjudicator.storage.tables import api_keys, idempotency, matches
from tests.databases import new_database
from tests.games.cases import GAMES
from tests.services.desk import KEY, Desk, document

PLAY = {"type": "play", "player": "Asha", "card": 3}
REMARK = {"type": "remark", "note": "Meanwhile."}


@pytest.fixture
def far(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(new_database("postgresql", tmp_path), GAMES)
    yield desk
    desk.database.close()


class Overtaken(Later[Append]):
    """An append before which, once its match has been read for the first time, something else is done."""

    def __init__(self, entry: dict[str, Any], meanwhile: Any) -> None:
        super().__init__(lambda: Append(document(entry)))
        self._meanwhile = meanwhile

    def get(self) -> Append:
        meanwhile, self._meanwhile = self._meanwhile, lambda: None
        meanwhile()
        return super().get()


def append(desk: Desk, match_id: str, wish: Later[Append], word: str | None = None) -> Written:
    access = Access(KEY) if word is None else access_of(KEY, word, f"POST {match_id}", digest("body"))
    return desk.appends.append(access, match_id, wish).value


def is_chained(desk: Desk, match_id: str) -> bool:
    before = start_of_chain(match_id)
    with desk.database.read() as connection:
        rows = list(history.whole(connection, match_id))
    for row in rows:
        if row.chain != linked(before, row):
            return False
        before = row.chain
    return [row.revision for row in rows] == list(range(1, len(rows) + 1)) and before == desk.rows(match_id)[0].play.chain


def test_a_common_entry_needs_no_transaction(far: Desk, toy: dict, monkeypatch: pytest.MonkeyPatch) -> None:
    match_id = far.create(toy).id
    with monkeypatch.context() as patch:
        patch.setattr(far.database, "write", None)
        written = far.append(match_id, PLAY)
        with pytest.raises(TypeError):
            far.append(match_id, [REMARK, REMARK])
    assert (written.revision, far.read(match_id).plies) == (2, 1)
    assert is_chained(far, match_id)


@pytest.mark.parametrize("word", [None, "a"])
def test_whoever_was_overtaken_goes_on_behind_the_other(far: Desk, toy: dict, word: str | None) -> None:
    match_id = far.create(toy).id
    wish = Overtaken(PLAY, lambda: far.append(match_id, REMARK))
    written = append(far, match_id, wish, word)
    assert (written.revision, written.rulings[0].ply) == (3, 2)
    assert [msgspec.json.decode(row.entry)["type"] for row in far.rows(match_id)[1]] == ["remark", "play"]
    assert is_chained(far, match_id)


def test_an_equal_request_that_was_faster_is_the_one_that_counts(far: Desk, toy: dict) -> None:
    match_id = far.create(toy).id
    first: list[Written] = []
    wish = Overtaken(PLAY, lambda: first.append(append(far, match_id, Later(lambda: Append(document(PLAY))), "a")))
    assert [append(far, match_id, wish, "a")] == first
    assert far.read(match_id).plies == 1


def test_what_was_corrected_meanwhile_is_judged_behind_the_correction(far: Desk, toy: dict) -> None:
    match_id = far.create(toy).id
    far.append(match_id, PLAY)
    wish = Overtaken({"type": "play", "player": "Bo", "card": 4}, lambda: far.correct(match_id, {"op": "remove", "ply": 1}))
    with pytest.raises(IllegalMove) as refused:
        append(far, match_id, wish)
    assert refused.value.ruling.violations[0].code == "out_of_turn"
    assert far.read(match_id).plies == 0


@pytest.fixture
def left(far: Desk, toy: dict) -> str:
    """A match of which this process remembers how it left it."""
    match_id = far.create(toy).id
    far.append(match_id, PLAY)
    return match_id


@pytest.fixture
def other(far: Desk) -> Iterator[Desk]:
    """Another process at the same database."""
    desk = Desk(far.database.url.render_as_string(hide_password=False), GAMES)
    yield desk
    desk.database.close()


def test_a_match_is_advanced_as_it_was_left_without_a_look_at_it(far: Desk, left: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(keys, "admit", None)
        written = [far.append(left, REMARK), append(far, left, Later(lambda: Append(document(REMARK))), "a")]
    assert [each.revision for each in written] == [3, 4]
    assert [row.ply for row in far.rows(left)[1]] == [1, 2, 3]
    assert is_chained(far, left)


def test_what_is_remembered_is_for_no_other_key(far: Desk, left: str) -> None:
    with pytest.raises(Unauthenticated):
        far.appends.append(Access("adj_another"), left, Later(lambda: Append(document(REMARK))))


def test_another_process_may_have_gone_on(far: Desk, other: Desk, left: str) -> None:
    other.append(left, REMARK)
    written = [far.append(left, REMARK), other.append(left, REMARK), far.append(left, REMARK)]
    assert [each.revision for each in written] == [4, 5, 6]
    assert [row.ply for row in far.rows(left)[1]] == [1, 2, 3, 4, 5]
    assert is_chained(far, left)


def test_another_process_may_have_corrected_the_past(far: Desk, other: Desk, left: str) -> None:
    other.correct(left, {"op": "replace", "ply": 1, "move": REMARK})
    with pytest.raises(IllegalMove):
        far.append(left, {"type": "play", "player": "Bo", "card": 4})
    assert far.append(left, PLAY).revision == 4


def test_another_process_may_have_voided_the_match(far: Desk, other: Desk, left: str) -> None:
    other.matches.void(other.access, left, Later(lambda: "Twice."), (2).__eq__)
    with pytest.raises(Conflict, match="voided"):
        far.append(left, REMARK)


def test_a_revision_that_was_not_heard_of_here_is_looked_up(far: Desk, other: Desk, left: str) -> None:
    other.append(left, REMARK)
    assert far.append(left, REMARK, revision=3).revision == 4
    with pytest.raises(StaleRevision):
        far.append(left, REMARK, revision=3)


def test_a_key_that_was_revoked_or_has_expired_meanwhile_writes_nothing(far: Desk, left: str) -> None:
    with far.database.read() as connection:
        (key,) = keys.all_keys(connection, None)
    far.database.write(lambda connection: keys.revoke(connection, key.id, "2026-05-01T12:00:00.000000Z"))
    with pytest.raises(Unauthenticated, match="revoked"):
        far.append(left, REMARK)
    far.database.write(lambda connection: keys.change_digest(connection, key.id, key.digest))
    assert far.append(left, REMARK).revision == 3
    expiring = sa.update(api_keys).values(expires_at="2026-05-01T12:00:00.000000Z")
    far.database.write(lambda connection: connection.execute(expiring))
    with pytest.raises(Unauthenticated, match="expired"):
        far.append(left, REMARK)
    assert far.database.write(lambda connection: connection.scalar(sa.select(matches.c.revision))) == 3


def test_a_key_that_became_another_one_meanwhile_writes_nothing(far: Desk, left: str) -> None:
    with far.database.read() as connection:
        (key,) = keys.all_keys(connection, None)
    far.database.write(lambda connection: keys.change_digest(connection, key.id, "0" * 64))
    with pytest.raises(Unauthenticated, match="no such"):
        far.append(left, REMARK)


def test_the_same_request_again_is_answered_again(far: Desk, other: Desk, left: str) -> None:
    wish = Later(lambda: Append(document(REMARK)))
    first = append(other, left, wish, "a")
    assert append(far, left, wish, "a") == first
    assert append(far, left, wish, "b").revision == first.revision + 1
    assert append(far, left, wish, "b").revision == first.revision + 1
    assert far.read(left).plies == 3


def test_a_result_that_was_kept_too_long_counts_no_more(far: Desk, left: str) -> None:
    wish = Later(lambda: Append(document(REMARK)))
    assert append(far, left, wish, "a").revision == 3
    far.clock.time += KEPT
    assert append(far, left, wish, "a").revision == 4
    assert append(far, left, wish, "b").revision == 5
    with far.database.read() as connection:
        assert connection.scalars(sa.select(idempotency.c.word).order_by("word")).all() == ["a", "b"]
