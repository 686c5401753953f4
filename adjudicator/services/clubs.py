"""The club of a key: its name, and how much it has."""

from typing import Any

from msgspec import Struct
from sqlalchemy.engine import Connection

from adjudicator.services.access import Access, Answer, admitted
from adjudicator.services.errors import NotFound
from adjudicator.services.later import Later
from adjudicator.services.rights import Right
from adjudicator.services.setting import Setting
from adjudicator.services.writing import Revisions, Writing, require_seen, write_once
from adjudicator.storage import clubs, players
from adjudicator.storage.clubs import ClubRow


class Club(Struct):
    """A club, the number of its matches (voided ones too), and that of its players (merged ones only once)."""

    id: str
    name: str
    revision: int
    matches: int
    players: int
    created_at: str


class Clubs:
    """The one club that a key belongs to."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting

    def own(self, access: Access, asked: Later[Any]) -> Club:
        """The key's club."""
        return self._seen(access, None, asked)

    def one(self, access: Access, club_id: str, asked: Later[Any]) -> Club:
        """The club with this id. Raises NotFound for any but the key's own."""
        return self._seen(access, club_id, asked)

    def _seen(self, access: Access, wanted: str | None, asked: Later[Any]) -> Club:
        with self._setting.database.read() as connection:
            own = admitted(connection, access, self._setting.now(), Right.SEE_CLUB).key.club_id
            _require_own(own, own if wanted is None else wanted)
            asked.get()
            return _shown(connection, clubs.find(connection, own))

    def rename(
        self, access: Access, club_id: str, name: Later[str | None], if_match: Revisions | None
    ) -> Answer[Club]:
        """Give the club another name (None, or its own: no change). Raises NotFound, StaleRevision."""

        def work(writing: Writing) -> Club:
            _require_own(writing.key.club_id, club_id)
            wanted = name.get()
            row = clubs.find(writing.connection, club_id, writes=True)
            require_seen(row.revision, if_match, "club")
            if wanted not in (None, row.name):
                row.name, row.revision = str(wanted), row.revision + 1
                clubs.rename(writing.connection, row)
            return _shown(writing.connection, row)

        return write_once(self._setting, access, Right.CHANGE_CLUB, Club, work)


def _require_own(own: str, wanted: str) -> None:
    if own != wanted:
        raise NotFound("There is no club with this id.")


def _shown(connection: Connection, row: ClubRow) -> Club:
    held = clubs.matches_of(connection, row.id), players.count(connection, row.id)
    return Club(row.id, row.name, row.revision, *held, row.created_at)
