"""What there is to know about the games themselves."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import structs

from adjudicator.core.entries import tag
from adjudicator.core.game import Game
from adjudicator.core.rulebook import Rule
from adjudicator.services.errors import NotFound, UnknownKey

Thing = TypeVar("Thing")
JSON_SCHEMA = "https://json-schema.org/draft/2020-12/schema"


class Catalogue:
    """The games, their options and entries, and their rules."""

    def __init__(self, games: Mapping[str, Game]) -> None:
        self.games = games
        self._described: dict[tuple[str, str], dict[str, Any]] = {}

    def game(self, name: str) -> Game:
        """The game of this name. Raises NotFound."""
        if name not in self.games:
            raise NotFound(f"There is no game of this name; there is: {', '.join(self.games) or 'none'}.")
        return self.games[name]

    def rule(self, game: Game, rule: str) -> Rule:
        """The rule of this id. Raises NotFound."""
        if rule not in game.rulebook.by_id:
            raise NotFound(f"The rulebook of {game.name} has no rule of this id.")
        return game.rulebook.by_id[rule]

    def games_behind(self, after: str | None) -> Sequence[Game]:
        """The games by name, or those behind the game `after`. Raises UnknownKey."""
        return _behind(list(self.games.values()), list(self.games), after)

    def rules_behind(self, game: Game, after: str | None) -> Sequence[Rule]:
        """The rules in rulebook order, or those behind the rule of the id `after`. Raises UnknownKey."""
        rules = game.rulebook.rules
        return _behind(rules, [rule.id for rule in rules], after)

    def description(self, game: Game, language: str) -> dict[str, Any]:
        """A game in full, in one of its languages."""
        key = (game.name, language)
        if key not in self._described:
            self._described[key] = _description(game, language)
        return self._described[key]


def _behind(things: Sequence[Thing], keys: Sequence[str], after: str | None) -> Sequence[Thing]:
    """The things, each of which has its key, behind the one with the key `after`. Raises UnknownKey."""
    if after is None:
        return things
    if after not in keys:
        raise UnknownKey
    return things[keys.index(after) + 1 :]


def summary(game: Game, language: str) -> dict[str, Any]:
    """A game in a few words."""
    least, most = game.seats
    return {
        "name": game.name,
        "title": game.texts.title(language),
        "summary": game.texts.summary(language),
        "version": game.version,
        "players": {"least": least, "most": most},
        "languages": [each.replace("_", "-") for each in game.texts.languages],
    }


def rule_part(game: Game, rule: Rule, language: str) -> dict[str, Any]:
    """A rule with its text."""
    return {
        "id": rule.id,
        "text": game.texts.rule(rule.id, language),
        "codes": rule.codes,
        "options": rule.options,
        "house": rule.house,
        "source": rule.source or None,
    }


def _description(game: Game, language: str) -> dict[str, Any]:
    return {
        **summary(game, language),
        "components": game.components,
        "options": _options(game, language),
        "presets": {
            name: msgspec.to_builtins(msgspec.convert(dict(chosen), game.options)) for name, chosen in game.presets.items()
        },
        "setup": _schema(game.setup),
        "entries": {tag(kind): _schema(kind) for kind in game.entries},
    }


def _options(game: Game, language: str) -> list[dict[str, Any]]:
    """Every option: what it decides, its values, the default, and the rules that it touches."""
    defaults = msgspec.to_builtins(game.options())
    return [
        {
            "name": field.name,
            "text": game.texts.option(field.name, language),
            "default": defaults[field.name],
            "schema": _schema(field.type),
            "rules": [rule.id for rule in game.rulebook if field.name in rule.options],
        }
        for field in structs.fields(game.options)
    ]


def _schema(kind: Any) -> dict[str, Any]:
    """The JSON Schema of one type, by itself."""
    found = msgspec.json.schema(kind)
    shared = found.pop("$defs", {})
    if "$ref" in found:
        found = shared.pop(found["$ref"].removeprefix("#/$defs/"))
    return {"$schema": JSON_SCHEMA, **found} | ({"$defs": shared} if shared else {})
