"""Storing logs on the installation's own machine, without HTTP: the same use case as `Matches.create`, for the admin's club."""

from collections.abc import Callable

from adjudicator.services.matches import Match, NewMatch, insert, judged
from adjudicator.services.setting import Setting, moment
from adjudicator.storage.matches import by_external_id
from adjudicator.storage.rows import KeyRow


class Importing:
    """Stores logs as matches of one club."""

    def __init__(self, setting: Setting, key: KeyRow) -> None:
        self._setting, self._key = setting, key

    def store(self, new: Callable[[], NewMatch]) -> Match:
        """Store one log as a match. Raises what `new` raises; IllegalMove; Conflict for an external id that is taken."""
        done = judged(new())
        setting = self._setting
        with setting.database.write() as connection:
            return insert(connection, self._key.club_id, setting.new_id(), moment(setting.now()), *done)

    def knows(self, external_id: str) -> bool:
        """Whether the club has a match with this external id."""
        with self._setting.database.read() as connection:
            return by_external_id(connection, self._key.club_id, external_id) is not None
