"""The picture of the mine: what a referee sees of it, never wider than a terminal, wherever its cards lie."""

import random
from typing import Any

import msgspec
import pytest

from adjudicator.core.log import decode_log
from adjudicator.core.reading import read_json
from adjudicator.core.report import judge_log
from adjudicator.games.saboteur.picture import WIDTH, picture
from tests.games.cases import GAMES

STANDS = {"stands": True, "note": "As it lay."}
LEGEND = "S start · [2] goal face down · $ gold · O stone · X dead end · thin: not joined"


def path(player: str, card: str, x: int, y: int) -> dict[str, Any]:
    return {"type": "path", "player": player, "card": card, "cell": [x, y], **STANDS}


def drawn(moves: list[dict[str, Any]], **options: int) -> str:
    raw = {"game": "saboteur", "ruleset": {"options": options}, "players": ["Asha", "Bo", "Chen"], "moves": moves}
    judged = judge_log(decode_log(GAMES, read_json(msgspec.json.encode(raw))))
    assert judged.replay.head.stopped_at is None
    return picture(judged.replay.head.state)


def test_tunnels_dead_ends_goals_and_what_is_cut_off() -> None:
    """Thick is joined to the start; the dead end and what lies behind the missing card are thin."""
    found = drawn(
        [
            path("Asha", "ESW", 1, 0),
            path("Bo", "NSx", 1, -1),
            path("Chen", "EW", 2, 0),
            {"type": "reveal", "player": "Chen", "goal": 2, "shows": "SW"},
            path("Asha", "NS", 0, 1),
            path("Bo", "NES", 0, 2),
            {"type": "rockfall", "player": "Chen", "cell": [0, 1]},
        ],
        goal_distance=3, goal_gap=2,
    )
    assert found.split("\n") == [
        "    0  1  2  3",
        "    │",
        " 2  ├─      [1]",
        "    │",
        "",
        " 1",
        "",
        "    ┃",
        " 0 ━S━━┳━━━━━O",
        "    ┃  ┃     ┃",
        "       │",
        "-1     X",
        "       │",
        "",
        "-2          [3]",
        "",
        LEGEND,
    ]


def test_gold() -> None:
    found = drawn([path("Asha", "EW", 1, 0), {"type": "reveal", "player": "Asha", "goal": 2, "shows": "gold"}], goal_distance=2)
    assert " 0 ━S━━━━━$━" in found.split("\n")


def test_a_wide_mine_stands_in_panels() -> None:
    """Twenty-five columns are one panel; what is wider goes on below."""
    moves = [path(("Asha", "Bo", "Chen")[step % 3], "NEW", -step - 1, 0) for step in range(5)]
    found = drawn(moves, goal_distance=20)
    assert found.split("\n")[0].split() == [str(x) for x in range(-5, 20)]
    assert [line.split() for line in found.split("\n") if line.endswith("20")] == [["20"]]


def test_what_lies_far_off_has_a_panel_of_its_own() -> None:
    found = drawn([path("Asha", "NESW", 999_999, -999_999), path("Bo", "EW", 5, 40)])
    lines = found.split("\n")
    assert "x from 999999" in found
    assert any(line.startswith("-999999 ") for line in lines)
    assert "⋮" in found, "the rows between are left out"
    assert len(lines) < 40


@pytest.mark.parametrize("number", range(100))
def test_never_wider_than_a_terminal(number: int) -> None:
    """Every card that lies anywhere is drawn, in 80 columns at most."""
    rng = random.Random(number)
    reach = rng.choice([3, 30, 300, 1_000_000])
    cells = {(rng.randint(-reach, reach), rng.randint(-reach, reach)) for _ in range(12)} - {(0, 0)}
    cells -= {(20, 10), (20, 0), (20, -10)}
    moves = [path(("Asha", "Bo", "Chen")[step % 3], rng.choice(["NESWx", "EWx", "Nx"]), *cell) for step, cell in enumerate(cells)]
    kept = [move for step, move in enumerate(moves) if move["card"] not in [each["card"] for each in moves[:step]]]
    for step, move in enumerate(kept):
        move["player"] = ("Asha", "Bo", "Chen")[step % 3]
    lines = drawn(kept, goal_distance=20, goal_gap=10).split("\n")
    assert max(len(line) for line in lines) <= WIDTH
    assert sum(line.count("X") for line in lines[:-1]) == len(kept)
    assert sum(line.count("S") for line in lines[:-1]) == 1
    assert [sum(f"[{goal}]" in line for line in lines[:-1]) for goal in (1, 2, 3)] == [1, 1, 1]
