"""Lines of a batch, read one at a time."""

import io
import json

import pytest

from adjudicator.core.errors import Malformed, TooLarge, Unreadable
from adjudicator.services.adjudication import Adjudication, Wish
from adjudicator.services.batch import judge_lines
from tests.games.cases import GAMES

ADJUDICATION = Adjudication(GAMES)
LOG = json.dumps({"game": "toy", "players": ["Asha", "Bo"], "moves": []}).encode()
LONGEST = 200


def judged(text: bytes, longest: int = LONGEST):
    return list(judge_lines(ADJUDICATION, io.BytesIO(text), Wish(), longest))


def outcomes(text: bytes, longest: int = LONGEST):
    """(number of the line, None or the kind of error) for every line answered."""
    return [(line.number, None if line.error is None else type(line.error)) for line in judged(text, longest)]


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
@pytest.mark.parametrize("last", [b"", b"\n", b"\r\n", b"\n\n"])
def test_lines_end_as_they_like(end, last):
    assert outcomes(end.join([LOG, LOG, LOG]) + last) == [(1, None), (2, None), (3, None)]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b""])
def test_a_line_of_exactly_the_longest(end):
    assert outcomes(LOG.ljust(LONGEST) + end) == [(1, None)]
    assert outcomes(LOG.ljust(LONGEST + 1) + end) == [(1, TooLarge)]
    assert outcomes(LOG.ljust(LONGEST + 2) + end) == [(1, TooLarge)]


@pytest.mark.parametrize("more", [1, 2, 3, 64 * 1024 - 2, 64 * 1024, 64 * 1024 + 2, 300_000])
def test_a_line_that_is_too_long_is_one_line(more):
    long = b"[" * (LONGEST + more)
    assert outcomes(b"\n".join([LOG, long, LOG, long])) == [(1, None), (2, TooLarge), (3, None), (4, TooLarge)]


def test_carriage_returns_within_a_line_end_none():
    assert outcomes(LOG + b"\r\r" + LOG) == [(1, Unreadable)]
    assert outcomes(LOG.ljust(LONGEST) + b"\r\r\n" + LOG) == [(1, TooLarge), (2, None)]


def test_the_id_is_no_part_of_the_log():
    (line,) = judged(LOG.replace(b"{", b'{"id": "table 7", ', 1))
    assert (line.id, line.error) == ("table 7", None)
    assert line.answer is not None
    assert "id" not in line.answer.report


def test_an_id_is_kept_beside_what_is_wrong_with_its_line():
    (line,) = judged(b'{"id": "table 7", "game": "chess"}')
    assert line.id == "table 7"
    assert isinstance(line.error, Malformed)


@pytest.mark.parametrize("given", [b"7", b"null", b"[]", b"true"])
def test_an_id_that_is_no_text_is_a_fault_beside_the_others(given):
    (line,) = judged(b'{"id": ' + given + b', "game": "chess"}')
    assert line.id is None
    assert isinstance(line.error, Malformed)
    assert {fault.pointer for fault in line.error.faults} >= {"/id", "/game"}


def test_an_id_with_a_control_character_is_a_fault():
    (line,) = judged(LOG.replace(b"{", b'{"id": "a\\u0000", ', 1))
    assert isinstance(line.error, Malformed)
    assert [fault.pointer for fault in line.error.faults] == ["/id"]


def test_one_line_at_a_time():
    """The next line is not read before the last was handed over."""

    class Watched(io.BytesIO):
        read_lines = 0

        def readline(self, size=-1):
            self.read_lines += 1
            return super().readline(size)

    file = Watched(b"\n".join([LOG] * 5))
    lines = judge_lines(ADJUDICATION, file, Wish(), LONGEST)
    for expected in (1, 2, 3):
        assert next(lines).number == expected == file.read_lines
