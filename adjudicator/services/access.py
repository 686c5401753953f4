"""Who asks, and whether the same was asked before. Both are told by the statement that reads the match."""

import datetime
import hashlib
import hmac
from typing import Generic, TypeVar

import msgspec
from msgspec import Struct
from sqlalchemy.engine import Connection

from adjudicator.services.errors import IdempotencyMismatch, NotFound, Unauthenticated
from adjudicator.services.setting import DAY, moment
from adjudicator.storage import idempotency, keys
from adjudicator.storage.keys import Admission
from adjudicator.storage.rows import MatchRow, Recall, Scope

T = TypeVar("T", bound=Struct)
R = TypeVar("R", bound=Struct)
KEPT = DAY
"""How long the result of a write is kept under its Idempotency-Key."""


class Access(Struct, frozen=True):
    """What a request brings: the API key that it says, and of a write with an Idempotency-Key its scope and the body's digest."""

    key: str | None
    scope: Scope | None = None
    body: str = ""


def access_of(key: str | None, word: str | None = None, scope: str = "", body: str = "") -> Access:
    """A request's access. `word`: its Idempotency-Key; `scope`: its method and path with query; `body`: its body's digest."""
    return Access(key, None if word is None else Scope(word, scope), body)


class Answer(Generic[R]):
    """What a write answers with. `replayed`: it is the kept result of an earlier, equal request; nothing was written."""

    def __init__(self, value: R, replayed: bool = False) -> None:
        self.value, self.replayed = value, replayed


def digest(text: str | bytes) -> str:
    """SHA-256 in hex. An API key has 256 random bits, so that a slow hash would buy nothing."""
    return hashlib.sha256(text.encode() if isinstance(text, str) else text).hexdigest()


def admitted(connection: Connection, access: Access, now: datetime.datetime, match_id: str | None = None) -> Admission:
    """The key's club, the match if it has it, and the result kept for this very request. Raises Unauthenticated."""
    if access.key is None:
        raise Unauthenticated("This needs an API key: Authorization: Bearer adj_…")
    said = digest(access.key)
    found = keys.admit(connection, said, match_id, access.scope, moment(now - KEPT))
    if found is None or not hmac.compare_digest(found.key.digest, said):
        raise Unauthenticated("There is no such API key.")
    return found


def recalled(admission: Admission, access: Access, kind: type[T]) -> T | None:
    """The kept result of an earlier, equal request. Raises IdempotencyMismatch if it had another body."""
    if admission.recall is None:
        return None
    if admission.recall.digest != access.body:
        raise IdempotencyMismatch("This Idempotency-Key was used here with another body; use a new key for another request.")
    return msgspec.json.decode(admission.recall.result, type=kind)


def keep(connection: Connection, admission: Admission, access: Access, result: Struct, now: datetime.datetime) -> None:
    """Keep the result of a write for equal requests, in the write's own transaction; those that are too old are dropped."""
    if access.scope is not None:
        idempotency.forget(connection, moment(now - KEPT))
        recall = Recall(access.body, msgspec.json.encode(result).decode())
        idempotency.keep(connection, admission.key, access.scope, recall, moment(now))


def existing(admission: Admission) -> MatchRow:
    """The match that was asked for. Raises NotFound, also for another club's."""
    if admission.match is None:
        raise NotFound("There is no match with this id.")
    return admission.match
