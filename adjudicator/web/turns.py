"""Requests that are judged in a fixed order: key and rights, idempotency, existence, body and query, If-Match, rules.

`in_turn` reads the whole request before the service is called, and hands it over as something that says what is wrong
with it only when its turn has come. So a stranger learns of no match, and a retry is answered before it is judged again.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial, wraps
from typing import Any, TypeVar

from flask import g, request
from marshmallow import Schema
from msgspec import Struct, structs

from adjudicator.core.errors import Fault, Malformed
from adjudicator.core.reading import read_json
from adjudicator.services.access import Access, access_of, digest
from adjudicator.services.later import Later
from adjudicator.services.rights import Right
from adjudicator.web.blueprint import JSON, Body, documented, load_query
from adjudicator.web.context import context
from adjudicator.web.errors import MalformedRequest, ParameterFault
from adjudicator.web.requests import add_fault, read_body, require_accepted, require_media, said_key
from adjudicator.web.schemas.queries import NoQuery

View = TypeVar("View", bound=Callable[..., Any])
Parse = Callable[[Any], Any]
MATCH = "match"
LONGEST_WORD = 255
REFUSALS = {401: "UNAUTHORIZED", 403: "FORBIDDEN", 404: "NOT_FOUND"}
WRITE_REFUSALS = {409: "CONFLICT", 503: "SERVICE_UNAVAILABLE"}
REVISION_REFUSALS = {412: "PRECONDITION_FAILED", 428: "PRECONDITION_REQUIRED"}


class Given(Struct, frozen=True):
    """What a request brings: the kind of answer negotiated, its query, and its body as it was parsed.

    `require_none`: where the service finds the faults of the body, it raises those of the query and headers with them.
    """

    media: str
    query: Mapping[str, Any]
    body: Any
    require_none: Callable[[Sequence[Fault]], None]


class Asked(Struct, frozen=True):
    """A request in its turns: who asks, and later what."""

    access: Access
    given: Later[Given]


class Turn(Struct, frozen=True, kw_only=True):
    """Who may ask, what a resource reads (its query, and the body: `described` in the document, read by `parse`), what it gives.

    `reads`: the body's kind; `parse` is given a Document if that is JSON, else the bytes.
    `write`: an Idempotency-Key counts, and a body that nothing reads is refused. `needs_revision`: If-Match does too (True: it is
    required). `finds`: it is about one `thing`, else about all of them.
    `closed`: the states of a match (see `rights`) in which it contradicts what is (409). `done`: the status when all is well.
    `late`: the service finds the faults of the body. `linked`: the path has the token of a published link; no key is looked at.
    `tagged`: a GET has an ETag; None: if it is about one `thing`. `headers`: those that count besides, as the document has them.
    """

    right: Right
    done: int = 200
    closed: tuple[str, ...] = ()
    query: type[Schema] = NoQuery
    described: Any = None
    parse: Parse | None = None
    reads: str = JSON
    gives: tuple[str, ...] = (JSON,)
    late: bool = False
    linked: bool = False
    write: bool = False
    needs_revision: bool | None = None
    finds: bool = True
    thing: str = MATCH
    tagged: bool | None = None
    headers: tuple[dict[str, Any], ...] = ()


def linked(turn: Turn) -> Turn:
    """The same, of a match that is found by the token of its link."""
    return structs.replace(turn, linked=True)


def in_turn(turn: Turn) -> Callable[[View], View]:
    """Call the view with `asked`; document all that such a request may hold and be refused for."""

    def decorator(view: View) -> View:
        @wraps(view)
        def wrapper(*args: Any, **kwargs: Any) -> Any:
            return view(*args, asked=_asked(turn), **kwargs)

        wrapper._apidoc = _described(view, turn)  # type: ignore[attr-defined]
        wrapper.turn = turn  # type: ignore[attr-defined]
        return wrapper  # type: ignore[return-value]

    return decorator


def _asked(turn: Turn) -> Asked:
    raw = Later(lambda: read_body(context().limits.body))
    word = _word() if turn.write else None
    given = Later(lambda: _given(turn, raw))
    if turn.linked:
        return Asked(Access(None, token=str((request.view_args or {})["token"])), given)
    if word is None:
        return Asked(access_of(said_key()), given)
    # As a digest: a path may hold what PostgreSQL has no place for, and be longer than what it keeps in an index.
    scope = digest(f"{request.method} {request.path}?{request.query_string.decode('latin-1')}")
    return Asked(access_of(said_key(), word, scope, _digest(raw)), given)


def _given(turn: Turn, raw: Later[bytes]) -> Given:
    """Everything is looked at before anything is refused, so that a problem names every fault of the request."""
    media = require_accepted(turn.gives)
    if turn.parse is not None:
        require_media(turn.reads)
    query = load_query(turn.query)
    parameters: list[ParameterFault] = g.pop("faults", [])
    try:
        body = _body(turn, raw)
    except Malformed as malformed:
        raise MalformedRequest(malformed.faults, parameters) from None
    require = partial(_require_none, parameters)
    if not turn.late:
        require(())
    return Given(media, query, body, require)


_NOTHING = (b"", b"{}")
"""Bodies that say nothing: some clients cannot send a write without one."""


def _body(turn: Turn, raw: Later[bytes]) -> Any:
    """The body as it was parsed. Raises Malformed, also for one that says something where a write reads none."""
    if turn.parse is not None:
        return turn.parse(read_json(raw.get()) if turn.reads == JSON else raw.get())
    if turn.write and raw.get() not in _NOTHING:
        raise Malformed([Fault("", "unexpected_body", "This request takes no body.")])
    return None


def _require_none(parameters: Sequence[ParameterFault], faults: Sequence[Fault]) -> None:
    """Raises MalformedRequest if there is any fault."""
    if parameters or faults:
        raise MalformedRequest(faults, parameters)


def _digest(raw: Later[bytes]) -> str:
    """Of a body that could not be read whole there is none, which is that of no other."""
    return Later(lambda: digest(raw.get())).get_or("")


def _word() -> str | None:
    """The Idempotency-Key, if there is one that can be kept; else it is a fault of the request."""
    word: str | None = request.environ.get("HTTP_IDEMPOTENCY_KEY")
    if word is None:
        return None
    if 0 < len(word) <= LONGEST_WORD and word.isascii() and word.isprintable():
        return word
    message = f"An Idempotency-Key has 1 to {LONGEST_WORD} printable ASCII characters."
    add_fault(ParameterFault("Idempotency-Key", "wrong_form", message))
    return None


_WORD = {
    "in": "header",
    "name": "Idempotency-Key",
    "schema": {"type": "string", "minLength": 1, "maxLength": LONGEST_WORD, "pattern": "^[\\x20-\\x7e]+$"},
    "description": "A word of the client's own for this write: sent again with it, the write is answered and not done again.",
}
_IF_MATCH = {
    "in": "header",
    "name": "If-Match",
    "schema": {"type": "string"},
}


def _described(view: Any, turn: Turn) -> dict[str, Any]:
    body = None if turn.parse is None else Body(media=turn.reads, described=turn.described, read=lambda: None)
    tagged = not turn.write and (turn.finds if turn.tagged is None else turn.tagged)
    doc = documented(view, None if turn.query is NoQuery else turn.query, body, tagged)
    parameters = doc["arguments"]["parameters"]
    responses = doc["response"]["responses"]
    refusals = dict(REFUSALS)
    if not turn.finds:
        del refusals[404]
    if turn.linked:
        del refusals[401]
    if turn.write:
        parameters.append(_WORD)
        refusals |= WRITE_REFUSALS | {413: "REQUEST_ENTITY_TOO_LARGE"}
    if turn.needs_revision is not None:
        known = (
            f"The ETag of the {turn.thing} as the client knows it; if it has changed since, nothing is written (412)."
            " A weak one (`W/`), which some proxies make of it, never fits."
        )
        parameters.append(_IF_MATCH | {"required": turn.needs_revision, "description": known})
        refusals |= REVISION_REFUSALS
    parameters += turn.headers
    # Behind the first kind, all are texts; description and headers are those of the first.
    responses[turn.done] = [{"schema": {"type": "string"}, "content_type": media} for media in turn.gives[1:]]
    for status, name in refusals.items():
        responses.setdefault(status, [name])
    doc["manual_doc"] = {**doc.get("manual_doc", {}), "security": [] if turn.linked else [{"key": []}]}
    return doc
