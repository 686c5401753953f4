"""ETags, and the conditions that requests make of them.

A match has the ETag `"<revision>"`; what is shown of it has that, and behind it whatever else the answer hangs on. If-Match
compares revisions, so that the ETag of anything that was seen of a match will do.
"""

import re
from collections.abc import Callable
from urllib.parse import quote

from flask import Response, request

IF_NONE_MATCH = {
    "in": "header",
    "name": "If-None-Match",
    "schema": {"type": "string"},
    "description": "An ETag of this resource; if it still holds, the answer is 304.",
}
_REVISION = re.compile(r"([1-9][0-9]{0,17})(?:[.].*)?", re.ASCII | re.DOTALL)


def if_match() -> Callable[[int], bool] | None:
    """Whether If-Match lets a write at a revision pass; None if the request has none."""
    if "HTTP_IF_MATCH" not in request.environ:
        return None
    tags = request.if_match
    # A weak tag is no tag here (RFC 9110, 13.1.1).
    seen = {int(found[1]) for tag in tags.as_set() if (found := _REVISION.fullmatch(tag or ""))}
    return lambda revision: bool(tags.star_tag) or revision in seen


def tag_of(revision: int, *more: object) -> str:
    """The ETag of a match, or of something else that hangs on `more` besides."""
    return ".".join([str(revision), *(quote(str(each), safe=":") for each in more)])


def tagged(response: Response, tag: str, tongue: str | None = None) -> Response:
    """The response with its ETag, to be asked for again each time; of 304 if the client has it. `tongue`: its language."""
    headers = {"Cache-Control": "private, no-cache", "Vary": "Authorization, Accept"}
    if tongue is not None:
        headers |= {"Vary": "Authorization, Accept, Accept-Language", "Content-Language": tongue.replace("_", "-")}
    response.headers.extend(headers)
    return unless_known(response, tag)


def unless_known(response: Response, tag: str) -> Response:
    """The response with this ETag; of 304 if the client has it. If-Match of what only reads is not looked at."""
    response.headers["ETag"] = f'"{tag}"'
    if request.method in ("GET", "HEAD") and _is_known(tag):
        response.status_code = 304
        response.set_data(b"")
        response.headers.pop("Content-Type", None)
    return response


def _is_known(tag: str) -> bool:
    """Whether If-None-Match names it."""
    known = request.if_none_match
    return bool(known.star_tag) or known.contains_weak(tag)
