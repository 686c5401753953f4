"""The table as text: what is known of it, and never wider than a terminal."""

import json
from typing import Any

from adjudicator.core.log import Log, decode_log
from adjudicator.core.reading import read_json
from adjudicator.core.report import judge_log
from adjudicator.games.moon.picture import picture
from tests.games.cases import FOLDER, GAMES

DEAL = {"Asha": ["65", "55", "53", "51", "31", "22", "00"], "Bo": ["63", "44", "43", "42", "41", "21", "11"]}


def drawn(*moves: dict[str, Any], players: tuple[str, ...] = ("Asha", "Bo", "Chen")) -> str:
    log: Log = decode_log(GAMES, read_json(json.dumps({"game": "moon", "players": players, "moves": moves})))
    return picture(judge_log(log).replay.head.state)


def bid(player: str, word: Any) -> dict[str, Any]:
    return {"type": "bid", "player": player, "bid": word}


def test_tricks() -> None:
    found = drawn(
        {"type": "deal", "hands": DEAL},
        *(bid("Asha", 5), bid("Bo", "pass"), bid("Chen", "pass")),
        {"type": "declare", "player": "Asha", "trump": "doubles", "discard": "31"},
        {"type": "play", "player": "Asha", "tile": "55"},
        {"type": "play", "player": "Bo", "tile": "11"},
    )
    assert found.splitlines() == [
        "hand 1 · tricks · Asha for 5 · trump doubles",
        "                     total tricks  left  sure to hold",
        "Asha                     0      0     6  00 22 51 53 65",
        "Bo                       0      0     6  21 41 42 43 44 63",
        "Chen                     0      0     7",
        "trick                55 (Asha) 11 (Bo)",
        "face down            31",
        "played               11 55",
    ]


def test_nothing_yet() -> None:
    assert drawn().splitlines()[0] == "hand 1 · deal"


def test_width() -> None:
    """Also of long and of wide names, with all tiles played."""
    players = ("W" * 60, "月" * 60, "e\u0323\u0301" * 20)
    whole = json.loads((FOLDER / "moon" / "playthroughs" / "held.json").read_text())["log"]
    names = dict(zip(whole["players"], players, strict=True))
    moves = [move | ({"player": names[move["player"]]} if "player" in move else {}) for move in whole["moves"]]
    lines = drawn(*moves[1:], players=players).splitlines()
    assert len(lines) > 5
    assert max(map(len, lines)) <= 80
    assert lines[3].startswith("月" * 9 + "  ")
