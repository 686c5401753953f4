"""Texts made to be slow to read: each of these would take hours if its cost grew with the square of its size."""

import json

import pytest

from adjudicator.core.errors import Malformed
from adjudicator.core.log import decode_log
from adjudicator.core.reading import read_json
from adjudicator.games import discover

GAMES = discover("tests.games")
MANY = 30_000


def refused(**fields) -> list[str]:
    log = {"game": "toy", "players": ["Asha", "Bo"], "moves": []} | fields
    with pytest.raises(Malformed) as caught:
        decode_log(GAMES, read_json(json.dumps(log)))
    return [fault.pointer for fault in caught.value.faults]


def test_every_unknown_field_of_an_entry_is_named():
    entry = {"type": "play", "player": "Asha", "card": 3} | {f"f{number}": 1 for number in range(MANY)}
    assert refused(moves=[entry]) == [f"/moves/0/f{number}" for number in range(MANY)]


def test_every_stranger_of_a_setup_is_named():
    names = [f"p{number}" for number in range(MANY)]
    strangers = {f"x{number}": [1, 2, 3] for number in range(MANY)}
    found = refused(players=names, setup={"hands": strangers})
    assert found == ["/players", *(f"/setup/hands/x{number}" for number in range(MANY))]


def test_a_text_too_long_for_any_field_is_not_brought_to_nfc():
    marks = "\u0301\u0316" * 1_000_000
    assert read_json(json.dumps(marks)).value == marks
    assert refused(moves=[{"type": "remark", "note": marks}]) == ["/moves/0/note"]


def test_a_text_that_nfc_makes_short_enough_is_read():
    note = "\u03b1\u0313\u0300\u0345" * 500
    log = {"game": "toy", "players": ["Asha", "Bo"], "moves": [{"type": "remark", "note": note}]}
    entry = decode_log(GAMES, read_json(json.dumps(log))).entries[0]
    assert entry.note == "\u1f82" * 500
