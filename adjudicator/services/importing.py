"""Storing logs on the installation's own machine, without HTTP: the same use case as `Matches.create`, for the admin's club."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy.engine import Connection

from adjudicator.services.matches import Judged, NewMatch, insert, judged
from adjudicator.services.play import Played
from adjudicator.services.setting import Setting, moment
from adjudicator.services.shown import Match
from adjudicator.services.writing import Writing
from adjudicator.storage.matches import by_external_id
from adjudicator.storage.rows import KeyRow


class Stored(Struct):
    """A match that was stored: its id, and of the report of its log what `sheet.headline` reads."""

    match_id: str
    report: dict[str, Any]


class Importing:
    """Stores logs as matches of one club."""

    def __init__(self, setting: Setting, key: KeyRow) -> None:
        self._setting, self._key = setting, key

    def judge(self, new: NewMatch) -> Judged:
        """Judge a log that is to be stored. Raises IllegalMove if it stops and may not."""
        return judged(new)

    def store(self, logs: Sequence[Judged]) -> list[Stored]:
        """Store all of these logs, or none, in one transaction. Raises Conflict for an external id that is taken."""
        return self._setting.database.write(lambda connection: self._store(connection, logs)) if logs else []

    def _store(self, connection: Connection, logs: Sequence[Judged]) -> list[Stored]:
        writing = Writing(connection, self._key, moment(self._setting.now()))
        return [_stored(insert(self._setting, writing, each), each.played) for each in logs]

    def knows(self, external_id: str) -> bool:
        """Whether the club has a match with this external id."""
        with self._setting.database.read() as connection:
            return by_external_id(connection, self._key.club_id, external_id) is not None


def _stored(match: Match, played: Played) -> Stored:
    position, done = match.position, played.referee
    report = {
        "status": position.status,
        "stopped_at": position.stopped_at,
        "score": position.score,
        "rulings": [{"verdict": ruling.verdict} for ruling in done.rulings if ruling.verdict != "legal"],
        "findings": done.findings,
    }
    return Stored(match.id, report)
