"""Renaming players follows the types: every name that is a Seat, and nothing else."""

import re
from typing import Annotated

import msgspec
import pytest
from msgspec import UNSET, Meta, Struct, UnsetType

from adjudicator.core.entries import Note, Placing, Remark, Result, Seat
from adjudicator.core.game import Game
from adjudicator.core.renaming import renamed
from tests.games.cases import GAMES
from tests.games.playing import lawful

LOGS = 40


class Inner(Struct, frozen=True):
    who: Seat
    what: str


class Outer(Struct, frozen=True, kw_only=True):
    maybe: Seat | None
    absent: Seat | UnsetType = UNSET
    several: list[Seat]
    pair: tuple[Seat, int]
    plain: tuple[int, str] = (1, "Asha")
    deep: dict[Seat, tuple[Inner, ...]]
    owner: Annotated[dict[str, Seat], Meta(min_length=1)]
    either: Inner | list[Seat] | None
    word: str = "Asha"
    note: Note | UnsetType = UNSET


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_name_of_a_log_follows(game: Game) -> None:
    """Compared with the names changed in the JSON text, where nothing else is called as a player is."""
    for number in range(LOGS):
        log = lawful(game, number)
        names = {name: f"<{place}>" for place, name in enumerate(log.table.players)}
        for thing in (log.table.setup, *log.entries):
            assert text_of(renamed(thing, names)) == replaced(text_of(thing), names)


def text_of(thing: Struct) -> str:
    return msgspec.json.encode(thing).decode()


def replaced(text: str, names: dict[str, str]) -> str:
    return re.sub(r'"([^"]*)"', lambda found: f'"{names.get(found[1], found[1])}"', text)


def test_names_are_told_by_their_type_however_deep_they_lie() -> None:
    thing = Outer(
        maybe="Asha",
        several=["Asha", "Bo"],
        pair=("Bo", 1),
        deep={"Asha": (Inner("Bo", "Asha"),)},
        owner={"Asha": "Asha"},
        either=["Asha"],
        note="Asha",
    )
    assert renamed(thing, {"Asha": "Bo", "Bo": "Asha"}) == Outer(
        maybe="Bo",
        several=["Bo", "Asha"],
        pair=("Asha", 1),
        deep={"Bo": (Inner("Asha", "Asha"),)},
        owner={"Asha": "Bo"},
        either=["Bo"],
        note="Asha",
    )
    nobody = Outer(maybe=None, several=[], pair=("Bo", 1), deep={}, owner={}, either=Inner("Chen", "Asha"))
    assert renamed(nobody, {"Asha": "Dana"}) == nobody
    assert renamed(nobody, {"Chen": "Dana"}).either == Inner("Dana", "Asha")


def test_a_result_and_a_remark() -> None:
    result = Result(standings=(Placing(players=("Asha", "Bo"), rank=1), Placing(players=("Chen",), rank=3, points=4)))
    assert renamed(result, {"Chen": "Dana"}).standings[1] == Placing(players=("Dana",), rank=3, points=4)
    assert renamed(Remark(note="Asha coughed."), {"Asha": "Dana"}) == Remark(note="Asha coughed.")
