"""`adjudicator simulate`: random lawful logs, for demonstrations and load."""

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any

import click
import msgspec

from adjudicator.cli import terminal
from adjudicator.cli.shelf import game_named
from adjudicator.core.errors import Fault
from adjudicator.core.game import Game, Table
from adjudicator.core.log import STANDARD, check_table, decode_table, require_none

_NAMES = ("Asha", "Bo", "Chen", "Dara", "Eli", "Femi", "Gita", "Hana", "Ivo", "Jun")


@click.command()
@click.argument("game")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same logs.")
@click.option("--players", type=int, help="How many play; if not given, the least that the game allows.")
@click.option("--count", "wanted", type=click.IntRange(min=0), default=1, show_default=True, help="How many logs.")
@click.option("--preset", default=STANDARD, show_default=True, help="The preset of the ruleset.")
@click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the ruleset; may be repeated.")
@click.option("--vary", is_flag=True, help="Random options in every log; only those given with -o stay.")
@click.pass_obj
def simulate(known: Mapping[str, Game], /, game: str, seed: int, players: int | None, wanted: int, **ruleset: Any) -> None:
    """Print random lawful logs of GAME, a log a line (NDJSON).

    Log n of a seed is the same however many are asked for. Nothing in them is illegal or impossible; where a game hides
    hands, a later entry may still prove an earlier one wrong.

    \b
    Examples:
      adjudicator simulate GAME | adjudicator check -
      adjudicator simulate GAME --players 3 --count 1000 --seed 7 > logs.ndjson
      adjudicator simulate GAME --preset NAME -o OPTION=VALUE
    """
    chosen = game_named(known, game)
    number = chosen.seats[0] if players is None else players
    names = [name for name, _ in zip(_names(), range(number))]  # noqa: B905 (the names never end)
    with terminal.progress("Playing", wanted) as advance:
        for index in range(wanted):
            rng = random.Random(f"{seed}:{index}")
            terminal.write(msgspec.json.encode(_log(chosen, rng, names, **ruleset)).decode() + "\n")
            advance(1)


def _log(game: Game, rng: random.Random, names: Sequence[str], preset: str, options: Sequence[str], vary: bool) -> dict[str, Any]:
    """One random log. Raises Malformed if the ruleset or the number of players is none of the game's."""
    drawn = game.playout_options(rng, len(names)) if vary else {}
    ruleset = {"preset": preset, "options": drawn | dict(_option(text) for text in options)}
    table = _table(game, {"players": list(names), "ruleset": ruleset})
    played = game.playout(rng, names, table.options)
    log = {"game": game.name, "ruleset": ruleset, "players": names, "setup": played.setup, "moves": played.entries}
    return {field: value for field, value in log.items() if field != "setup" or value}


def _table(game: Game, raw: Mapping[str, Any]) -> Table:
    faults: list[Fault] = []
    table = decode_table(game, raw, faults)
    check_table(game, table, (), faults)
    require_none(faults)
    return table


def _option(text: str) -> tuple[str, Any]:
    """`NAME=VALUE`, the value being JSON or else a word."""
    name, equals, value = text.partition("=")
    if not equals:
        raise click.UsageError(f"An option is written NAME=VALUE, not {text!r}.")
    try:
        return name, msgspec.json.decode(value)
    except msgspec.DecodeError:
        return name, value


def _names() -> Iterator[str]:
    yield from _NAMES
    yield from (f"Player {number}" for number in count(len(_NAMES) + 1))
