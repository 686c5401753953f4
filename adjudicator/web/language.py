"""Which language an answer is in: `?lang=` wins, then `Accept-Language`, then English."""

from collections.abc import Iterable

from flask import Response, request

ACCEPT_LANGUAGE = {
    "in": "header",
    "name": "Accept-Language",
    "schema": {"type": "string"},
    "description": "The languages wanted, as browsers send them; the best that is there is taken, at last English.",
}
_MOST, _LONGEST = 20, 35


def wanted(lang: str | None) -> tuple[str, ...]:
    """The languages wanted, best first."""
    if "HTTP_ACCEPT_LANGUAGE" not in request.environ:
        return () if lang is None else (lang,)
    accepted = [tag for tag, quality in request.accept_languages if quality > 0 and tag != "*" and len(tag) <= _LONGEST]
    return (*([] if lang is None else [lang]), *accepted[:_MOST])


def told_in(response: Response, languages: Iterable[str]) -> Response:
    """The response, saying in which languages it is and that this was negotiated."""
    response.headers["Content-Language"] = ", ".join(sorted({each.replace("_", "-") for each in languages}))
    response.vary.add("Accept-Language")
    return response
