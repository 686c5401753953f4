"""Fields mean in Python what JSON Schema says of them."""

import pytest
from marshmallow import ValidationError

from adjudicator.web.schemas.faults import faults_of
from adjudicator.web.schemas.fields import Form, Schema, Text, Truth, Whole, Word


def loaded(field, value):
    return Schema.from_dict({"it": field})().load({"it": value})["it"]


def code(field, value) -> str:
    with pytest.raises(ValidationError) as caught:
        loaded(field, value)
    (fault,) = faults_of(caught.value)
    assert fault.pointer == "/it"
    assert fault.message
    return fault.code


@pytest.mark.parametrize(("value", "expected"), [(3, 3), (3.0, 3), (-5, -5), (0, 0)])
def test_whole_numbers(value, expected):
    found = loaded(Whole(least=-5, most=5), value)
    assert (found, type(found)) == (expected, int)


@pytest.mark.parametrize("value", [True, "3", 2.5, None, [], {}, float("nan"), float("inf")])
def test_what_is_no_whole_number(value):
    assert code(Whole(least=-5, most=5), value) == "wrong_type"


@pytest.mark.parametrize("value", [6, -6, 10**400, 1e300])
def test_numbers_out_of_range(value):
    assert code(Whole(least=-5, most=5), value) == "out_of_range"


def test_numbers_of_a_query_are_digits():
    assert loaded(Whole(least=-50, most=50, query=True), "-42") == -42
    for word in ("", "1_0", " 1", "1\n", "\u0663", "0x1", "1e1", "9" * 30, "+1"):
        assert code(Whole(least=-50, most=50, query=True), word) == "wrong_type"


def test_truth():
    assert loaded(Truth(), True) is True
    assert loaded(Truth(query=True), "false") is False
    for value in ("true", "yes", 1, 0, None, []):
        assert code(Truth(), value) == "wrong_type"
    for word in ("True", "1", "", "on"):
        assert code(Truth(query=True), word) == "wrong_type"


def test_words():
    assert loaded(Word("red", "blue"), "red") == "red"
    for value in ("Red", "", 1, [], {}):
        assert code(Word("red", "blue"), value) == "unknown_value"


def test_texts_are_brought_to_nfc_and_then_counted():
    assert loaded(Text(most=1), "e\u0301") == "\u00e9"
    assert code(Text(most=1), "ee") == "too_long"
    assert code(Text(least=2, most=3), "e\u0301") == "too_short"


@pytest.mark.parametrize("value", ["a\0", "a\n", "\x7f", "\x9f"])
def test_control_characters_stand_in_no_text(value):
    assert code(Text(most=9), value) == "control_character"
    assert code(Text(most=9, form=Form("^[a-z]+$", "small letters")), value) == "control_character"


@pytest.mark.parametrize("value", [1, None, [], {}, True])
def test_what_is_no_text(value):
    assert code(Text(most=9), value) == "wrong_type"


def test_a_pattern_is_one_of_the_whole_text():
    assert loaded(Text(most=9, form=Form("[a-z]", "a small letter")), "a") == "a"
    assert code(Text(most=9, form=Form("[a-z]", "a small letter")), "ab") == "wrong_form"


def test_a_form_is_told_in_words():
    with pytest.raises(ValidationError) as caught:
        loaded(Text(most=9, form=Form("^[a-z]+$", "made of small letters")), "A")
    assert [fault.message for fault in faults_of(caught.value)] == ["This must be made of small letters."]


def test_every_fault_of_an_object_has_its_place():
    inner = Schema.from_dict({"n": Whole(least=0, most=1, required=True), "t": Text(most=1)})
    with pytest.raises(ValidationError) as caught:
        inner().load({"t": "ab", "a/b~c": 1})
    assert sorted((fault.pointer, fault.code) for fault in faults_of(caught.value)) == [
        ("/a~1b~0c", "unknown_field"),
        ("/n", "missing"),
        ("/t", "too_long"),
    ]
    with pytest.raises(ValidationError) as caught:
        inner().load([])
    assert [(fault.pointer, fault.code) for fault in faults_of(caught.value)] == [("", "wrong_type")]
