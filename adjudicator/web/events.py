"""Server-sent events: how a stream of a match is written, and what its reader may ask for."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
from flask import Response, request

from adjudicator.core.game import Game
from adjudicator.core.report import finding_part
from adjudicator.services.streams import CORRECTION, MOVES, STATUS, Moves, Stream, StreamWish, Told
from adjudicator.web.language import told_in
from adjudicator.web.lines import line_parts
from adjudicator.web.schemas.matches import FACTS

EVENTS = "text/event-stream"
RETRY = 2_000
"""Milliseconds after which a client that was cut off comes again."""
LAST_EVENT_ID: dict[str, Any] = {
    "in": "header",
    "name": "Last-Event-ID",
    "schema": {"type": "string"},
    "description": "The id of the last event that was read: the stream goes on behind it. Wins over `last_event_id`.",
}
ABOUT = """\
An endless answer. Events `moves` (entries that were logged: `plies` in the log now, their lines as `items`, new `findings`) and
`correction` (the referee's view has its `reason` and the first `ply` that changed, other views only the revision: read the log
again) come once for every such write. `status` and `score` say what is the case: at the beginning, and when it changes. Where
the log was corrected since, the `items` of `moves` are null. The id of an event is the match's revision, which is in its data
too; a stream that was cut off is resumed by Last-Event-ID (0: from the first write on). Lines of `:` are signs of life.
"""
_REVISION = re.compile("0|[1-9][0-9]{0,17}", re.ASCII)


def wish_of(query: Any) -> StreamWish:
    """What the present request asks for. An id that is none is as absent."""
    last = request.headers.get("Last-Event-ID", query.get("last_event_id", ""))
    return StreamWish(query.get("view"), int(last) if _REVISION.fullmatch(last) else None)


def streamed(stream: Stream, tongue: str) -> Response:
    """The answer that tells the stream; with the end of the one the other is closed."""
    response = Response(_written(stream, tongue), content_type=EVENTS)
    response.call_on_close(stream.close)
    response.headers.extend({"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
    return told_in(response, [tongue])


def _written(stream: Stream, tongue: str) -> Iterator[bytes]:
    yield f"retry: {RETRY}\n\n".encode()
    for batch in stream:
        yield b"".join([_event(stream.game, told, tongue) for told in batch]) or b":\n\n"


def _event(game: Game, told: Told, tongue: str) -> bytes:
    data = msgspec.json.encode({"revision": told.revision, **_data(game, told, tongue)})
    return f"event: {told.kind}\nid: {told.revision}\ndata: ".encode() + data + b"\n\n"


def _data(game: Game, told: Told, tongue: str) -> dict[str, Any]:
    what = told.what
    if told.kind == MOVES:
        return _moves(game, what, tongue)
    if told.kind == CORRECTION:
        return {} if what is None else {"reason": what.reason, "ply": what.ply}
    if told.kind == STATUS:
        facts = {name: getattr(what.facts, name) for name in FACTS}
        return {"status": what.status, "stopped_at": what.stopped_at, "voided": what.voided, **facts}
    return {"score": what}


def _moves(game: Game, moves: Moves, tongue: str) -> dict[str, Any]:
    items = None if moves.lines is None else line_parts(game, moves.lines, tongue)
    return {"plies": moves.plies, "items": items, "findings": [finding_part(game, each, tongue) for each in moves.findings]}
