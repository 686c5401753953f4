"""`adjudicator backup` and `adjudicator restore`: the whole database of this machine, if it is a file."""

from pathlib import Path

import click

from adjudicator.cli import terminal


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def backup(file: Path) -> None:
    """Copy the database to FILE while the service goes on.

    The copy is the database as it was at one moment. FILE must not be there yet.

    Nobody but its owner can read FILE: it holds whatever is hidden, and the key that signs result sheets. A PostgreSQL
    database is backed up by pg_dump.

    \b
    Example:
      adjudicator backup /var/backups/adjudicator-$(date +%F).db
    """
    from adjudicator.cli import backups

    terminal.write(backups.save(file))


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--replace", is_flag=True, help="Let the database that is there give way. The service must not be running.")
def restore(file: Path, replace: bool) -> None:
    """Put the backup FILE in the place of the database.

    It must be whole and of this service, and is brought to the newest schema.

    \b
    Examples:
      adjudicator restore adjudicator-2026-05-01.db
      adjudicator restore --replace adjudicator-2026-05-01.db && adjudicator verify
    """
    from adjudicator.cli import backups

    terminal.write(backups.put_back(file, replace))
