"""The work of `backing`: the database of the environment to a file, and back."""

from pathlib import Path

from adjudicator.cli.serving import Unavailable, settings_of_environment
from adjudicator.storage import backup, migrating
from adjudicator.storage.opening import open_database
from adjudicator.storage.sqlite import SqliteDatabase


def save(target: Path) -> str:
    """Back the database up; a line about it."""
    database = _file("pg_dump backs it up")
    backup.save(database, target)
    return f"{target}: {target.stat().st_size} bytes, {database.name} as it was at one moment\n"


def put_back(source: Path, replace: bool) -> str:
    """Put a backup back; a line about it."""
    database = _file("pg_restore puts it back")
    before = backup.put_back(source, database, replace)
    newest = migrating.newest()
    at = f"at migration {newest}" if before == newest else f"brought from migration {before} to {newest}"
    return f"{database.name}: is {source} now, {at}\n"


def _file(advice: str) -> SqliteDatabase:
    """The database of the environment. Raises Unavailable where it is no file."""
    database = open_database(settings_of_environment().database_url)
    if not isinstance(database, SqliteDatabase):
        raise Unavailable(f"{database.name} is no file of this machine: {advice}.")
    return database
