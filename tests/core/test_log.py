"""Decoding a log: what is read, and for what cannot be read every fault with its pointer."""

import json
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from adjudicator.core.entries import Adjust, End, Placing, Remark, Result
from adjudicator.core.errors import Malformed, TooLarge
from adjudicator.core.log import MAX_ENTRIES, Log, decode_log
from adjudicator.core.reading import read_json
from tests.games.cases import GAMES
from tests.games.toy.moves import Play, Setup

PLAY = {"type": "play", "player": "Asha", "card": 3}
LOG: dict[str, Any] = {"game": "toy", "players": ["Asha", "Bo", "Chen"], "moves": [PLAY]}


def decode(raw: Any) -> Log:
    return decode_log(GAMES, read_json(raw if isinstance(raw, (str, bytes)) else json.dumps(raw)))


def faults(raw: Any) -> list[tuple[str, str]]:
    with pytest.raises(Malformed) as refused:
        decode(raw)
    assert all(fault.message.endswith(".") for fault in refused.value.faults)
    return [(fault.pointer, fault.code) for fault in refused.value.faults]


def test_the_least_log() -> None:
    log = decode({"game": "toy", "players": ["Asha", "Bo"], "moves": []})
    table = log.table
    assert (log.game, log.entries) == (GAMES["toy"], ())
    assert (table.players, table.preset, table.setup, table.first) == (("Asha", "Bo"), "standard", Setup(), 0)
    assert msgspec.to_builtins(table.options) == {"proof": "hold"}


def test_entries_of_every_kind() -> None:
    moves = [
        {**PLAY, "note": "Slowly.", "at": "2026-05-01T19:30:00+05:30", "stands": True},
        {"type": "remark", "note": "Tea."},
        {"type": "remark", "player": "Bo", "note": "Coffee.", "stands": False},
        {"type": "adjust", "player": "Bo", "points": -1_000_000, "note": "Both cups."},
        {"type": "end", "reason": "forfeit", "player": "Chen", "note": "Left."},
        {"type": "end", "reason": "time"},
        {"type": "result", "standings": [{"players": ["Bo"], "rank": 1, "points": 3}, {"players": ["Asha", "Chen"], "rank": 2}]},
    ]
    assert decode({**LOG, "moves": moves}).entries == (
        Play(player="Asha", card=3, note="Slowly.", at="2026-05-01T19:30:00+05:30", stands=True),
        Remark(note="Tea."),
        Remark(player="Bo", note="Coffee."),
        Adjust(player="Bo", points=-1_000_000, note="Both cups."),
        End(reason="forfeit", player="Chen", note="Left."),
        End(reason="time"),
        Result(standings=(Placing(players=("Bo",), rank=1, points=3), Placing(players=("Asha", "Chen"), rank=2))),
    )


@pytest.mark.parametrize(
    ("ruleset", "preset", "proof"),
    [
        ("standard", "standard", "hold"),
        ("lenient", "lenient", "report_only"),
        ({}, "standard", "hold"),
        ({"preset": "lenient"}, "lenient", "report_only"),
        ({"options": {}}, "standard", "hold"),
        ({"options": {"proof": "report_only"}}, "standard", "report_only"),
        ({"preset": "lenient", "options": {}}, "lenient", "report_only"),
        ({"preset": "lenient", "options": {"proof": "hold"}}, "lenient", "hold"),
    ],
)
def test_rulesets(ruleset: Any, preset: str, proof: str) -> None:
    """A preset's name, or an object; options given lie over the preset's."""
    table = decode({**LOG, "ruleset": ruleset}).table
    assert (table.preset, table.options.proof) == (preset, proof)


@pytest.mark.parametrize(("first", "seat"), [("Asha", 0), ("Bo", 1), ("Chen", 2)])
def test_first(first: str, seat: int) -> None:
    assert decode({**LOG, "setup": {"first": first}}).table.first == seat


def test_names_are_compared_in_nfc() -> None:
    play = '{"type": "play", "player": "Zo\u00eb", "card": 3.0}'
    log = decode(f'{{"game": "toy", "players": ["Zoe\u0308", "Bo"], "moves": [{play}]}}')
    assert log.table.players == ("Zo\u00eb", "Bo")
    assert log.entries == (Play(player="Zo\u00eb", card=3),)


@pytest.mark.parametrize("name", ["x", "x" * 60, "\U0001f600" * 60, "e\u0301" * 60, " ", "null", "{player}", "a/b~c", "\u202ea"])
def test_names_that_may_be(name: str) -> None:
    assert len(decode({**LOG, "players": [name, "Bo"], "moves": [{**PLAY, "player": name}]}).entries) == 1


def test_5000_entries_and_not_one_more() -> None:
    remark = {"type": "remark", "note": "Again."}
    assert MAX_ENTRIES == 5_000
    assert len(decode({**LOG, "moves": [remark] * 5_000}).entries) == 5_000
    with pytest.raises(TooLarge, match="5001"):
        decode({**LOG, "moves": [remark] * 5_001})
    with pytest.raises(TooLarge):
        decode({**LOG, "players": None, "moves": [None] * 5_001})


def without(*keys: str) -> dict[str, Any]:
    return {key: value for key, value in LOG.items() if key not in keys}


def moves(*entries: Any, **rest: Any) -> dict[str, Any]:
    return {**LOG, **rest, "moves": list(entries)}


def placed(*rows: Any) -> dict[str, Any]:
    return moves({"type": "result", "standings": list(rows)})


LAST = {"players": ["Asha"], "rank": 1}
MALFORMED: dict[str, tuple[Any, list[tuple[str, str]]]] = {
    "no object": ([LOG], [("", "wrong_type")]),
    "null": (None, [("", "wrong_type")]),
    "an empty object": ({}, [("/game", "missing"), ("/moves", "missing"), ("/players", "missing")]),
    "no game": (without("game"), [("/game", "missing")]),
    "an unknown game": ({**LOG, "game": "chess"}, [("/game", "unknown_game")]),
    "a game of another case": ({**LOG, "game": "Toy"}, [("/game", "unknown_game")]),
    "a game that is no text": ({**LOG, "game": ["toy"]}, [("/game", "unknown_game")]),
    "null for the game": ({**LOG, "game": None}, [("/game", "unknown_game")]),
    "an unknown game, and names that are none": ({**LOG, "game": "?", "players": ["", 7], "x": 1},
        [("/game", "unknown_game"), ("/players/0", "too_short"), ("/players/1", "wrong_type"), ("/x", "unknown_field")]),
    "unknown fields": ({**LOG, "x": 1, "a/b": 2}, [("/a~1b", "unknown_field"), ("/x", "unknown_field")]),
    "no moves": (without("moves"), [("/moves", "missing")]),
    "null for the moves": ({**LOG, "moves": None}, [("/moves", "wrong_type")]),
    "moves that are an object": ({**LOG, "moves": {"0": PLAY}}, [("/moves", "wrong_type")]),
    "no players": (moves(players=None), [("/players", "wrong_type")]),
    "one player": (moves(players=["Asha"]), [("/players", "wrong_number")]),
    "four players": (moves(players=["Asha", "Bo", "Chen", "Dana"]), [("/players", "wrong_number")]),
    "nobody": (moves(players=[]), [("/players", "wrong_number")]),
    "a player twice": (moves(players=["Asha", "Bo", "Asha"]), [("/players/2", "twice")]),
    "a player twice, in two Unicode forms": (moves(players=["\u00e9", "e\u0301"]), [("/players/1", "twice")]),
    "names that are none": (moves(players=["", "x" * 61, 3]),
        [("/players/0", "too_short"), ("/players/1", "too_long"), ("/players/2", "wrong_type")]),
    "a name with a control character": (moves(players=["As\u0007ha", "Bo"]), [("/players/0", "control_character")]),
    "null for the ruleset": ({**LOG, "ruleset": None}, [("/ruleset", "wrong_type")]),
    "a ruleset that is a list": ({**LOG, "ruleset": []}, [("/ruleset", "wrong_type")]),
    "an unknown preset": ({**LOG, "ruleset": "strict"}, [("/ruleset", "unknown_preset")]),
    "an unknown preset in an object": ({**LOG, "ruleset": {"preset": "strict"}}, [("/ruleset/preset", "unknown_preset")]),
    "null for the preset": ({**LOG, "ruleset": {"preset": None}}, [("/ruleset/preset", "unknown_preset")]),
    "a preset that is no text": ({**LOG, "ruleset": {"preset": ["lenient"]}}, [("/ruleset/preset", "unknown_preset")]),
    "unknown fields of the ruleset": ({**LOG, "ruleset": {"proof": "hold", "version": 1}},
        [("/ruleset/proof", "unknown_field"), ("/ruleset/version", "unknown_field")]),
    "an unknown option": ({**LOG, "ruleset": {"options": {"prof": "hold"}}}, [("/ruleset/options/prof", "unknown_field")]),
    "an unknown value": ({**LOG, "ruleset": {"options": {"proof": "never"}}}, [("/ruleset/options/proof", "unknown_value")]),
    "null for an option": ({**LOG, "ruleset": {"options": {"proof": None}}}, [("/ruleset/options/proof", "unknown_value")]),
    "null for the options": ({**LOG, "ruleset": {"options": None}}, [("/ruleset/options", "wrong_type")]),
    "preset, options and more": ({**LOG, "ruleset": {"preset": "?", "options": {"proof": 1}, "x": 1}},
        [("/ruleset/options/proof", "unknown_value"), ("/ruleset/preset", "unknown_preset"), ("/ruleset/x", "unknown_field")]),
    "null for the setup": ({**LOG, "setup": None}, [("/setup", "wrong_type")]),
    "null for who begins": ({**LOG, "setup": {"first": None}}, [("/setup/first", "wrong_type")]),
    "a stranger begins": ({**LOG, "setup": {"first": "Dana"}}, [("/setup/first", "stranger")]),
    "strangers and more in the setup": ({**LOG, "setup": {"hands": {"Dana": [1, 2, 3], "Bo": [1, 2]}, "x": 1}},
        [("/setup/hands/Bo", "wrong_length"), ("/setup/hands/Dana", "stranger"), ("/setup/x", "unknown_field")]),
    "what the game finds in the setup": ({**LOG, "setup": {"hands": {"Asha": [1, 2, 3], "Bo": [3, 4, 5]}}},
        [("/setup/hands", "twice")]),
    "an entry that is none": (moves(PLAY, None, 3, "play", []), [(f"/moves/{index}", "wrong_type") for index in range(1, 5)]),
    "no type": (moves({"player": "Asha", "card": 3}), [("/moves/0/type", "missing")]),
    "unknown types": (moves({**PLAY, "type": "Play"}, {**PLAY, "type": None}, {**PLAY, "type": []}),
        [(f"/moves/{index}/type", "unknown_type") for index in range(3)]),
    "missing fields": (moves({"type": "play"}, {"type": "adjust", "note": "?"}),
        [("/moves/0/card", "missing"), ("/moves/0/player", "missing"),
         ("/moves/1/player", "missing"), ("/moves/1/points", "missing")]),
    "an unknown field": (moves(PLAY, {**PLAY, "colour": "red"}), [("/moves/1/colour", "unknown_field")]),
    "a field of another kind": (moves({**PLAY, "points": 3}), [("/moves/0/points", "unknown_field")]),
    "numbers that are none": (moves({**PLAY, "card": "3"}, {**PLAY, "card": True}, {**PLAY, "card": 2.5}, {**PLAY, "card": None}),
        [(f"/moves/{index}/card", "wrong_type") for index in range(4)]),
    "numbers that are too great": (moves({**PLAY, "card": 1_000_001}, {**PLAY, "card": -1_000_001}, {**PLAY, "card": 10**400}),
        [(f"/moves/{index}/card", "out_of_range") for index in range(3)]),
    "strangers": (moves({**PLAY, "player": "Dana"}, PLAY, {**PLAY, "player": "asha"}, {**PLAY, "player": ""}),
        [("/moves/0/player", "stranger"), ("/moves/2/player", "stranger"), ("/moves/3/player", "too_short")]),
    "no stranger where no players are known": ({"game": "toy", "setup": {"first": "Bo"}, "moves": [PLAY, {**PLAY, "note": ""}]},
        [("/moves/1/note", "too_short"), ("/players", "missing")]),
    "no stranger where the players cannot be read": ({**LOG, "players": ["Asha", 5], "moves": [{**PLAY, "player": "Bo"}]},
        [("/players/1", "wrong_type")]),
    "a stranger where nothing else is wrong": (moves({"type": "remark", "player": "Dana", "note": "Hello."}),
        [("/moves/0/player", "stranger")]),
    "null for a player": (moves({**PLAY, "player": None}), [("/moves/0/player", "wrong_type")]),
    "null for the note": (moves({**PLAY, "note": None}), [("/moves/0/note", "wrong_type")]),
    "notes of no length and of too much": (moves({**PLAY, "note": ""}, {**PLAY, "note": "x" * 501}, {**PLAY, "note": "x" * 500}),
        [("/moves/0/note", "too_short"), ("/moves/1/note", "too_long")]),
    "control characters": (moves({**PLAY, "note": "a\u0000"}, {**PLAY, "note": "a\u0085", "card": 0.5}),
        [("/moves/0/note", "control_character"), ("/moves/1/card", "wrong_type"), ("/moves/1/note", "control_character")]),
    "stands without a note": (moves({**PLAY, "stands": True}, {**PLAY, "stands": True, "card": "x"}, {"stands": True}),
        [("/moves/0/note", "missing"), ("/moves/1/card", "wrong_type"), ("/moves/1/note", "missing"),
         ("/moves/2/note", "missing"), ("/moves/2/type", "missing")]),
    "stands that is no truth": (moves({**PLAY, "stands": "yes"}, {**PLAY, "stands": None}, {**PLAY, "stands": 1}),
        [(f"/moves/{index}/stands", "wrong_type") for index in range(3)]),
    "notes required": (
        moves({"type": "adjust", "player": "Bo", "points": 1}, {"type": "remark"}, {"type": "ruling", "decision": "fined"},
              {"type": "end", "reason": "forfeit", "player": "Bo"}),
        [(f"/moves/{index}/note", "missing") for index in range(4)]),
    "a note required of an entry with other faults": (moves({"type": "adjust", "player": "Dana", "points": "x"}),
        [("/moves/0/note", "missing"), ("/moves/0/player", "stranger"), ("/moves/0/points", "wrong_type")]),
    "a note required of entries that lack more": (
        moves({"type": "remark", "x": 1}, {"type": "ruling"}, {"type": "end", "reason": "forfeit", "at": 1}),
        [("/moves/0/note", "missing"), ("/moves/0/x", "unknown_field"), ("/moves/1/decision", "missing"),
         ("/moves/1/note", "missing"), ("/moves/2/at", "wrong_type"), ("/moves/2/note", "missing"),
         ("/moves/2/player", "missing")]),
    "a forfeit of nobody": (moves({"type": "end", "reason": "forfeit", "note": "?"}), [("/moves/0/player", "missing")]),
    "a forfeit without anything": (moves({"type": "end", "reason": "forfeit"}),
        [("/moves/0/note", "missing"), ("/moves/0/player", "missing")]),
    "a forfeit of a stranger": (moves({"type": "end", "reason": "forfeit", "player": "Dana", "note": "?"}),
        [("/moves/0/player", "stranger")]),
    "a player where time is called": (moves({"type": "end", "reason": "time", "player": "Bo"}),
        [("/moves/0/player", "unknown_field")]),
    "a player of what was abandoned": (moves({"type": "end", "reason": "abandoned", "player": "Bo"}),
        [("/moves/0/player", "unknown_field")]),
    "an unknown reason": (moves({"type": "end", "reason": "bored"}, {"type": "end"}),
        [("/moves/0/reason", "unknown_value"), ("/moves/1/reason", "missing")]),
    "times that are none": (moves({**PLAY, "at": "yesterday"}, {**PLAY, "at": "2026-05-01T19:30:00"}, {**PLAY, "at": 5}),
        [("/moves/0/at", "not_a_time"), ("/moves/1/at", "not_a_time"), ("/moves/2/at", "wrong_type")]),
    "rows that are none": (placed({"players": ["Asha"]}, {"rank": 1}, {"players": "Bo", "rank": "1", "x": 1}),
        [("/moves/0/standings/0/rank", "missing"), ("/moves/0/standings/1/players", "missing"),
         ("/moves/0/standings/2/players", "wrong_type"), ("/moves/0/standings/2/rank", "wrong_type"),
         ("/moves/0/standings/2/x", "unknown_field")]),
    "strangers in a row": (placed(LAST, {"players": ["Bo", "Dana"], "rank": 2}),
        [("/moves/0/standings/1/players/1", "stranger")]),
    "a stranger in a row at no time, each told once": (
        moves({"type": "result", "standings": [LAST, {"players": ["Dana"], "rank": 2}], "at": "late"}),
        [("/moves/0/at", "not_a_time"), ("/moves/0/standings/1/players/0", "stranger")]),
    "null for the points of a row": (placed({**LAST, "points": None}), [("/moves/0/standings/0/points", "wrong_type")]),
    "faults everywhere": (
        {**moves({**PLAY, "card": "x"}, 7), "players": ["Asha", ""], "ruleset": 5, "setup": {"first": 1}, "y": 0},
        [("/moves/0/card", "wrong_type"), ("/moves/1", "wrong_type"), ("/players/1", "too_short"), ("/ruleset", "wrong_type"),
         ("/setup/first", "wrong_type"), ("/y", "unknown_field")]),
}


@pytest.mark.parametrize(("raw", "expected"), MALFORMED.values(), ids=MALFORMED)
def test_malformed(raw: Any, expected: list[tuple[str, str]]) -> None:
    assert sorted(faults(raw)) == sorted(expected)


def test_keys_that_nfc_makes_equal_are_malformed() -> None:
    hands = '{"\u00e9": [1, 2, 3], "e\u0301": [4, 5, 6]}'
    raw = f'{{"game": "toy", "players": ["\u00e9", "Bo"], "setup": {{"hands": {hands}}}, "moves": []}}'
    assert faults(raw) == [("/setup/hands/e\u0301", "same_key")]


def test_points_of_a_result_where_the_game_has_none() -> None:
    game = msgspec.structs.replace(GAMES["toy"], result_points=False)
    raw = placed({**LAST, "points": 1}, {"players": ["Bo"], "rank": 2}, {"players": ["Chen"], "rank": 3, "points": 0})
    with pytest.raises(Malformed) as refused:
        decode_log({"toy": game}, read_json(json.dumps(raw)))
    assert [fault.pointer for fault in refused.value.faults] == ["/moves/0/standings/0/points", "/moves/0/standings/2/points"]


def test_many_faults_are_all_named() -> None:
    found = faults(moves(*[{**PLAY, "card": "x", "player": "Dana"}] * 5_000))
    assert len(found) == 10_000


def test_absent_fields_stay_absent() -> None:
    """`stands: false` is as absent; an entry is written again without what it did not have."""
    entry = decode(moves({**PLAY, "stands": False})).entries[0]
    assert (entry.note, entry.at) == (UNSET, UNSET)
    assert msgspec.to_builtins(entry) == PLAY
