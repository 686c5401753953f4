"""`adjudicator migrate` and `adjudicator import`: the database of this machine. The work, imported late, is in `keeping`."""

from collections.abc import Sequence
from functools import partial

import click

from adjudicator.cli import exits, terminal
from adjudicator.cli.crew import crew, jobs_option, processes
from adjudicator.cli.sources import size_of, sources

MOST = 3
"""Two judge about as fast as one stores."""


@click.command()
def migrate() -> None:
    """Bring the database to the newest schema. ADJUDICATOR_DATABASE_URL names it; else it is adjudicator.db in this folder.

    Several processes may do so at once. A SQLite file is brought there by `adjudicator serve` and `import` as well.

    \b
    Example:
      ADJUDICATOR_DATABASE_URL=sqlite:////var/lib/adjudicator.db adjudicator migrate
    """
    from adjudicator.cli import keeping

    terminal.write(keeping.migrate())


@click.command(
    "import",
    epilog="Exit codes: 0 all stored, 1 a log stops at an entry that does not stand, or an exported match is not as it was "
    "written, 2 a text that cannot be read, is malformed, or has an id that is taken, or a wrong call, 3 internal error. "
    "The gravest counts; the others are stored.",
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(allow_dash=True))
@click.option("--accept-stop", is_flag=True, help="Store a log even if it stops at an entry that cannot stand.")
@click.option("--once", is_flag=True, help="Store nothing twice: a file's name (and line) is its external id, if it has none.")
@click.option("--lines", "by_line", is_flag=True, help="Every line is a log (NDJSON), whatever the text looks like.")
@jobs_option(MOST)
@click.pass_context
def import_(
    context: click.Context, /, files: Sequence[str], by_line: bool, accept_stop: bool, once: bool, jobs: int | None
) -> None:
    """Store the logs or exported matches in FILES.

    A line tells of each how it stands.

    A file holds one log as JSON, or a log a line (NDJSON: by its name .ndjson or .jsonl, or by its first line; a line's
    `id` is its external id). Beside the log there may be what `POST /v1/matches` takes: title, played_at, place, table,
    referee, external_id, accept_stop, player_ids.

    An exported match (`GET /v1/matches/{id}/export`, 64 MiB at most) is restored with its id, revision and history, if all
    of it is as it was written; nothing is done if it is there already.

    \b
    Examples:
      adjudicator import season/*.json
      adjudicator import --once --accept-stop season.ndjson
    """
    from adjudicator.cli.entering import Manner, packed

    manner, gravest = Manner(accept_stop, once), exits.LAWFUL
    with crew(processes(jobs, files, context.obj, MOST), partial(packed, manner)) as others:
        # Behind the others' beginning: they are not to have a database, and need less than this process does.
        from adjudicator.cli.keeping import Keeper

        keeper, show = Keeper(context.obj, manner), terminal.shower()
        with terminal.progress("Storing", size_of(files)) as advance:
            for source, kept in keeper.keep(sources(files, by_line), others):
                gravest = max(gravest, kept.code)
                if kept.error is None:
                    show(f"{source}: {kept.outcome}\n")
                else:
                    exits.report(kept.error, f"{source}: ")
                advance(source.read)
    context.exit(gravest)
