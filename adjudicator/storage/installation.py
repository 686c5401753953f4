"""What belongs to the installation, and to no club of it."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection

from adjudicator.storage.tables import installation

_INSERTS: dict[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


def value(connection: Connection, name: str) -> str | None:
    """What stands under this name."""
    return connection.scalar(sa.select(installation.c.value).where(installation.c.name == name))


def settle(connection: Connection, name: str, wanted: str, now: str) -> str:
    """Let this stand under the name, unless something does already; what stands there then."""
    insert = _INSERTS[connection.dialect.name](installation).values(name=name, value=wanted, created_at=now)
    connection.execute(insert.on_conflict_do_nothing())
    return value(connection, name) or wanted
