"""Random corrections, and a model of them in plain JSON that shares nothing with the service: what a log is after them."""

import copy
import random
from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.core.game import Game
from adjudicator.core.log import Log
from tests.games.playing import NAMES, lawful, written

NEWCOMERS = ("Ana", "Ben", "Zoë B.", "Łucja")


class Model:
    """A log as JSON, to which ops are done. `donors`: other entries of the same game, for players by their seats."""

    def __init__(self, log: Log, rng: random.Random) -> None:
        self.raw, self.rng = written(log), rng
        other = lawful(log.game, rng.randrange(1_000))
        spare = written(other)["moves"] if len(other.table.players) == len(log.table.players) else []
        self.donors = renamed(spare, dict(zip(other.table.players, log.table.players, strict=False)))
        self.first = list(log.table.players)

    def op(self) -> dict[str, Any]:
        """A random op, done."""
        made: dict[str, Any] = self.rng.choice(_KINDS)(self)
        return made

    def move(self) -> dict[str, Any]:
        moves: list[dict[str, Any]] = self.raw["moves"]
        roll = self.rng.random()
        if moves and roll < 0.4:
            return copy.deepcopy(self.rng.choice(moves))
        if self.donors and roll < 0.8:
            donor = self.rng.choice(self.donors)
            return renamed(donor, dict(zip(self.first, self.raw["players"], strict=True)))  # type: ignore[no-any-return]
        return {"type": "remark", "note": f"Said at {roll}."}

    def replace(self) -> dict[str, Any]:
        if not self.raw["moves"]:
            return self.insert()
        ply, move = self.rng.randint(1, len(self.raw["moves"])), self.move()
        if self.rng.random() < 0.5:
            move = {**self.raw["moves"][ply - 1], "stands": True, "note": "So it was."}
        self.raw["moves"][ply - 1] = move
        return {"op": "replace", "ply": ply, "move": copy.deepcopy(move)}

    def insert(self) -> dict[str, Any]:
        ply, move = self.rng.randint(1, len(self.raw["moves"]) + 1), self.move()
        self.raw["moves"].insert(ply - 1, move)
        return {"op": "insert", "ply": ply, "move": copy.deepcopy(move)}

    def remove(self) -> dict[str, Any]:
        if not self.raw["moves"]:
            return self.insert()
        ply = self.rng.randint(1, len(self.raw["moves"]))
        self.raw["moves"].pop(ply - 1)
        return {"op": "remove", "ply": ply}

    def truncate(self) -> dict[str, Any]:
        length = len(self.raw["moves"])
        ply = self.rng.randint(length // 2, length)
        self.raw["moves"] = self.raw["moves"][:ply]
        return {"op": "truncate", "ply": ply}

    def undo(self) -> dict[str, Any]:
        if not self.raw["moves"]:
            return self.insert()
        self.raw["moves"].pop()
        return {"op": "undo"}

    def seats(self) -> dict[str, Any]:
        old = self.raw["players"]
        new = self.rng.sample(old, len(old)) if self.rng.random() < 0.5 else list(old)
        for seat in range(len(new)):
            if self.rng.random() < 0.4:
                new[seat] = self.rng.choice([name for name in (*NAMES, *NEWCOMERS) if name not in (*new, *old)])
        going, coming = [name for name in old if name not in new], [name for name in new if name not in old]
        self.raw |= renamed({key: self.raw[key] for key in ("setup", "moves")}, dict(zip(going, coming, strict=True)))
        self.raw["players"] = new
        self.first = [dict(zip(going, coming, strict=True)).get(name, name) for name in self.first]
        self.donors = renamed(self.donors, dict(zip(going, coming, strict=True)))
        return {"op": "seats", "players": list(new)}

    def setup(self) -> dict[str, Any]:
        setup = {**self.raw["setup"], "first": self.rng.choice(self.raw["players"])}
        self.raw["setup"] = setup
        return {"op": "setup", "setup": copy.deepcopy(setup)}


_KINDS = (Model.replace, Model.replace, Model.insert, Model.remove, Model.truncate, Model.undo, Model.seats, Model.setup)


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """JSON in which every text, key or not, that is one of these names is another."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [renamed(item, names) for item in value]
    if isinstance(value, dict):
        return {names.get(key, key): renamed(item, names) for key, item in value.items()}
    return value


def reverse(payload: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Ops that take a correction back, from what the history holds of it."""
    if "players" in payload:
        yield {"op": "seats", "players": payload["players"]["before"]}
    if "setup" in payload:
        yield {"op": "setup", "setup": payload["setup"]["before"]}
    if "moves" in payload:
        moves = payload["moves"]
        yield from ({"op": "remove", "ply": moves["ply"]} for _ in moves["after"])
        yield from ({"op": "insert", "ply": ply, "move": move} for ply, move in enumerate(moves["before"], moves["ply"]))


def some_ops(model: Model) -> list[dict[str, Any]]:
    """One to four ops, done one after the other."""
    return [model.op() for _ in range(model.rng.randint(1, 4))]


def short(game: Game, number: int, most: int = 40) -> Log:
    """The beginning of a lawful log."""
    log = lawful(game, number)
    return Log(game, log.table, log.entries[:most])
