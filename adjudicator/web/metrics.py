"""What Prometheus is told. Labels take their values from fixed sets, never from what a client sent.

With several worker processes the variable PROMETHEUS_MULTIPROC_DIR, set before this program is imported, names the folder
through which they are added up (a habit of prometheus-client).
"""

import os
from functools import cache

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_METHODS = frozenset({"GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"})
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)


class Metrics:
    """The counters of one application."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "adjudicator_requests", "Requests answered.", ("method", "route", "status"), registry=self._registry
        )
        self._seconds = Histogram(
            "adjudicator_request_seconds",
            "Time until a request's answer began.",
            ("method", "route"),
            buckets=_SECONDS,
            registry=self._registry,
        )
        self._of_requests = cache(self._of_request)
        self._logs = Counter("adjudicator_logs", "Logs judged, by how they ended.", ("game", "status"), registry=self._registry)
        self._lines = Counter("adjudicator_batch_lines", "Lines of batches answered.", ("outcome",), registry=self._registry)

        self._attempts = Counter(
            "adjudicator_webhook_attempts", "Attempts to deliver to a webhook, by what the delivery is then.", ("state",),
            registry=self._registry,
        )

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """A request was answered."""
        method = method if method in _METHODS else "other"
        counter, histogram = self._of_requests(method, route, status)
        counter.inc()
        histogram.observe(seconds)

    def _of_request(self, method: str, route: str, status: int) -> tuple[Counter, Histogram]:
        """Looked up once: labels are compared by text each time."""
        return self._requests.labels(method, route, str(status)), self._seconds.labels(method, route)

    def log(self, game: str, status: str) -> None:
        """A log was judged."""
        self._logs.labels(game, status).inc()

    def line(self, outcome: str) -> None:
        """A line of a batch was answered by a `report` or a `problem`."""
        self._lines.labels(outcome).inc()

    def attempt(self, state: str) -> None:
        """A delivery was sent, and is `delivered`, `waiting` for another attempt, or `failed` now."""
        self._attempts.labels(state).inc()

    def text(self) -> bytes:
        """Everything, in Prometheus' text form."""
        if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
            everybody = CollectorRegistry()
            MultiProcessCollector(everybody)  # type: ignore[no-untyped-call]
            return generate_latest(everybody)
        return generate_latest(self._registry)
