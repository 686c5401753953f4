from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.databases import BACKENDS, new_database
from tests.games.cases import GAMES
from tests.services.desk import Desk
from tests.services.tournaments.evening import Evening


@pytest.fixture(params=BACKENDS)
def evening(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Evening]:
    desk = Desk(new_database(request.param, tmp_path), GAMES)
    yield Evening(desk)
    desk.database.close()
