"""`adjudicator readjudicate` and `adjudicator redact`: what stored matches need over the years. The work is in the services."""

import json
from collections.abc import Mapping

import click
import msgspec

from adjudicator.cli import exits, terminal
from adjudicator.cli.shelf import game_named
from adjudicator.core.game import Game
from adjudicator.core.reading import read_json

_LONGEST_REASON = 500


def reason_of(context: click.Context, parameter: click.Parameter, said: str) -> str:
    """A reason as the service reads texts. Raises BadParameter; Unreadable for what is no Unicode."""
    found = read_json(json.dumps(said))
    if found.faults or not 0 < len(found.value) <= _LONGEST_REASON:
        raise click.BadParameter(f"A reason has 1 to {_LONGEST_REASON} characters, none of them a control character.")
    return str(found.value)


@click.command(
    epilog="Exit codes: 0 nothing differs, or it was applied, 1 something would differ, 2 a match has no reading under the "
    "present rules (it is left as it is), or a wrong call, 3 internal error. The gravest counts."
)
@click.option("--game", "name", metavar="GAME", help="Matches of this game only.")
@click.option("--apply", is_flag=True, help="Let the present rules hold from now on; without it nothing is changed.")
@click.option("-f", "--format", "form", type=click.Choice(["text", "json"]), default="text", help="For people, or for programs.")
@click.pass_context
def readjudicate(context: click.Context, /, name: str | None, apply: bool, form: str) -> None:
    """Judge stored matches of older rules by the present ones.

    What differs is told match by match. A match of older rules can be read as it was ruled on, and takes no entries and no
    corrections until then.

    \b
    Examples:
      adjudicator readjudicate --game GAME         what would differ
      adjudicator readjudicate --apply             and do it
    """
    known: Mapping[str, Game] = context.obj
    if name is not None:
        game_named(known, name)
    from adjudicator.cli import differences, keeping

    work, gravest = keeping.readjudications(known), exits.LAWFUL
    waiting = work.waiting(name)
    with terminal.progress("Judging", len(waiting)) as advance:
        for match_id in waiting:
            found = work.apply(match_id) if apply else work.compare(match_id)
            if form == "json":
                terminal.write(msgspec.json.encode(differences.described(found)).decode() + "\n")
            else:
                terminal.show(differences.told(found))
            gravest = max(gravest, differences.code_of(found))
            advance(1)
    if form == "text" and not waiting:
        terminal.show("Every match was judged by the present rules.\n")
    context.exit(gravest)


@click.command(epilog="Exit codes: 0 redacted, 2 no such match or revision, redacted before, or a wrong call, 3 internal error.")
@click.argument("match_id", metavar="MATCH")
@click.argument("revision", type=click.IntRange(1, 2**31 - 1))
@click.option("--reason", required=True, callback=reason_of, help="Why. It stays readable in the history.")
@click.pass_obj
def redact(known: Mapping[str, Game], /, match_id: str, revision: int, reason: str) -> None:
    """Forget what was written to MATCH at REVISION.

    Of that write only who, when, why and its digest are left.

    The chain of the history still verifies. The log of today is not touched: correct it first, then redact the write that
    brought what must go, and the correction, which holds it too.

    \b
    Example:
      adjudicator redact 0199... 3 --reason "A name that had to go."
    """
    from adjudicator.cli import keeping

    now_at = keeping.redactions(known).redact(match_id, revision, reason)
    terminal.show(f"{match_id}: what was written at revision {revision} is gone; the match is at revision {now_at}\n")
