from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.databases import BACKENDS, new_database
from tests.games.cases import GAMES
from tests.receiving import Receiver, receiving
from tests.services.desk import Desk
from tests.services.office import Office


@pytest.fixture(params=BACKENDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(new_database(request.param, tmp_path), GAMES)
    yield desk
    desk.database.close()


@pytest.fixture(scope="package", params=BACKENDS)
def shared_desk(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """A desk of many matches."""
    desk = Desk(new_database(request.param, tmp_path_factory.mktemp("services")), GAMES)
    yield desk
    desk.database.close()


@pytest.fixture
def office(desk: Desk) -> Office:
    """A club's webhooks."""
    return Office(desk)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """Where they may lead."""
    with receiving() as found:
        yield found


@pytest.fixture
def toy() -> dict:
    """The start of a toy match without anything hidden."""
    return {"game": "toy", "players": ["Asha", "Bo"]}
