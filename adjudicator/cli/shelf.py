"""`adjudicator games` and `adjudicator rules`: what can be judged, and by which rules."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click
from rich import box
from rich.table import Table

from adjudicator.cli import terminal
from adjudicator.core.entries import tag
from adjudicator.core.game import Game
from adjudicator.core.rulebook import LOG_2, Rule
from adjudicator.services.catalogue import Catalogue
from adjudicator.services.columns import paragraph

_LANG = click.option("--lang", "languages", multiple=True, metavar="TAG", help="Language of the texts; several: the best first.")

_EVERYWHERE = ("type", "note", "at", "stands")
_WORDS = {"string": "text", "integer": "whole number", "boolean": "true or false", "null": "null"}


def game_named(known: Mapping[str, Game], name: str) -> Game:
    """The game that the user names. Raises a usage error that lists the games."""
    if name not in known:
        raise click.UsageError(f"There is no game {name!r}. There is: {', '.join(known) or 'none'}.")
    return known[name]


@click.command()
@click.argument("game", required=False)
@_LANG
@click.pass_obj
def games(known: Mapping[str, Game], game: str | None, languages: Sequence[str]) -> None:
    """List the games, or what a log of GAME can hold.

    Of each that can be judged: how many can play, the presets, and how many rules it has. Of one: its entries with their
    fields, its setup, the names of its pieces, and its options.

    \b
    Examples:
      adjudicator games
      adjudicator games GAME
    """
    if game is None:
        _list(known, languages)
    else:
        chosen = game_named(known, game)
        told = Catalogue(known).description(chosen, chosen.texts.choose(languages))
        terminal.show("\n".join(_forms(chosen, told)) + "\n")


def _list(known: Mapping[str, Game], languages: Sequence[str]) -> None:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for heading in ("Game", "Title", "Players", "Presets", "Rules", "Languages"):
        table.add_column(heading, overflow="fold")
    for game in known.values():
        least, most = game.seats
        table.add_row(
            game.name,
            game.texts.title(game.texts.choose(languages)),
            str(least) if least == most else f"{least} to {most}",
            ", ".join(game.presets),
            str(len(game.rulebook.rules)),
            ", ".join(game.texts.languages),
        )
    terminal.lay_out(table)


def _forms(game: Game, told: Mapping[str, Any]) -> Iterator[str]:
    """What a log of a game can hold, as lines: entries, setup, options."""
    yield f"{told['title']}: the entries of a log"
    yield from paragraph("Any entry may also have `note`, `at` and `stands`.", "", "")
    for kind in game.entries:
        yield from ("", tag(kind), *_form(told["entries"][tag(kind)]))
        if kind.NEEDS_NOTE:
            yield "    note: text"
    yield from ("", "The setup of a log", *_form(told["setup"]))
    yield from ("", "What lies in the box")
    for name, held in told["components"].items():
        yield from paragraph(f"{name}: {_pieces(held)}", "  ", "    ")
    yield from ("", "Options of its ruleset")
    for option in told["options"]:
        values = f"{_kind(option['schema'], {})}; without it {_value(option['default'])}"
        yield from paragraph(f"{option['name']}: {values}. {option['text']}", "  ", "    ")


def _form(schema: Mapping[str, Any]) -> Iterator[str]:
    """What an entry is for, and its fields but for those of every entry."""
    yield from paragraph(" ".join(schema["description"].split()), "  ", "  ")
    for name, field in schema["properties"].items():
        if name not in _EVERYWHERE:
            needed = "" if name in schema["required"] else " (optional)"
            yield from paragraph(f"{name}: {_kind(field, schema.get('$defs', {}))}{needed}", "    ", "      ")


def _kind(schema: Mapping[str, Any], shared: Mapping[str, Any]) -> str:
    """What a JSON Schema takes, in a few words."""
    if "$ref" in schema:
        schema = shared[schema["$ref"].removeprefix("#/$defs/")]
    if "enum" in schema:
        return " | ".join(map(_value, schema["enum"]))
    if "anyOf" in schema:
        return " or ".join(_kind(each, shared) for each in schema["anyOf"])
    if "properties" in schema:
        fields = {name + "?" * (name not in schema["required"]): each for name, each in schema["properties"].items()}
        return "{" + ", ".join(f"{name}: {_kind(each, shared)}" for name, each in fields.items()) + "}"
    if schema["type"] == "object":
        return f"{{name: {_kind(schema['additionalProperties'], shared)}, ...}}"
    if "prefixItems" in schema:
        return "[" + ", ".join(_kind(each, shared) for each in schema["prefixItems"]) + "]"
    if schema["type"] == "array":
        return f"[{_kind(schema['items'], shared)}, ...]"
    return _WORDS[schema["type"]]


def _pieces(held: Any) -> str:
    """A part of the box: how many, or what is in it."""
    if isinstance(held, Mapping):
        counted = (f"{name} ({part})" if isinstance(part, int) else f"{name}: {_pieces(part)}" for name, part in held.items())
        return ", ".join(counted)
    return str(held) if isinstance(held, int | str) else ", ".join(map(_pieces, held))


def _value(given: Any) -> str:
    """A value as it is written in a log, but for the quotes of words."""
    return given if isinstance(given, str) else json.dumps(given)


@click.command()
@click.argument("game")
@click.argument("ids", nargs=-1, metavar="[ID]...")
@_LANG
@click.pass_obj
def rules(known: Mapping[str, Game], game: str, ids: Sequence[str], languages: Sequence[str]) -> None:
    """Print the rules of GAME, or those with the given IDs.

    Of each: the text, the options that touch it, what a breach is called.

    `house` marks a decision of this project where the printed rules are silent. An ID may leave out the game's prefix;
    a chapter (5) stands for all of its rules.

    \b
    Examples:
      adjudicator rules GAME              the whole rulebook
      adjudicator rules GAME 5.2 6.1      two of its rules
      adjudicator rules GAME 5 | less     a chapter
    """
    chosen = game_named(known, game)
    language = chosen.texts.choose(languages)
    found = [rule for rule in chosen.rulebook if not ids or any(_is_meant(rule, wanted) for wanted in ids)]
    for wanted in ids:
        if not any(_is_meant(rule, wanted) for rule in found):
            raise click.UsageError(f"The rulebook of {game} has no rule {wanted!r}.")
    for rule in found:
        terminal.show("\n".join(_told(chosen, rule, language)) + "\n\n")


def _is_meant(rule: Rule, wanted: str) -> bool:
    """`CARROM-5.2`, `carrom-5.2`, `5.2` and `5` all mean the rule CARROM-5.2."""
    given, own = wanted.upper(), rule.id.upper()
    names = [own] if rule is LOG_2 else [own, own.partition("-")[2]]
    return any(name == given or name.startswith(given + ".") for name in names)


def _told(game: Game, rule: Rule, language: str) -> list[str]:
    marks = [word for word in ("house" * rule.house, rule.source) if word]
    lines = [rule.id + (f" ({', '.join(marks)})" if marks else "")]
    lines += paragraph(game.texts.rule(rule.id, language), "  ", "  ")
    if rule.codes:
        lines += paragraph(f"a breach is called: {', '.join(rule.codes)}", "  ", "    ")
    if rule.options:
        lines += paragraph(f"touched by: {', '.join(rule.options)}", "  ", "    ")
    return lines
