"""Logs of the toy game, one for each way in which a check can end."""

import json
from typing import Any


def play(player: str, card: int, **more: Any) -> dict[str, Any]:
    return {"type": "play", "player": player, "card": card, **more}


def log(*moves: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"game": "toy", "players": ["Asha", "Bo"], "moves": list(moves), **more}


LAWFUL = log(play("Asha", 4), play("Bo", 5), play("Asha", 6))
ILLEGAL = log(play("Asha", 4), play("Asha", 5))
STANDS = log(play("Asha", 4), play("Asha", 5, stands=True, note="nobody minded"), play("Bo", 6))
IMPOSSIBLE = log(play("Asha", 4), play("Bo", 4))
FOUND = log(
    play("Asha", 7), play("Bo", 3), play("Asha", 4), play("Bo", 9), play("Asha", 5), play("Bo", 2),
    ruleset={"preset": "lenient"},
)  # fmt: skip
HELD = log(play("Asha", 7), play("Bo", 3), play("Asha", 4), play("Bo", 9))
WHOLE = log(
    play("Asha", 4), play("Bo", 8), play("Asha", 1), play("Bo", 9), play("Asha", 5), play("Bo", 2),
    setup={"hands": {"Asha": [1, 4, 5]}},
)  # fmt: skip
HIDDEN = log(play("Asha", 4), play("Bo", 2), setup={"hands": {"Bo": [2, 3, 9]}})
MALFORMED = log(play("Asha", 4), play("Zoe", 5), {"type": "play", "player": "Bo"})


def text(value: Any) -> bytes:
    return json.dumps(value).encode()


def lines(*values: Any) -> bytes:
    return b"".join(value + b"\n" if isinstance(value, bytes) else text(value) + b"\n" for value in values)
