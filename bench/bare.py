"""The yardstick of `append.py`: the least that a Flask application with SQLAlchemy Core can do for an entry of a log.

One route reads the JSON of the body and inserts one row, in a transaction of its own, into SQLite with the same pragmas as
the service: WAL, synchronous=FULL, foreign keys. No key, no rules, no state.
"""

import os

import sqlalchemy as sa
from flask import Flask, jsonify, request

metadata = sa.MetaData()
moves = sa.Table(
    "moves",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("match_id", sa.String(36), nullable=False, index=True),
    sa.Column("entry", sa.JSON, nullable=False),
)
PRAGMAS = ("busy_timeout=10000", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")


def create_app() -> Flask:
    engine = sa.create_engine(os.environ["BARE_DATABASE_URL"], pool_size=32)

    @sa.event.listens_for(engine, "connect")
    def prepare(raw, record):
        for pragma in PRAGMAS:
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
