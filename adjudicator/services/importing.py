"""Storing logs on the installation's own machine, without HTTP: the same use case as `Matches.create`, for the admin's club."""

from typing import Any

from msgspec import Struct

from adjudicator.core.report import Judgement, report_of
from adjudicator.services.matches import NewMatch, insert, judged
from adjudicator.services.setting import Setting
from adjudicator.services.shown import Match
from adjudicator.storage.matches import by_external_id
from adjudicator.storage.rows import KeyRow


class Stored(Struct):
    """A match that was stored, and the report of its log without the table and without the rulings that say `legal`."""

    match: Match
    report: dict[str, Any]


class Importing:
    """Stores logs as matches of one club."""

    def __init__(self, setting: Setting, key: KeyRow) -> None:
        self._setting, self._key = setting, key

    def store(self, new: NewMatch) -> Stored:
        """Store one log as a match. Raises IllegalMove; Conflict for an external id that is taken."""
        _, played = done = judged(new)
        setting = self._setting
        match = setting.database.write(lambda connection: insert(connection, setting, self._key, setting.now(), *done))
        judgement = Judgement(new.log.game, new.log.table, played.referee)
        return Stored(match, report_of(judgement, state=False, rulings="notable"))

    def knows(self, external_id: str) -> bool:
        """Whether the club has a match with this external id."""
        with self._setting.database.read() as connection:
            return by_external_id(connection, self._key.club_id, external_id) is not None
