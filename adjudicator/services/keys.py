"""The installation's own API key, which may do everything in the first club."""

from collections.abc import Callable

from sqlalchemy.engine import Connection

from adjudicator.services.access import digest
from adjudicator.services.setting import Setting, moment
from adjudicator.storage import keys
from adjudicator.storage.rows import KeyRow

ADMIN = "admin"
FIRST_CLUB = "First club"
PREFIX = "adj_"


def ensure_admin(setting: Setting, wanted: str | None, make: Callable[[], str]) -> str | None:
    """Let the key `wanted` be the admin's; without one, make one if there is none yet, which is handed back this once."""
    with setting.database.read() as connection:
        present = keys.labelled(connection, ADMIN)
    if present is not None and (wanted is None or present.digest == digest(wanted)):
        return None
    made = None if wanted is not None else PREFIX + make()
    with setting.database.write() as connection:
        found = digest(wanted if wanted is not None else str(made))
        present = keys.labelled(connection, ADMIN)
        if present is None:
            club_id = _first_club(connection, setting)
            keys.add_key(connection, KeyRow(setting.new_id(), club_id, found), ADMIN, moment(setting.now()))
            return made
        if wanted is not None:
            keys.change_digest(connection, present.id, found)
        return None


def admin_key(setting: Setting) -> KeyRow:
    """The admin's key and club, for work on the installation's own machine. Raises LookupError before the first start."""
    with setting.database.read() as connection:
        found = keys.labelled(connection, ADMIN)
    if found is None:
        raise LookupError("The database has no admin key yet.")
    return found


def _first_club(connection: Connection, setting: Setting) -> str:
    found = keys.first_club(connection)
    if found is None:
        found = setting.new_id()
        keys.add_club(connection, found, FIRST_CLUB, moment(setting.now()))
    return found
