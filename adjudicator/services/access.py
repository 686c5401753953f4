"""Who asks, and whether the same was asked before. Both are told by the statement that reads the match."""

import datetime
import hashlib
import hmac
import re
from typing import Generic, TypeVar

import msgspec
from msgspec import Struct
from sqlalchemy.engine import Connection

from adjudicator.services.errors import Forbidden, IdempotencyMismatch, NotFound, Unauthenticated, UnknownKey
from adjudicator.services.rights import Right, Role
from adjudicator.services.setting import DAY, moment
from adjudicator.storage import idempotency, keys
from adjudicator.storage.keys import Admission
from adjudicator.storage.rows import Kept, KeyRow, MatchRow, Scope

T = TypeVar("T", bound=Struct)
R = TypeVar("R", bound=Struct)
ID = re.compile(r"[0-9a-f-]{36}")


def require_key(after: str | None) -> None:
    """Raises UnknownKey where a page of a list in the order of ids is asked for behind what is no id."""
    if after is not None and not ID.fullmatch(after):
        raise UnknownKey
KEPT = DAY
"""How long the result of a write is kept under its Idempotency-Key."""


class Access(Struct, frozen=True):
    """What a request brings: the API key that it says, and of a write with an Idempotency-Key its scope and the body's digest.

    `token`: that of a published link, with which nothing else is looked at. `owner`: whoever works on the installation's own
    machine, who says no key: the one in whose name it is done.
    """

    key: str | None
    scope: Scope | None = None
    body: str = ""
    token: str | None = None
    owner: KeyRow | None = None


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


def admitted(
    connection: Connection,
    access: Access,
    now: datetime.datetime,
    right: Right,
    match_id: str | None = None,
    writes: bool = False,
) -> Admission:
    """The key, the match if it is the key's to see, and the result kept for this very request.

    `writes`: until the transaction ends the match is not written by others, nor the same request answered.
    No match is found for an `owner`. Raises Unauthenticated, Forbidden.
    """
    if access.owner is not None:
        return Admission(access.owner, None, None)
    if access.key is None:
        raise Unauthenticated("This needs an API key: Authorization: Bearer adj_…")
    said = digest(access.key)
    wanted = match_id if match_id is None or ID.fullmatch(match_id) else ""
    found = keys.admit(connection, said, wanted, access.scope, moment(now - KEPT), writes)
    if found is None or not hmac.compare_digest(found.key.digest, said):
        raise Unauthenticated("There is no such API key.")
    _require_good(found.key, moment(now))
    require_right(found.key, right)
    if found.key.match_id is not None and match_id is None and right is not Right.SEE:
        raise Forbidden("This key is for one match only.")
    return found


def require_right(key: KeyRow, right: Right) -> None:
    """Raises Forbidden if the key's role is too low."""
    if Role.named(key.role) < right.least:
        raise Forbidden(f"A key with the role {key.role} may not {right.words}; that takes {right.least.name.lower()}.")


def _require_good(key: KeyRow, now: str) -> None:
    if key.revoked_at is not None:
        raise Unauthenticated("This API key has been revoked.")
    if key.expires_at is not None and key.expires_at <= now:
        raise Unauthenticated("This API key has expired.")


def recalled(admission: Admission, access: Access, kind: type[T]) -> T | None:
    """The kept result of an earlier, equal request. Raises IdempotencyMismatch if it had another body."""
    if admission.recall is None:
        return None
    if admission.recall.digest != access.body:
        raise IdempotencyMismatch("This Idempotency-Key was used here with another body; use a new key for another request.")
    return msgspec.json.decode(admission.recall.result, type=kind)


def keep(connection: Connection, admission: Admission, access: Access, result: Struct, now: datetime.datetime) -> None:
    """Keep the result of a write for equal requests, in the write's own transaction; those that are too old are dropped."""
    if (kept := to_be_kept(admission, access, result, now)) is not None:
        idempotency.keep(connection, kept)


def to_be_kept(admission: Admission, access: Access, result: Struct, now: datetime.datetime) -> Kept | None:
    """What is to be kept of a write for equal requests; None if it came without an Idempotency-Key."""
    if access.scope is None:
        return None
    where = admission.key.id, admission.key.club_id, access.scope.scope, access.scope.word
    return Kept(*where, access.body, msgspec.json.encode(result).decode(), moment(now), moment(now - KEPT))


def existing(admission: Admission) -> MatchRow:
    """The match that was asked for. Raises NotFound, also for another club's."""
    match, only = admission.match, admission.key.match_id
    if match is None or (only is not None and only != match.id):
        raise NotFound("There is no match with this id.")
    return match
