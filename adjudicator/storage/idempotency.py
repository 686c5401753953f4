"""Kept results of writes, by Idempotency-Key."""

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from adjudicator.storage.prepared import Prepared
from adjudicator.storage.rows import Kept
from adjudicator.storage.tables import history, idempotency

_INSERT = Prepared(sa.insert(idempotency).prefix_with("OR REPLACE", dialect="sqlite"))

_FORGET = Prepared(sa.delete(idempotency).where(idempotency.c.created_at <= sa.bindparam("before")))


def keep(connection: Connection, kept: Kept) -> None:
    """Keep a result, in the place of one that is too old to count; others that are, are dropped."""
    _FORGET.run(connection, {"before": kept.before})
    _INSERT.run(connection, {column.name: getattr(kept, column.name) for column in idempotency.c})


def forget_mentions(connection: Connection, club_id: str, words: Sequence[str]) -> None:
    """Drop what was kept for the club with one of these words in it."""
    mentions = sa.or_(*(idempotency.c.result.contains(word, autoescape=True) for word in words))
    connection.execute(sa.delete(idempotency).where(idempotency.c.club_id == club_id, mentions))


def forget_writes(connection: Connection, match_id: str, first: int) -> None:
    """Drop what was kept of the writes to a match from the revision `first` on, and all answers that show it as a whole.

    A kept result is of its write's own key and moment.
    """
    write = sa.and_(history.c.key_id == idempotency.c.key_id, history.c.recorded_at == idempotency.c.created_at)
    written = sa.exists().where(history.c.match_id == match_id, history.c.revision >= first, write)
    connection.execute(sa.delete(idempotency).where(sa.or_(written, idempotency.c.result.contains(match_id))))
