"""Frames of a hold are in the score while it lasts, behind the finished ones, and only then."""

from typing import Any

import pytest
from msgspec import structs

from adjudicator.core.game import Table
from adjudicator.core.replay import Head, begin
from adjudicator.core.report import score_part
from tests.games.toy import GAME

FINISHED = {"hand": 1}
PENDING = {"hand": 2}


def frames(held: bool, ending: str | None) -> Any:
    table = Table(("Asha", "Bo"), "standard", GAME.options(), GAME.setup())
    head: Head = begin(GAME, table)
    head.state.held, head.state.ending = held, ending
    return score_part(structs.replace(GAME, pending=lambda state: [PENDING]), head, [FINISHED])["frames"]


@pytest.mark.parametrize(
    ("held", "ending", "shown"),
    [(True, None, [FINISHED, PENDING]), (False, None, [FINISHED]), (True, "time", [FINISHED]), (False, "played", [FINISHED])],
)
def test_pending_frames(held: bool, ending: str | None, shown: list[dict[str, Any]]) -> None:
    assert frames(held, ending) == shown


def test_no_game_must_have_them() -> None:
    table = Table(("Asha", "Bo"), "standard", GAME.options(), GAME.setup())
    head = begin(GAME, table)
    head.state.held = True
    assert score_part(GAME, head, [FINISHED])["frames"] == [FINISHED]
