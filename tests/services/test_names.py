"""Names that a club gives: something to see, and no blanks at the edges."""

import re

import pytest

from adjudicator.core.errors import Malformed
from adjudicator.services.names import NAME, name_of, wrong_with

SEEN = [
    "Bo", "a b", "1", ".", "\u00e9", "\u6f22", "\u0915\u094d\u200d\u0937", "\u2764\ufe0f", "\u200fBo\u200f", "\u06de",
    "\U0001f3b2",
]
HIDDEN = [
    "\u200b", "\u200d\u200c", "\ufeff", "\u00ad", "\u3164", "\u2800", "\ufe0f", "\U000e0041", " ", "\u3000\u200b\u00a0",
]
EDGES = [" Bo", "Bo ", "\u00a0Bo", "Bo\u3000", "\u2028Bo", "\u200bBo\u2003"]


@pytest.mark.parametrize("text", SEEN)
def test_names(text: str) -> None:
    assert wrong_with(text) is None
    assert name_of("/name", text, 100) == text


@pytest.mark.parametrize(("texts", "code"), [(HIDDEN, "invisible"), (EDGES, "blank_at_edge")])
def test_what_is_no_name(texts: list[str], code: str) -> None:
    for text in texts:
        with pytest.raises(Malformed) as caught:
            name_of("/name", text, 100)
        assert [(fault.pointer, fault.code) for fault in caught.value.faults] == [("/name", code)], ascii(text)


def test_every_blank_of_unicode_is_one() -> None:
    blanks = [chr(point) for point in range(0x110000) if chr(point).isspace() and not re.match("[\0-\x1f\x7f-\x9f]", chr(point))]
    assert {wrong_with(f"A{blank}") is not None for blank in blanks} == {True}


def test_the_pattern_says_the_same() -> None:
    for text in [*SEEN, *HIDDEN, *EDGES, "", "\na", "\x85", "a\x07b"]:
        assert (re.search(NAME, text) is not None) == (text in SEEN), ascii(text)
