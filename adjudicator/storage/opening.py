"""From the URL of a database to the database."""

import sqlalchemy as sa
from sqlalchemy.engine import make_url

from adjudicator.storage.database import Database, UnsupportedDatabase
from adjudicator.storage.sqlite import SqliteDatabase

FORMS = "sqlite:///file or postgresql://user@host/name"


def open_database(url: str) -> Database:
    """The database of this URL; it is reached at its first use. Raises UnsupportedDatabase."""
    try:
        found = make_url(url)
    except sa.exc.ArgumentError:
        raise UnsupportedDatabase(f"The database URL cannot be read; it has the form {FORMS}.") from None
    backend = found.get_backend_name()
    if backend == "postgresql":
        # The driver is an extra, so that a club with a file need not install it.
        try:
            from adjudicator.storage.postgresql import PostgresDatabase
        except ImportError as error:
            raise UnsupportedDatabase("PostgreSQL needs its driver, psycopg: make postgres.") from error
        return PostgresDatabase(found)
    if backend != "sqlite":
        raise UnsupportedDatabase(f"{backend} is no database of this service; it works with {FORMS}.")
    if not found.database or found.database == ":memory:":
        raise UnsupportedDatabase("The database must be a file, since every connection opens it anew.")
    return SqliteDatabase(found)
