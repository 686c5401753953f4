"""Which match is seen, and by whom: who has a key of its club sees it there, and who has its link, as the public does."""

from collections.abc import Sequence
from typing import Protocol

import msgspec
from msgspec import Struct
from sqlalchemy.engine import Connection

from adjudicator.core.views import Viewer, viewer_of
from adjudicator.services import links
from adjudicator.services.access import Access, admitted, existing, require_right
from adjudicator.services.appends import present_game
from adjudicator.services.delays import due_revision
from adjudicator.services.errors import Forbidden
from adjudicator.services.past import Past, begun, past_at
from adjudicator.services.rebuilding import rebuilt, without_entries
from adjudicator.services.rights import Right
from adjudicator.services.setting import Setting
from adjudicator.services.shown import sees_public_only
from adjudicator.storage import history as history_rows
from adjudicator.storage import moves
from adjudicator.storage.rows import KeyRow, MatchRow, MoveRow


class Rows(Protocol):
    """The log of a match, and what its entries brought."""

    def page(self, after: int, count: int) -> Sequence[MoveRow]:
        """At most `count` entries behind the ply `after`."""

    def brought(self, name: str, view: str) -> Sequence[str]:
        """All `frames` or `findings` of the view `referee` or `public`, in their order."""


class StoredRows:
    """The rows as they are in the database now."""

    def __init__(self, connection: Connection, match_id: str) -> None:
        self._connection, self._match_id = connection, match_id

    def page(self, after: int, count: int) -> Sequence[MoveRow]:
        """See Rows."""
        return moves.page(self._connection, self._match_id, after, count)

    def brought(self, name: str, view: str) -> Sequence[str]:
        """See Rows."""
        return moves.brought(self._connection, self._match_id, name, view)


class Seen(Struct):
    """A match that somebody may see: as it is, or through a link with a delay as it was. `key`: None through a link."""

    match: MatchRow
    rows: Rows
    key: KeyRow | None

    def viewer(self, view: str | None) -> Viewer:
        """Who looks, at this view or at the most that they may see.

        Raises UnknownView; Forbidden for a view that they may not have, whether there is such a player or not.
        """
        word = view or ("public" if self.key is None or sees_public_only(self.key) else "referee")
        if word != "public" and self.key is None:
            raise Forbidden("By its link a match is seen as the public sees it; another view takes an API key.")
        if word != "public" and self.key is not None:
            require_right(self.key, Right.SEE_ALL)
        return viewer_of(word, msgspec.json.decode(self.match.players))


class Glimpse(Struct):
    """A match that somebody may see, and the revision at which they see it; nothing more was read yet."""

    match: MatchRow
    key: KeyRow | None
    revision: int


def glimpse(connection: Connection, setting: Setting, access: Access, match_id: str | None) -> Glimpse:
    """Of the match with this id, or of the link whose token was brought. Raises Unauthenticated, Forbidden, NotFound."""
    now = setting.now()
    if access.token is not None:
        link, match = links.find(connection, access.token)
        return Glimpse(match, None, due_revision(connection, link, match, now))
    admission = admitted(connection, access, now, Right.SEE, match_id)
    match = existing(admission)
    return Glimpse(match, admission.key, match.play.revision)


def seen(connection: Connection, setting: Setting, access: Access, match_id: str | None) -> Seen:
    """The match. Raises as `glimpse` does, and of what a link with a delay would show RulesOutdated, Redacted."""
    return looked_at(connection, setting, glimpse(connection, setting, access, match_id))


def looked_at(connection: Connection, setting: Setting, found: Glimpse) -> Seen:
    """All of what was glimpsed, in the same transaction. Raises RulesOutdated, Redacted."""
    match = found.match
    if found.revision == match.play.revision:
        return Seen(match, StoredRows(connection, match.id), found.key)
    game = present_game(setting, match)
    # Whoever watches with a delay asks again and again. The chain is another one as soon as anything is, a redaction too.
    made_of = (match.id, found.revision, match.play.chain, game.version)
    was, rows = setting.rebuilt.get(made_of, lambda: rebuilt(game, match, _past(connection, match.id, found.revision)))
    return Seen(was, rows, found.key)


def _past(connection: Connection, match_id: str, due: int) -> Past:
    """The match as it was at that revision, or before anything of it is to be told. Raises Redacted."""
    (first,) = history_rows.page(connection, match_id, 0, 1)
    return without_entries(begun(first)) if first.revision > due else past_at(connection, match_id, due)
