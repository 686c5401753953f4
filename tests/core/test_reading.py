"""The strict JSON reader: what has no reading at all, what is kept as it is, what is read otherwise than written."""

import json
import math
import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.core import reading
from adjudicator.core.errors import Unreadable
from adjudicator.core.reading import _UNSURE, DEPTH, Document, pointer, read_json


def nested(levels: int, opening: str = "[", closing: str = "]") -> str:
    return opening * levels + closing * levels


UNREADABLE = {
    "nothing": b"",
    "blank": b" \n",
    "half an object": b'{"a": 1',
    "a comma too many": b"[1,]",
    "a comma too many in an object": b'{"a": 1,}',
    "two texts": b"{} {}",
    "NUL behind the text": b"{}\x00",
    "single quotes": b"'a'",
    "a bare word": b"yes",
    "a comment": b"[1] // one",
    "another blank": "\u2028[1]".encode(),
    "a leading zero": b"01",
    "a plus": b"+1",
    "no digit before the point": b".5",
    "no digit behind the point": b"1.",
    "a lone minus": b"-",
    "hexadecimal": b"0x10",
    "NaN": b"[NaN]",
    "Infinity": b"[Infinity]",
    "minus Infinity": b"[-Infinity]",
    "UTF-16": '{"a": 1}'.encode("utf-16"),
    "a byte that is no UTF-8": b'"\xff"',
    "Latin 1": '"Zo\u00eb"'.encode("latin-1"),
    "an overlong form": b'"\xc0\xaf"',
    "a surrogate in UTF-8": b'"\xed\xa0\x80"',
    "two marks of byte order": b"\xef\xbb\xbf\xef\xbb\xbf{}",
    "a raw newline in a text": b'"a\nb"',
    "a raw NUL in a text": b'"a\x00b"',
    "an unknown escape": rb'"\x41"',
    "half an escape": rb'"\u12"',
    "a high surrogate alone": rb'"\ud83d"',
    "a low surrogate alone": rb'"\ude00"',
    "surrogates the wrong way round": rb'"\ude00\ud83d"',
    "a surrogate deep inside": rb'[[{"a": ["\ud83d x"]}]]',
    "a surrogate in a key": rb'{"\ud83d": 1}',
    "a key twice": b'{"a": 1, "b": 2, "a": 1}',
    "a key twice, once escaped": rb'{"a": 1, "\u0061": 2}',
    "a key twice inside": b'[{"x": {"a": 1, "a": 2}}]',
    "a key twice in what would be too deep": nested(40).replace("[]", '[{"a": 1, "a": 2}]').encode(),
    "33 lists": nested(33).encode(),
    "33 objects": ('{"a":' * 32 + "{}" + "}" * 32).encode(),
    "33 levels of both": ('{"a":[' * 16 + "[]" + "]}" * 16).encode(),
    "33 levels behind much that is shallow": ("[" + "[1]," * 50 + nested(32) + "]").encode(),
    "33 levels whose brackets are made up for in texts": ('["]",' * 33 + "0" + ',"["]' * 33).encode(),
    "a key twice, and texts that look like keys": b'{"a": ":", "b": "\xc2\xb7:", "a": ""}',
    "1,000 levels": nested(1_000).encode(),
    "100,000 levels": nested(100_000).encode(),
    "1,000,000 brackets that never close": b"[" * 1_000_000,
}


@pytest.mark.parametrize("text", UNREADABLE.values(), ids=UNREADABLE)
def test_unreadable(text: bytes) -> None:
    with pytest.raises(Unreadable) as refused:
        read_json(text)
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize("text", ["\ud83d", '{"\udc00": 1}', '["a", {"b": "\ud83d"}]'])
def test_surrogates_in_a_text_that_is_already_characters(text: str) -> None:
    with pytest.raises(Unreadable):
        read_json(text if text.startswith(("{", "[")) else f'"{text}"')


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b'{"game": 1, "players": [], "moves": [], "players": []}', '"players"'),
        (b'{"x": [\n1 2]}', "line 2, column 3"),
        (b'{"a": "\xff"}', "byte 7"),
        (nested(33).encode(), "32"),
        (b"[NaN]", "NaN"),
        (b'"a\nb"', "Invalid control character at line 1, column 3"),
    ],
)
def test_the_refusal_says_where(text: bytes, says: str) -> None:
    with pytest.raises(Unreadable, match=says):
        read_json(text)


KEPT: dict[str, tuple[bytes, Any]] = {
    "an object": (b'{"a": [1, "b", true, false, null, {}]}', {"a": [1, "b", True, False, None, {}]}),
    "a text alone": (b'"a"', "a"),
    "null alone": (b"null", None),
    "blanks around": (b" \t\r\n[1]\r\n ", [1]),
    "the mark of byte order": (b"\xef\xbb\xbf[1]", [1]),
    "UTF-8": ('["Zo\u00eb", "\u0930\u093e\u092e", "\U0001f600"]'.encode(), ["Zo\u00eb", "\u0930\u093e\u092e", "\U0001f600"]),
    "escapes": (rb'"\u0041\/\\\""', 'A/\\"'),
    "a pair of surrogates": (rb'"\ud83d\ude00"', "\U0001f600"),
    "the same key in two objects": (b'[{"a": 1}, {"a": 1}, {"b": {"a": 1}}]', [{"a": 1}, {"a": 1}, {"b": {"a": 1}}]),
    "brackets in texts": (b'["][", "{", {"[": "}"}]', ["][", "{", {"[": "}"}]),
    "keys that differ in case": (b'{"a": 1, "A": 2}', {"a": 1, "A": 2}),
    "an empty key": (b'{"": 1}', {"": 1}),
    "a long text": (b'"' + b"x" * 100_000 + b'"', "x" * 100_000),
}


@pytest.mark.parametrize(("text", "value"), KEPT.values(), ids=KEPT)
def test_kept(text: bytes, value: Any) -> None:
    assert read_json(text) == Document(value)


@pytest.mark.parametrize("text", [nested(32), '{"a":' * 31 + "{}" + "}" * 31, "[" + "[1]," * 50 + nested(31) + "]"])
def test_depth_of_32_is_read(text: str) -> None:
    assert read_json(text).value == json.loads(text)
    assert DEPTH == 32


BROKEN = ["2.5", "1e-1", "-0.25", "1e-400", "-1e-400", "1e-" + "9" * 400, "1.0000000000000000001", "999999.99999999999999999",
          "-3.00000000000000000000001e0", "1" + "0" * 400 + "1e-401", "15e-1", "0." + "0" * 400 + "1"]
WHOLE = {"3": 3, "3.0": 3, "3.000": 3, "1e2": 100, "1E+2": 100, "250e-1": 25, "-0": 0, "-0.0": 0, "0.0": 0, "-7": -7,
         "1000000.0": 1_000_000, "-12e0": -12, "0e-400": 0, "0.0E+9": 0, "1000e-3": 1, "1.5e1": 15, "10.00e-1": 1,
         "1" + "0" * 400 + "e-400": 1, "1e-000": 1, "-2.0e00": -2}


@pytest.mark.parametrize(("text", "value"), WHOLE.items())
def test_whole_numbers_may_be_written_otherwise(text: str, value: int) -> None:
    found = read_json(text).value
    assert (type(found), found) == (int, value)


@pytest.mark.parametrize("text", BROKEN)
def test_broken_numbers_stay_broken_also_where_rounding_would_make_them_whole(text: str) -> None:
    found = read_json(text).value
    assert type(found) is float
    assert not found.is_integer()
    assert math.isclose(found, float(text), abs_tol=1e-300)


HUGE = ["9" * 400, "-" + "9" * 400, "1e400", "-1e400", "1e999999999", "9" * 400 + ".0", "9" * 1_000_000, "9" * 100_000 + ".5",
        "0." + "9" * 100_000 + "e100", "123456789012345678901234567890", "1e15", "9007199254740993.0"]


@pytest.mark.parametrize("text", HUGE, ids=lambda text: f"{text[:12]} of {len(text)}")
def test_huge_numbers_are_read_and_stay_out_of_every_bound(text: str) -> None:
    found = read_json(text).value
    assert abs(found) >= 1e15
    assert not math.isnan(found)
    assert (found < 0) == text.startswith("-")


def test_texts_and_keys_are_brought_to_nfc() -> None:
    assert read_json('{"e\u0301": ["e\u0301", {"x": "\u212b"}]}') == Document({"\u00e9": ["\u00e9", {"x": "\u00c5"}]})
    assert read_json(rb'"e\u0301"') == Document("\u00e9")


def test_every_character_alone_and_behind_a_letter_is_brought_to_nfc() -> None:
    """Whatever way the reader takes past texts that need no care."""
    for code in [*range(0x20, 0xD800), *range(0xE000, 0x3_0000)]:
        text = f"a{chr(code)}"
        if unicodedata.category(text[1]) not in ("Cc", "Cn", "Co") and text[1] not in '"\\':
            assert read_json(f'"{text}"').value == unicodedata.normalize("NFC", text), hex(code)


def test_four_characters_may_become_one_and_no_more() -> None:
    """So what is longer than four times the longest text is too long in any form, and is left as it is."""
    four = "\u03b1\u0313\u0300\u0345"
    assert read_json(f'"{four * 500}"').value == "\u1f82" * 500
    assert len(read_json(f'"{four * 501}"').value) > 500
    for code in [*range(0x20, 0xD800), *range(0xE000, 0x3_0000)]:
        assert len(unicodedata.normalize("NFD", chr(code))) <= 4


@pytest.mark.parametrize("character", ["\u0000", "\u0001", "\t", "\n", "\r", "\u001f", "\u007f", "\u0080", "\u0085", "\u009f"])
def test_control_characters_are_faults(character: str) -> None:
    """Written as escapes, wherever a text stands; keys too."""
    text = json.dumps({"a": ["b", f"c{character}"], f"d{character}/~": {"e": character}})
    found = read_json(text)
    assert [(fault.pointer, fault.code) for fault in found.faults] == [
        ("/a/1", "control_character"),
        (f"/d{character}~1~0", "control_character"),
        (f"/d{character}~1~0/e", "control_character"),
    ]
    assert found.value == json.loads(text)


@pytest.mark.parametrize("character", ["\u007f", "\u0080", "\u009f"])
def test_control_characters_as_they_are(character: str) -> None:
    assert [fault.pointer for fault in read_json(f'["a{character}"]'.encode()).faults] == ["/0"]


@pytest.mark.parametrize("character", ["\xa0", "\xad", "\u200b", "\u200d", "\u202e", "\u2028", "\ufeff", "\ue000", "\U0010ffff"])
def test_other_strange_characters_are_kept(character: str) -> None:
    assert read_json(json.dumps([f"a{character}"])) == Document([f"a{character}"])


def test_keys_that_only_nfc_makes_equal_are_a_fault() -> None:
    found = read_json('{"\u00e9": 1, "e\u0301": 2, "x": {"A\u030a": 1, "\u212b": 2, "\u00c5": 3}}')
    assert [(fault.pointer, fault.code) for fault in found.faults] == [
        ("/e\u0301", "same_key"), ("/x/\u212b", "same_key"), ("/x/\u00c5", "same_key"),
    ]


def test_pointers() -> None:
    assert pointer() == ""
    assert pointer("moves", 3, "a/b~c", "") == "/moves/3/a~1b~0c/"


texts = st.text(st.characters(exclude_categories=["Cs", "Cc"]))
broken = st.floats(-1e6, 1e6).filter(lambda number: not number.is_integer())
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**14), 10**14) | broken | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=20,
)


@given(values, st.booleans(), st.booleans())
def test_what_is_written_is_read(value: Any, ascii_only: bool, as_bytes: bool) -> None:
    """But for NFC, which this value is brought to here as well; keys that it makes equal are left to the test above."""
    text = json.dumps(value, ensure_ascii=ascii_only)
    found = read_json(text.encode() if as_bytes else text)
    if not found.faults:
        assert found == Document(json.loads(unicodedata.normalize("NFC", json.dumps(value, ensure_ascii=False))))
    assert {fault.code for fault in found.faults} <= {"same_key"}


@given(st.binary() | st.text().map(lambda text: text.encode(errors="surrogatepass")))
def test_any_bytes_are_read_or_unreadable(data: bytes) -> None:
    try:
        found = read_json(data)
    except Unreadable:
        return
    assert isinstance(found, Document)


pieces = st.sampled_from(
    [
        *'{}[],: "', "\n", "\x0b", "\x00", '"a":', '"b":', '"\u00e9"', '"\x01"', '"\x7f"', '"\ud800"', "true", "nul", "[" * 33,
        "0", "-0", "01", "-", "1.0", "-0.0", "0.5", "1.", ".5", "+1", "1e400", "-1E5", "1e-7", "NaN", "-Infinity",
        "9" * 30, "9" * 31, "8" * 5_000,
    ]
)


@given(st.lists(pieces, max_size=12).map("".join) | st.lists(pieces, max_size=6).map(lambda found: f"[{','.join(found)}]"))
def test_the_quick_reader_says_what_the_thorough_one_says(text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "_is_sound", lambda value, text: False)
        thorough = outcome(text)
    assert outcome(text) == thorough


def outcome(text: str) -> str:
    try:
        return repr(read_json(text))
    except Unreadable as refusal:
        return str(refusal)


def test_what_is_taken_as_it_stands_is_in_nfc_and_no_control_character() -> None:
    sure = [chr(code) for code in range(0x110000) if not _UNSURE.search(chr(code))]
    assert {character for character in sure if unicodedata.category(character) == "Cc"} == set("\t\n\r")
    assert all(unicodedata.is_normalized("NFC", character) and not unicodedata.combining(character) for character in sure)
    assert unicodedata.is_normalized("NFC", "".join(sure) + "".join(reversed(sure)))


@pytest.mark.parametrize("text", ["Zoe\u0308", "\u212b", "\u1100\u1161", "a\u007f", "a\u0085", "\u0344", "\u2000"])
def test_what_is_not_is_looked_at(text: str) -> None:
    assert read_json(f'["{text}"]') != Document([text])
    assert read_json(f'["{text}"]'.encode()) != Document([text])
