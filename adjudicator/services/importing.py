"""Storing logs on the installation's own machine, without HTTP: the same use case as `Matches.create`, for the admin's club."""

from collections.abc import Sequence

from sqlalchemy.engine import Connection

from adjudicator.services.matches import insert
from adjudicator.services.new_match import Ready
from adjudicator.services.setting import Setting, moment
from adjudicator.services.writing import Writing
from adjudicator.storage.matches import by_external_id
from adjudicator.storage.rows import KeyRow


class Importing:
    """Stores logs as matches of one club."""

    def __init__(self, setting: Setting, key: KeyRow) -> None:
        self._setting, self._key = setting, key

    def store(self, logs: Sequence[Ready]) -> list[str]:
        """Store all of these logs, or none, in one transaction; the ids of their matches.

        Raises Conflict for an external id that is taken.
        """
        return self._setting.database.write(lambda connection: self._store(connection, logs)) if logs else []

    def _store(self, connection: Connection, logs: Sequence[Ready]) -> list[str]:
        writing = Writing(connection, self._key, moment(self._setting.now()))
        return [insert(self._setting, writing, each).id for each in logs]

    def knows(self, external_id: str) -> bool:
        """Whether the club has a match with this external id."""
        with self._setting.database.read() as connection:
            return by_external_id(connection, self._key.club_id, external_id) is not None
