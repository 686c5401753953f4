from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from adjudicator.app import create_app, prepare
from adjudicator.config import Settings
from adjudicator.games import discover
from tests.web.matching import KEY, Club


@pytest.fixture(scope="package")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Of a service with a database of its own."""
    path: Path = tmp_path_factory.mktemp("web") / "adjudicator.db"
    return Settings(log_level="error", database_url=f"sqlite:///{path}", admin_key=KEY)


@pytest.fixture(scope="package")
def app(settings: Settings) -> Flask:
    """The service with the toy game beside the real ones."""
    games = discover("adjudicator.games", "tests.games")
    prepare(settings, games)
    return create_app(settings, games)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def club(client: FlaskClient) -> Club:
    return Club(client)


@pytest.fixture
def toy_log() -> dict:
    """Two plays: the second cannot be verified, since nobody wrote down the hands."""
    return {
        "game": "toy",
        "players": ["Asha", "Bo"],
        "moves": [{"type": "play", "player": "Asha", "card": 3}, {"type": "play", "player": "Bo", "card": 2}],
    }
