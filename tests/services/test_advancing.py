"""On PostgreSQL an entry is appended in one statement where nothing else is to be written, and nobody was faster."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from adjudicator.services.access import Access, access_of, digest
from adjudicator.services.appends import Append, Written
from adjudicator.services.errors import IllegalMove
from adjudicator.services.history import linked, start_of_chain
from adjudicator.services.later import Later
from adjudicator.storage import history
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
