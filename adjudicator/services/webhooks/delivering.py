"""Taking deliveries out of the outbox, sending them, and writing down what came of it.

To a webhook sends whoever has its lease, and only they can write how it ended: a sender that dies, or takes too long, loses it to
the next. So an event is delivered at least once; its id tells a receiver who gets it twice. And a webhook is sent one thing at a
time: first attempts in the order of the events.
"""

import datetime
import threading
from collections.abc import Callable, Collection

import structlog
from msgspec import Struct
from sqlalchemy.engine import Connection

from adjudicator.services.setting import DAY, Setting, moment
from adjudicator.services.webhooks.leash import Leash
from adjudicator.services.webhooks.sending import Answered, Message, send
from adjudicator.storage import webhooks
from adjudicator.storage.webhooks import DELIVERED, FAILED, WAITING, Attempt, Claimed, Lease

RETRIES = (5, 60, 300, 1_800, 7_200, 28_800)
"""Seconds until the next attempt, behind the first, the second, and so on."""
LEASE = datetime.timedelta(seconds=60)
GONE = 410
PATIENCE: datetime.timedelta = 5 * DAY
"""A webhook at which everything has failed for so long is not active any more once another delivery is given up."""
KEPT: datetime.timedelta = 30 * DAY
"""How long deliveries are kept that were delivered or given up, or that wait for a webhook which is not active."""
MOST_FORGOTTEN = 1_000
"""Deliveries that are dropped in one transaction, since others want to write."""


class Held(Struct, frozen=True):
    """A delivery in the hands of the owner of its webhook's lease."""

    owner: str
    claimed: Claimed


class Delivering:
    """Sends what is due. `local`: http and private addresses are allowed. `told`: is told the state behind every attempt."""

    def __init__(self, setting: Setting, local: bool, told: Callable[[str], None] = lambda state: None) -> None:
        self._setting, self._local, self._told = setting, local, told

    def now(self) -> datetime.datetime:
        """The time."""
        return self._setting.now()

    def claim(self, busy: Collection[str] = (), due: datetime.datetime | None = None) -> Held | None:
        """What is due (or was, then) and nobody sends, if anything; else nothing is written. `busy`: clubs that have to wait."""
        database, now = self._setting.database, self._setting.now()
        wanted = moment(now if due is None else due)
        with database.read() as connection:
            if not webhooks.is_due(connection, moment(now), wanted, busy):
                return None
        lease = Lease(self._setting.new_id(), moment(now), moment(now + LEASE))
        found = database.write(lambda connection: webhooks.claim(connection, lease, wanted, busy))
        return None if found is None else Held(lease.owner, found)

    def attempt(self, held: Held, leash: Leash, stop: threading.Event) -> Attempt | None:
        """Send it, and write down what came of it. None: it was cut off since all is to end, and has been given back."""
        answered = self._sent(held.claimed, leash)
        if answered.status is None and stop.is_set():
            self._setting.database.write(lambda connection: webhooks.give_back(connection, held.claimed, held.owner))
            return None
        return self.finish(held, answered)

    def _sent(self, claimed: Claimed, leash: Leash) -> Answered:
        if claimed.attempts > len(RETRIES) + 1:
            return Answered(None, "No attempt before came to an end.")
        message = Message(claimed.id, int(self._setting.now().timestamp()), claimed.payload, claimed.url, claimed.secrets)
        return send(message, self._local, leash)

    def finish(self, held: Held, answered: Answered) -> Attempt:
        """Write down what came of it, unless the lease has been lost."""
        claimed, now = held.claimed, self._setting.now()
        attempt = attempt_of(claimed, answered, now)

        def work(connection: Connection) -> None:
            if webhooks.finish(connection, claimed, held.owner, attempt) and attempt.state == FAILED:
                since = None if answered.status == GONE else moment(now - PATIENCE)
                webhooks.deactivate(connection, claimed.webhook_id, since)

        self._setting.database.write(work)
        self._told(attempt.state)
        say = structlog.get_logger().bind(webhook=claimed.webhook_id, delivery=claimed.id, attempt=claimed.attempts)
        say.info("delivery", state=attempt.state, status=attempt.status)
        return attempt

    def forget(self) -> None:
        """Drop old deliveries, and secrets that were exchanged and sign no more."""
        database, now = self._setting.database, self._setting.now()
        database.write(lambda connection: webhooks.forget_secrets(connection, moment(now)))
        before = moment(now - KEPT)
        while database.write(lambda connection: webhooks.forget(connection, before, MOST_FORGOTTEN)) == MOST_FORGOTTEN:
            pass


def attempt_of(claimed: Claimed, answered: Answered, now: datetime.datetime) -> Attempt:
    """What is to become of a delivery that was answered so."""
    status = answered.status
    if status is not None and 200 <= status < 300:
        return Attempt(DELIVERED, moment(now), moment(now), status, None)
    if status == GONE or claimed.attempts > len(RETRIES):
        return Attempt(FAILED, moment(now), moment(now), status, answered.error)
    later = now + datetime.timedelta(seconds=RETRIES[claimed.attempts - 1])
    return Attempt(WAITING, moment(later), moment(now), status, answered.error)
