"""API keys: making, listing and revoking them, and the installation's own, which may do everything in the first club."""

import datetime
from collections.abc import Callable
from typing import Any

from msgspec import Struct
from sqlalchemy.engine import Connection

from adjudicator.core.errors import Fault, Malformed
from adjudicator.core.reading import cleaned
from adjudicator.services.access import digest
from adjudicator.services.errors import Conflict, NotFound
from adjudicator.services.names import name_of
from adjudicator.services.rights import Role
from adjudicator.services.setting import Setting, moment
from adjudicator.storage import keys, matches
from adjudicator.storage.rows import KeyRow

ADMIN = "admin"
FIRST_CLUB = "First club"
PREFIX = "adj_"
LONGEST_NAME = 100
"""Characters of a label, and of a club's name."""


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
        """Make a key; the row and the key itself, which is not kept.

        Raises Malformed; NotFound; Conflict for a label that is taken (also by a key that was revoked).
        """
        label, said = name_of("/label", new.label, LONGEST_NAME), PREFIX + self._make()
        if new.expires_at is not None and new.expires_at <= self._setting.now():
            raise Malformed([Fault("/expires_at", "out_of_range", "A key must be good for a while; this time is over.")])
        return self._setting.database.write(lambda connection: self._add(connection, new, label, said)), said

    def _add(self, connection: Connection, new: NewKey, label: str, said: str) -> KeyRow:
        keys.alone(connection)
        club_id = _club(connection, new.club)
        if keys.labelled(connection, club_id, label) is not None:
            raise Conflict(f"The club has a key called {label!r} already.")
        if new.match_id is not None and not matches.exists(connection, club_id, new.match_id):
            raise NotFound("The club has no match with this id.")
        expires = None if new.expires_at is None else moment(new.expires_at)
        now, role = moment(self._setting.now()), new.role.name.lower()
        row = KeyRow(self._setting.new_id(), club_id, digest(said), label, role, new.match_id, now, expires)
        keys.add_key(connection, row)
        return row

    def all(self, club: str | None = None) -> list[KeyRow]:
        """Every key, of one club or of all, the oldest first. Raises NotFound."""
        with self._setting.database.read() as connection:
            return keys.all_keys(connection, None if club is None else _club(connection, club))

    def revoke(self, wanted: str, club: str | None = None) -> KeyRow:
        """Make the key with this id, or this label in its club, good for nothing, at once and for ever. Raises NotFound."""
        said = _looked_for("key", wanted)
        return self._setting.database.write(lambda connection: self._revoke(connection, said, club))

    def _revoke(self, connection: Connection, wanted: str, club: str | None) -> KeyRow:
        found = [key for key in keys.all_keys(connection, None) if key.id == wanted]
        found = found or [key for key in keys.all_keys(connection, _club(connection, club)) if key.label == wanted]
        if not found:
            raise NotFound(f"There is no key {wanted!r}.")
        keys.revoke(connection, found[0].id, moment(self._setting.now()))
        return found[0]

    def state(self, key: KeyRow) -> str:
        """`good`, `revoked` or `expired`, at this moment."""
        if key.revoked_at is not None:
            return "revoked"
        return "expired" if key.expires_at is not None and key.expires_at <= moment(self._setting.now()) else "good"

    def add_club(self, name: str) -> str:
        """Make a club; its id. Raises Malformed; Conflict for a name that is taken."""
        wanted = name_of("/name", name, LONGEST_NAME)

        def work(connection: Connection) -> str:
            keys.alone(connection)
            if any(wanted == taken for _, taken, _ in keys.all_clubs(connection)):
                raise Conflict(f"There is a club called {wanted!r} already.")
            club_id = self._setting.new_id()
            keys.add_club(connection, club_id, wanted, moment(self._setting.now()))
            return club_id

        return self._setting.database.write(work)

    def clubs(self) -> list[tuple[str, str, str]]:
        """(id, name, made at) of every club, the oldest first."""
        with self._setting.database.read() as connection:
            return keys.all_clubs(connection)


def _looked_for(what: str, text: str) -> str:
    """The name or id of a club or key that is there, in NFC. Raises Malformed, Unreadable."""
    found, faults = cleaned(text, f"/{what}")
    if faults:
        raise Malformed(faults)
    return found


def ensure_admin(setting: Setting, wanted: str | None, make: Callable[[], str]) -> str | None:
    """Let the key `wanted` be the admin's; without one, make one if there is none that is good, handed back this once.

    A key that was revoked stays so, also if it is wanted.
    """
    with setting.database.read() as connection:
        present = _admin(connection)
    if present is not None and _stays(present, wanted):
        return None
    made = None if wanted is not None else PREFIX + make()
    return setting.database.write(lambda connection: _ensure_admin(connection, setting, wanted, made))


def _ensure_admin(connection: Connection, setting: Setting, wanted: str | None, made: str | None) -> str | None:
    keys.alone(connection)
    found = digest(wanted if wanted is not None else str(made))
    present = _admin(connection)
    if present is None:
        now = moment(setting.now())
        keys.add_key(connection, KeyRow(setting.new_id(), _first_club(connection, setting), found, ADMIN, ADMIN, None, now))
        return made
    if _stays(present, wanted):
        return None
    keys.change_digest(connection, present.id, found)
    return made


def _stays(present: KeyRow, wanted: str | None) -> bool:
    """Whether the admin's key need not be exchanged."""
    return present.revoked_at is None if wanted is None else present.digest == digest(wanted)


def admin_key(setting: Setting) -> KeyRow:
    """The admin's key and club, for work on the installation's own machine. Raises LookupError before the first start."""
    with setting.database.read() as connection:
        found = _admin(connection)
    if found is None:
        raise LookupError("The database has no admin key yet.")
    return found


def club_named(setting: Setting, wanted: str | None) -> str:
    """The id of the club with this name or id; of the first, if none is named. Raises NotFound."""
    with setting.database.read() as connection:
        return _club(connection, wanted)


def _admin(connection: Connection) -> KeyRow | None:
    club_id = keys.first_club(connection)
    return None if club_id is None else keys.labelled(connection, club_id, ADMIN)


def _club(connection: Connection, wanted: str | None) -> str:
    found: Any = keys.first_club(connection) if wanted is None else keys.find_club(connection, _looked_for("club", wanted))
    if found is None:
        raise NotFound("There is no such club, or more than one of this name.")
    return str(found)


def _first_club(connection: Connection, setting: Setting) -> str:
    found = keys.first_club(connection)
    if found is None:
        found = setting.new_id()
        keys.add_club(connection, found, FIRST_CLUB, moment(setting.now()))
    return found
