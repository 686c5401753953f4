"""Clubs and their API keys, and the one statement that admits a request."""

import itertools
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


_KEY = tuple(api_keys.c[name] for name in KeyRow.__dataclass_fields__)
_MINE = sa.and_(matches.c.club_id == api_keys.c.club_id, matches.c.id == bindparam("match_id"))
_SAME = sa.and_(
    idempotency.c.key_id == api_keys.c.id,
    idempotency.c.scope == bindparam("scope"),
    idempotency.c.word == bindparam("word"),
    idempotency.c.created_at > bindparam("since"),
)
_BY_KEY = api_keys.c.digest == bindparam("digest")
_RECALL = (idempotency.c.digest, idempotency.c.result)


def _admitting(with_match: bool, with_recall: bool, lock: bool) -> Prepared:
    """The statement that admits. Who waits for a lock sees the match as it is after the wait."""
    columns: tuple[Any, ...] = _KEY
    source: Any = api_keys
    if with_match and lock:
        club = sa.select(api_keys.c.club_id).where(_BY_KEY).scalar_subquery()
        mine = sa.and_(matches.c.club_id == club, matches.c.id == bindparam("match_id"))
        locked = sa.select(*COLUMNS).where(mine).with_for_update().subquery("locked")
        columns, source = (*columns, *locked.c), source.outerjoin(locked, sa.true())
    elif with_match:
        columns, source = (*columns, *COLUMNS), source.outerjoin(matches, _MINE)
    if with_recall:
        columns, source = (*columns, *_RECALL), source.outerjoin(idempotency, _SAME)
    return Prepared(sa.select(*columns).select_from(source).where(_BY_KEY))


_SAME_IN_TURN = Prepared(sa.select(sa.func.pg_advisory_xact_lock(sa.func.hashtextextended(bindparam("words"), 0))))
_STATEMENTS = {which: _admitting(*which) for which in itertools.product((False, True), repeat=3)}


def admit(
    connection: Connection,
    digest: str,
    match_id: str | None = None,
    scope: Scope | None = None,
    since: str = "",
    writes: bool = False,
) -> Admission | None:
    """The key with this digest and what was asked for with it, or None. A kept result older than `since` is gone.

    `writes`: until the transaction ends nobody else writes the match, or does the same request with the same
    Idempotency-Key. (SQLite's writers are alone anyway.)
    """
    writes = writes and connection.dialect.name != "sqlite"
    if writes and scope is not None:
        # A statement of its own: what the next one sees begins behind the wait.
        _SAME_IN_TURN.run(connection, {"words": f"{digest} {scope.scope} {scope.word}"})
    wanted: dict[str, str] = {"digest": digest}
    if match_id is not None:
        wanted["match_id"] = match_id
    if scope is not None:
        wanted |= {"scope": scope.scope, "word": scope.word, "since": since}
    row = _STATEMENTS[match_id is not None, scope is not None, writes and match_id is not None].run(connection, wanted).fetchone()
    return None if row is None else _admission(row, match_id is not None, scope is not None)


def _admission(row: Sequence[Any], with_match: bool, with_recall: bool) -> Admission:
    key, rest = KeyRow(*row[: len(_KEY)]), row[len(_KEY) :]
    match = match_of(rest[: len(COLUMNS)]) if with_match and rest[0] is not None else None
    recall = Recall(row[-2], row[-1]) if with_recall and row[-1] is not None else None
    return Admission(key, match, recall)


def alone(connection: Connection) -> None:
    """Let nobody else make clubs or keys until the transaction ends. (SQLite's writers are alone anyway.)"""
    if connection.dialect.name != "sqlite":
        connection.execute(sa.text("LOCK TABLE clubs IN SHARE ROW EXCLUSIVE MODE"))


def first_club(connection: Connection) -> str | None:
    """The id of the oldest club."""
    return connection.scalar(sa.select(clubs.c.id).order_by(clubs.c.created_at, clubs.c.id).limit(1))


def add_club(connection: Connection, club_id: str, name: str, now: str) -> None:
    """A new club."""
    connection.execute(sa.insert(clubs), {"id": club_id, "name": name, "created_at": now})


def find_club(connection: Connection, named: str) -> str | None:
    """The id of the club with this id or, if it is the only one, this name."""
    query = sa.select(clubs.c.id).where(sa.or_(clubs.c.id == named, clubs.c.name == named)).limit(2)
    found = connection.scalars(query).all()
    return found[0] if len(found) == 1 else None


def all_clubs(connection: Connection) -> list[tuple[str, str, str]]:
    """(id, name, created_at) of every club, the oldest first."""
    query = sa.select(clubs.c.id, clubs.c.name, clubs.c.created_at).order_by(clubs.c.created_at, clubs.c.id)
    return [(row.id, row.name, row.created_at) for row in connection.execute(query)]


def labelled(connection: Connection, club_id: str, label: str) -> KeyRow | None:
    """The club's key that is called so."""
    row = connection.execute(sa.select(*_KEY).where(api_keys.c.club_id == club_id, api_keys.c.label == label)).first()
    return None if row is None else KeyRow(*row)


def all_keys(connection: Connection, club_id: str | None) -> list[KeyRow]:
    """Every key, of one club or of all, the oldest first."""
    query = sa.select(*_KEY).order_by(api_keys.c.created_at, api_keys.c.id)
    if club_id is not None:
        query = query.where(api_keys.c.club_id == club_id)
    return [KeyRow(*row) for row in connection.execute(query)]


def add_key(connection: Connection, key: KeyRow) -> None:
    """A new key."""
    connection.execute(sa.insert(api_keys), {name: getattr(key, name) for name in KeyRow.__dataclass_fields__})


def change_digest(connection: Connection, key_id: str, digest: str) -> None:
    """The key is another one from now on, and a good one."""
    connection.execute(sa.update(api_keys).where(api_keys.c.id == key_id).values(digest=digest, revoked_at=None))


def revoke(connection: Connection, key_id: str, now: str) -> None:
    """The key is good for nothing from now on, or since it was revoked before."""
    good = sa.and_(api_keys.c.id == key_id, api_keys.c.revoked_at.is_(None))
    connection.execute(sa.update(api_keys).where(good).values(revoked_at=now))
