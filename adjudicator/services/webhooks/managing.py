"""The webhooks of a club: where it wants to be told of what, and what was sent there."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy.engine import Connection

from adjudicator.core.errors import Malformed
from adjudicator.services.access import ID, Access, Answer, admitted
from adjudicator.services.errors import Conflict, NotFound
from adjudicator.services.later import Later
from adjudicator.services.rights import Right
from adjudicator.services.setting import Setting
from adjudicator.services.stored import text
from adjudicator.services.webhooks.addresses import fault
from adjudicator.services.webhooks.sending import secret_of
from adjudicator.services.writing import Revisions, Writing, require_seen, write_once
from adjudicator.storage import webhooks
from adjudicator.storage.webhooks import DeliveryRow, WebhookRow

MOST = 20
"""Webhooks of a club."""


class Webhook(Struct):
    """A webhook as shown. `secret`: told once, to whoever made it."""

    id: str
    url: str
    events: list[str]
    active: bool
    revision: int
    created_at: str
    secret: str | None = None


class WebhookList(Struct):
    """A club's webhooks, the oldest first."""

    items: list[Webhook]


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


class DeliveriesPage(Struct):
    """One page of a log. `more`: there is another behind it."""

    items: Sequence[Delivery]
    more: bool


class Wanted(Struct, frozen=True):
    """What is said of a webhook; None: nothing."""

    url: str | None = None
    events: Sequence[str] | None = None
    active: bool | None = None


class LogWish(Struct, frozen=True):
    """A page of deliveries: at most `limit` behind the one `after`."""

    after: str | None
    limit: int


class Webhooks:
    """The webhooks of a club, for its organisers. `random`: 32 bytes. `local`: http and private addresses are allowed."""

    def __init__(self, setting: Setting, random: Callable[[], bytes], local: bool) -> None:
        self._setting, self._random, self._local = setting, random, local

    def create(self, access: Access, wanted: Later[Wanted]) -> Answer[Webhook]:
        """Add a webhook. Raises Malformed for a URL that it may not lead to, Conflict if there are too many."""

        def work(writing: Writing) -> Webhook:
            said, club_id = wanted.get(), writing.key.club_id
            self._require_safe(said.url)
            if len(webhooks.of_club(writing.connection, club_id)) >= MOST:
                raise Conflict(f"A club has at most {MOST} webhooks.")
            new, secret = self._setting.new_id(), secret_of(self._random())
            events = text(_sorted(said.events or ()))
            row = WebhookRow(new, club_id, str(said.url), secret, events, said.active is not False, 1, writing.now)
            webhooks.add(writing.connection, row)
            made = _shown(row)
            made.secret = secret
            return made

        return write_once(self._setting, access, Right.KEEP_WEBHOOKS, Webhook, work)

    def listed(self, access: Access, asked: Later[Any]) -> WebhookList:
        """All webhooks of the club."""
        with self._setting.database.read() as connection:
            key = admitted(connection, access, self._setting.now(), Right.KEEP_WEBHOOKS).key
            asked.get()
            return WebhookList([_shown(row) for row in webhooks.of_club(connection, key.club_id)])

    def one(self, access: Access, webhook_id: str, asked: Later[Any]) -> Webhook:
        """The webhook. Raises NotFound."""
        with self._setting.database.read() as connection:
            key = admitted(connection, access, self._setting.now(), Right.KEEP_WEBHOOKS).key
            row = _existing(connection, key.club_id, webhook_id)
            asked.get()
            return _shown(row)

    def change(self, access: Access, webhook_id: str, wanted: Later[Wanted], if_match: Revisions | None) -> Answer[Webhook]:
        """Change what is said of a webhook. Raises NotFound, StaleRevision, Malformed for a URL that it may not lead to."""

        def work(writing: Writing) -> Webhook:
            row = _existing(writing.connection, writing.key.club_id, webhook_id, writes=True)
            said, before = wanted.get(), _shown(row)
            require_seen(row.revision, if_match, "webhook")
            self._require_safe(said.url)
            row.url = row.url if said.url is None else said.url
            row.events = row.events if said.events is None else text(_sorted(said.events))
            row.active = row.active if said.active is None else said.active
            if _shown(row) != before:
                row.revision += 1
                webhooks.save(writing.connection, row)
            return _shown(row)

        return write_once(self._setting, access, Right.KEEP_WEBHOOKS, Webhook, work)

    def delete(self, access: Access, webhook_id: str, asked: Later[Any], if_match: Revisions | None) -> Answer[Webhook]:
        """Take a webhook away, with the log of what was sent to it; what it was. Raises NotFound, StaleRevision."""

        def work(writing: Writing) -> Webhook:
            row = _existing(writing.connection, writing.key.club_id, webhook_id, writes=True)
            asked.get()
            require_seen(row.revision, if_match, "webhook")
            webhooks.delete(writing.connection, row.id)
            return _shown(row)

        return write_once(self._setting, access, Right.KEEP_WEBHOOKS, Webhook, work)

    def deliveries(self, access: Access, webhook_id: str, wish: Later[LogWish]) -> DeliveriesPage:
        """What was and is to be sent, newest first. Raises NotFound."""
        with self._setting.database.read() as connection:
            key = admitted(connection, access, self._setting.now(), Right.KEEP_WEBHOOKS).key
            row = _existing(connection, key.club_id, webhook_id)
            asked = wish.get()
            found = webhooks.sent(connection, row.id, asked.after, asked.limit + 1)
        return DeliveriesPage([_delivery(each) for each in found[: asked.limit]], len(found) > asked.limit)

    def redeliver(self, access: Access, webhook_id: str, delivery_id: str, asked: Later[Any]) -> Answer[Delivery]:
        """Send it again, from the first attempt on. Raises NotFound; Conflict if the webhook is not active."""

        def work(writing: Writing) -> Delivery:
            connection = writing.connection
            row = _existing(connection, writing.key.club_id, webhook_id, writes=True)
            _existing_delivery(connection, row.id, delivery_id)
            asked.get()
            if not row.active:
                raise Conflict("The webhook is not active; make it active first.")
            webhooks.again(connection, delivery_id, writing.now)
            return _delivery(_existing_delivery(connection, row.id, delivery_id))

        return write_once(self._setting, access, Right.KEEP_WEBHOOKS, Delivery, work)

    def _require_safe(self, url: str | None) -> None:
        found = None if url is None else fault(url, self._local)
        if found is not None:
            raise Malformed([found])


def _existing(connection: Connection, club_id: str, webhook_id: str, writes: bool = False) -> WebhookRow:
    row = webhooks.find(connection, club_id, webhook_id, writes) if ID.fullmatch(webhook_id) else None
    if row is None:
        raise NotFound("There is no webhook with this id.")
    return row


def _existing_delivery(connection: Connection, webhook_id: str, delivery_id: str) -> DeliveryRow:
    row = webhooks.delivery(connection, webhook_id, delivery_id) if ID.fullmatch(delivery_id) else None
    if row is None:
        raise NotFound("The webhook has no delivery with this id.")
    return row


def _sorted(events: Sequence[str]) -> list[str]:
    return sorted(set(events))


def _shown(row: WebhookRow) -> Webhook:
    return Webhook(row.id, row.url, msgspec.json.decode(row.events), row.active, row.revision, row.created_at)


def _delivery(row: DeliveryRow) -> Delivery:
    told = (row.attempted_at, row.status, row.error)
    return Delivery(row.id, row.event, row.state, row.attempts, row.due_at, *told, row.created_at)
