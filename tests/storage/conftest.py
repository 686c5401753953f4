from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.config import Config
from sqlalchemy.engine import Engine

from adjudicator.storage import migrating
from adjudicator.storage.database import Database
from adjudicator.storage.opening import open_database
from tests.databases import BACKENDS, new_database


@pytest.fixture
def alembic_config() -> Config:
    """For pytest-alembic: where the migrations are."""
    return migrating.config()


@pytest.fixture(params=BACKENDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Of a database that nothing was done to."""
    return new_database(request.param, tmp_path)


@pytest.fixture
def empty(url: str) -> Iterator[Database]:
    """A database that nothing was done to."""
    database = open_database(url)
    yield database
    database.close()


@pytest.fixture
def alembic_engine(empty: Database) -> Engine:
    """For pytest-alembic: the service's own engine."""
    return empty.engine


@pytest.fixture
def database(empty: Database) -> Database:
    """A database with the newest schema."""
    migrating.upgrade(empty)
    return empty


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Database]:
    """A database of SQLite with the newest schema."""
    database = open_database(f"sqlite:///{tmp_path / 'file.db'}")
    migrating.upgrade(database)
    yield database
    database.close()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Database]:
    """A database of PostgreSQL with the newest schema."""
    database = open_database(new_database("postgresql", tmp_path))
    migrating.upgrade(database)
    yield database
    database.close()
