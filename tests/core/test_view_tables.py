"""A table knows whose it is: what follows from no entry can then be kept back, and a public head is needed from the start."""

import pytest
from msgspec import structs

from adjudicator.core.game import Audience, Game, Hidden, Table
from adjudicator.core.views import PUBLIC, REFEREE, Viewer, cut_table, hides
from tests.games.toy import GAME
from tests.games.toy.moves import Play, Setup

TABLE = Table(("Asha", "Bo"), "standard", GAME.options(), Setup(hands={"Asha": (1, 2, 3)}))


def with_line(line: Hidden) -> Game:
    return structs.replace(GAME, hidden={Play: {"card": line}})


@pytest.mark.parametrize("ended", [False, True])
def test_the_referees_table_is_as_it_was(ended: bool) -> None:
    assert cut_table(GAME, TABLE, REFEREE, ended) == TABLE
    assert (TABLE.viewer, TABLE.all_shown) == (None, True)


@pytest.mark.parametrize(("viewer", "name"), [(PUBLIC, None), (Viewer(player="Asha"), "Asha"), (Viewer(player="Bo"), "Bo")])
@pytest.mark.parametrize("ended", [False, True])
def test_other_tables_say_whose_they_are(viewer: Viewer, name: str | None, ended: bool) -> None:
    found = cut_table(GAME, TABLE, viewer, ended)
    assert (found.viewer, found.all_shown) == (name, ended)
    assert found.players == TABLE.players


def test_what_stays_hidden_until_the_end_is_hidden_from_the_setup_on() -> None:
    assert hides(with_line(Hidden(Audience.ACTOR, until_end=True)), GAME.setup())
    assert not hides(with_line(Hidden(Audience.ACTOR)), GAME.setup())
