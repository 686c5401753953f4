"""Components of the document that describe logs, generated from the structs that decode them.

What a game describes by itself is named after it (`CarromStrokeEntry`), what all games share stands once (`RemarkEntry`).
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import inspect

from adjudicator.core import entries
from adjudicator.core.entries import Entry, Name, tag
from adjudicator.core.game import Game
from adjudicator.core.log import MAX_ENTRIES

Described = dict[str, Any]
REF = "#/components/schemas/"


def reference(name: str) -> Described:
    """The use of a component."""
    return {"$ref": REF + name}


def prefix(game: Game) -> str:
    """What the names of a game's components begin with."""
    return game.name.capitalize()


def one_of(tag_field: str, names: Mapping[str, str], description: str) -> Described:
    """One of these components (tag -> name), told apart by the field `tag_field`."""
    return {
        "description": description,
        "oneOf": [reference(name) for name in names.values()],
        "discriminator": {"propertyName": tag_field, "mapping": {tag: REF + name for tag, name in names.items()}},
    }


def closed(required: Described, **optional: Any) -> Described:
    """An object with these fields, and no others."""
    return {
        "type": "object",
        "properties": {**required, **optional},
        "required": list(required),
        "additionalProperties": False,
    }


def shared_logs(games: Iterable[Game]) -> Described:
    """A log of any game, and a line of a batch."""
    games = list(games)
    logs = {game.name: f"{prefix(game)}Log" for game in games}
    lines = {game.name: f"{prefix(game)}BatchLine" for game in games}
    return {
        "GameName": {"type": "string", "description": "The word that logs carry.", "enum": [game.name for game in games]},
        "Log": one_of("game", logs, "What happened at one table, in the order in which it happened."),
        "BatchLine": one_of("game", lines, "One line of a batch: a log, and an `id` that comes back with its answer."),
        "Batch": {
            "description": "NDJSON: one BatchLine a line. Whatever else a line holds is answered by a problem.",
            "items": {"anyOf": [reference("BatchLine"), {}]},
        },
    }


def log_components(game: Game) -> Described:
    """Everything that a log of this game is made of."""
    start = prefix(game)
    names = _names(game)
    kinds = [*game.entries, game.options, game.setup]
    _, found = msgspec.json.schema_components(kinds, ref_template=REF + "{name}")
    described = {names[old]: _renamed(schema, names) for old, schema in found.items()}
    return described | {
        f"{start}Entry": one_of(
            "type", {tag(kind): names[kind.__name__] for kind in game.entries}, f"An entry of a log of {game.texts.title()}."
        ),
        f"{start}Ruleset": _ruleset(game),
        f"{start}Log": _log(game, f"A log of {game.texts.title()}.", {}),
        f"{start}BatchLine": _log(game, f"A line of a batch: a log of {game.texts.title()}.", {"id": {"type": "string"}}),
    }


def _names(game: Game) -> dict[str, str]:
    """msgspec's name of every struct of the game -> the name of its component."""
    found: dict[str, str] = {}
    for kind in _structs([*game.entries, game.options, game.setup]):
        shared = getattr(entries, kind.__name__, None) is kind
        name = ("" if shared else prefix(game)) + kind.__name__ + ("Entry" if issubclass(kind, Entry) else "")
        if found.setdefault(kind.__name__, name) != name:
            raise ValueError(f"Two structs of {game.name} are called {kind.__name__}.")
    return found


def _structs(kinds: Iterable[Any]) -> Iterator[type]:
    """The struct classes in these types, however deep, each once."""
    seen: set[type] = set()
    waiting = list(inspect.multi_type_info(kinds))
    while waiting:
        info: Any = waiting.pop()
        if isinstance(info, inspect.StructType):
            if info.cls in seen:
                continue
            seen.add(info.cls)
            yield info.cls
            waiting += [field.type for field in info.fields]
        for inner in ("type", "item_type", "key_type", "value_type"):
            waiting += [getattr(info, inner)] if hasattr(info, inner) else []
        waiting += [*getattr(info, "types", ()), *getattr(info, "item_types", ())]


def _renamed(schema: Any, names: Mapping[str, str]) -> Any:
    """The schema with its references renamed. Its title is the name of the struct, which its component's name says better."""
    if isinstance(schema, list):
        return [_renamed(item, names) for item in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: _renamed(value, names) for key, value in schema.items() if not (key == "title" and isinstance(value, str))}
    if isinstance(found.get("$ref"), str):
        found["$ref"] = REF + names[found["$ref"].removeprefix(REF)]
    return found


def _ruleset(game: Game) -> Described:
    presets = {"type": "string", "enum": list(game.presets)}
    chosen = {"preset": presets, "options": reference(f"{prefix(game)}Options")}
    return {
        "description": "A preset by name, or a preset and the options in which this ruleset differs from it.",
        "default": "standard",
        "oneOf": [presets, {"type": "object", "properties": chosen, "additionalProperties": False}],
    }


def _log(game: Game, description: str, more: Described) -> Described:
    start = prefix(game)
    least, most = game.seats
    (name,), _ = msgspec.json.schema_components([Name])
    return {
        "type": "object",
        "description": description,
        "properties": {
            **more,
            "game": {"const": game.name},
            "ruleset": reference(f"{start}Ruleset"),
            "players": {
                "type": "array",
                "items": name,
                "minItems": least,
                "maxItems": most,
                "uniqueItems": True,
                "description": "In turn order.",
            },
            "setup": reference(f"{start}Setup"),
            "moves": {
                "type": "array",
                "items": reference(f"{start}Entry"),
                "description": f"In the order in which things happened; more than {MAX_ENTRIES} are refused as too large (413).",
            },
        },
        "required": ["game", "players", "moves"],
        "additionalProperties": False,
    }
