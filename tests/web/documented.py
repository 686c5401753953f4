"""The service as its own document describes it, for schemathesis: an application, its schema, and NDJSON."""

import atexit
import json
import shutil
import tempfile
from typing import Any

import schemathesis
from flask import Flask

from adjudicator.app import create_app
from adjudicator.config import Settings
from adjudicator.games import discover
from adjudicator.wiring import prepare
from tests.web.matching import CUT_SHORT, KEY

# What schemathesis expects of data that fits the document, and 422: the seats, notes and setup of a log are beyond JSON Schema.
ACCEPTED = ["2xx", "401", "403", "404", "409", "5xx"]
OF_LOGS = {
    "include-path": "/v1/adjudications",
    "checks": {"positive_data_acceptance": {"expected-statuses": [*ACCEPTED, "422"]}},
}

# Which keys a list has is beyond JSON Schema, too.
OF_PAGES = {
    "include-path-regex": "^/v1/games",
    "checks": {"positive_data_acceptance": {"expected-statuses": [*ACCEPTED, "304", "422"]}},
}


@schemathesis.serializer("application/x-ndjson")
def ndjson(context: Any, value: Any) -> bytes:
    lines = value if isinstance(value, list) else [value]
    return "\n".join(json.dumps(line) for line in lines).encode()


@schemathesis.deserializer("application/x-ndjson")
def lines_of_ndjson(context: Any, response: Any) -> list[Any]:
    return [json.loads(line) for line in response.content.splitlines()]


@schemathesis.serializer("text/csv")
def csv(context: Any, value: Any) -> bytes:
    return str(value).encode(errors="replace")


def service() -> Flask:
    """A service with the toy game beside the real ones, and a database of its own."""
    folder = tempfile.mkdtemp(prefix="adjudicator-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    settings = Settings(log_level="error", database_url=f"sqlite:///{folder}/adjudicator.db", admin_key=KEY, **CUT_SHORT)
    games = discover("adjudicator.games", "tests.games")
    prepare(settings, games)
    return create_app(settings, games)


def described(app: Flask, *operations: dict[str, Any]) -> Any:
    """The schema of a service, with what schemathesis is to expect of single operations."""
    config = schemathesis.Config.from_dict({"operations": list(operations)})
    schema = schemathesis.openapi.from_wsgi("/openapi.yaml", app, config=config)
    schema.location = None  # else the resource that the document came from is left out
    return schema
