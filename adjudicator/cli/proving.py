"""`adjudicator verify`: whether stored matches, exported ones and result sheets are as they were written."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from adjudicator.cli import exits, terminal
from adjudicator.cli.sources import size_of, sources
from adjudicator.core.game import Game


@click.command(
    epilog="Exit codes: 0 all is as it was written, 1 something is not, 2 a text that cannot be read or is neither a sheet nor "
    "an exported match, or a wrong call, 3 internal error. The gravest counts."
)
@click.argument("files", nargs=-1, metavar="[FILE]...", type=click.Path(allow_dash=True))
@click.option("--match", "match_id", metavar="ID", help="Of the database only this match.")
@click.option("--key", "key_text", metavar="FILE|TEXT", help="The public key of all sheets: JWK, PEM or base64url.")
@click.pass_context
def verify(context: click.Context, /, files: Sequence[str], match_id: str | None, key_text: str | None) -> None:
    """Look for anything that is not as it was written.

    In FILES, for which no database is needed; without FILES, in the database.

    Of a match: that its history is a chain without gaps and its payloads are those that were written; that log, players,
    setup, facts and voiding are what the history tells; that rulings, frames, findings and scores are what the rules give;
    that its seats are linked to players, and it counts in a tournament, as was written.
    Of a sheet: its signature. Of sheets and exported matches together: that the one is of the other's history.

    A history that was written anew from some write to its end cannot be told from a true one by itself: compare with a
    sheet, or an exported match, from before. They also show a match that is gone with everything that pointed at it.

    \b
    Examples:
      adjudicator verify
      adjudicator verify --match 0199aaaa-0000-7000-8000-000000000000
      adjudicator verify --key key.json sheet.json match.json
    """
    from adjudicator.cli import proofs

    games: Mapping[str, Game] = context.obj
    if not files:
        if key_text is not None:
            raise click.UsageError("--key is for files.")
        context.exit(proofs.of_database(games, match_id))
    if match_id is not None:
        raise click.UsageError("--match is for the database, and not for files.")
    found = proofs.Proofs(games, None if key_text is None else _text(key_text))
    with terminal.progress("Verifying", size_of(files)) as advance:
        for source in sources(files, by_line=False):
            found.look(source)
            advance(source.read)
    context.exit(max(found.code, found.compare(), exits.LAWFUL))


def _text(said: str) -> str:
    """The text of the file of this name or, where there is none, what was said."""
    path = Path(said)
    try:
        return path.read_text(encoding="utf-8") if path.is_file() else said
    except (OSError, UnicodeDecodeError):
        return said
