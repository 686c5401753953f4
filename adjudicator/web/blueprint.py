"""The blueprint of this service: flask-smorest's, with one decorator that documents and reads a whole request.

`takes` looks at everything before it refuses anything, so that a problem names every fault of query and body at once.
"""

from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import cache, wraps
from http import HTTPStatus
from typing import Any, TypeVar

import flask_smorest
from flask import g, request
from marshmallow import Schema, ValidationError
from msgspec import Struct

from adjudicator.core.errors import Malformed
from adjudicator.web.errors import ParameterFault
from adjudicator.web.language import ACCEPT_LANGUAGE
from adjudicator.web.preconditions import IF_NONE_MATCH
from adjudicator.web.requests import add_fault, read_query, require_accepted, require_media
from adjudicator.web.schemas.faults import faults_of
from adjudicator.web.schemas.queries import LanguageQuery, NoQuery

JSON = "application/json"
View = TypeVar("View", bound=Callable[..., Any])


class Body(Struct, frozen=True, kw_only=True):
    """A kind of body: its media type, what describes it in the document, and what reads it.

    `kept`: reading it finds no fault but keeps it somewhere, so it is not read where the query is refused.
    """

    media: str = JSON
    described: Any
    read: Callable[[], Any]
    kept: bool = False


class Blueprint(flask_smorest.Blueprint):
    """See the module."""

    def takes(
        self,
        *,
        query: type[Schema] | None = None,
        body: Body | None = None,
        gives: tuple[str, ...] = (JSON,),
        tagged: bool = False,
        limited: bool = True,
    ) -> Callable[[View], View]:
        """Read the request: the view is called with `query` (a mapping) and `body`, as far as they are declared.

        `gives` are the kinds of answer; the one negotiated is `g.media`. A request without a declared query may have none.
        `tagged`: the answer has an ETag, and is 304 where If-None-Match knows it. `limited`: a budget of requests pays for it.
        """

        def decorator(view: View) -> View:
            @wraps(view)
            def wrapper(*args: Any, **kwargs: Any) -> Any:
                g.media = require_accepted(gives)
                if body is not None:
                    require_media(body.media)
                found = load_query(query or NoQuery)
                if query is not None:
                    kwargs["query"] = found
                if body is not None and not (body.kept and g.get("faults")):
                    kwargs["body"] = body.read()
                if g.get("faults"):
                    raise Malformed(())
                return view(*args, **kwargs)

            wrapper._apidoc = documented(view, query, body, tagged, limited)  # type: ignore[attr-defined]
            return wrapper  # type: ignore[return-value]

        return decorator


@cache
def _made(schema: type[Schema]) -> Schema:
    """The schema of a query, made once: making one costs more than loading a query with it."""
    return schema()


@cache
def _has_required(schema: type[Schema]) -> bool:
    return any(field.required for field in _made(schema).load_fields.values())


@cache
def _defaults(schema: type[Schema]) -> Mapping[str, Any]:
    """What an empty query says: nearly all are empty."""
    found: Mapping[str, Any] = _made(schema).load({})
    return found


def load_query(schema: type[Schema]) -> Mapping[str, Any]:
    """The query as its schema reads it; faults are added to the request's."""
    if not request.query_string and not _has_required(schema):
        return dict(_defaults(schema))
    raw = read_query()
    try:
        found: Mapping[str, Any] = _made(schema).load(raw)
        return found
    except ValidationError as error:
        for fault in faults_of(error):
            name = fault.pointer.removeprefix("/").replace("~1", "/").replace("~0", "~")
            add_fault(ParameterFault(name, fault.code, fault.message))
        return {}


def documented(
    view: Any, query: type[Schema] | None, body: Body | None, tagged: bool = False, limited: bool = True
) -> dict[str, Any]:
    """What flask-smorest's own `arguments` would have noted of this request, and the problems that it may be answered with."""
    doc = deepcopy(getattr(view, "_apidoc", {}))
    arguments: dict[str, Any] = doc.setdefault("arguments", {"parameters": []})
    if query is not None:
        arguments["parameters"].append({"in": "query", "schema": query})
        arguments["parameters"] += [ACCEPT_LANGUAGE] if issubclass(query, LanguageQuery) else []
    if body is not None:
        described = {"in": "json", "required": True, "schema": body.described, "content_type": body.media}
        arguments["parameters"].append(described)
    responses = doc.setdefault("response", {}).setdefault("responses", {})
    if tagged:
        arguments["parameters"].append(IF_NONE_MATCH)
        responses[304] = [{"description": "The ETag still holds.", "content_type": None}]
    refusals = ["NOT_ACCEPTABLE", "BAD_REQUEST", "UNPROCESSABLE_ENTITY", *(["TOO_MANY_REQUESTS"] if limited else [])]
    refusals += ["REQUEST_ENTITY_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"] if body is not None else []
    for name in refusals:
        responses.setdefault(int(getattr(HTTPStatus, name)), [name])
    return doc
