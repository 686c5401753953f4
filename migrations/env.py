"""Runs migrations on the connection that the caller hands over.

`attributes["connection"]` is a Connection (the service's own, inside its transaction), an Engine (a test tool's), or
absent: then alembic's own command line runs with `-x url=...`.
"""

from alembic import context
from sqlalchemy import create_engine
from sqlalchemy.engine import Connection, Engine

from adjudicator.storage.metadata import metadata


def run(connection: Connection) -> None:
    batch = connection.dialect.name == "sqlite"
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=batch, compare_type=True)
    with context.begin_transaction():
        context.run_migrations()


def main() -> None:
    given = context.config.attributes.get("connection")
    if isinstance(given, Connection):
        run(given)
        return
    engine = given if isinstance(given, Engine) else create_engine(context.get_x_argument(as_dictionary=True)["url"])
    with engine.begin() as connection:
        run(connection)


main()
