"""The walker names every fault of what msgspec refuses, and none of what it accepts."""

import json
import random
from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta, Struct

from adjudicator.core.errors import Fault
from adjudicator.core.faults import describe, faults_of, is_moment, quote
from adjudicator.core.game import Game
from adjudicator.core.log import entry_list, entry_union
from adjudicator.core.reading import escape, read_json
from tests.core.shapes import NAMES, Shaper, anything
from tests.games.cases import GAMES
from tests.games.scrutiny import look_at_fault

BEYOND = ("stranger", "not_a_time")
"""What msgspec knows nothing of."""
seeds = st.randoms(use_true_random=True)
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def read(value: Any) -> Any:
    """The value as the reader gives it (huge numbers and the like), without what the reader itself would say."""
    return read_json(json.dumps(value).replace("Infinity", "1e999")).value


def refused(kind: Any, value: Any) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return True
    return False


def kinds(game: Game) -> list[Any]:
    return [*game.entries, game.setup, game.options, entry_union(game.entries)]


def check(kind: Any, value: Any) -> None:
    """There is a fault exactly if msgspec refuses, each is at a place that there is, and none is named twice."""
    found = faults_of(kind, value, "")
    assert bool([fault for fault in found if fault.code not in BEYOND]) == refused(kind, value), (value, found)
    for fault in found:
        look_at_fault(fault, value)
    assert len({(fault.pointer, fault.code) for fault in found}) == len(found), (value, found)


@every_game
@given(anything)
def test_any_value(game: Game, value: Any) -> None:
    for kind in kinds(game):
        check(kind, read(value))


@every_game
@given(seeds)
def test_values_that_have_almost_the_form(game: Game, rng: random.Random) -> None:
    for kind in kinds(game):
        check(kind, read(Shaper(rng).near(describe(kind))))


@every_game
@given(seeds)
def test_a_list_has_the_faults_of_its_entries(game: Game, rng: random.Random) -> None:
    union = entry_union(game.entries)
    value = read([Shaper(rng).near(describe(union)) for _ in range(rng.randint(0, 5))])
    each = [fault for index, item in enumerate(value) for fault in faults_of(union, item, f"/moves/{index}", NAMES)]
    assert faults_of(entry_list(game), value, "/moves", NAMES) == each


@every_game
@given(seeds)
def test_every_fault_and_not_the_first(game: Game, rng: random.Random) -> None:
    """What is wrong with one field is named just as well where other fields are wrong; so is every field that is missing."""
    for kind in [*game.entries, game.setup, game.options]:
        whole = read(Shaper(rng).near(describe(kind)))
        if not isinstance(whole, dict) or whole.get("type") != kind.__struct_config__.tag:
            continue
        found = faults_of(kind, whole, "", NAMES)
        for key, item in whole.items():
            alone = faults_of(kind, {key: item}, "", NAMES)
            at = f"/{escape(key)}"
            assert [fault for fault in alone if under(fault, at)] == [fault for fault in found if under(fault, at)]
        missing = {field.encode_name for field in msgspec.structs.fields(kind) if field.required} - whole.keys()
        named = {fault.pointer for fault in found if fault.code == "missing" and fault.pointer.count("/") == 1}
        assert named == {f"/{name}" for name in missing}


def under(fault: Fault, at: str) -> bool:
    return fault.pointer == at or fault.pointer.startswith(at + "/")


class Inner(Struct, forbid_unknown_fields=True):
    n: Annotated[int, Meta(ge=1, le=9)]
    word: Literal["a", "b", 3] = "a"


class Outer(Struct, forbid_unknown_fields=True, tag_field="type", tag="outer"):
    name: Annotated[str, Meta(min_length=2, max_length=4)]
    inner: list[Inner]
    either: int | list[Inner] | None = None
    pair: tuple[str, int] | None = None
    some: dict[Annotated[str, Meta(max_length=3)], bool] = {}
    code: Annotated[str, Meta(pattern="^[A-Z]+$")] = "A"
    letter: Annotated[str, Meta(pattern="^[A-Z]$", extra={"form": "one large letter"})] = "A"


class Other(Struct, forbid_unknown_fields=True, tag_field="type", tag="other"):
    n: int


GOOD = {"type": "outer", "name": "abc", "inner": [{"n": 3}]}

FAULTS: list[tuple[str, Any, list[tuple[str, str]]]] = [
    ("no object", [], [("", "wrong_type")]),
    ("null", None, [("", "wrong_type")]),
    ("no tag", {"name": "abc"}, [("/type", "missing")]),
    ("an unknown tag", {"type": "x"}, [("/type", "unknown_type")]),
    ("a tag that is no text", {"type": ["outer"]}, [("/type", "unknown_type")]),
    ("nothing but the tag", {"type": "outer"}, [("/name", "missing"), ("/inner", "missing")]),
    ("null for a field", {**GOOD, "inner": None, "name": None}, [("/name", "wrong_type"), ("/inner", "wrong_type")]),
    ("too short", {**GOOD, "name": "a"}, [("/name", "too_short")]),
    ("too long", {**GOOD, "name": "abcde"}, [("/name", "too_long")]),
    ("the wrong form", {**GOOD, "code": "a"}, [("/code", "wrong_form")]),
    ("unknown fields", {**GOOD, "x/y": 1, "z~": 2}, [("/x~1y", "unknown_field"), ("/z~0", "unknown_field")]),
    ("every element", {**GOOD, "inner": [{"n": 0}, {"n": 5}, {"n": 10, "word": "c"}, 7]},
     [("/inner/0/n", "out_of_range"), ("/inner/2/n", "out_of_range"), ("/inner/2/word", "unknown_value"),
      ("/inner/3", "wrong_type")]),
    ("a number that is none", {**GOOD, "inner": [{"n": "3"}, {"n": True}, {"n": 2.5}, {"n": None}]},
     [(f"/inner/{index}/n", "wrong_type") for index in range(4)]),
    ("huge numbers", {**GOOD, "inner": [{"n": 10**29}, {"n": -(10**29)}, {"n": 1e300}]},
     [(f"/inner/{index}/n", "out_of_range") for index in range(3)]),
    ("a word of another type", {**GOOD, "inner": [{"n": 1, "word": 3}, {"n": 1, "word": "3"}, {"n": 1, "word": True}]},
     [("/inner/1/word", "unknown_value"), ("/inner/2/word", "unknown_value")]),
    ("the reading that got furthest", {**GOOD, "either": [{"n": 0}]}, [("/either/0/n", "out_of_range")]),
    ("no reading", {**GOOD, "either": "x"}, [("/either", "wrong_type")]),
    ("too few in a pair", {**GOOD, "pair": ["a"]}, [("/pair", "wrong_length")]),
    ("wrong in a pair", {**GOOD, "pair": [1, "a"]}, [("/pair/0", "wrong_type"), ("/pair/1", "wrong_type")]),
    ("keys and values", {**GOOD, "some": {"abcd": True, "a": 1}}, [("/some/abcd", "too_long"), ("/some/a", "wrong_type")]),
]


@pytest.mark.parametrize(("value", "expected"), [pytest.param(*case[1:], id=case[0]) for case in FAULTS])
def test_faults(value: Any, expected: list[tuple[str, str]]) -> None:
    found = faults_of(Outer | Other, value, "")
    assert sorted((fault.pointer, fault.code) for fault in found) == sorted(expected)
    assert refused(Outer | Other, value)
    assert all(fault.message.endswith(".") for fault in found)


@pytest.mark.parametrize(
    ("length", "message"),
    [(0, "At least 1 must stand here, not 0."), (1, None), (3, None), (4, "At most 3 can stand here, not 4.")],
)
@pytest.mark.parametrize("kind", [list[int], tuple[int, ...]])
def test_a_list_of_another_length_is_told_how_long_it_may_be(kind: Any, length: int, message: str | None) -> None:
    bounded = Annotated[kind, Meta(min_length=1, max_length=3)]
    found = faults_of(bounded, [7] * length, "/ops")
    assert found == ([] if message is None else [Fault("/ops", "wrong_length", message)])
    assert bool(found) == refused(bounded, [7] * length)


@pytest.mark.parametrize("length", [0, 1, 60, 61])
@pytest.mark.parametrize("character", ["x", "\u00e9", "\U0001f600"])
def test_lengths_are_code_points(length: int, character: str) -> None:
    name = Annotated[str, Meta(min_length=1, max_length=60)]
    found = faults_of(name, character * length, "")
    assert bool(found) == refused(name, character * length) == (length not in (1, 60))


MOMENTS = [
    "2026-05-01T19:30:00Z", "2026-05-01t19:30:00z", "2026-05-01T19:30:00+05:30", "2026-05-01T19:30:00-00:00",
    "0001-01-01T00:00:00Z", "2024-02-29T23:59:59.5Z", "2026-05-01T19:30:00.123456789Z", "2016-12-31T23:59:60Z",
    "9999-12-31T23:59:59+23:59",
]
NO_MOMENTS = [
    "", "2026-05-01", "19:30:00Z", "2026-05-01T19:30:00", "2026-05-01 19:30:00Z", "2026-05-01T19:30Z",
    "2026-05-01T19:30:00+0530", "2026-02-30T00:00:00Z", "2025-02-29T00:00:00Z", "2026-13-01T00:00:00Z",
    "2026-05-01T24:00:00Z", "2026-05-01T19:60:00Z", "2026-05-01T19:30:61Z", "2026-05-01T19:30:00+24:00",
    "2026-05-01T19:30:00+05:60", "2026-05-01T19:30:00.Z", "2026-W18-5T19:30:00Z", "20260501T193000Z",
    "2026-05-01T19:30:00Z\n", " 2026-05-01T19:30:00Z", "\u0662026-05-01T19:30:00Z", "26-05-01T19:30:00Z",
    "2026-05-01T19:30:00 Z", "2026-05-01T19:30:00UTC", "12026-05-01T19:30:00Z",
]


@pytest.mark.parametrize("text", MOMENTS)
def test_moments(text: str) -> None:
    assert is_moment(text)


@pytest.mark.parametrize("text", NO_MOMENTS)
def test_no_moments(text: str) -> None:
    assert not is_moment(text)


@given(st.datetimes(timezones=st.timezones()), st.sampled_from(["seconds", "milliseconds", "microseconds"]))
def test_whatever_the_calendar_has_is_a_moment(moment: Any, precision: str) -> None:
    text = moment.isoformat(timespec=precision)
    assert is_moment(text) == (text.count(":") == 3), "offsets with seconds are none of RFC 3339"


@given(anything)
def test_quotes_are_short(value: Any) -> None:
    assert 0 < len(quote(value)) <= 80


@pytest.mark.parametrize(("value", "shown"), [
    (None, "null"), (True, "true"), ([False, None], "[false, null]"), ({"a": ["é"]}, '{"a": ["é"]}'),
    ("é\"", '"é\\""'), (1.5, "1.5"),
])
def test_quotes_are_json_as_it_was_sent(value: Any, shown: str) -> None:
    assert quote(value) == shown


def test_a_form_is_told_in_words() -> None:
    """A pattern is for programs."""
    found = faults_of(Outer, {**GOOD, "code": "a", "letter": "a"}, "")
    assert [fault.message for fault in found] == ['"a" has not the form that is wanted here.', '"a" is not one large letter.']
