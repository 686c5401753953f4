"""`adjudicator games` and `adjudicator rules`: what can be judged, and by which rules."""

from collections.abc import Mapping, Sequence

import click
from rich import box
from rich.table import Table

from adjudicator.cli import terminal
from adjudicator.core.game import Game
from adjudicator.core.rulebook import LOG_2, Rule
from adjudicator.services.columns import paragraph

_LANG = click.option("--lang", "languages", multiple=True, metavar="TAG", help="Language of the texts; several: the best first.")


def game_named(known: Mapping[str, Game], name: str) -> Game:
    """The game that the user names. Raises a usage error that lists the games."""
    if name not in known:
        raise click.UsageError(f"There is no game {name!r}. There is: {', '.join(known) or 'none'}.")
    return known[name]


@click.command()
@_LANG
@click.pass_obj
def games(known: Mapping[str, Game], languages: Sequence[str]) -> None:
    """List the games that can be judged.

    Of each: how many can play, the presets, and how many rules it has.

    \b
    Example:
      adjudicator games
    """
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
