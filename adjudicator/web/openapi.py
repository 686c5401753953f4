"""The OpenAPI 3.1 document: flask-smorest's of the resources, with components generated from the games."""

from collections.abc import Mapping
from typing import Any

import flask_smorest
import yaml
from flask import Flask

from adjudicator import __version__
from adjudicator.core.game import Game
from adjudicator.web.export_schemas import export_components
from adjudicator.web.log_schemas import log_components, reference, shared_logs
from adjudicator.web.match_schemas import match_components, match_links
from adjudicator.web.problems import CONTENT_TYPE
from adjudicator.web.report_schemas import report_components, shared_reports
from adjudicator.web.schemas.fields import Part
from adjudicator.web.schemas.problem import Problem
from adjudicator.web.tournament_schemas import tournament_components

YAML = "application/yaml"
_KEY = "adjudicator-document"
_TITLE = "adjudicator"
_ABOUT = """\
Rulings and scores for physical games. A referee logs what happened at the table; the service says whether it was within the
rules, which rule speaks and why, what follows from it, and what the score is.

Malformed is not illegal: a log that cannot be read is refused with every fault of it (422); a move against the rules is a
ruling in a report (200). Errors are problems (RFC 9457).
"""
_ABOUT_KEYS = "An API key (`adj_…`). It belongs to a club, and reaches that club's matches and nothing else."
_HEADERS: dict[str, dict[str, Any]] = {
    "RequestId": {
        "description": "The request's id, as sent in X-Request-Id or made for it. It is in the service's log.",
        "schema": {"type": "string"},
        "required": True,
    },
    "ContentLanguage": {"description": "The language of the sentences.", "schema": {"type": "string"}},
    "ETag": {"description": "Of this answer; If-None-Match with it gives 304 while it is good.", "schema": {"type": "string"}},
    "IdempotencyReplayed": {
        "description": "`true`: the same request was answered before; this is its answer again, and nothing was written.",
        "schema": {"type": "string", "enum": ["true"]},
    },
    "Location": {"description": "Where what was made is.", "schema": {"type": "string", "format": "uri-reference"}},
    "Link": {"description": 'Of a list that goes on: `<...>; rel="next"`.', "schema": {"type": "string"}},
    "PresentETag": {"description": "The ETag of what is there now.", "schema": {"type": "string"}, "required": True},
    "RetryAfter": {"description": "The seconds to wait.", "schema": {"type": "string"}, "required": True},
    "Authenticate": {"description": "How a key is sent.", "schema": {"type": "string"}, "required": True},
}
_OF_REFUSALS = {
    "UNAUTHORIZED": ("WWW-Authenticate", "Authenticate"),
    "PRECONDITION_FAILED": ("ETag", "PresentETag"),
    "TOO_MANY_REQUESTS": ("Retry-After", "RetryAfter"),
    "SERVICE_UNAVAILABLE": ("Retry-After", "RetryAfter"),
}
"""The header that comes with a refusal, and its component."""


class Api(flask_smorest.Api):
    """flask-smorest's, but errors are problems, told by `web.problems` alone."""

    ERROR_SCHEMA = Problem
    text: str | None = None

    def _register_responses(self) -> None:
        self.DEFAULT_RESPONSE_CONTENT_TYPE = CONTENT_TYPE
        super()._register_responses()
        del self.DEFAULT_RESPONSE_CONTENT_TYPE

    def _register_error_handlers(self) -> None:
        return


def describe(app: Flask, games: Mapping[str, Game]) -> Api:
    """The document of an application, still without its resources: register their blueprints with it."""
    options = {"info": {"description": _ABOUT, "license": {"name": "MIT", "identifier": "MIT"}}, "servers": [{"url": "/"}]}
    api = Api(app, spec_kwargs={"title": _TITLE, "version": __version__, "openapi_version": "3.1.0", **options})
    api.ma_plugin.converter.add_attribute_function(_part_to_openapi)
    api.spec.components.security_scheme("key", {"type": "http", "scheme": "bearer", "description": _ABOUT_KEYS})
    for name, header in _HEADERS.items():
        api.spec.components.header(name, header)
    # Not by `schema()`: it takes what stands under `items` for a marshmallow schema where it is no object (`false`).
    api.spec.components.schemas.update(_components(games))
    app.extensions[_KEY] = api
    return api


def document(app: Flask) -> dict[str, Any]:
    """The document of an application: plain data, in the order in which one reads it."""
    found: dict[str, Any] = _plain(app.extensions[_KEY].spec.to_dict())
    for operations in found["paths"].values():
        for operation in operations.values():
            if isinstance(operation, dict):
                operation["responses"] = _answers(operation["responses"])
    match_links(found["paths"])
    for refusal, (name, component) in _OF_REFUSALS.items():
        found["components"]["responses"][refusal]["headers"] = {name: header(component)}
    found["components"]["responses"] = _answers(found["components"]["responses"])
    return {key: found[key] for key in ("openapi", "info", "servers", "tags", "paths", "components")}


def document_text(app: Flask) -> str:
    """The document as YAML, as it is committed. It is written once: an application that serves gets no further resources."""
    api = app.extensions[_KEY]
    if api.text is None:
        api.text = yaml.dump(document(app), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120)
    return str(api.text)


def header(name: str) -> dict[str, str]:
    """The use of a header's component."""
    return {"$ref": f"#/components/headers/{name}"}


def content_language() -> dict[str, Any]:
    """The headers of an answer with sentences."""
    return {"Content-Language": header("ContentLanguage")}


def catalogue_headers(link: bool = False) -> dict[str, Any]:
    """The headers of an answer of the catalogue; `link` where it is a list."""
    return content_language() | {"ETag": header("ETag")} | ({"Link": header("Link")} if link else {})


def _components(games: Mapping[str, Game]) -> dict[str, Any]:
    """Every component that the games bring. Raises ValueError if two are called alike and are not the same."""
    logs = {name: schema for game in games.values() for name, schema in log_components(game).items()}
    found = {**shared_logs(games.values()), **shared_reports(games.values()), **export_components(), **tournament_components()}
    found |= match_components(games.values(), logs)
    for game in games.values():
        for name, schema in (log_components(game) | report_components(game)).items():
            if found.setdefault(name, schema) != schema:
                raise ValueError(f"Two components are called {name}.")
    return dict(sorted(found.items()))


def _answers(responses: Mapping[Any, Any]) -> dict[str, Any]:
    """The responses by status. Every one that is described here has its request's id."""
    found = {str(status): response for status, response in sorted(responses.items(), key=lambda item: str(item[0]))}
    if "304" in found:
        found["304"]["headers"] = {"ETag": header("ETag")}
    for response in found.values():
        if "$ref" not in response:
            response.setdefault("headers", {})["X-Request-Id"] = header("RequestId")
    return found


class _Dumper(yaml.SafeDumper):
    """Texts of several lines stand as they are."""


def _represent(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _represent)


def _part_to_openapi(converter: Any, field: Any, **kwargs: Any) -> dict[str, Any]:
    return reference(field.component) if isinstance(field, Part) else {}


def _plain(value: Any) -> Any:
    """The value as JSON has it, nothing shared: YAML would show tuples, subclasses and aliases."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return str(value) if isinstance(value, str) else value
