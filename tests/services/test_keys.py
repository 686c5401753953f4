"""The installation's own key: made once, shown once, exchanged when another is set."""

import pytest

from adjudicator.services.access import Access, admitted, digest
from adjudicator.services.errors import Unauthenticated
from adjudicator.services.keys import admin_key, ensure_admin
from adjudicator.services.rights import Right
from adjudicator.storage.metadata import metadata
from tests.services.desk import KEY, Desk


def club_of(desk: Desk, key: str) -> str:
    with desk.database.read() as connection:
        return admitted(connection, Access(key), desk.clock(), Right.SEE).key.club_id


def test_it_is_made_once(desk: Desk) -> None:
    assert ensure_admin(desk.setting, None, lambda: pytest.fail("there is one")) is None
    assert club_of(desk, KEY) == admin_key(desk.setting).club_id


def test_another_takes_its_place_in_the_same_club(desk: Desk) -> None:
    club = club_of(desk, KEY)
    assert ensure_admin(desk.setting, "adj_new", lambda: "") is None
    assert club_of(desk, "adj_new") == club
    with pytest.raises(Unauthenticated):
        club_of(desk, KEY)


def test_only_its_digest_is_kept(desk: Desk) -> None:
    assert admin_key(desk.setting).digest == digest(KEY)
    with desk.database.read() as connection:
        kept = [str(row) for table in metadata.sorted_tables for row in connection.execute(table.select())]
    assert any(digest(KEY) in row for row in kept)
    assert not any(KEY in row for row in kept)
