"""Published links: who has the token of one sees its match as the public does, without a key, perhaps with a delay."""

import base64
import datetime
import hashlib
import hmac
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy.engine import Connection

from adjudicator.services import history
from adjudicator.services.access import Access, Answer, admitted, digest, existing, keep, recalled
from adjudicator.services.errors import NotFound
from adjudicator.services.history import Scribe
from adjudicator.services.later import Later
from adjudicator.services.matches import Noted, Revisions, require_revision, write_beside
from adjudicator.services.rights import Right
from adjudicator.services.setting import Setting, moment
from adjudicator.storage import links
from adjudicator.storage.keys import Admission
from adjudicator.storage.rows import LinkRow, MatchRow


class Delay(Struct, frozen=True):
    """By how much a link lags behind: entries or minutes; neither: not at all."""

    plies: int | None = None
    minutes: int | None = None


class Published(Struct):
    """A link as its publisher learns of it, this once. `revision`: that of the match behind this write."""

    token: str
    delay: Delay
    revision: int


class Withdrawn(Struct):
    """A link that is no more. `revision`: that of the match behind this write."""

    revision: int


class _Kept(Struct):
    """What is kept of a link that was published: all but the token, which follows from this and the publisher's key."""

    salt: str
    delay: Delay
    revision: int = 0


class Links:
    """Publishing and withdrawing links to matches of a club."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting

    def publish(self, access: Access, match_id: str, delay: Later[Delay], if_match: Revisions | None) -> Answer[Published]:
        """Make a link to the match; the one that it had is no more. Raises NotFound, StaleRevision."""

        def work(connection: Connection) -> Answer[Published]:
            now = self._setting.now()
            admission = admitted(connection, access, now, Right.PUBLISH, match_id, writes=True)
            if (kept := recalled(admission, access, _Kept)) is not None:
                return Answer(_told(access, kept), replayed=True)
            match, made = existing(admission), _Kept(self._setting.salt() + self._setting.salt(), delay.get())
            require_revision(match, if_match, needed=False)
            links.put(connection, _row(match, digest(_token(access, made.salt)), made.delay, moment(now)))
            self._note(connection, admission, match, history.PUBLISH, msgspec.to_builtins(made.delay), now)
            made.revision = match.play.revision
            keep(connection, admission, access, made, now)
            return Answer(_told(access, made))

        return self._setting.database.write(work)

    def withdraw(self, access: Access, match_id: str, asked: Later[Any], if_match: Revisions | None) -> Answer[Withdrawn]:
        """Take the match's link back; where it has none, nothing is written. Raises NotFound, StaleRevision."""

        def work(connection: Connection) -> Answer[Withdrawn]:
            now = self._setting.now()
            admission = admitted(connection, access, now, Right.PUBLISH, match_id, writes=True)
            if (kept := recalled(admission, access, Withdrawn)) is not None:
                return Answer(kept, replayed=True)
            match, _ = existing(admission), asked.get()
            require_revision(match, if_match, needed=False)
            if links.drop(connection, match.id):
                self._note(connection, admission, match, history.WITHDRAW, {}, now)
            made = Withdrawn(match.play.revision)
            keep(connection, admission, access, made, now)
            return Answer(made)

        return self._setting.database.write(work)

    def _note(
        self,
        connection: Connection,
        admission: Admission,
        match: MatchRow,
        kind: str,
        payload: Mapping[str, Any],
        now: datetime.datetime,
    ) -> None:
        scribe = Scribe(admission.key, moment(now), self._setting.salt)
        write_beside(connection, match, scribe, kind, Noted(payload), now)


def find(connection: Connection, token: str) -> tuple[LinkRow, MatchRow]:
    """The link with this token, and its match. Raises NotFound."""
    said = digest(token)
    found = links.find(connection, said)
    if found is None or not hmac.compare_digest(found[0].digest, said):
        raise NotFound("There is no published match here.")
    return found


def _row(match: MatchRow, said: str, delay: Delay, now: str) -> LinkRow:
    return LinkRow(match.id, match.club_id, said, delay.plies, delay.minutes, now)


def _token(access: Access, salt: str) -> str:
    """256 bits that only the publisher can work out again, from the kept salt and their own key.

    So the answer to a retry has the token, and the database does not.
    """
    made = hmac.digest(str(access.key).encode(), f"link {salt}".encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(made).decode().rstrip("=")


def _told(access: Access, kept: _Kept) -> Published:
    return Published(_token(access, kept.salt), kept.delay, kept.revision)
