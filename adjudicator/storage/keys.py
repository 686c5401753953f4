"""Clubs and their API keys, and the one statement that admits a request."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from adjudicator.storage.matches import COLUMNS, match_of
from adjudicator.storage.prepared import Prepared
from adjudicator.storage.rows import KeyRow, MatchRow, Recall, Scope
from adjudicator.storage.tables import api_keys, clubs, idempotency, matches


@dataclass(slots=True, frozen=True)
class Admission:
    """What one statement found: the key, the match if the key's club has it, and the result kept for this very request."""

    key: KeyRow
    match: MatchRow | None
    recall: Recall | None


_KEY = (api_keys.c.id, api_keys.c.club_id, api_keys.c.digest)
_MINE = sa.and_(matches.c.club_id == api_keys.c.club_id, matches.c.id == bindparam("match_id"))
_SAME = sa.and_(
    idempotency.c.key_id == api_keys.c.id,
    idempotency.c.scope == bindparam("scope"),
    idempotency.c.word == bindparam("word"),
    idempotency.c.created_at > bindparam("since"),
)
_BY_KEY = api_keys.c.digest == bindparam("digest")
_RECALL = (idempotency.c.digest, idempotency.c.result)

_KEY_ONLY = sa.select(*_KEY).where(_BY_KEY)
_KEY_RECALL = sa.select(*_KEY, *_RECALL).select_from(api_keys.outerjoin(idempotency, _SAME)).where(_BY_KEY)
_KEY_MATCH = sa.select(*_KEY, *COLUMNS).select_from(api_keys.outerjoin(matches, _MINE)).where(_BY_KEY)
_KEY_MATCH_RECALL = (
    sa.select(*_KEY, *COLUMNS, *_RECALL)
    .select_from(api_keys.outerjoin(matches, _MINE).outerjoin(idempotency, _SAME))
    .where(_BY_KEY)
)


def admit(
    connection: Connection, digest: str, match_id: str | None = None, scope: Scope | None = None, since: str = ""
) -> Admission | None:
    """The key with this digest and what was asked for with it, or None. A kept result older than `since` is gone."""
    wanted: dict[str, str] = {"digest": digest}
    if match_id is not None:
        wanted["match_id"] = match_id
    if scope is not None:
        wanted |= {"scope": scope.scope, "word": scope.word, "since": since}
    statement = _STATEMENTS[match_id is not None, scope is not None]
    row = statement.run(connection, wanted).fetchone()
    return None if row is None else _admission(row, match_id is not None, scope is not None)


_STATEMENTS = {
    (False, False): Prepared(_KEY_ONLY),
    (False, True): Prepared(_KEY_RECALL),
    (True, False): Prepared(_KEY_MATCH),
    (True, True): Prepared(_KEY_MATCH_RECALL),
}


def _admission(row: Sequence[Any], with_match: bool, with_recall: bool) -> Admission:
    match = match_of(row[3 : 3 + len(COLUMNS)]) if with_match and row[3] is not None else None
    recall = Recall(row[-2], row[-1]) if with_recall and row[-1] is not None else None
    return Admission(KeyRow(row[0], row[1], row[2]), match, recall)


def first_club(connection: Connection) -> str | None:
    """The id of the oldest club."""
    return connection.scalar(sa.select(clubs.c.id).order_by(clubs.c.created_at, clubs.c.id).limit(1))


def add_club(connection: Connection, club_id: str, name: str, now: str) -> None:
    """A new club."""
    connection.execute(sa.insert(clubs), {"id": club_id, "name": name, "created_at": now})


def labelled(connection: Connection, label: str) -> KeyRow | None:
    """The key that is called so."""
    row = connection.execute(sa.select(*_KEY).where(api_keys.c.label == label)).first()
    return None if row is None else KeyRow(*row)


def add_key(connection: Connection, key: KeyRow, label: str, now: str) -> None:
    """A new key."""
    values = {"id": key.id, "club_id": key.club_id, "digest": key.digest, "label": label, "created_at": now}
    connection.execute(sa.insert(api_keys), values)


def change_digest(connection: Connection, key_id: str, digest: str) -> None:
    """The key is another one from now on."""
    connection.execute(sa.update(api_keys).where(api_keys.c.id == key_id).values(digest=digest))
