"""Where logs come from: files and standard input, each one JSON text or NDJSON (a log a line)."""

import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from typing import BinaryIO

import click
from msgspec import Struct

from adjudicator.core.errors import AdjudicatorError, TooLarge, Unreadable
from adjudicator.core.reading import Document, read_json

MAX_BYTES = 8 * 1024 * 1024
"""The most that one log may take, as over HTTP."""
MAX_EXPORT = 64 * 1024 * 1024
"""The most that one exported match may take: its history can be many times as long as its log."""

_BY_LINE = (".ndjson", ".jsonl")
_EXPORT = re.compile(rb'(\xef\xbb\xbf)?\s*\{\s*"format"\s*:\s*"adjudicator-match"')
_NO_LOGS = {
    "adjudicator-match": "This is an exported match, and no log: adjudicator verify judges it again, "
    "adjudicator import stores it.",
    "adjudicator-sheet": "This is a result sheet, and no log: it tells how a match stands, not how it was played. adjudicator "
    "verify looks whether it is as it was signed; the match itself is what /v1/matches/{id}/export gives.",
}
_TOO_MUCH = TooLarge(f"A log takes at most {MAX_BYTES} bytes, an exported match {MAX_EXPORT}; this is larger.")


class Source(Struct, frozen=True):
    """The text of one log, or why there is none (`trouble`). `line`: its place in an NDJSON file. `read`: the bytes it took."""

    file: str
    line: int | None
    data: bytes
    read: int
    trouble: AdjudicatorError | None = None

    def __str__(self) -> str:
        return self.file if self.line is None else f"{self.file}, line {self.line}"


def sources(files: Sequence[str], by_line: bool) -> Iterator[Source]:
    """The logs of all files in order; `-` is standard input. `by_line`: all of it is NDJSON, whatever it looks like."""
    for file in files:
        name = "standard input" if file == "-" else click.format_filename(file)
        try:
            with nullcontext(sys.stdin.buffer) if file == "-" else open(file, "rb") as stream:
                yield from _logs(name, stream, by_line or file.endswith(_BY_LINE))
        except OSError as error:
            yield Source(name, None, b"", 0, Unreadable(f"The file cannot be read: {error.strerror}."))


def read(source: Source) -> tuple[Document, str | None]:
    """The text as read, and the `id` that a line of NDJSON may give to a log. Raises what is wrong with it.

    What has a `format` (an exported match, a result sheet) is no log; its `id` is its own.
    """
    if source.trouble is not None:
        raise source.trouble
    document, name = read_json(source.data), None
    value = document.value
    if source.line is not None and isinstance(value, dict) and "format" not in value and isinstance(value.get("id"), str):
        name = value.pop("id")
    return document, name


def require_log(document: Document) -> None:
    """Raises Unreadable for what says that it is something else that this program has written."""
    said = document.value.get("format") if isinstance(document.value, dict) else None
    if isinstance(said, str) and said in _NO_LOGS:
        raise Unreadable(_NO_LOGS[said])


def size_of(files: Sequence[str]) -> int | None:
    """The bytes of all files together, or None where that is not known."""
    return sum(os.path.getsize(file) for file in files) if all(os.path.isfile(file) for file in files) else None


def _logs(name: str, stream: BinaryIO, by_line: bool) -> Iterator[Source]:
    first = _line(stream)
    if by_line or _is_whole(first):
        yield from _lines(name, stream, first)
        return
    data = first + stream.read(MAX_BYTES + 1 - len(first))
    if len(data) > MAX_BYTES and _EXPORT.match(data):
        data += stream.read(MAX_EXPORT + 1 - len(data))
    trouble = _too_much(data)
    yield Source(name, None, b"" if trouble else data, len(data), trouble)


def _too_much(data: bytes) -> TooLarge | None:
    most = MAX_EXPORT if _EXPORT.match(data) else MAX_BYTES
    return _TOO_MUCH if len(data) > most else None


def _line(stream: BinaryIO) -> bytes:
    """The next line, or as much of it as shows that it is too large."""
    line = stream.readline(MAX_BYTES + 1)
    return line + stream.readline(MAX_EXPORT + 1 - len(line)) if len(line) > MAX_BYTES and _EXPORT.match(line) else line


def _is_whole(line: bytes) -> bool:
    """Whether a first line looks like a log of its own, so that each line is one."""
    stripped = line.strip()
    return stripped.endswith(b"}") and stripped.removeprefix(b"\xef\xbb\xbf").startswith(b"{")


def _lines(name: str, stream: BinaryIO, first: bytes) -> Iterator[Source]:
    number, line = 1, first
    while line:
        read = len(line)
        trouble = _too_much(line)
        if trouble:
            while not line.endswith(b"\n") and (line := stream.readline(MAX_BYTES)):
                read += len(line)
        if trouble or line.strip():
            yield Source(name, number, b"" if trouble else line, read, trouble)
        number, line = number + 1, _line(stream)
