"""Rate limits: a budget for reading and one for writing, for each API key, or for each address where no key is good.

Budgets are this process's own: of several workers each has them anew. Whoever uses one up is answered 429 until some of it has
come back; whoever runs the service (`/healthz`, `/metrics`) has none.
"""

import ipaddress
import math
import threading
import time
from collections.abc import Callable

from flask import Flask, Response, current_app, g, request

from adjudicator.services.access import digest
from adjudicator.web.errors import TooManyRequests
from adjudicator.web.problems import render
from adjudicator.web.requests import said_key

LEAST_SWEPT = 10_000
EXEMPT = "operations"
_READING = ("GET", "HEAD", "OPTIONS")


class Budget:
    """`count` requests in `seconds`: at once, or one after the other as they come back, evenly."""

    def __init__(self, count: int, seconds: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.count, self.seconds, self._clock = count, seconds, clock
        self._each = seconds / count
        self._whole_at: dict[str, float] = {}
        self._lock = threading.Lock()
        self._sweep_at = LEAST_SWEPT

    def missing(self, who: str) -> float:
        """Seconds until it is whole again."""
        return max(0.0, self._whole_at.get(who, 0.0) - self._clock())

    def left(self, who: str) -> int:
        """How many requests it allows now."""
        return int((self.seconds - self.missing(who)) / self._each + 1e-6)

    def wait(self, who: str) -> float:
        """Seconds until it allows one."""
        return max(0.0, self.missing(who) + self._each - self.seconds) if self.left(who) < 1 else 0.0

    def spend(self, who: str) -> None:
        """One request was made."""
        with self._lock:
            now = self._clock()
            self._whole_at[who] = max(self._whole_at.get(who, 0.0), now) + self._each
            if len(self._whole_at) > self._sweep_at:
                self._whole_at = {each: at for each, at in self._whole_at.items() if at > now}
                self._sweep_at = max(LEAST_SWEPT, 2 * len(self._whole_at))


def register(app: Flask, read: Budget | None, write: Budget | None) -> None:
    """Let every request of this application be paid for; None: nothing is paid for that kind."""

    def budget() -> Budget | None:
        return None if request.blueprint == EXEMPT else read if request.method in _READING else write

    def refuse() -> None:
        found = budget()
        if found is not None:
            g.paying = _paying()
            if wait := found.wait(g.paying):
                raise TooManyRequests(math.ceil(wait))

    def charge(response: Response) -> Response:
        found = budget()
        return response if found is None else _charged(response, found)

    if read is not None or write is not None:
        app.before_request(refuse)
        app.after_request(charge)


def _charged(response: Response, budget: Budget) -> Response:
    """A key that is not good pays with its address; where that has nothing left, nobody is told whether a key is good."""
    if response.status_code == 401:
        g.paying = _address()
        if wait := budget.wait(g.paying):
            response = render(TooManyRequests(math.ceil(wait)))
    if response.status_code != 429:
        budget.spend(g.paying)
    return _told(response, budget, g.paying)


def _told(response: Response, budget: Budget, who: str) -> Response:
    response.headers["X-RateLimit-Limit"] = str(budget.count)
    response.headers["X-RateLimit-Remaining"] = str(budget.left(who))
    response.headers["X-RateLimit-Reset"] = str(math.ceil(budget.missing(who)))
    return response


def _paying() -> str:
    """The key, where one is looked at, or else the address."""
    view = getattr(current_app.view_functions.get(request.endpoint or ""), "view_class", None)
    turn = getattr(getattr(view, request.method.lower(), None), "turn", None)
    said = None if turn is None or turn.linked else said_key()
    return _address() if said is None else digest(said)


def _address() -> str:
    """Where the request comes from. Whoever has one address of IPv6 has all of its network."""
    address = request.remote_addr or ""
    return str(ipaddress.ip_network((address.partition("%")[0], 64), strict=False)) if ":" in address else address
