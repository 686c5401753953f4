"""Writes that are about no single match: done once, and answered again if they are sent again."""

from collections.abc import Callable
from typing import TypeVar

from msgspec import Struct
from sqlalchemy.engine import Connection

from adjudicator.services.access import Access, Answer, admitted, keep, recalled
from adjudicator.services.errors import PreconditionRequired, StaleRevision
from adjudicator.services.rights import Right
from adjudicator.services.setting import Setting, moment
from adjudicator.storage.rows import KeyRow

R = TypeVar("R", bound=Struct)


class Writing(Struct, frozen=True):
    """A transaction that writes: for whom, and when (a moment)."""

    connection: Connection
    key: KeyRow
    now: str


def write_once(setting: Setting, access: Access, right: Right, kind: type[R], work: Callable[[Writing], R]) -> Answer[R]:
    """Do the work in one transaction, for whoever has the right. Its result is a `kind`, kept under the Idempotency-Key."""

    def transaction(connection: Connection) -> Answer[R]:
        now = setting.now()
        admission = admitted(connection, access, now, right, writes=True)
        if (kept := recalled(admission, access, kind)) is not None:
            return Answer(kept, replayed=True)
        made = work(Writing(connection, admission.key, moment(now)))
        keep(connection, admission, access, made, now)
        return Answer(made)

    return setting.database.write(transaction)


def require_seen(revision: int, if_match: Callable[[int], bool] | None, what: str) -> None:
    """Raises PreconditionRequired if the writer does not say which revision they saw, StaleRevision if it was another one."""
    if if_match is None:
        raise PreconditionRequired(f"This write needs If-Match with the ETag of the {what}, so that nobody's change is lost.")
    if not if_match(revision):
        raise StaleRevision(revision, what)
