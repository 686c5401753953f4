"""API keys: making, listing and revoking them, and the installation's own, which may do everything in the first club."""

import datetime
from collections.abc import Callable
from typing import Any

from msgspec import Struct
from sqlalchemy.engine import Connection

from adjudicator.services.access import digest
from adjudicator.services.errors import Conflict, NotFound
from adjudicator.services.rights import Role
from adjudicator.services.setting import Setting, moment
from adjudicator.storage import keys, matches
from adjudicator.storage.rows import KeyRow

ADMIN = "admin"
FIRST_CLUB = "First club"
PREFIX = "adj_"


class NewKey(Struct, frozen=True):
    """A key to be made: in which club (its id or name; None: the first), for whom or what, and what it is good for."""

    label: str
    role: Role
    club: str | None = None
    match_id: str | None = None
    expires_at: datetime.datetime | None = None


class Keys:
    """The keys of an installation, for whoever runs it. `make` gives 256 random bits as text."""

    def __init__(self, setting: Setting, make: Callable[[], str]) -> None:
        self._setting, self._make = setting, make

    def add(self, new: NewKey) -> tuple[KeyRow, str]:
        """Make a key; the row and the key itself, which is not kept. Raises NotFound; Conflict for a label that is taken."""
        said = PREFIX + self._make()
        return self._setting.database.write(lambda connection: self._add(connection, new, said)), said

    def _add(self, connection: Connection, new: NewKey, said: str) -> KeyRow:
        club_id = _club(connection, new.club)
        if keys.labelled(connection, club_id, new.label) is not None:
            raise Conflict(f"The club has a key called {new.label!r} already.")
        if new.match_id is not None and not matches.exists(connection, club_id, new.match_id):
            raise NotFound("The club has no match with this id.")
        expires = None if new.expires_at is None else moment(new.expires_at)
        now = moment(self._setting.now())
        role = new.role.name.lower()
        row = KeyRow(self._setting.new_id(), club_id, digest(said), new.label, role, new.match_id, now, expires)
        keys.add_key(connection, row)
        return row

    def all(self, club: str | None = None) -> list[KeyRow]:
        """Every key, of one club or of all, the oldest first. Raises NotFound."""
        with self._setting.database.read() as connection:
            return keys.all_keys(connection, None if club is None else _club(connection, club))

    def revoke(self, named: str, club: str | None = None) -> KeyRow:
        """Make the key with this id, or this label in its club, good for nothing, at once and for ever. Raises NotFound."""
        return self._setting.database.write(lambda connection: self._revoke(connection, named, club))

    def _revoke(self, connection: Connection, named: str, club: str | None) -> KeyRow:
        found = [key for key in keys.all_keys(connection, None) if key.id == named]
        found = found or [key for key in keys.all_keys(connection, _club(connection, club)) if key.label == named]
        if not found:
            raise NotFound(f"There is no key {named!r}.")
        keys.revoke(connection, found[0].id, moment(self._setting.now()))
        return found[0]

    def add_club(self, name: str) -> str:
        """Make a club; its id. Raises Conflict for a name that is taken."""

        def work(connection: Connection) -> str:
            if any(name == taken for _, taken, _ in keys.all_clubs(connection)):
                raise Conflict(f"There is a club called {name!r} already.")
            club_id = self._setting.new_id()
            keys.add_club(connection, club_id, name, moment(self._setting.now()))
            return club_id

        return self._setting.database.write(work)

    def clubs(self) -> list[tuple[str, str, str]]:
        """(id, name, made at) of every club, the oldest first."""
        with self._setting.database.read() as connection:
            return keys.all_clubs(connection)


def ensure_admin(setting: Setting, wanted: str | None, make: Callable[[], str]) -> str | None:
    """Let the key `wanted` be the admin's; without one, make one if there is none yet, which is handed back this once."""
    with setting.database.read() as connection:
        present = _admin(connection)
    if present is not None and (wanted is None or present.digest == digest(wanted)):
        return None
    made = None if wanted is not None else PREFIX + make()
    return setting.database.write(lambda connection: _ensure_admin(connection, setting, wanted, made))


def _ensure_admin(connection: Connection, setting: Setting, wanted: str | None, made: str | None) -> str | None:
    found = digest(wanted if wanted is not None else str(made))
    present = _admin(connection)
    if present is None:
        now = moment(setting.now())
        keys.add_key(connection, KeyRow(setting.new_id(), _first_club(connection, setting), found, ADMIN, ADMIN, None, now))
        return made
    if wanted is not None:
        keys.change_digest(connection, present.id, found)
    return None


def admin_key(setting: Setting) -> KeyRow:
    """The admin's key and club, for work on the installation's own machine. Raises LookupError before the first start."""
    with setting.database.read() as connection:
        found = _admin(connection)
    if found is None:
        raise LookupError("The database has no admin key yet.")
    return found


def _admin(connection: Connection) -> KeyRow | None:
    club_id = keys.first_club(connection)
    return None if club_id is None else keys.labelled(connection, club_id, ADMIN)


def _club(connection: Connection, named: str | None) -> str:
    found: Any = keys.first_club(connection) if named is None else keys.find_club(connection, named)
    if found is None:
        raise NotFound("There is no such club, or more than one of this name.")
    return str(found)


def _first_club(connection: Connection, setting: Setting) -> str:
    found = keys.first_club(connection)
    if found is None:
        found = setting.new_id()
        keys.add_club(connection, found, FIRST_CLUB, moment(setting.now()))
    return found
