"""RFC 9457: one table from exceptions to problems. Nothing else turns an exception into an answer."""

import http
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import quote

import msgspec
import structlog
from flask import Flask, Response, g, request
from msgspec import Struct
from werkzeug.exceptions import HTTPException

from adjudicator.core.errors import Fault, Malformed, TooLarge, UnknownView, Unreadable
from adjudicator.core.report import ruling_part
from adjudicator.services.errors import (
    Busy,
    Conflict,
    Forbidden,
    IdempotencyMismatch,
    IllegalMove,
    NoSuchPly,
    NotFound,
    PreconditionRequired,
    RulesOutdated,
    StaleRevision,
    Stopped,
    TooManyStreams,
    Unauthenticated,
    WrongParameter,
)
from adjudicator.services.tournaments.rounds import NotPaired
from adjudicator.web.errors import (
    MalformedRequest,
    NotAcceptable,
    NotReady,
    ParameterFault,
    SpoolFull,
    TooManyRequests,
    UnsupportedMedia,
)
from adjudicator.web.language import wanted

CONTENT_TYPE = "application/problem+json"
RETRY_SECONDS = "5"
MOST_FAULTS = 1_000
UNKEPT = {"Cache-Control": "no-store"}
"""A problem is of this request and this moment. Without it, a 404 may be kept by whoever it passes, and outlast its cause."""


class Kind(Struct, frozen=True):
    """One kind of problem: `/problems/<slug>` for ever."""

    status: int
    slug: str
    title: str


class Row(Struct, frozen=True):
    """How an exception is told: its kind, and what of it goes into `errors`, further members and headers."""

    kind: Kind
    errors: Callable[[Any], Iterable[Fault | ParameterFault]] = lambda error: ()
    members: Callable[[Any], Mapping[str, Any]] = lambda error: {}
    headers: Callable[[Any], Mapping[str, str]] = lambda error: {}


BAD_REQUEST = Kind(400, "bad-request", "The request cannot be read.")
UNAUTHENTICATED = Kind(401, "unauthenticated", "This needs an API key.")
FORBIDDEN = Kind(403, "forbidden", "The API key may not do this.")
NOT_FOUND = Kind(404, "not-found", "There is nothing here.")
METHOD_NOT_ALLOWED = Kind(405, "method-not-allowed", "This resource does not know this method.")
NOT_ACCEPTABLE = Kind(406, "not-acceptable", "This resource cannot be had in an acceptable form.")
NOT_PAIRED = Kind(409, "not-paired", "The next round cannot be paired.")
CONFLICT = Kind(409, "conflict", "This contradicts the present state.")
STOPPED = Kind(409, "stopped", "The match has stopped.")
RULES_OUTDATED = Kind(409, "rules-outdated", "The match is played under rules that are no longer judged.")
STALE_REVISION = Kind(412, "stale-revision", "It has changed since it was seen.")
PRECONDITION_REQUIRED = Kind(428, "precondition-required", "This write must say which revision it saw.")
TOO_LARGE = Kind(413, "too-large", "This is more than the service takes in one piece.")
URI_TOO_LONG = Kind(414, "uri-too-long", "The address is too long.")
UNSUPPORTED = Kind(415, "unsupported-media-type", "This resource does not read bodies of this kind.")
TOO_MANY = Kind(429, "too-many-requests", "These are too many requests.")
MALFORMED = Kind(422, "malformed", "The request was read, but is malformed.")
ILLEGAL_MOVE = Kind(422, "illegal-move", "An entry does not stand.")
IDEMPOTENCY_MISMATCH = Kind(422, "idempotency-mismatch", "The Idempotency-Key was used for another request.")
INTERNAL = Kind(500, "internal", "The service made a mistake.")
NOT_READY = Kind(503, "not-ready", "The service cannot do this now.")

_KINDS = {
    kind.status: kind
    for kind in (BAD_REQUEST, NOT_FOUND, METHOD_NOT_ALLOWED, NOT_ACCEPTABLE, TOO_LARGE, URI_TOO_LONG, UNSUPPORTED, MALFORMED)
}

def _wrong_ply(error: NoSuchPly) -> list[ParameterFault]:
    return [ParameterFault("at", "out_of_range", str(error))]


def _wrong_parameter(error: WrongParameter) -> list[ParameterFault]:
    return [ParameterFault(error.parameter, error.code, str(error))]


def _ruling(error: IllegalMove) -> dict[str, Any]:
    """The ruling that explains the refusal, in the language of the request."""
    tongue = error.game.texts.choose(wanted(request.args.get("lang")))
    return {"ply": error.ruling.ply, "ruling": ruling_part(error.game, error.ruling, tongue)}


def _revision(error: StaleRevision) -> dict[str, str]:
    return {"ETag": f'"{error.revision}"'}


TABLE: dict[type[Exception], Row] = {
    Unreadable: Row(BAD_REQUEST),
    Malformed: Row(MALFORMED, errors=lambda error: error.faults),
    UnknownView: Row(MALFORMED, errors=lambda error: [ParameterFault("view", "unknown_view", str(error))]),
    MalformedRequest: Row(MALFORMED, errors=lambda error: [*error.parameters, *error.faults]),
    NoSuchPly: Row(MALFORMED, errors=_wrong_ply),
    WrongParameter: Row(MALFORMED, errors=_wrong_parameter),
    IllegalMove: Row(ILLEGAL_MOVE, members=_ruling),
    IdempotencyMismatch: Row(IDEMPOTENCY_MISMATCH),
    Conflict: Row(CONFLICT),
    NotPaired: Row(NOT_PAIRED, members=lambda error: {"reason": error.problem.code, "manual": error.problem.manual}),
    Stopped: Row(STOPPED, members=lambda error: {"stopped_at": error.stopped_at}),
    RulesOutdated: Row(RULES_OUTDATED),
    StaleRevision: Row(STALE_REVISION, members=lambda error: {"revision": error.revision}, headers=_revision),
    PreconditionRequired: Row(PRECONDITION_REQUIRED),
    Unauthenticated: Row(UNAUTHENTICATED, headers=lambda error: {"WWW-Authenticate": 'Bearer realm="adjudicator"'}),
    Forbidden: Row(FORBIDDEN),
    TooLarge: Row(TOO_LARGE),
    NotFound: Row(NOT_FOUND),
    NotAcceptable: Row(NOT_ACCEPTABLE),
    UnsupportedMedia: Row(UNSUPPORTED, headers=lambda error: error.headers),
    TooManyRequests: Row(TOO_MANY, headers=lambda error: {"Retry-After": str(error.wait)}),
    NotReady: Row(NOT_READY, headers=lambda error: {"Retry-After": RETRY_SECONDS}),
    Busy: Row(NOT_READY, headers=lambda error: {"Retry-After": RETRY_SECONDS}),
    TooManyStreams: Row(NOT_READY, headers=lambda error: {"Retry-After": RETRY_SECONDS}),
    SpoolFull: Row(NOT_READY, headers=lambda error: {"Retry-After": RETRY_SECONDS}),
}
"""Exception -> how it is told; a subclass is told as its nearest ancestor here. What is not here is a mistake of ours (500)."""

_INTERNAL = Row(INTERNAL)
_OWN_HEADERS = ("content-type", "content-length")


class Problem(Struct, frozen=True):
    """A problem ready to be sent: its body, and the headers that go with it."""

    status: int
    body: dict[str, Any]
    headers: Mapping[str, str]


def problem(error: Exception, instance: str, request_id: str, parameters: Sequence[ParameterFault] = ()) -> Problem:
    """The problem that tells this exception; `parameters` are faults of the query and headers found beside it."""
    row = _row(error)
    faults = [*parameters, *row.errors(error)]
    body: dict[str, Any] = {
        "type": f"/problems/{row.kind.slug}",
        "title": row.kind.title,
        "status": row.kind.status,
        "detail": _detail(row, error, len(faults)),
        "instance": instance,
        "request_id": request_id,
        "errors": _listed(faults),
        **row.members(error),
    }
    return Problem(row.kind.status, body, row.headers(error))


def _listed(faults: Sequence[Fault | ParameterFault]) -> Sequence[Fault | ParameterFault]:
    """The first faults, and how many more there are: small bodies can hold millions."""
    if len(faults) <= MOST_FAULTS:
        return faults
    return [*faults[:MOST_FAULTS], Fault("", "more_faults", f"{len(faults) - MOST_FAULTS} more faults are not listed.")]


def render(error: Exception) -> Response:
    """The answer to the present request that tells this exception."""
    told = problem(error, quote(request.path), g.request_id, g.get("faults", ()))
    if told.status >= 500 and not isinstance(error, (NotReady, SpoolFull, Busy, TooManyStreams)):
        log_mistake(error)
    headers = {**UNKEPT, **told.headers}
    return Response(msgspec.json.encode(told.body), told.status, headers, content_type=CONTENT_TYPE)


def log_mistake(error: Exception, **facts: Any) -> None:
    """Write an exception that nobody expected to the log, whole."""
    structlog.get_logger().error("mistake", exc_info=error, **facts)


def register(app: Flask) -> None:
    """Let every exception of this application be told as a problem."""
    app.register_error_handler(Exception, render)


def _row(error: Exception) -> Row:
    if isinstance(error, HTTPException):
        return _http_row(error)
    return next((TABLE[kind] for kind in type(error).__mro__ if kind in TABLE), _INTERNAL)


def _http_row(error: HTTPException) -> Row:
    """Of what Flask and werkzeug raise themselves: no such path, wrong method, broken framing."""
    status = error.code or 500
    phrase = http.HTTPStatus(status).phrase
    kind = _KINDS.get(status) or Kind(status, phrase.lower().replace(" ", "-"), phrase)
    headers = {name: value for name, value in error.get_headers() if name.lower() not in _OWN_HEADERS}
    return Row(kind, headers=lambda error: headers)


def _detail(row: Row, error: Exception, faults: int) -> str:
    if faults:
        return "One fault was found; see errors." if faults == 1 else f"{faults} faults were found; see errors."
    if row is _INTERNAL:
        return "This is not your fault. The request id helps to find it in the service's log."
    if isinstance(error, HTTPException):
        return row.kind.title if error.description in (None, type(error).description) else str(error.description)
    return str(error) or row.kind.title
