from pathlib import Path

import pytest

from tests.games.cases import GAMES
from tests.services.desk import Desk


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path / "adjudicator.db", GAMES)


@pytest.fixture(scope="package")
def shared_desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """A desk of many matches."""
    return Desk(tmp_path_factory.mktemp("services") / "adjudicator.db", GAMES)


@pytest.fixture
def toy() -> dict:
    """The start of a toy match without anything hidden."""
    return {"game": "toy", "players": ["Asha", "Bo"]}
