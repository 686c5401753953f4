from pathlib import Path

import pytest
from alembic.config import Config
from sqlalchemy.engine import Engine

from adjudicator.storage import migrating
from adjudicator.storage.database import Database
from adjudicator.storage.opening import open_database


@pytest.fixture
def alembic_config() -> Config:
    """For pytest-alembic: where the migrations are."""
    return migrating.config()


@pytest.fixture
def empty(tmp_path: Path) -> Database:
    """A database that nothing was done to."""
    return open_database(f"sqlite:///{tmp_path / 'adjudicator.db'}")


@pytest.fixture
def alembic_engine(empty: Database) -> Engine:
    """For pytest-alembic: the service's own engine."""
    return empty.engine


@pytest.fixture
def database(empty: Database) -> Database:
    """A database with the newest schema."""
    migrating.upgrade(empty)
    return empty
