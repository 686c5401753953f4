"""Redaction: what a write said is forgotten, that it was written is not. The chain of the history still verifies.

The log of today is no part of this: what stands in it must be corrected first, and then the correction is redacted too.
"""

from sqlalchemy.engine import Connection

from adjudicator.services import history
from adjudicator.services.errors import Conflict, NotFound
from adjudicator.services.history import Scribe
from adjudicator.services.setting import Setting, moment
from adjudicator.storage import history as history_rows
from adjudicator.storage import idempotency, matches
from adjudicator.storage.rows import KeyRow, MatchRow


class Redactions:
    """Redacting what was written to the matches of any club, for whoever runs the installation (`key`: in whose name)."""

    def __init__(self, setting: Setting, key: KeyRow) -> None:
        self._setting, self._key = setting, key

    def redact(self, match_id: str, revision: int, reason: str) -> int:
        """Forget what was written at this revision; the revision of the match behind that.

        Raises NotFound; Conflict for what was redacted before, and for a redaction.
        """
        return self._setting.database.write(lambda connection: self._redact(connection, match_id, revision, reason))

    def _redact(self, connection: Connection, match_id: str, revision: int, reason: str) -> int:
        match = matches.found(connection, match_id, lock=True)
        if match is None:
            raise NotFound("There is no match with this id.")
        _require_there(connection, match, revision)
        now = moment(self._setting.now())
        match.play.revision += 1
        match.play.updated_at = now
        payload = history.payload({"revision": revision})
        noted = Scribe(self._key, now, self._setting.salt).row(match, history.REDACTION, payload, reason)
        history_rows.redact(connection, match.id, revision)
        # What is answered to a retry says it as well, and so may the answers to later writes.
        idempotency.forget_writes(connection, match.id, revision)
        matches.save_play(connection, match)
        history_rows.add(connection, match, noted)
        return match.play.revision


def _require_there(connection: Connection, match: MatchRow, revision: int) -> None:
    rows = history_rows.page(connection, match.id, revision - 1, 1)
    if not rows or rows[0].revision != revision:
        raise NotFound("The match has no such revision.")
    if rows[0].kind in (history.REDACTION, history.ANONYMISATION):
        raise Conflict("That write is a redaction; which write it was of must stay known.")
    if rows[0].payload is None:
        raise Conflict("What was written at that revision was redacted before.")
