from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from adjudicator.app import create_app
from adjudicator.config import Settings
from adjudicator.games import discover
from adjudicator.web.context import close
from adjudicator.wiring import prepare
from tests.databases import BACKENDS, migrated
from tests.web.hall import Hall
from tests.web.matching import CUT_SHORT, KEY, Club

GAMES = discover("adjudicator.games", "tests.games")


def served(backend: str, folder: Path) -> Iterator[Flask]:
    """The service with the toy game beside the real ones, on a database of its own."""
    settings = Settings(log_level="error", database_url=migrated(backend, folder), admin_key=KEY, **CUT_SHORT)
    prepare(settings, GAMES)
    app = create_app(settings, GAMES)
    yield app
    close(app)


@pytest.fixture(scope="package")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """For what needs no database."""
    yield from served("sqlite", tmp_path_factory.mktemp("web"))


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture(scope="package", params=BACKENDS)
def keeping(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """For what keeps matches: on each kind of database."""
    yield from served(request.param, tmp_path_factory.mktemp("matches"))


@pytest.fixture
def club(keeping: Flask) -> Club:
    return Club(keeping.test_client())


@pytest.fixture
def hall(club: Club) -> Hall:
    return Hall(club)


@pytest.fixture
def toy_log() -> dict:
    """Two plays: the second cannot be verified, since nobody wrote down the hands."""
    return {
        "game": "toy",
        "players": ["Asha", "Bo"],
        "moves": [{"type": "play", "player": "Asha", "card": 3}, {"type": "play", "player": "Bo", "card": 2}],
    }
