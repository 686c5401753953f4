"""What goes with every answer: its request's id, security and CORS headers, a line in the log, a count in the metrics."""

import re
import time
import uuid
from collections.abc import Collection, Mapping

import structlog
from flask import Flask, Response, g, request

from adjudicator.web.context import context
from adjudicator.web.requests import forget_body

_LONG = re.compile(r"[^/]{20,}")
"""A part of a path that could be a key or a token, sent where there is nothing."""
_ID = re.compile(r"[A-Za-z0-9._:+/=-]{1,128}", re.ASCII)
_SECURITY = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
}
_TLS = {"Strict-Transport-Security": "max-age=31536000"}
_EXPOSED = (
    "Content-Language, ETag, Idempotency-Replayed, Link, Location, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, "
    "X-RateLimit-Reset, X-Request-Id"
)
_ALLOWED = (
    "Accept, Accept-Language, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, X-Request-Id"
)
_DAY = "86400"
PUBLIC = "/v1/public/"


def register(app: Flask, origins: Collection[str], tls: bool) -> None:
    """Let every answer of this application have them; `origins` may read answers in a browser, all may read what is public.

    `tls`: browsers are to come by HTTPS alone.
    """
    headers = _SECURITY | (_TLS if tls else {})
    app.before_request(_begin)
    app.after_request(lambda response: _note(_share(_secure(response, headers), origins)))
    app.teardown_request(lambda error: structlog.contextvars.clear_contextvars())


def _begin() -> None:
    """A client's id is kept if it is a plain word; else the request gets one."""
    sent = request.environ.get("HTTP_X_REQUEST_ID", "")
    g.request_id = sent if _ID.fullmatch(sent) else uuid.uuid4().hex
    g.begun = time.perf_counter()
    structlog.contextvars.bind_contextvars(request_id=g.request_id)


def _secure(response: Response, headers: Mapping[str, str]) -> Response:
    response.headers.extend({"X-Request-Id": g.request_id, **headers})
    return response


def _share(response: Response, origins: Collection[str]) -> Response:
    """CORS, for these origins; what is public is for all."""
    origins = ("*",) if request.path.startswith(PUBLIC) else origins
    if not origins:
        return response
    origin = request.headers.get("Origin", "")
    if "*" not in origins:
        response.vary.add("Origin")
    if not origin or not ("*" in origins or origin in origins):
        return response
    response.headers["Access-Control-Allow-Origin"] = "*" if "*" in origins else origin
    response.headers["Access-Control-Expose-Headers"] = _EXPOSED
    if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
        response.headers["Access-Control-Allow-Methods"] = response.headers.get("Allow", "")
        response.headers["Access-Control-Allow-Headers"] = _ALLOWED
        response.headers["Access-Control-Max-Age"] = _DAY
    return response


def _note(response: Response) -> Response:
    """One line in the log and one count. Of a path that is served only the route is told: what stands in it may be a secret."""
    if response.status_code >= 400:
        forget_body()
    seconds = time.perf_counter() - g.begun
    rule, method, status = request.url_rule, request.method, response.status_code
    route = "none" if rule is None else rule.rule
    context().metrics.request(method, route, status, seconds)
    structlog.get_logger().info(
        "request",
        method=method,
        route=route,
        **({} if rule is not None else {"path": _LONG.sub("***", request.path)}),
        status=status,
        milliseconds=round(seconds * 1000, 2),
        peer=request.remote_addr,
    )
    return response
