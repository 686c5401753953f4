"""Webhooks and their deliveries: an outbox out of which whoever holds the lease of a webhook sends to it."""

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, fields

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection

from adjudicator.storage.prepared import Prepared
from adjudicator.storage.webhook_tables import deliveries, webhooks

WAITING, DELIVERED, FAILED = "waiting", "delivered", "failed"


@dataclass(slots=True)
class WebhookRow:
    """A webhook; see `webhook_tables.webhooks`. `events`: JSON list of kinds."""

    id: str
    club_id: str
    url: str
    secret: str
    events: str
    active: bool
    revision: int
    created_at: str
    former_secret: str | None = None
    former_until: str | None = None
    failing_since: str | None = None


class Delivery(Struct):
    """An event that was or is to be sent. `attempted_at`, `status` (of the answer) and `error` are of the latest attempt."""

    id: str
    event: str
    state: str
    attempts: int
    due_at: str
    attempted_at: str | None
    status: int | None
    error: str | None
    created_at: str


@dataclass(slots=True, frozen=True)
class Claimed:
    """A delivery to be sent by whoever holds the lease of its webhook: `attempts` counts this one. `secrets`: all that sign."""

    id: str
    webhook_id: str
    club_id: str
    payload: str
    attempts: int
    url: str
    secrets: tuple[str, ...]


@dataclass(slots=True, frozen=True)
class Lease:
    """Who sends, from now until when (moments)."""

    owner: str
    now: str
    until: str


@dataclass(slots=True, frozen=True)
class Attempt:
    """What came of sending: the delivery's state, when it is due again, and how the answer was."""

    state: str
    due_at: str
    attempted_at: str
    status: int | None
    error: str | None


_COLUMNS = tuple(webhooks.c[field.name] for field in fields(WebhookRow))
_DELIVERY = tuple(deliveries.c[name] for name in Delivery.__struct_fields__)
_LISTENING = Prepared(
    sa.select(webhooks.c.id, webhooks.c.events)
    .where(webhooks.c.club_id == sa.bindparam("of_club"), webhooks.c.active)
    .order_by(webhooks.c.id)
    .with_for_update(read=True, key_share=True)
)
"""They are not deleted until the transaction ends, so that deliveries can point at them."""
_PUT = Prepared(sa.insert(deliveries))


def listening(connection: Connection, club_id: str) -> list[tuple[str, str]]:
    """(id, kinds of events as JSON) of the club's active webhooks."""
    return [(row[0], row[1]) for row in _LISTENING.run(connection, {"of_club": club_id}).fetchall()]


def add(connection: Connection, row: WebhookRow) -> None:
    """A new webhook."""
    connection.execute(sa.insert(webhooks), asdict(row))


def find(connection: Connection, club_id: str, webhook_id: str, writes: bool = False) -> WebhookRow | None:
    """The club's webhook. `writes`: until the transaction ends nobody else changes it or is told by it."""
    query = sa.select(*_COLUMNS).where(webhooks.c.club_id == club_id, webhooks.c.id == webhook_id)
    row = connection.execute(query.with_for_update() if writes else query).one_or_none()
    return None if row is None else WebhookRow(*row)


def of_club(connection: Connection, club_id: str) -> list[WebhookRow]:
    """The club's webhooks, the oldest first."""
    rows = connection.execute(sa.select(*_COLUMNS).where(webhooks.c.club_id == club_id).order_by(webhooks.c.id))
    return [WebhookRow(*row) for row in rows]


def save(connection: Connection, row: WebhookRow) -> None:
    """Write what has changed of a webhook."""
    connection.execute(sa.update(webhooks).where(webhooks.c.id == row.id).values(asdict(row)))


def delete(connection: Connection, webhook_id: str) -> None:
    """A webhook is no more, nor are its deliveries."""
    connection.execute(sa.delete(deliveries).where(deliveries.c.webhook_id == webhook_id))
    connection.execute(sa.delete(webhooks).where(webhooks.c.id == webhook_id))


def put(connection: Connection, club_id: str, event: str, payload: str, now: str, ids: Sequence[tuple[str, str]]) -> None:
    """An event to be delivered. `ids`: the new delivery's and its webhook's, of each."""
    told = {"club_id": club_id, "event": event, "payload": payload, "state": WAITING, "attempts": 0}
    nothing = dict.fromkeys(("attempted_at", "status", "error"))
    same = {**told, **nothing, "due_at": now, "created_at": now}
    _PUT.run_all(connection, [{"id": new, "webhook_id": webhook, **same} for new, webhook in ids])


def sent(connection: Connection, webhook_id: str, after: str | None, limit: int) -> list[Delivery]:
    """The webhook's deliveries, newest first, at most `limit` behind the one `after`."""
    query = sa.select(*_DELIVERY).where(deliveries.c.webhook_id == webhook_id)
    if after is not None:
        query = query.where(deliveries.c.id < after)
    return [Delivery(*row) for row in connection.execute(query.order_by(deliveries.c.id.desc()).limit(limit))]


def delivery(connection: Connection, webhook_id: str, delivery_id: str) -> Delivery | None:
    """One delivery of a webhook."""
    query = sa.select(*_DELIVERY).where(deliveries.c.webhook_id == webhook_id, deliveries.c.id == delivery_id)
    row = connection.execute(query).one_or_none()
    return None if row is None else Delivery(*row)


def again(connection: Connection, delivery_id: str, now: str) -> None:
    """A delivery is to be sent anew, from its first attempt on. Whoever is sending it has nothing more to say of it."""
    anew = {"state": WAITING, "attempts": 0, "due_at": now}
    connection.execute(sa.update(deliveries).where(deliveries.c.id == delivery_id).values(anew))


def is_due(connection: Connection, now: str, due: str, busy: Collection[str] = ()) -> bool:
    """Whether `claim` would find anything."""
    return connection.execute(_free(now, due, busy)).first() is not None


def claim(connection: Connection, lease: Lease, due: str, busy: Collection[str] = ()) -> Claimed | None:
    """What has been due for longest at a webhook to which nobody sends: that is this owner's until the lease runs out.

    Webhooks take turns, so that one at which much waits, and takes its time, lets the others have theirs. `due`: what is due
    later does not count. `busy`: clubs that have to wait.
    """
    free = _free(lease.now, due, busy).with_for_update(of=webhooks, key_share=True, skip_locked=True)
    webhook_id = connection.scalar(free)
    if webhook_id is None:
        return None
    held = {"lease": lease.owner, "lease_until": lease.until}
    holding = sa.update(webhooks).where(webhooks.c.id == webhook_id).values(held).returning(*_COLUMNS)
    to = WebhookRow(*connection.execute(holding).one())
    row = connection.execute(
        sa.select(deliveries.c.id, deliveries.c.payload, deliveries.c.attempts)
        .where(_is_due(due), deliveries.c.webhook_id == to.id)
        .order_by(deliveries.c.due_at, deliveries.c.id)
        .limit(1)
    ).one_or_none()
    if row is None:
        # It was sent between the look and the lease.
        _let_go(connection, to.id, lease.owner)
        return None
    _count(connection, row[0], row[2], row[2] + 1)
    former = to.former_secret if to.former_until is not None and lease.now < to.former_until else None
    secrets = (to.secret,) if former is None else (to.secret, former)
    return Claimed(row[0], to.id, to.club_id, row[1], row[2] + 1, to.url, secrets)


def give_back(connection: Connection, claimed: Claimed, owner: str) -> None:
    """The delivery was not sent, or nobody knows; whoever comes next sends it."""
    if _let_go(connection, claimed.webhook_id, owner):
        _count(connection, claimed.id, claimed.attempts, claimed.attempts - 1)


def finish(connection: Connection, claimed: Claimed, owner: str, attempt: Attempt) -> bool:
    """Write what came of it, and let the webhook go. False, and nothing is written, if that is another's by now."""
    if not _let_go(connection, claimed.webhook_id, owner):
        return False
    mine = sa.and_(deliveries.c.id == claimed.id, deliveries.c.attempts == claimed.attempts)
    connection.execute(sa.update(deliveries).where(mine).values(asdict(attempt)))
    since = None if attempt.state == DELIVERED else sa.func.coalesce(webhooks.c.failing_since, attempt.attempted_at)
    connection.execute(sa.update(webhooks).where(webhooks.c.id == claimed.webhook_id).values(failing_since=since))
    return True


def deactivate(connection: Connection, webhook_id: str, failing_since: str | None = None) -> None:
    """Nothing more is to be sent to it; where a moment is given, only if it has been failing for as long."""
    query = sa.update(webhooks).where(webhooks.c.id == webhook_id, webhooks.c.active)
    if failing_since is not None:
        query = query.where(webhooks.c.failing_since <= failing_since)
    connection.execute(query.values(active=False, revision=webhooks.c.revision + 1))


def forget(connection: Connection, before: str, most: int) -> int:
    """Drop deliveries of before this moment that nothing more will come of, so many at most; how many were dropped."""
    idle = sa.select(webhooks.c.id).where(~webhooks.c.active)
    over = sa.or_(deliveries.c.state != WAITING, deliveries.c.webhook_id.in_(idle))
    old = sa.select(deliveries.c.id).where(deliveries.c.created_at < before, over).limit(most)
    return connection.execute(sa.delete(deliveries).where(deliveries.c.id.in_(old))).rowcount


def forget_secrets(connection: Connection, now: str) -> None:
    """Drop former secrets that sign no more."""
    gone = sa.update(webhooks).where(webhooks.c.former_until <= now)
    connection.execute(gone.values(former_secret=None, former_until=None))


def _count(connection: Connection, delivery_id: str, before: int, attempts: int) -> None:
    """So many attempts; unless there were others meanwhile, or it is to be sent anew."""
    same = sa.and_(deliveries.c.id == delivery_id, deliveries.c.attempts == before)
    connection.execute(sa.update(deliveries).where(same).values(attempts=attempts))


def _let_go(connection: Connection, webhook_id: str, owner: str) -> bool:
    """End the lease; until when it was tells whose turn is next. False if it is another's by now."""
    mine = sa.and_(webhooks.c.id == webhook_id, webhooks.c.lease == owner)
    return connection.execute(sa.update(webhooks).where(mine).values(lease=None)).rowcount == 1


def _free(now: str, due: str, busy: Collection[str]) -> sa.Select[tuple[str]]:
    """The webhook whose turn it is, of those that nobody sends to and at which something is due."""
    first = (
        sa.select(sa.func.min(deliveries.c.due_at))
        .where(_is_due(due), deliveries.c.webhook_id == webhooks.c.id)
        .correlate(webhooks)
        .scalar_subquery()
    )
    free = sa.or_(webhooks.c.lease.is_(None), webhooks.c.lease_until <= now)
    query = sa.select(webhooks.c.id).where(webhooks.c.active, free, first.is_not(None))
    if busy:
        query = query.where(webhooks.c.club_id.not_in(busy))
    return query.order_by(sa.func.coalesce(webhooks.c.lease_until, ""), first, webhooks.c.id).limit(1)


def _is_due(due: str) -> sa.ColumnElement[bool]:
    return sa.and_(deliveries.c.state == WAITING, deliveries.c.due_at <= due)
