"""Reading a request: its query, the kind and bytes of its body, and what its sender accepts."""

import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import suppress
from urllib.parse import parse_qsl

from flask import g, request
from werkzeug.datastructures import MIMEAccept
from werkzeug.exceptions import RequestURITooLarge

from adjudicator.core.errors import TooLarge, Unreadable
from adjudicator.web.errors import NotAcceptable, ParameterFault, UnsupportedMedia

TEXT = "text/plain"
LONGEST_QUERY = 8_192
LEFT_OVER = 64 * 1024**2
_STEP = 64 * 1024


def read_query() -> dict[str, str]:
    """The query's parameters in NFC. One given twice is a fault of the request; bytes that are no UTF-8 make it unreadable."""
    raw = request.query_string
    if len(raw) > LONGEST_QUERY:
        raise RequestURITooLarge(f"A query holds at most {LONGEST_QUERY} bytes.")
    try:
        pairs = parse_qsl(raw.decode("utf-8"), keep_blank_values=True, encoding="utf-8", errors="strict")
    except UnicodeDecodeError:
        raise Unreadable("The query is not UTF-8.") from None
    found: dict[str, str] = {}
    for name, value in pairs:
        name = unicodedata.normalize("NFC", name)
        if name in found:
            add_fault(ParameterFault(name, "twice", "This parameter is given more than once."))
        found[name] = unicodedata.normalize("NFC", value)
    return found


def add_fault(fault: ParameterFault) -> None:
    """A fault of the query or a header: the request is refused once everything else of it was looked at."""
    if "faults" not in g:
        g.faults = []
    g.faults.append(fault)


def said_key() -> str | None:
    """The API key that stands behind `Authorization: Bearer`, good or not."""
    scheme, _, said = str(request.environ.get("HTTP_AUTHORIZATION", "")).strip().partition(" ")
    return said.strip() or None if scheme.lower() == "bearer" else None


def require_media(media: str) -> None:
    """Refuse a body that is not of this kind, in UTF-8, as it is (not compressed)."""
    if request.environ.get("CONTENT_TYPE") == media and "HTTP_CONTENT_ENCODING" not in request.environ:
        return
    sent = request.mimetype
    if sent != media:
        named = f"not {sent[:80]}" if sent else "and the request does not say what its body is"
        raise UnsupportedMedia(f"This resource reads {media}, {named}.", {"Accept": media})
    if request.mimetype_params.get("charset", "utf-8").lower() not in ("utf-8", "utf8"):
        raise UnsupportedMedia("Bodies are read in UTF-8.", {"Accept": media})
    if request.headers.get("Content-Encoding", "identity").strip().lower() not in ("", "identity"):
        raise UnsupportedMedia("Bodies are read as they are, not compressed.", {"Accept-Encoding": "identity"})


def require_accepted(offered: Sequence[str]) -> str:
    """The best of the kinds offered for this client, the first one if all are alike. Raises NotAcceptable.

    Parameters of a kind (`application/json; charset=utf-8`) are not looked at. A browser, which would have a page rather than
    either, gets text.
    """
    if request.environ.get("HTTP_ACCEPT", "").strip() in ("", "*/*"):
        return offered[0]
    kinds = [(kind.partition(";")[0].strip(), quality) for kind, quality in request.accept_mimetypes]
    accepted = MIMEAccept(kinds)
    best = accepted.best_match(offered)
    if best is None:
        raise NotAcceptable(f"This resource can be had as {' or '.join(offered)}.")
    if TEXT in offered and accepted.quality(TEXT) == accepted.quality(best) < accepted.quality("text/html"):
        return TEXT
    return best


def body_pieces(limit: int) -> Iterator[bytes]:
    """The body, piece by piece. Raises TooLarge past `limit` bytes, Unreadable where it breaks off or its framing is broken."""
    announced = request.content_length
    if announced is not None and announced > limit:
        raise TooLarge(f"A body here holds at most {limit} bytes; this one has {announced}.")
    read = 0
    while piece := _piece():
        read += len(piece)
        if read > limit:
            raise TooLarge(f"A body here holds at most {limit} bytes.")
        yield piece
    if announced is not None and read < announced:
        raise Unreadable(f"The body breaks off after {read} of {announced} bytes.")


def read_body(limit: int) -> bytes:
    """The whole body."""
    return b"".join(body_pieces(limit))


def forget_body() -> None:
    """Read what is left of a body that was refused, up to LEFT_OVER bytes.

    Most clients send everything before they read anything: to be cut off is all that they would learn of their problem.
    """
    if not request.content_length and "HTTP_TRANSFER_ENCODING" not in request.environ:
        return
    left = LEFT_OVER
    with suppress(Exception):
        while left > 0 and (piece := request.stream.read(_STEP)):
            left -= len(piece)


def _piece() -> bytes:
    try:
        return request.stream.read(_STEP)
    except Exception as error:
        # Each server has its own exceptions for a broken body; all of them are the client's doing.
        raise Unreadable("The body cannot be read to its end.") from error
