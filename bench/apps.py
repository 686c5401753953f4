"""The applications that the benches serve: the service, and the yardstick of an append.

The yardstick is the least that Flask with SQLAlchemy Core can do for an entry of a log: one route reads the JSON of the body
and inserts one row, in a transaction of its own, into SQLite with the service's own pragmas, or into PostgreSQL. No key, no
rules, no state.
"""

import gc
import os
import time
from collections.abc import Iterator

import sqlalchemy as sa
from flask import Flask, Response, jsonify, request

from adjudicator.app import create_app
from adjudicator.config import Settings
from adjudicator.games import discover
from adjudicator.storage import migrating
from adjudicator.storage.opening import open_database
from adjudicator.wiring import prepare

metadata = sa.MetaData()
moves = sa.Table(
    "moves",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("match_id", sa.String(36), nullable=False, index=True),
    sa.Column("entry", sa.JSON, nullable=False),
)
PRAGMAS = ("busy_timeout=10000", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")


def service() -> Flask:
    """The service, as `serve` has it, on the database and with the key of the environment; and a stream to measure servers by."""
    settings, games = Settings.from_environ(os.environ), discover()
    migrate(settings)
    prepare(settings, games)
    app = create_app(settings, games)
    app.add_url_rule("/bench/stream", view_func=stream)
    gc.collect()
    gc.freeze()
    return app


def migrate(settings: Settings) -> None:
    """Bring the database to the newest schema, wherever it is."""
    database = open_database(settings.database_url)
    migrating.upgrade(database)
    database.close()


def stream() -> Response:
    """As many lines as the client asks for, one every tenth of a second."""
    count = int(request.args["lines"])

    def lines() -> Iterator[str]:
        for number in range(count):
            yield f"{number} {time.time()}\n"
            time.sleep(0.1)

    return Response(lines(), content_type="text/plain")


def bare() -> Flask:
    """The yardstick."""
    engine = sa.create_engine(os.environ["BARE_DATABASE_URL"], pool_size=32)

    @sa.event.listens_for(engine, "connect")
    def prepare_connection(raw, record):
        for pragma in PRAGMAS if engine.dialect.name == "sqlite" else ():
            raw.execute(f"PRAGMA {pragma}")

    metadata.create_all(engine)
    app = Flask("bare")
    insert = sa.insert(moves)

    @app.post("/moves/<match_id>")
    def add(match_id):
        with engine.begin() as connection:
            connection.execute(insert, {"match_id": match_id, "entry": request.get_json()})
        return jsonify({"stored": True}), 201

    return app
