"""The webhooks of a club: where it wants to be told of what, and what was sent there."""

import datetime
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct, structs
from sqlalchemy.engine import Connection

from adjudicator.core.errors import Malformed
from adjudicator.services.access import ID, Access, Answer, admitted, require_key
from adjudicator.services.derived import derived, new_salt
from adjudicator.services.errors import Conflict, NotFound
from adjudicator.services.later import Later
from adjudicator.services.rights import Right
from adjudicator.services.setting import Setting, moment, time_of
from adjudicator.services.stored import text
from adjudicator.services.webhooks.addresses import fault
from adjudicator.services.webhooks.sending import secret_of
from adjudicator.services.writing import Revisions, Writing, require_seen, write_once
from adjudicator.storage import webhooks
from adjudicator.storage.webhooks import Delivery, WebhookRow

MOST = 20
"""Webhooks of a club."""


class Webhook(Struct):
    """A webhook as shown. `former_secret_until`: the secret before this one signs as well. `failing_since`: nothing succeeded."""

    id: str
    url: str
    events: list[str]
    active: bool
    failing_since: str | None
    former_secret_until: str | None
    revision: int
    created_at: str


class Made(Webhook):
    """A webhook with a new secret, as it is told this once."""

    secret: str


class _Kept(Webhook):
    """What is kept of the same: all but the secret, which follows from this and the organiser's key."""

    salt: str


class WebhookList(Struct):
    """A club's webhooks, the oldest first."""

    items: list[Webhook]


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
    """The webhooks of a club, for its organisers. `local`: http and private addresses are allowed."""

    def __init__(self, setting: Setting, local: bool) -> None:
        self._setting, self._local = setting, local

    def create(self, access: Access, wanted: Later[Wanted]) -> Answer[Made]:
        """Add a webhook. Raises Malformed for a URL that it may not lead to, Conflict if there are too many."""

        def work(writing: Writing) -> _Kept:
            said, club_id = wanted.get(), writing.key.club_id
            self._require_safe(said.url)
            if len(webhooks.of_club(writing.connection, club_id)) >= MOST:
                raise Conflict(f"A club has at most {MOST} webhooks.")
            new, salt = self._setting.new_id(), new_salt(self._setting)
            events, active = text(_sorted(said.events or ())), said.active is not False
            row = WebhookRow(new, club_id, str(said.url), _secret(access, salt), events, active, 1, writing.now)
            webhooks.add(writing.connection, row)
            return _Kept(**structs.asdict(_shown(row)), salt=salt)

        return _told(access, write_once(self._setting, access, Right.KEEP_WEBHOOKS, _Kept, work))

    def exchange_secret(
        self, access: Access, webhook_id: str, overlap: Later[datetime.timedelta], if_match: Revisions | None
    ) -> Answer[Made]:
        """Let another secret sign from now on; the present one as well for a while. Raises NotFound, StaleRevision."""

        def work(writing: Writing) -> _Kept:
            row = _existing(writing.connection, writing.key.club_id, webhook_id, writes=True)
            lasts, salt = overlap.get(), new_salt(self._setting)
            require_seen(row.revision, if_match, "webhook", needed=False)
            row.former_secret, row.former_until = (row.secret, moment(time_of(writing.now) + lasts)) if lasts else (None, None)
            row.secret, row.revision = _secret(access, salt), row.revision + 1
            webhooks.save(writing.connection, row)
            return _Kept(**structs.asdict(_shown(row)), salt=salt)

        return _told(access, write_once(self._setting, access, Right.KEEP_WEBHOOKS, _Kept, work))

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
                # Who changes something has seen to it: how it was before says nothing any more.
                row.failing_since = None
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
        """What was and is to be sent, newest first. Raises NotFound; UnknownKey."""
        with self._setting.database.read() as connection:
            key = admitted(connection, access, self._setting.now(), Right.KEEP_WEBHOOKS).key
            row = _existing(connection, key.club_id, webhook_id)
            asked = wish.get()
            require_key(asked.after)
            found = webhooks.sent(connection, row.id, asked.after, asked.limit + 1)
        return DeliveriesPage(found[: asked.limit], len(found) > asked.limit)

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
            return _existing_delivery(connection, row.id, delivery_id)

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


def _existing_delivery(connection: Connection, webhook_id: str, delivery_id: str) -> Delivery:
    row = webhooks.delivery(connection, webhook_id, delivery_id) if ID.fullmatch(delivery_id) else None
    if row is None:
        raise NotFound("The webhook has no delivery with this id.")
    return row


def _sorted(events: Sequence[str]) -> list[str]:
    return sorted(set(events))


def _shown(row: WebhookRow) -> Webhook:
    return Webhook(
        id=row.id,
        url=row.url,
        events=msgspec.json.decode(row.events),
        active=row.active,
        failing_since=row.failing_since,
        former_secret_until=row.former_until,
        revision=row.revision,
        created_at=row.created_at,
    )


def _secret(access: Access, salt: str) -> str:
    return secret_of(derived(access, "webhook", salt))


def _told(access: Access, done: Answer[_Kept]) -> Answer[Made]:
    shown = structs.asdict(done.value)
    return Answer(Made(secret=_secret(access, shown.pop("salt")), **shown), done.replayed)
