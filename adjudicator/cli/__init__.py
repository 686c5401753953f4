"""The command `adjudicator`. Results go to stdout, all else to stderr, and the exit code says how it went (`exits`)."""

from collections.abc import Mapping, Sequence

import click

from adjudicator import __version__
from adjudicator.cli import exits, terminal
from adjudicator.cli.backing import backup, restore
from adjudicator.cli.boards import leaderboard, ratings
from adjudicator.cli.check import check
from adjudicator.cli.delivering import deliver
from adjudicator.cli.demo import demo
from adjudicator.cli.keys import clubs, keys
from adjudicator.cli.proving import verify
from adjudicator.cli.serving import openapi, serve
from adjudicator.cli.shelf import games, rules
from adjudicator.cli.simulate import simulate
from adjudicator.cli.storing import import_, migrate
from adjudicator.cli.tournaments import tournament
from adjudicator.cli.upkeep import readjudicate, redact
from adjudicator.cli.webhooks import webhooks
from adjudicator.core.game import Game
from adjudicator.games import discover


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 lawful or done, 1 something illegal, impossible or found out later, "
    "2 a log that cannot be read, or a wrong call, 3 internal error.",
)
@click.version_option(__version__, message="%(prog)s %(version)s")
def commands() -> None:
    """Rulings and scores for physical games, from the referee's log.

    \b
    Try:
      adjudicator games                          what can be judged
      adjudicator simulate GAME | adjudicator check -
      adjudicator check examples/*.json          rulings, effects, score
      adjudicator rules GAME ID                  what a ruling cites
      adjudicator import season/*.json           store logs as matches
      adjudicator keys add "Table 3" --role referee
      adjudicator tournament -h                  rounds, results and standings
      adjudicator COMMAND -h                     more, with examples
    """


for command in (
    check, games, rules, simulate, serve, demo, import_, migrate, verify, backup, restore, readjudicate, redact, keys, clubs,
    tournament, webhooks, deliver, leaderboard, ratings, openapi,
):
    commands.add_command(command)


def main(arguments: Sequence[str] | None = None, games: Mapping[str, Game] | None = None) -> int:
    """Run one command line and hand back its exit code. `games`: those of the installation, if not given."""
    terminal.settle_streams()
    known = discover() if games is None else games
    try:
        code = commands.main(arguments, prog_name="adjudicator", obj=known, standalone_mode=False)
        terminal.flush()
    except click.exceptions.Exit as gone:
        return gone.exit_code
    except Exception as error:
        exits.report(error)
        return exits.code_of(error)
    except KeyboardInterrupt:
        return exits.INTERRUPTED
    return code or exits.LAWFUL
