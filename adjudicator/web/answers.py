"""What answers have in common: JSON and CSV, pages of lists, and whether a write was done or only told again."""

from typing import Any

import msgspec
from flask import Response

from adjudicator.services.access import digest
from adjudicator.web.blueprint import JSON
from adjudicator.web.csv_tables import CSV
from adjudicator.web.openapi import header
from adjudicator.web.pagination import next_link
from adjudicator.web.preconditions import tagged

READ_HEADERS = {"ETag": header("ETag")}
PAGE_HEADERS = {"Link": header("Link")}
LISTED_HEADERS = READ_HEADERS | PAGE_HEADERS
REPLAY_HEADERS = {"Idempotency-Replayed": header("IdempotencyReplayed")}
WRITE_HEADERS = READ_HEADERS | REPLAY_HEADERS
CREATE_HEADERS = WRITE_HEADERS | {"Location": header("Location")}


def as_json(value: Any, status: int = 200) -> Response:
    """An answer that holds this value."""
    return Response(msgspec.json.encode(value), status, content_type=JSON)


def as_csv(table: str) -> Response:
    """An answer that holds this table."""
    return Response(table, content_type=f"{CSV}; charset=utf-8")


def nothing() -> Response:
    """An answer without a body (204)."""
    response = Response(status=204)
    response.headers.pop("Content-Type")
    return response


def page_of(value: Any, after: str | None = None) -> Response:
    """A page of a list without an ETag, to be asked for again each time. `after`: its last key, if another page is behind it."""
    response = as_json(value)
    response.headers["Cache-Control"] = "private, no-cache"
    return with_next(response, after)


def with_next(response: Response, after: str | None) -> Response:
    """The response with a link to the page behind this key, if there is one."""
    response.headers.extend({} if after is None else next_link(after))
    return response


def by_content(response: Response) -> Response:
    """The answer with its own digest as its ETag."""
    return tagged(response, digest(response.get_data())[:32])


def replay_told(response: Response, replayed: bool) -> Response:
    """The response, saying so if it is the kept result of an earlier write."""
    if replayed:
        response.headers["Idempotency-Replayed"] = "true"
    return response
