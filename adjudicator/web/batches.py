"""Batches over HTTP: the body goes to a file, the answers come back as a stream; neither is ever held whole."""

import errno
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from typing import Any

import msgspec
import structlog

from adjudicator.services.adjudication import Wish
from adjudicator.services.batch import Line, judge_lines
from adjudicator.web.context import Context, context
from adjudicator.web.errors import SpoolFull
from adjudicator.web.problems import log_mistake, problem
from adjudicator.web.requests import body_pieces

NDJSON = "application/x-ndjson"
# Answers are handed on in pieces of about this size: a piece costs a system call, and nobody waits for a single line.
_PIECE = 64 * 1024


class Spool:
    """The body of a batch in a file without a name, at its beginning. Whoever takes it closes it, more than once if need be."""

    def __init__(self) -> None:
        """Takes one of the few places for batches. Raises SpoolFull."""
        given, self._held = context(), ExitStack()
        if not given.batches.acquire(blocking=False):
            raise SpoolFull("Too many batches are being answered now.")
        self._held.callback(given.batches.release)
        try:
            self.file = tempfile.TemporaryFile(dir=given.limits.spool_dir)  # noqa: SIM115 (closed with all that is held)
            self._held.callback(self.file.close)
            for piece in body_pieces(given.limits.batch):
                self.file.write(piece)
            self.file.seek(0)
        except BaseException as error:
            self.close()
            if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
                raise SpoolFull("There is no room for this batch now.") from error
            raise

    def close(self) -> None:
        """Forget the body, and leave the place to another batch."""
        self._held.close()


def answers(spool: Spool, wish: Wish, given: Context, request_id: str, instance: str) -> Iterator[bytes]:
    """The answer to every line, in pieces."""
    begun, lines, piece = time.perf_counter(), 0, bytearray()
    with closing(spool):
        for line in judge_lines(given.adjudication, spool.file, wish, given.limits.body):
            piece += msgspec.json.encode(_answer(line, given, request_id, instance)) + b"\n"
            lines += 1
            if len(piece) >= _PIECE:
                yield bytes(piece)
                piece.clear()
        if piece:
            yield bytes(piece)
    seconds = round(time.perf_counter() - begun, 3)
    structlog.get_logger().info("batch", request_id=request_id, lines=lines, seconds=seconds)


def _answer(line: Line, given: Context, request_id: str, instance: str) -> dict[str, Any]:
    found: dict[str, Any] = {"line": line.number, "id": line.id}
    if line.answer is not None:
        given.metrics.line("report")
        given.metrics.log(line.answer.report["game"], line.answer.report["status"])
        return found | {"report": line.answer.report}
    assert line.error is not None
    given.metrics.line("problem")
    told = problem(line.error, instance, request_id)
    if told.status >= 500:
        log_mistake(line.error, request_id=request_id, line=line.number)
    return found | {"problem": told.body}
