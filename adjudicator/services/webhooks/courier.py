"""The courier: sends what is due, several deliveries side by side, until it is to end. Then it waits for nobody."""

import datetime
import threading
from collections import Counter
from collections.abc import Callable

import structlog
from msgspec import Struct, field

from adjudicator.services.webhooks.delivering import Delivering, Held
from adjudicator.services.webhooks.leash import Leash
from adjudicator.storage.webhooks import Attempt

SENDERS, MOST_OF_A_CLUB = 8, 4
"""Deliveries that are under way at a time, in all and of one club: slow receivers of one hold up no other."""
PAUSE = 1.0
"""Seconds between two looks at whether anything is due."""
LAST_WORDS = 0.8
"""Seconds at most for writing down, at the end, that what was cut off is to be sent by somebody else."""
CLEANING = datetime.timedelta(hours=1)


class _Sending(Struct, eq=False):
    """A delivery under way."""

    held: Held
    leash: Leash = field(default_factory=Leash)


class Courier:
    """Delivers in threads of its own, from `begin` on (so never before a fork)."""

    def __init__(self, delivering: Delivering) -> None:
        self._delivering = delivering
        self._stop, self._look = threading.Event(), threading.Event()
        self._lock, self._under_way = threading.Condition(), set[_Sending]()
        self._ended = threading.Event()
        self._ended.set()
        self._cleaned: datetime.datetime | None = None

    def begin(self) -> None:
        """Deliver from now on."""
        self._ended.clear()
        threading.Thread(target=self._run, name="courier", daemon=True).start()

    def wait(self) -> None:
        """Back when it has ended."""
        # Not by joining: a thread whose joining a signal interrupts passes for one that has ended (bpo-45274).
        self._ended.wait()

    def end(self) -> None:
        """Let it end. Safe in a handler of a signal, in any thread but its own."""
        if not self._stop.is_set():
            self._stop.set()
            self._look.set()

    def close(self) -> None:
        """The same; back before long, whatever is under way: that is sent again by somebody else."""
        self.end()
        self._ended.wait(LAST_WORDS)

    def once(self) -> list[Attempt]:
        """Deliver what is due now, in this thread and others; what came of it."""
        done: list[Attempt] = []
        due = self._delivering.now()
        self._delivering.forget()
        try:
            while self._goes_on(done.append, due):
                self._look.wait()
        finally:
            self._end_senders()
        return done

    def _goes_on(self, tell: Callable[[Attempt], None], due: datetime.datetime) -> bool:
        """Whether anything was under way, or has been begun now: its end tells when to look again."""
        self._look.clear()
        was_under_way = bool(self._under_way)
        return self._begin_due(tell, due) or was_under_way

    def _run(self) -> None:
        while not self._stop.is_set():
            self._look.clear()
            try:
                self._clean()
                self._begin_due(lambda attempt: None)
            except Exception:
                # A database out of reach, say: what is due is due a second later, too.
                structlog.get_logger().exception("deliveries failed")
            self._look.wait(PAUSE)
        self._end_senders()
        self._ended.set()

    def _clean(self) -> None:
        now = self._delivering.now()
        if self._cleaned is None or now >= self._cleaned + CLEANING:
            self._delivering.forget()
            self._cleaned = now

    def _begin_due(self, tell: Callable[[Attempt], None], due: datetime.datetime | None = None) -> bool:
        """Begin whatever is due, as far as there are senders; whether anything was begun."""
        begun = False
        while not self._stop.is_set() and len(self._under_way) < SENDERS:
            held = self._delivering.claim(self._busy(), due)
            if held is None:
                break
            sending, begun = _Sending(held), True
            with self._lock:
                self._under_way.add(sending)
            threading.Thread(target=self._send, args=(sending, tell), name="sender", daemon=True).start()
        return begun

    def _busy(self) -> list[str]:
        """The clubs of which enough is under way."""
        with self._lock:
            clubs = Counter(each.held.claimed.club_id for each in self._under_way)
        return [club for club, count in clubs.items() if count >= MOST_OF_A_CLUB]

    def _send(self, sending: _Sending, tell: Callable[[Attempt], None]) -> None:
        try:
            attempt = self._delivering.attempt(sending.held, sending.leash, self._stop)
            if attempt is not None:
                tell(attempt)
        except Exception:
            # Whoever comes next, behind the lease, sends it again.
            structlog.get_logger().exception("a delivery failed")
        finally:
            with self._lock:
                self._under_way.remove(sending)
                self._lock.notify_all()
            self._look.set()

    def _end_senders(self) -> None:
        """Cut off what is under way."""
        self._stop.set()
        with self._lock:
            for sending in self._under_way:
                sending.leash.cut()
            self._lock.wait_for(lambda: not self._under_way, LAST_WORDS)
