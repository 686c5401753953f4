"""Webhooks and their deliveries: an outbox out of which whoever holds the lease of a delivery sends it."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from adjudicator.storage.prepared import Prepared
from adjudicator.storage.webhook_tables import deliveries, webhooks

WAITING, DELIVERED, FAILED = "waiting", "delivered", "failed"


@dataclass(slots=True)
class WebhookRow:
    """A webhook. `events`: JSON list of kinds."""

    id: str
    club_id: str
    url: str
    secret: str
    events: str
    active: bool
    revision: int
    created_at: str


@dataclass(slots=True)
class DeliveryRow:
    """One event for one webhook, as it is told; see `webhook_tables.deliveries`."""

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
    """A delivery to be sent by the holder of its lease: `attempts` counts this one."""

    id: str
    webhook_id: str
    payload: str
    attempts: int
    url: str
    secret: str


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
_DELIVERY = tuple(deliveries.c[field.name] for field in fields(DeliveryRow))
_LISTENING = Prepared(
    sa.select(webhooks.c.id, webhooks.c.events)
    .where(webhooks.c.club_id == sa.bindparam("of_club"), webhooks.c.active)
    .order_by(webhooks.c.id)
    .with_for_update(read=True, key_share=True)
)
"""They are not deleted until the transaction ends, so that deliveries can point at them."""


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


def deactivate(connection: Connection, webhook_id: str) -> None:
    """Nothing more is to be sent to it."""
    changed = {"active": False, "revision": webhooks.c.revision + 1}
    connection.execute(sa.update(webhooks).where(webhooks.c.id == webhook_id, webhooks.c.active).values(changed))


def put(connection: Connection, club_id: str, event: str, payload: str, now: str, ids: Sequence[tuple[str, str]]) -> None:
    """An event to be delivered. `ids`: the new delivery's and its webhook's, of each."""
    same = {"club_id": club_id, "event": event, "payload": payload, "state": WAITING, "attempts": 0}
    rows = [{"id": new, "webhook_id": webhook, **same, "due_at": now, "created_at": now} for new, webhook in ids]
    connection.execute(sa.insert(deliveries), rows)


def forget(connection: Connection, club_id: str, before: str) -> None:
    """Drop the club's deliveries of before this moment that nothing more will come of."""
    old = sa.and_(deliveries.c.club_id == club_id, deliveries.c.created_at < before)
    connection.execute(sa.delete(deliveries).where(old, deliveries.c.state != WAITING))


def sent(connection: Connection, webhook_id: str, after: str | None, limit: int) -> list[DeliveryRow]:
    """The webhook's deliveries, newest first, at most `limit` behind the one `after`."""
    query = sa.select(*_DELIVERY).where(deliveries.c.webhook_id == webhook_id)
    if after is not None:
        query = query.where(deliveries.c.id < after)
    return [DeliveryRow(*row) for row in connection.execute(query.order_by(deliveries.c.id.desc()).limit(limit))]


def delivery(connection: Connection, webhook_id: str, delivery_id: str) -> DeliveryRow | None:
    """One delivery of a webhook."""
    query = sa.select(*_DELIVERY).where(deliveries.c.webhook_id == webhook_id, deliveries.c.id == delivery_id)
    row = connection.execute(query).one_or_none()
    return None if row is None else DeliveryRow(*row)


def again(connection: Connection, delivery_id: str, now: str) -> None:
    """A delivery is to be sent anew, from its first attempt on. Whoever is sending it holds it no longer."""
    anew = {"state": WAITING, "attempts": 0, "due_at": now, "lease": None, "lease_until": None}
    connection.execute(sa.update(deliveries).where(deliveries.c.id == delivery_id).values(anew))


def is_due(connection: Connection, now: str) -> bool:
    """Whether there is anything to be sent."""
    return connection.execute(_due(now)).first() is not None


def claim(connection: Connection, lease: Lease) -> Claimed | None:
    """The delivery that has been due for longest and is nobody's to send now: it is this owner's until the lease runs out."""
    due = _due(lease.now).with_for_update(of=deliveries, skip_locked=True).cte("due")
    held = {"lease": lease.owner, "lease_until": lease.until, "attempts": deliveries.c.attempts + 1}
    claiming = sa.update(deliveries).where(deliveries.c.id.in_(sa.select(due.c.id))).values(held)
    one = claiming.returning(deliveries.c.id, deliveries.c.webhook_id, deliveries.c.payload, deliveries.c.attempts)
    row = connection.execute(one).one_or_none()
    if row is None:
        return None
    to = connection.execute(sa.select(webhooks.c.url, webhooks.c.secret).where(webhooks.c.id == row[1])).one()
    return Claimed(row[0], row[1], row[2], row[3], to[0], to[1])


def finish(connection: Connection, delivery_id: str, owner: str, attempt: Attempt) -> bool:
    """Write what came of it, and give the lease up. False, and nothing is written, if it is another's by now."""
    mine = sa.and_(deliveries.c.id == delivery_id, deliveries.c.lease == owner)
    told = {**asdict(attempt), "lease": None, "lease_until": None}
    return connection.execute(sa.update(deliveries).where(mine).values(told)).rowcount == 1


def _due(now: str) -> sa.Select[tuple[str]]:
    free = sa.or_(deliveries.c.lease_until.is_(None), deliveries.c.lease_until <= now)
    return (
        sa.select(deliveries.c.id)
        .join(webhooks, webhooks.c.id == deliveries.c.webhook_id)
        .where(deliveries.c.state == WAITING, deliveries.c.due_at <= now, free, webhooks.c.active)
        .order_by(deliveries.c.due_at, deliveries.c.id)
        .limit(1)
    )
