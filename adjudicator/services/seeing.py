"""Which match is seen, and by whom: who has a key of its club sees it there, and who has its link, as the public does."""

from collections.abc import Sequence
from typing import Protocol

import msgspec
from msgspec import Struct
from sqlalchemy.engine import Connection

from adjudicator.core.views import Viewer, viewer_of
from adjudicator.services.access import Access, admitted, existing, require_right
from adjudicator.services.rights import Right
from adjudicator.services.setting import Setting
from adjudicator.services.shown import sees_public_only
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
    """A match that somebody may see."""

    match: MatchRow
    rows: Rows
    key: KeyRow

    def viewer(self, view: str | None) -> Viewer:
        """Who looks, at this view or at the most that they may see.

        Raises UnknownView; Forbidden for a view that they may not have, whether there is such a player or not.
        """
        word = view or ("public" if sees_public_only(self.key) else "referee")
        if word != "public":
            require_right(self.key, Right.SEE_ALL)
        return viewer_of(word, msgspec.json.decode(self.match.players))


def seen(connection: Connection, setting: Setting, access: Access, match_id: str) -> Seen:
    """The match. Raises Unauthenticated, Forbidden, NotFound."""
    admission = admitted(connection, access, setting.now(), Right.SEE, match_id)
    match = existing(admission)
    return Seen(match, StoredRows(connection, match.id), admission.key)
