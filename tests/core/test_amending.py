"""The ops of a correction: what they make of a log, and every fault of them."""

from typing import Any

import pytest

from adjudicator.core.amending import amended
from adjudicator.core.errors import Fault, TooLarge
from adjudicator.core.log import MAX_ENTRIES, Log
from tests.games.playing import decoded, written

REMARK = {"type": "remark", "note": "Later."}
TAKI = {"game": "taki", "players": ["Asha", "Bo"], "setup": {"leading": ["R5"]}}


def play(player: str, card: int) -> dict[str, Any]:
    return {"type": "play", "player": player, "card": card}


def a_log(count: int = 3) -> Log:
    """Asha and Bo in turn, with the cards 1, 2, 3."""
    moves = [play(("Asha", "Bo")[number % 2], number + 1) for number in range(count)]
    setup = {"first": "Asha", "hands": {"Bo": [2, 4, 6]}}
    return decoded({"game": "toy", "players": ["Asha", "Bo"], "setup": setup, "moves": moves})


def after(*ops: Any, log: Log | None = None) -> dict[str, Any]:
    faults: list[Fault] = []
    found = amended(log or a_log(), ops, "/ops", faults)
    assert faults == []
    return written(found)


def cards(*ops: Any) -> list[Any]:
    return [move.get("card", move["type"]) for move in after(*ops)["moves"]]


def faults_of(*ops: Any, log: Log | None = None) -> list[tuple[str, str]]:
    faults: list[Fault] = []
    amended(log or a_log(), ops, "/ops", faults)
    return [(fault.pointer, fault.code) for fault in faults]


def replace(ply: Any, move: Any) -> dict[str, Any]:
    return {"op": "replace", "ply": ply, "move": move}


def insert(ply: Any, move: Any) -> dict[str, Any]:
    return {"op": "insert", "ply": ply, "move": move}


def seats(*players: Any) -> dict[str, Any]:
    return {"op": "seats", "players": list(players)}


class TestEntries:
    def test_each_op_alone(self) -> None:
        assert cards(replace(2, play("Bo", 7))) == [1, 7, 3]
        assert cards(insert(1, REMARK)) == ["remark", 1, 2, 3]
        assert cards(insert(4, REMARK)) == [1, 2, 3, "remark"]
        assert cards({"op": "remove", "ply": 1}) == [2, 3]
        assert cards({"op": "truncate", "ply": 2}) == [1, 2]
        assert cards({"op": "truncate", "ply": 0}) == []
        assert cards({"op": "undo"}, {"op": "undo"}) == [1]

    def test_plies_count_in_the_log_as_it_was_left(self) -> None:
        assert cards({"op": "remove", "ply": 1}, replace(1, REMARK)) == ["remark", 3]
        assert cards(insert(1, REMARK), replace(2, play("Asha", 9)), {"op": "undo"}) == ["remark", 9, 2]


class TestSeats:
    def test_who_goes_gives_way_to_who_comes(self) -> None:
        found = after(seats("Chen", "Bo"))
        assert found["players"] == ["Chen", "Bo"]
        assert [move["player"] for move in found["moves"]] == ["Chen", "Bo", "Chen"]
        assert found["setup"] == {"first": "Chen", "hands": {"Bo": [2, 4, 6]}}

    def test_who_stays_is_the_same_in_another_place(self) -> None:
        found = after(seats("Bo", "Asha"))
        assert found["players"] == ["Bo", "Asha"]
        assert [move["player"] for move in found["moves"]] == ["Asha", "Bo", "Asha"]
        assert found["setup"]["first"] == "Asha"

    def test_both_at_once(self) -> None:
        found = after(seats("Dana", "Asha"))
        assert [move["player"] for move in found["moves"]] == ["Asha", "Dana", "Asha"]
        assert found["setup"] == {"first": "Asha", "hands": {"Dana": [2, 4, 6]}}

    def test_names_are_those_of_the_log_as_it_was_left(self) -> None:
        ops = [insert(1, play("Asha", 9)), seats("Bo", "Chen"), insert(1, play("Chen", 8)), seats("Asha", "Bo")]
        found = after(*ops)
        # Asha became Chen, and takes her second seat; then Chen gave way to Asha, who takes the first.
        assert found["players"] == ["Asha", "Bo"]
        assert [move["player"] for move in found["moves"]] == ["Asha", "Asha", "Asha", "Bo", "Asha"]

    def test_a_setup_in_names_that_change_later(self) -> None:
        setup = {"op": "setup", "setup": {"first": "Bo", "hands": {"Asha": [1, 2, 3]}}}
        assert after(setup, seats("Chen", "Bo"))["setup"] == {"first": "Bo", "hands": {"Chen": [1, 2, 3]}}


class TestFaults:
    def test_every_fault_of_every_op(self) -> None:
        found = faults_of(
            {"op": "fly"},
            {"ply": 1},
            7,
            replace(1, {"type": "play", "player": "Nobody", "card": "x"}),
            {"op": "remove", "ply": "1", "more": True},
            {"op": "insert", "ply": 0, "move": {"type": "hop"}},
            {"op": "setup", "setup": {"hands": {"Bo": [1]}, "last": 1}},
            {"op": "replace", "ply": 1},
            {"op": "undo", "ply": 1},
        )
        assert sorted(found) == [
            ("/ops/0/op", "unknown_type"),
            ("/ops/1/op", "missing"),
            ("/ops/2", "wrong_type"),
            ("/ops/3/move/card", "wrong_type"),
            ("/ops/4/more", "unknown_field"),
            ("/ops/4/ply", "wrong_type"),
            ("/ops/5/move/type", "unknown_type"),
            ("/ops/5/ply", "out_of_range"),
            ("/ops/6/setup/hands/Bo", "wrong_length"),
            ("/ops/6/setup/last", "unknown_field"),
            ("/ops/7/move", "missing"),
            ("/ops/8/ply", "unknown_field"),
        ]

    def test_strangers(self) -> None:
        assert faults_of(insert(1, play("Chen", 1)), seats("Chen", "Bo"), insert(1, play("Asha", 1))) == [
            ("/ops/0/move/player", "stranger"),
            ("/ops/2/move/player", "stranger"),
        ]
        assert faults_of(seats("Chen"), insert(1, play("Chen", 1))) == [("/ops/0/players", "wrong_number")]
        assert faults_of({"op": "seats"}, {"op": "setup", "setup": {"first": "Chen"}}) == [("/ops/0/players", "missing")]

    def test_what_a_game_asks_of_an_entry(self) -> None:
        log = decoded(TAKI | {"moves": []})
        draw = {"type": "draw", "player": "Asha", "count": 2, "cards": ["R5"]}
        assert faults_of(insert(1, draw), log=log) == [("/ops/0/move/cards", "wrong_length")]
        assert faults_of(insert(1, {**REMARK, "note": "x" * 501}), log=log) == [("/ops/0/move/note", "too_long")]

    def test_plies_outside_of_the_log_as_it_was_left(self) -> None:
        assert faults_of(replace(4, REMARK)) == [("/ops/0/ply", "out_of_range")]
        assert faults_of(insert(5, REMARK)) == [("/ops/0/ply", "out_of_range")]
        assert faults_of({"op": "truncate", "ply": 1}, {"op": "remove", "ply": 2}) == [("/ops/1/ply", "out_of_range")]
        assert faults_of({"op": "truncate", "ply": 4}) == [("/ops/0/ply", "out_of_range")]
        assert faults_of({"op": "truncate", "ply": 0}, {"op": "undo"}) == [("/ops/1", "out_of_range")]

    def test_behind_an_op_that_cannot_be_done_plies_are_not_counted(self) -> None:
        assert faults_of({"op": "remove", "ply": 9}, replace(9, REMARK), {"op": "undo"}) == [("/ops/0/ply", "out_of_range")]
        assert faults_of({"op": "insert", "ply": 1}, replace(4, REMARK)) == [("/ops/0/move", "missing")]
        assert faults_of({"op": "fly"}, *[{"op": "undo"}] * 9) == [("/ops/0/op", "unknown_type")]
        assert faults_of(insert(1, {"type": "hop"}), replace(4, REMARK)) == [("/ops/0/move/type", "unknown_type")]

    def test_seats(self) -> None:
        assert faults_of(seats("Asha", "Asha")) == [("/ops/0/players/1", "twice")]
        assert faults_of(seats("Asha", "")) == [("/ops/0/players/1", "too_short")]
        assert faults_of(seats("Asha", "Bo", "Chen")) == [("/ops/0/players", "wrong_number")]

    def test_the_table_as_a_whole(self) -> None:
        log = decoded(TAKI | {"moves": [{"type": "draw", "player": "Asha", "count": 1}]})
        leading = {"op": "setup", "setup": {"leading": ["G5", "R5"]}}
        assert faults_of(leading, {"op": "setup", "setup": {"leading": ["what"]}}, log=log) == [
            ("/ops/1/setup/leading/0", "no_such_card")
        ]
        assert faults_of({"op": "setup", "setup": {}}, log=log) == [("/ops/0/setup/leading", "missing")]
        bare = decoded({"game": "taki", "players": ["Asha", "Bo"], "moves": []})
        assert faults_of(insert(1, {"type": "draw", "player": "Asha", "count": 1}), log=bare) == [("/ops", "missing")]
        assert faults_of({"op": "setup", "setup": {"hands": {"Asha": [1, 2, 3], "Bo": [3, 4, 5]}}}) == [
            ("/ops/0/setup/hands", "twice")
        ]


class TestLimits:
    def test_a_log_that_grows_too_long(self) -> None:
        log = decoded({"game": "toy", "players": ["Asha", "Bo"], "moves": [REMARK] * MAX_ENTRIES})
        with pytest.raises(TooLarge):
            after(insert(1, REMARK), log=log)
        assert len(after(insert(1, REMARK), {"op": "undo"}, log=log)["moves"]) == MAX_ENTRIES

    def test_too_many_ops(self) -> None:
        with pytest.raises(TooLarge):
            after(*[{"op": "undo"}] * (MAX_ENTRIES + 1))
