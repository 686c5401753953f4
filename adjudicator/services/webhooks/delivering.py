"""Taking deliveries out of the outbox, sending them, and writing down what came of it.

A delivery is sent by whoever has its lease, and only they can write how it ended: a sender that dies, or takes too long, loses it
to the next. So an event is delivered at least once; its id tells a receiver who gets it twice.
"""

import datetime
import threading

import structlog
from sqlalchemy.engine import Connection

from adjudicator.services.setting import Setting, moment
from adjudicator.services.webhooks.sending import Answered, Message, send
from adjudicator.storage import webhooks
from adjudicator.storage.webhooks import DELIVERED, FAILED, WAITING, Attempt, Claimed, Lease

RETRIES = (5, 60, 300, 1_800, 7_200, 28_800)
"""Seconds until the next attempt, behind the first, the second, and so on."""
LEASE = datetime.timedelta(seconds=120)
GONE = 410
PAUSE = 1.0
"""Seconds between two looks at whether anything is due."""


class Delivering:
    """Sends what is due. `local`: http and private addresses are allowed."""

    def __init__(self, setting: Setting, local: bool) -> None:
        self._setting, self._local = setting, local

    def deliver(self, stop: threading.Event) -> list[Attempt]:
        """Send one after the other until nothing is due, or it is to stop; what came of each."""
        done = []
        while not stop.is_set() and (claimed := self.claim()) is not None:
            owner, delivery = claimed
            now = self._setting.now()
            message = Message(delivery.id, int(now.timestamp()), delivery.payload)
            done.append(self.finish(owner, delivery, send(delivery.url, delivery.secret, message, self._local)))
        return done

    def claim(self) -> tuple[str, Claimed] | None:
        """(who holds the lease, what is to be sent), if anything is due. Nothing is written if not."""
        database, now = self._setting.database, self._setting.now()
        with database.read() as connection:
            if not webhooks.is_due(connection, moment(now)):
                return None
        lease = Lease(self._setting.new_id(), moment(now), moment(now + LEASE))
        found = database.write(lambda connection: webhooks.claim(connection, lease))
        return None if found is None else (lease.owner, found)

    def finish(self, owner: str, delivery: Claimed, answered: Answered) -> Attempt:
        """Write down what came of it, unless the lease has been lost."""
        attempt = attempt_of(delivery, answered, self._setting.now())

        def work(connection: Connection) -> None:
            if webhooks.finish(connection, delivery.id, owner, attempt) and answered.status == GONE:
                webhooks.deactivate(connection, delivery.webhook_id)

        self._setting.database.write(work)
        return attempt


def attempt_of(delivery: Claimed, answered: Answered, now: datetime.datetime) -> Attempt:
    """What is to become of a delivery that was answered so."""
    status = answered.status
    if status is not None and 200 <= status < 300:
        return Attempt(DELIVERED, moment(now), moment(now), status, None)
    if status == GONE or delivery.attempts > len(RETRIES):
        return Attempt(FAILED, moment(now), moment(now), status, answered.error)
    later = now + datetime.timedelta(seconds=RETRIES[delivery.attempts - 1])
    return Attempt(WAITING, moment(later), moment(now), status, answered.error)


class Courier:
    """Delivers until it is to end: in this thread (`run`), or from `begin` on in one of its own (so never before a fork)."""

    def __init__(self, delivering: Delivering) -> None:
        self._delivering = delivering
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        """Deliver from now on."""
        self._thread = threading.Thread(target=self.run, name="courier", daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Let it end behind the delivery at hand. Safe in a handler of a signal."""
        if not self._stop.is_set():
            self._stop.set()

    def close(self) -> None:
        """The same; back when it has."""
        self.end()
        if self._thread is not None:
            self._thread.join()

    def run(self) -> None:
        """Deliver in this thread, until it is to end."""
        while not self._stop.wait(PAUSE):
            try:
                self._delivering.deliver(self._stop)
            except Exception:
                # A database out of reach, say: what is due is due a second later, too.
                structlog.get_logger().exception("deliveries failed")
