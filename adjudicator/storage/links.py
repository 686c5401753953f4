"""Published links, at most one a match."""

from collections.abc import Iterator

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from adjudicator.storage.matches import COLUMNS, match_of
from adjudicator.storage.prepared import Prepared
from adjudicator.storage.rows import LinkRow, MatchRow
from adjudicator.storage.tables import history, links, matches

_NAMES = tuple(LinkRow.__dataclass_fields__)
_FIND = Prepared(
    sa.select(*(links.c[name] for name in _NAMES), *COLUMNS)
    .join_from(links, matches, links.c.match_id == matches.c.id)
    .where(links.c.digest == bindparam("digest"))
)
_NOT_DUE = Prepared(
    sa.select(sa.func.min(history.c.revision)).where(
        history.c.match_id == bindparam("match_id"), history.c.recorded_at > bindparam("since")
    )
)
_LENGTHS = Prepared(
    sa.select(history.c.revision, history.c.kind, history.c.length)
    .where(history.c.match_id == bindparam("match_id"))
    .order_by(history.c.revision.desc())
)


def put(connection: Connection, link: LinkRow) -> None:
    """A link, in the place of the one that the match had."""
    drop(connection, link.match_id)
    connection.execute(sa.insert(links), {name: getattr(link, name) for name in _NAMES})


def drop(connection: Connection, match_id: str) -> bool:
    """Forget the match's link; whether there was one."""
    return bool(connection.execute(sa.delete(links).where(links.c.match_id == match_id)).rowcount)


def find(connection: Connection, digest: str) -> tuple[LinkRow, MatchRow] | None:
    """The link with this digest, and its match."""
    row = _FIND.run(connection, {"digest": digest}).fetchone()
    return None if row is None else (LinkRow(*row[: len(_NAMES)]), match_of(row[len(_NAMES) :]))


def first_written_after(connection: Connection, match_id: str, time: str) -> int | None:
    """The first revision of the match that was written after that time."""
    (found,) = _NOT_DUE.run(connection, {"match_id": match_id, "since": time}).fetchone()
    return found if found is None else int(found)


def lengths(connection: Connection, match_id: str) -> Iterator[tuple[int, str, int]]:
    """(revision, kind of write, entries in the log behind it), the latest first."""
    yield from _LENGTHS.run(connection, {"match_id": match_id})
