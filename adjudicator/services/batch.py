"""Judging many logs, one a line, in constant memory: a line is read, judged and forgotten before the next is looked at."""

from collections.abc import Iterator
from typing import IO

from msgspec import Struct, structs

from adjudicator.core.errors import Fault, TooLarge
from adjudicator.core.reading import Document, read_json
from adjudicator.services.adjudication import Adjudication, Answer, Wish

_STEP = 64 * 1024


class Line(Struct):
    """The outcome of one line: its number (from 1, blank ones counted), the `id` it gave, and the answer or what went wrong."""

    number: int
    id: str | None = None
    answer: Answer | None = None
    error: Exception | None = None


def judge_lines(adjudication: Adjudication, file: IO[bytes], wish: Wish, longest: int) -> Iterator[Line]:
    """One outcome for every line that is not blank, in order. No line stops the others, whatever goes wrong with it."""
    for number, text in _lines(file, longest):
        if text is not None and not text.strip():
            continue
        line = Line(number)
        try:
            _judge(adjudication, line, text, wish, longest)
        except Exception as error:
            line.error = error
        yield line


def _judge(adjudication: Adjudication, line: Line, text: bytes | None, wish: Wish, longest: int) -> None:
    if text is None:
        raise TooLarge(f"A line holds at most {longest} bytes.")
    document = _take_id(line, read_json(text))
    line.answer = adjudication.judge(adjudication.decode(document), wish)


def _take_id(line: Line, document: Document) -> Document:
    """The line without its `id`, which is no part of a log; an `id` that is no text is a fault beside the log's own."""
    if not isinstance(document.value, dict) or "id" not in document.value:
        return document
    given = document.value.pop("id")
    if isinstance(given, str):
        line.id = given
        return document
    fault = Fault("/id", "wrong_type", "The id of a line is a text.")
    return structs.replace(document, faults=(*document.faults, fault))


def _lines(file: IO[bytes], longest: int) -> Iterator[tuple[int, bytes | None]]:
    """(number, line), None in place of a line longer than `longest` bytes, of which only a piece is ever held."""
    room = longest + len(b"\r\n")
    number = 0
    while text := file.readline(room):
        number += 1
        whole = text.endswith(b"\n") or len(text) < room
        while text and not (whole or text.endswith(b"\n")):
            text = file.readline(_STEP)
        yield number, text if whole and len(text.rstrip(b"\r\n")) <= longest else None
