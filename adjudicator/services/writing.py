"""Writes: done once, in one transaction, and answered again if they are sent again. Those about one match hold it meanwhile."""

from collections.abc import Callable
from typing import TypeVar

from msgspec import Struct, field
from sqlalchemy.engine import Connection

from adjudicator.services.access import Access, Answer, admitted, existing, keep, recalled
from adjudicator.services.errors import PreconditionRequired, StaleRevision
from adjudicator.services.history import Scribe
from adjudicator.services.rights import Right
from adjudicator.services.setting import Setting, moment
from adjudicator.storage.keys import Admission
from adjudicator.storage.rows import KeyRow, MatchRow

R = TypeVar("R", bound=Struct)
MATCH = "match"
Revisions = Callable[[int], bool]
"""An If-Match: whether it lets a write at this revision pass."""


class Writing(Struct, frozen=True):
    """A transaction that writes: for whom, and when (a moment). `listening`: club -> its webhooks, once they were asked for."""

    connection: Connection
    key: KeyRow
    now: str
    listening: dict[str, list[tuple[str, str]]] = field(default_factory=dict)


def write_once(
    setting: Setting, access: Access, right: Right, kind: type[R], work: Callable[[Writing], R], dry_run: bool = False
) -> Answer[R]:
    """Do the work in one transaction, for whoever has the right. Its result is a `kind`, kept under the Idempotency-Key.

    `dry_run`: the work writes nothing, and its result is not kept.
    """
    return _once(setting, access, right, None, kind, lambda writing, _: work(writing), dry_run)


def write_match_once(
    setting: Setting,
    access: Access,
    right: Right,
    match_id: str,
    kind: type[R],
    work: Callable[[Writing, MatchRow], R],
    dry_run: bool = False,
) -> Answer[R]:
    """The same about one match, which nobody else writes until the transaction ends. Raises NotFound."""

    def about(writing: Writing, admission: Admission) -> R:
        return work(writing, existing(admission))

    return _once(setting, access, right, match_id, kind, about, dry_run)


def _once(
    setting: Setting,
    access: Access,
    right: Right,
    match_id: str | None,
    kind: type[R],
    work: Callable[[Writing, Admission], R],
    dry_run: bool,
) -> Answer[R]:
    def transaction(connection: Connection) -> Answer[R]:
        now = setting.now()
        admission = admitted(connection, access, now, right, match_id, writes=not dry_run)
        if (kept := recalled(admission, access, kind)) is not None:
            return Answer(kept, replayed=True)
        made = work(Writing(connection, admission.key, moment(now)), admission)
        if not dry_run:
            keep(connection, admission, access, made, now)
        return Answer(made)

    if dry_run:
        with setting.database.read() as connection:
            return transaction(connection)
    return setting.database.write(transaction)


def scribe_of(setting: Setting, writing: Writing) -> Scribe:
    """Who writes down in histories what is done in this transaction."""
    return Scribe(writing.key, writing.now, setting.salt)


def require_seen(revision: int, if_match: Revisions | None, what: str, needed: bool = True) -> None:
    """Raises StaleRevision if the writer saw another revision than the present one.

    Raises PreconditionRequired if the writer does not say which one, and it is needed.
    """
    if if_match is None:
        if needed:
            raise PreconditionRequired(f"This write needs If-Match with the ETag of the {what}, so that nobody's change is lost.")
    elif not if_match(revision):
        raise StaleRevision(revision, what)
