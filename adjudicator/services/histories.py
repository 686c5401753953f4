"""Reading the history of a match: who wrote what, when and why."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from sqlalchemy.engine import Connection

from adjudicator.services import history
from adjudicator.services.access import Access, admitted, existing
from adjudicator.services.later import Later
from adjudicator.services.rights import Right
from adjudicator.services.setting import Setting
from adjudicator.storage import history as history_rows
from adjudicator.storage.rows import HistoryRow


class Span(Struct, frozen=True):
    """At most `limit` writes behind the revision `after`."""

    after: int
    limit: int


class Write(Struct, frozen=True):
    """One write, and the chain before it."""

    row: HistoryRow
    previous: str


class Writes(Struct):
    """A page of the history of a match that is at this revision. `more`: there is another behind it."""

    items: Sequence[Write]
    revision: int
    more: bool


class Histories:
    """The histories of the club's matches, for whoever may read them."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting

    def page(self, access: Access, match_id: str, span: Later[Span]) -> Writes:
        """Some writes, the oldest first. Raises NotFound."""
        with self._setting.database.read() as connection:
            admission = admitted(connection, access, self._setting.now(), Right.READ_HISTORY, match_id)
            match, wanted = existing(admission), span.get()
            rows = history_rows.page(connection, match_id, wanted.after, wanted.limit + 1)
            items = list(_linked(_chain_before(connection, match_id, wanted.after), rows[: wanted.limit]))
            return Writes(items, match.play.revision, len(rows) > wanted.limit)


def _chain_before(connection: Connection, match_id: str, revision: int) -> str:
    """The chain behind this revision, or that before the first write."""
    found = history_rows.chain_at(connection, match_id, revision) if revision else None
    return found or history.start_of_chain(match_id)


def _linked(previous: str, rows: Sequence[HistoryRow]) -> Iterator[Write]:
    for row in rows:
        yield Write(row, previous)
        previous = row.chain
