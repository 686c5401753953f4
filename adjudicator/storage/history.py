"""The history of matches: one row for every write."""

from collections.abc import Iterator

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from adjudicator.storage.prepared import Prepared
from adjudicator.storage.rows import HistoryRow, MatchRow
from adjudicator.storage.tables import history

_NAMES = tuple(HistoryRow.__dataclass_fields__)
_COLUMNS = tuple(history.c[name] for name in _NAMES)
_INSERT = Prepared(sa.insert(history))
_BEHIND = sa.and_(history.c.match_id == bindparam("match_id"), history.c.revision > bindparam("after"))
_PAGE = Prepared(sa.select(*_COLUMNS).where(_BEHIND).order_by(history.c.revision).limit(bindparam("count")))

_LATEST = Prepared(
    sa.select(sa.func.max(history.c.revision)).where(
        history.c.match_id == bindparam("match_id"),
        history.c.revision <= bindparam("upto"),
        history.c.kind.in_([bindparam(f"kind_{place}") for place in range(3)]),
    )
)


def add(connection: Connection, match: MatchRow, row: HistoryRow) -> None:
    """A write. The primary key refuses a revision that is taken."""
    values = {name: getattr(row, name) for name in _NAMES}
    _INSERT.run(connection, {"match_id": match.id, "club_id": match.club_id, **values})


def page(connection: Connection, match_id: str, after: int, limit: int) -> list[HistoryRow]:
    """At most `limit` writes behind the revision `after`, in their order."""
    rows = _PAGE.run(connection, {"match_id": match_id, "after": after, "count": limit})
    return [HistoryRow(*row) for row in rows]


def chain_at(connection: Connection, match_id: str, revision: int) -> str | None:
    """The chain of the latest write up to this revision."""
    upto = sa.and_(history.c.match_id == match_id, history.c.revision <= revision)
    return connection.scalar(sa.select(history.c.chain).where(upto).order_by(history.c.revision.desc()).limit(1))


def latest(connection: Connection, match_id: str, kinds: tuple[str, str, str], upto: int) -> int:
    """The latest revision up to this one that a write of these kinds made; 0 if there is none."""
    values = {"match_id": match_id, "upto": upto, **{f"kind_{place}": kind for place, kind in enumerate(kinds)}}
    (found,) = _LATEST.run(connection, values).fetchone()
    return int(found or 0)


def whole(connection: Connection, match_id: str, batch: int = 500) -> Iterator[HistoryRow]:
    """Every write, in their order."""
    after = 0
    while rows := page(connection, match_id, after, batch):
        yield from rows
        after = rows[-1].revision


def redact(connection: Connection, match_id: str, revision: int) -> None:
    """Forget the payload of a write, and the salt with which its digest could be tried out."""
    row = sa.and_(history.c.match_id == match_id, history.c.revision == revision)
    connection.execute(sa.update(history).where(row).values(payload=None, salt=None))
