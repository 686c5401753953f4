"""Kept results of writes, by Idempotency-Key."""

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from adjudicator.storage.prepared import Prepared
from adjudicator.storage.rows import KeyRow, Recall, Scope
from adjudicator.storage.tables import idempotency

_INSERT = Prepared(sa.insert(idempotency).prefix_with("OR REPLACE", dialect="sqlite"))

_FORGET = Prepared(sa.delete(idempotency).where(idempotency.c.created_at <= sa.bindparam("before")))


def keep(connection: Connection, key: KeyRow, scope: Scope, recall: Recall, now: str) -> None:
    """Keep a result, in the place of one that is too old to count."""
    values = {
        "key_id": key.id,
        "club_id": key.club_id,
        "scope": scope.scope,
        "word": scope.word,
        "digest": recall.digest,
        "result": recall.result,
        "created_at": now,
    }
    _INSERT.run(connection, values)


def forget(connection: Connection, before: str) -> None:
    """Drop what was kept before that time."""
    _FORGET.run(connection, {"before": before})


def forget_mentions(connection: Connection, club_id: str, words: Sequence[str]) -> None:
    """Drop what was kept for the club with one of these words in it."""
    mentions = sa.or_(*(idempotency.c.result.contains(word, autoescape=True) for word in words))
    connection.execute(sa.delete(idempotency).where(idempotency.c.club_id == club_id, mentions))
