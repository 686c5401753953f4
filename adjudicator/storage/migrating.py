"""The schema: bringing a database to the newest one, and telling whether it is there.

The migrations lie in the top-level folder `migrations` of a checkout and are installed as `adjudicator.migrations`.
"""

from importlib import resources
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.engine import Connection

from adjudicator.core.errors import AdjudicatorError
from adjudicator.storage.database import Busy, Database, UnsupportedDatabase

OURS = {"api_keys", "clubs", "matches", "moves"}
"""Tables that every database of this service has."""
_VERSIONS = "alembic_version"


class OtherSchema(AdjudicatorError):
    """The database has not the newest schema, or is not this program's. The message says what to do."""


def upgrade(database: Database, revision: str = "head") -> tuple[str | None, str | None]:
    """Bring the database to the newest schema; (revision before, revision after). Several processes may do so at once.

    Raises OtherSchema, before anything is written, for what another program or a newer one has made; Busy.
    """
    with database.migrating() as connection:
        _require_ours(database, connection)
        before = _present(connection)
        settings = config()
        settings.attributes["connection"] = connection
        command.upgrade(settings, revision)
        return before, _present(connection)


def make_ready(database: Database) -> None:
    """See that the schema is the newest: an embedded database is brought there. Raises OtherSchema; Busy."""
    if database.embedded:
        upgrade(database)
    else:
        require_newest(database)


def require_newest(database: Database) -> None:
    """Raises OtherSchema for a database that has not the newest schema; Busy."""
    with database.read() as connection:
        _require_ours(database, connection)
        present = _present(connection)
    if present != newest():
        has = "no schema yet" if present is None else f"schema {present}"
        raise OtherSchema(f"{database.name} has {has}, and this program needs {newest()}. Run: adjudicator migrate")


def downgrade(database: Database, revision: str) -> None:
    """Take the database back to an older schema; what that has no place for is gone."""
    with database.migrating() as connection:
        settings = config()
        settings.attributes["connection"] = connection
        command.downgrade(settings, revision)


def at_newest(database: Database) -> bool:
    """Whether the database can be reached and has the newest schema."""
    try:
        with database.read() as connection:
            return _present(connection) == newest()
    except (sa.exc.DBAPIError, Busy, UnsupportedDatabase):
        return False


def knows(revision: str) -> bool:
    """Whether this is one of the schemas that led to the newest, or that itself."""
    return any(script.revision == revision for script in ScriptDirectory.from_config(config()).walk_revisions())


def newest() -> str | None:
    """The revision of the newest schema."""
    return ScriptDirectory.from_config(config()).get_current_head()


def config() -> Config:
    """Alembic's settings for these migrations."""
    settings = Config()
    settings.set_main_option("script_location", str(_folder()).replace("%", "%%"))
    settings.set_main_option("path_separator", "os")
    return settings


def _folder() -> Path:
    try:
        return Path(str(resources.files("adjudicator.migrations")))
    except ModuleNotFoundError:
        return Path(__file__).resolve().parent.parent.parent / "migrations"


def _present(connection: Connection) -> str | None:
    """The revision of the schema. Another program's can have several."""
    return " ".join(MigrationContext.configure(connection).get_current_heads()) or None


def _require_ours(database: Database, connection: Connection) -> None:
    """Raises OtherSchema for a database that holds anything but a schema which this program knows."""
    tables = set(sa.inspect(connection).get_table_names())
    present = _present(connection) if _VERSIONS in tables else None
    if present is None and tables <= {_VERSIONS}:
        return
    if present is None or not tables >= OURS:
        message = f"{database.name} is another program's database, and is left as it is. Name one for adjudicator alone"
        raise OtherSchema(f"{message}: ADJUDICATOR_DATABASE_URL.")
    if not knows(present):
        message = f"{database.name} has schema {present}, which is newer than this program's {newest()}, and is left as it is"
        raise OtherSchema(f"{message}. Install the version of adjudicator that wrote it, or a later one.")
