import pytest
from flask import Flask
from flask.testing import FlaskClient

from adjudicator.app import create_app
from adjudicator.config import Settings
from adjudicator.games import discover


@pytest.fixture(scope="package")
def app() -> Flask:
    """The service with the toy game beside the real ones."""
    return create_app(Settings(log_level="error"), discover("adjudicator.games", "tests.games"))


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def toy_log() -> dict:
    """Two plays: the second cannot be verified, since nobody wrote down the hands."""
    return {
        "game": "toy",
        "players": ["Asha", "Bo"],
        "moves": [{"type": "play", "player": "Asha", "card": 3}, {"type": "play", "player": "Bo", "card": 2}],
    }
