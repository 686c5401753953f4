"""Published links: who has the token of one sees its match as the public does, without a key, perhaps with a delay."""

import base64
import hmac
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy.engine import Connection

from adjudicator.services import history
from adjudicator.services.access import Access, Answer, digest
from adjudicator.services.derived import derived, new_salt
from adjudicator.services.errors import NotFound
from adjudicator.services.later import Later
from adjudicator.services.matches import Noted, write_beside
from adjudicator.services.rights import Right
from adjudicator.services.setting import Setting
from adjudicator.services.writing import MATCH, Revisions, Writing, require_seen, write_match_once
from adjudicator.storage import links
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
    revision: int


class Links:
    """Publishing and withdrawing links to matches of a club."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting

    def publish(self, access: Access, match_id: str, delay: Later[Delay], if_match: Revisions | None) -> Answer[Published]:
        """Make a link to the match; the one that it had is no more. Raises NotFound, StaleRevision."""

        def work(writing: Writing, match: MatchRow) -> _Kept:
            salt, wanted = new_salt(self._setting), delay.get()
            require_seen(match.play.revision, if_match, MATCH, needed=False)
            links.put(writing.connection, _row(match, digest(_token(access, salt)), wanted, writing.now))
            write_beside(self._setting, writing, match, history.PUBLISH, Noted(msgspec.to_builtins(wanted)))
            return _Kept(salt, wanted, match.play.revision)

        done = write_match_once(self._setting, access, Right.PUBLISH, match_id, _Kept, work)
        return Answer(_told(access, done.value), done.replayed)

    def withdraw(self, access: Access, match_id: str, asked: Later[Any], if_match: Revisions | None) -> Answer[Withdrawn]:
        """Take the match's link back; where it has none, nothing is written. Raises NotFound, StaleRevision."""

        def work(writing: Writing, match: MatchRow) -> Withdrawn:
            asked.get()
            require_seen(match.play.revision, if_match, MATCH, needed=False)
            if links.drop(writing.connection, match.id):
                write_beside(self._setting, writing, match, history.WITHDRAW, Noted({}))
            return Withdrawn(match.play.revision)

        return write_match_once(self._setting, access, Right.PUBLISH, match_id, Withdrawn, work)


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
    """The answer to a retry has the token, and the database does not."""
    return base64.urlsafe_b64encode(derived(access, "link", salt)).decode().rstrip("=")


def _told(access: Access, kept: _Kept) -> Published:
    return Published(_token(access, kept.salt), kept.delay, kept.revision)
