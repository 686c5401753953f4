"""`adjudicator tournament`: tournaments run from the command line. The work, imported late, is in `organising`."""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click
import msgspec

from adjudicator.cli import exits, terminal
from adjudicator.cli.keys import CLUB
from adjudicator.cli.shelf import game_named
from adjudicator.cli.words import counted
from adjudicator.core.game import Game

if TYPE_CHECKING:
    from adjudicator.cli.organising import Organiser
    from adjudicator.services.tournaments.founding import NewTournament

_ID = click.argument("tournament", metavar="TOURNAMENT")
_ROUND = click.option("--round", "number", type=click.IntRange(min=1), help="The round; if not given, the latest.")
FORMATS: Mapping[str, set[str]] = {
    "swiss": {"rounds"},
    "round_robin": {"cycles"},
    "knock_out": {"third_place"},
    "tables": {"rounds", "smallest", "largest"},
    "free_play": set(),
}
"""Format -> what it has to be said of it."""


_FORM = click.Choice(["text", "json", "csv"])
_TIE_BREAK = "What decides between equals; repeated, what decides next. If not given, as is usual for the game."


def _of_stage(command: Any) -> Any:
    """The options that say how a tournament is played."""
    for option in reversed(
        (
            click.option("--game", required=True, help="What is played."),
            click.option("--format", "form", type=click.Choice(list(FORMATS)), required=True, help="Who meets whom."),
            click.option("--rounds", type=click.IntRange(min=1), help="Of swiss and tables."),
            click.option("--cycles", type=click.IntRange(1, 2), help="Of round_robin: how often everybody meets."),
            click.option("--third-place", is_flag=True, help="Of knock_out: the losers of the semi-finals play for it."),
            click.option("--seats", metavar="LEAST-MOST", help="Of tables: how many sit at one."),
            click.option("--scheme", help="What a result counts; if not given, as is usual for the game."),
            click.option("--tie-break", "tie_breaks", multiple=True, metavar="NAME", help=_TIE_BREAK),
            click.option("--ruleset", metavar="PRESET", help="What linked matches must be played under."),
            click.option("--seed", help="The published seed of all lots; if not given, one is drawn."),
            CLUB,
        )
    ):
        command = option(command)
    return command


@click.group()
def tournament() -> None:
    """Tournaments: entrants, rounds, results and standings.

    \b
    Examples:
      T=$(adjudicator tournament new "Spring" --game GAME --format swiss --rounds 5)
      adjudicator tournament enter $T Asha Bo "Chen / Dara"
      adjudicator tournament pair $T --publish
      adjudicator tournament result $T 1 1 Asha=25 Bo=14
      adjudicator tournament close $T && adjudicator tournament standings $T
    """


@tournament.command()
@click.argument("name")
@_of_stage
@click.pass_obj
def new(known: Mapping[str, Game], /, name: str, club: str | None, **stage: Any) -> None:
    """Found a tournament called NAME, and print its id.

    \b
    Examples:
      adjudicator tournament new "Spring" --game GAME --format swiss --rounds 5 --seed spring
      adjudicator tournament new "Night" --game GAME --format tables --rounds 3 --seats 3-4
    """
    organiser = _organiser(known, club=club)
    terminal.write(organiser.found(_new(known, name, **stage)) + "\n")


@tournament.command()
@_ID
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@click.pass_obj
def enter(known: Mapping[str, Game], /, tournament: str, names: Sequence[str]) -> None:
    """Add entrants; "A / B" plays as one side.

    Name the strongest first: if nothing else is known, this is the order of their strength. Those who come after the first
    pairing are paired from the next round on.

    \b
    Example:
      adjudicator tournament enter $T Asha Bo "Chen / Dara"
    """
    count = _organiser(known, tournament).enter(names)
    terminal.complain(f"{counted(count, 'entrant')}.")


@tournament.command()
@_ID
@click.option("--publish", is_flag=True, help="Publish it, too: let everybody see it.")
@click.option("--anyway", is_flag=True, help="If its format does not allow it, pair it in the way that is proposed.")
@click.option("--dry-run", is_flag=True, help="Only show what would be paired; nothing is stored.")
@click.pass_context
def pair(context: click.Context, /, tournament: str, publish: bool, anyway: bool, dry_run: bool) -> None:
    """Pair the next round, and print it. Exit code 1 if it cannot be paired as its format wants it.

    \b
    Example:
      adjudicator tournament pair $T --publish
    """
    from adjudicator.cli.organising import problem_text, round_text
    from adjudicator.services.tournaments.rounds import NotPaired

    organiser = _organiser(context.obj, tournament)
    try:
        made = organiser.pair(anyway, dry_run)
    except NotPaired as refused:
        terminal.complain(problem_text(refused))
        context.exit(exits.UNLAWFUL)
    terminal.show(round_text(organiser.publish(made.round) if publish and not dry_run else made))


@tournament.command()
@_ID
@_ROUND
@click.pass_obj
def publish(known: Mapping[str, Game], /, tournament: str, number: int | None) -> None:
    """Let everybody see a round, and take results of it.

    \b
    Example:
      adjudicator tournament publish $T
    """
    from adjudicator.cli.organising import round_text

    terminal.show(round_text(_organiser(known, tournament).publish(number)))


@tournament.command()
@_ID
@_ROUND
@click.pass_obj
def close(known: Mapping[str, Game], /, tournament: str, number: int | None) -> None:
    """Close a round of which every result is in.

    \b
    Example:
      adjudicator tournament close $T
    """
    from adjudicator.cli.organising import round_text

    terminal.show(round_text(_organiser(known, tournament).close(number)))


@tournament.command()
@_ID
@click.argument("number", type=click.IntRange(min=1), metavar="ROUND")
@click.argument("table", type=click.IntRange(min=1))
@click.argument("sides", nargs=-1, metavar="[ENTRANT=POINTS]...")
@click.option("--ranks", is_flag=True, help="The numbers are ranks (1, 2, 2, 4), not points.")
@click.option("--match", "match_id", metavar="ID", help="The adjudicated match that tells the result, now or once it is over.")
@click.option("--outcome", help="forfeit, no_show, double_forfeit, void or abandoned.")
@click.option("--absent", multiple=True, metavar="ENTRANT", help="Who did not come, or gave up; may be repeated.")
@click.pass_obj
def result(known: Mapping[str, Game], /, tournament: str, number: int, table: int, **said: Any) -> None:
    """Enter the result of the match at a TABLE of a ROUND. Entrants are told by name or id.

    \b
    Examples:
      adjudicator tournament result $T 1 2 Asha=25 Bo=14
      adjudicator tournament result $T 1 2 --match 0199...
      adjudicator tournament result $T 1 2 --outcome no_show --absent Bo
    """
    from adjudicator.cli.organising import round_text

    organiser = _organiser(known, tournament)
    organiser.result(number, table, _entering(organiser, **said))
    terminal.show(round_text(organiser.round(number)))


@tournament.command()
@_ID
@click.option("--round", "number", type=click.IntRange(min=1), help="As of this round; if not given, as they are now.")
@click.option("-f", "--format", "form", type=_FORM, default="text", help="For people, or for programs.")
@click.pass_obj
def standings(known: Mapping[str, Game], /, tournament: str, number: int | None, form: str) -> None:
    """Print the standings.

    \b
    Example:
      adjudicator tournament standings $T --format csv > standings.csv
    """
    from adjudicator.cli.organising import standings_text
    from adjudicator.web.tournament_csv import standings_csv

    table = _organiser(known, tournament).standings(number)
    if form == "json":
        terminal.write(msgspec.json.encode(table).decode() + "\n")
    elif form == "csv":
        terminal.write(standings_csv(table))
    else:
        terminal.show(standings_text(table))


@tournament.command()
@_ID
@click.pass_obj
def export(known: Mapping[str, Game], /, tournament: str) -> None:
    """Print the whole tournament as JSON.

    Entrants, rounds, results, standings and history.

    \b
    Example:
      adjudicator tournament export $T > tournament.json
    """
    terminal.write(_organiser(known, tournament).export().decode() + "\n")


@tournament.command()
@_ID
@click.pass_context
def rebuild(context: click.Context, /, tournament: str) -> None:
    """Work the kept standings out anew. Exit code 1 if they were not as they follow from the results; they are now.

    \b
    Example:
      adjudicator tournament rebuild $T
    """
    differed = _organiser(context.obj, tournament).rebuild()
    terminal.write("The standings were not as they follow; now they are.\n" if differed else "The standings are in order.\n")
    context.exit(exits.UNLAWFUL if differed else exits.LAWFUL)


@tournament.command()
@click.option("--name", default="Simulated", show_default=True, help="What it is called.")
@click.option("--entrants", type=click.IntRange(min=0, max=1000), default=8, show_default=True, help="How many take part.")
@click.option("--mishaps", type=click.FloatRange(0, 1), default=0.0, help="How probable it is that a match is not played out.")
@_of_stage
@click.pass_obj
def simulate(
    known: Mapping[str, Game], /, name: str, entrants: int, mishaps: float, club: str | None, **stage: Any
) -> None:
    """Store a whole tournament with drawn results, and print its id. The same seed draws the same.

    \b
    Example:
      adjudicator tournament simulate --game GAME --format swiss --rounds 5 --entrants 12 --seed 7
    """
    from adjudicator.tournaments.simulation import Play

    organiser = _organiser(known, club=club)
    tournament_id = organiser.found(_new(known, name, **stage))
    if entrants:
        organiser.enter([f"Player {number}" for number in range(1, entrants + 1)])
    rounds = organiser.play(str(stage["seed"]), Play(mishap=mishaps, measures=organiser.measures()))
    terminal.write(tournament_id + "\n")
    terminal.complain(f"{counted(entrants, 'entrant')}, {counted(rounds, 'round')}.")


def _organiser(known: Mapping[str, Game], tournament: str | None = None, club: str | None = None) -> "Organiser":
    from adjudicator.cli.organising import Organiser

    return Organiser(known, tournament, club)


def _new(
    known: Mapping[str, Game], name: str, game: str, ruleset: str | None, seed: str | None, tie_breaks: Sequence[str], **more: Any
) -> "NewTournament":
    from adjudicator.services.tournaments.founding import NewStage, NewTournament
    from adjudicator.services.tournaments.words import FORMAT

    scheme = more.pop("scheme")
    stage = NewStage(msgspec.convert(_format(**more), FORMAT), None, scheme, tie_breaks or None)
    return NewTournament(name, game_named(known, game).name, stage, ruleset, seed)


def _format(form: str, rounds: int | None, cycles: int | None, third_place: bool, seats: str | None) -> dict[str, Any]:
    """The format as it is said over HTTP. Raises a usage error."""
    if (rounds is None) != (form not in ("swiss", "tables")):
        raise click.UsageError("swiss and tables need --rounds, and no other format does.")
    wanted = {"rounds": rounds, "cycles": cycles, "third_place": third_place or None, **_seats(seats)}
    said = {name: value for name, value in wanted.items() if value is not None}
    strange = said.keys() - FORMATS[form]
    if strange:
        raise click.UsageError(f"{form} has no {', '.join(sorted(strange))}.")
    return {"type": form, **said}


def _seats(said: str | None) -> dict[str, int]:
    if said is None:
        return {}
    found = re.fullmatch("([0-9]{1,2})-([0-9]{1,2})", said, re.ASCII)
    if found is None:
        raise click.UsageError(f"--seats is written LEAST-MOST (3-4), not {said!r}.")
    return {"smallest": int(found[1]), "largest": int(found[2])}


def _entering(
    organiser: "Organiser", sides: Sequence[str], ranks: bool, match_id: str | None, outcome: str | None, absent: Sequence[str]
) -> Any:
    from adjudicator.services.tournaments.results import Entering, Said, SaidSide
    from adjudicator.services.tournaments.words import OUTCOMES

    if match_id is not None:
        return Entering(match_id=match_id)
    if outcome is not None and outcome not in OUTCOMES:
        raise click.UsageError(f"There is no outcome {outcome!r}. There is: {', '.join(OUTCOMES)}.")
    numbers = [_side(organiser, each) for each in sides]
    gone = [organiser.entrant(each) for each in absent]
    found = [
        SaidSide(entrant, number if ranks else None, None if ranks else number, absent=entrant in gone)
        for entrant, number in numbers
    ]
    return Entering(result=Said(found or None, outcome or "played", gone))  # type: ignore[arg-type]


def _side(organiser: "Organiser", said: str) -> tuple[str, int]:
    name, _, number = said.rpartition("=")
    if not re.fullmatch("-?[0-9]{1,9}", number, re.ASCII):
        raise click.UsageError(f"A side is written ENTRANT=NUMBER, not {said!r}.")
    return organiser.entrant(name), int(number)
