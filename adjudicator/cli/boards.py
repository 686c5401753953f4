"""`adjudicator leaderboard` and `adjudicator ratings`: what follows from matches, made again. The services do the work."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import click
import msgspec

from adjudicator.cli import exits, terminal
from adjudicator.cli.shelf import game_named
from adjudicator.cli.words import counted
from adjudicator.core.game import Game
from adjudicator.services.columns import printable

if TYPE_CHECKING:
    from adjudicator.services.ratings import Moved, Worth
    from adjudicator.services.recounting import ClubRatings, Recounted

_GAME = click.option("--game", "name", metavar="GAME", help="Of this game only.")
_FORM = click.option("-f", "--format", "form", type=click.Choice(["text", "json"]), default="text",
                     help="For people, or for programs (JSON: a club and game a line).")


@click.group()
def leaderboard() -> None:
    """Leaderboards, which follow the matches by themselves.

    \b
    Example:
      adjudicator leaderboard rebuild
    """


@leaderboard.command()
@_GAME
@_FORM
@click.pass_obj
def rebuild(known: Mapping[str, Game], /, name: str | None, form: str) -> None:
    """Make the leaderboards of all clubs again from the matches.

    What was not as it should be is told.

    \b
    Example:
      adjudicator leaderboard rebuild --game GAME
    """
    from adjudicator.cli import keeping

    for found in keeping.recounting(known).leaderboards(_games(known, name)):
        terminal.write(_json(found)) if form == "json" else terminal.show(_recounted(found))


@click.group()
def ratings() -> None:
    """Ratings of players, by the months that are over.

    \b
    Example:
      adjudicator ratings recompute --apply
    """


@ratings.command(
    epilog="Exit codes: 0 nothing differs, or it was applied, 1 something would differ, 2 a wrong call, 3 internal error."
)
@_GAME
@click.option("--apply", is_flag=True, help="Let these ratings hold from now on; without it nothing is changed.")
@_FORM
@click.pass_context
def recompute(context: click.Context, /, name: str | None, apply: bool, form: str) -> None:
    """Compute the ratings of all clubs again.

    From the first match on; a line tells of each player whose rating would be another.

    \b
    Examples:
      adjudicator ratings recompute --game GAME     what would differ
      adjudicator ratings recompute --apply         and do it
    """
    from adjudicator.cli import keeping

    known: Mapping[str, Game] = context.obj
    gravest = exits.LAWFUL
    for found in keeping.recounting(known).ratings(_games(known, name), apply):
        terminal.write(_json(found)) if form == "json" else terminal.show("".join(f"{line}\n" for line in _rated(found)))
        gravest = exits.UNLAWFUL if found.recomputed.changes and not apply else gravest
    context.exit(gravest)


def _games(known: Mapping[str, Game], name: str | None) -> Sequence[Game]:
    return [*known.values()] if name is None else [game_named(known, name)]


def _json(found: "Recounted | ClubRatings") -> str:
    return msgspec.json.encode(found).decode() + "\n"


def _recounted(found: "Recounted") -> str:
    who = f"{printable(found.club)}, {found.game}"
    if not found.matches and not found.players:
        return f"{who}: as it should be\n"
    results = f"results of {counted(found.matches, 'match', 'matches')}"
    sums = f"sums of {counted(found.players, 'player')}"
    return f"{who}: made right: {results}, {sums}\n"


def _rated(found: "ClubRatings") -> Iterator[str]:
    done = found.recomputed
    verb = "would differ" if done.dry_run else "changed"
    outcome = f"{counted(len(done.changes), 'rating')} {verb}" if done.changes else "as they should be"
    yield f"{printable(found.club)}, {done.game}, {done.system}, to the end of {done.period}: {outcome}"
    for change in done.changes:
        yield _changed(change)


def _changed(change: "Moved") -> str:
    return f"  {printable(change.player.name)} ({change.player.id}): {_worth(change.before)} -> {_worth(change.after)}"


def _worth(worth: "Worth | None") -> str:
    return "none" if worth is None else f"{worth.value:.1f} ± {worth.deviation:.1f} ({worth.played} played)"
