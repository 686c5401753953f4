"""Faults of entries that cannot be read as they stand."""

import json

import pytest

from adjudicator.core.errors import Malformed
from adjudicator.core.log import decode_log
from adjudicator.core.reading import read_json
from tests.games.cases import GAMES


def test_a_field_with_a_fault_is_not_missing() -> None:
    """Nor does the fault inside it hide what is wrong beside it."""
    summary = {"type": "summary", "points": {"Asha": "ten", "Bo": 14, "Chen": 8}, "winner": "Asha"}
    log = {"game": "carrom", "players": ["Asha", "Bo", "Chen"], "moves": [summary]}
    with pytest.raises(Malformed) as refused:
        decode_log(GAMES, read_json(json.dumps(log)))
    assert [fault.pointer for fault in refused.value.faults] == ["/moves/0/points/Asha", "/moves/0/winner"]
