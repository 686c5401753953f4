"""Databases as released versions of this program made them, with matches of every game.

`fixtures/0001-*.sql` were made by the last version that had schema 0001: for each game a match stored at once, one logged
entry by entry and left in the middle, one that stopped and was voided; some of them with hidden facts; and kept results.
"""

import contextlib
import sqlite3
from pathlib import Path

import psycopg
from sqlalchemy.engine import make_url

FIXTURES = Path(__file__).parent / "fixtures"
OLD = sorted({path.name.partition("-")[0] for path in FIXTURES.glob("*.sql")})
"""Their schemas, the oldest first."""


def load(url: str, schema: str) -> None:
    """Make an empty database the one of this schema."""
    found = make_url(url)
    backend = found.get_backend_name()
    text = (FIXTURES / f"{schema}-{backend}.sql").read_text("utf-8")
    if backend == "sqlite":
        with contextlib.closing(sqlite3.connect(str(found.database))) as file:
            file.executescript(text)
        return
    with psycopg.connect(host=found.query["host"], user=found.username, dbname=found.database) as connection:
        connection.execute(text.encode())
