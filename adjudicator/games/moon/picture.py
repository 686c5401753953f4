"""The table as text, 80 columns or fewer: who has what, the trick that lies there, and what has been played."""

import unicodedata
from collections.abc import Iterator
from typing import Any

from .state import State, table

_NAME = 20
_ROW = 15
"""So many tiles stand in a line of tiles."""


def picture(state: State) -> str:
    """A heading, a line for each player, and lines of tiles."""
    shown = table(state)
    lines = [_heading(shown), f"{'':{_NAME}} total tricks  left  sure to hold"]
    lines += (_player(shown, name) for name in state.players)
    lines += _tiles("trick", [f"{each['tile']} ({_short(each['player'])})" for each in shown["trick"]])
    lines += _tiles("face down", [tile for tile in [shown["discard"]] if tile])
    lines += _tiles("played", shown["played"])
    return "\n".join(line.rstrip() for line in lines)


def _heading(shown: dict[str, Any]) -> str:
    words = [f"hand {shown['hand']}", shown["stage"]]
    if shown["bidder"]:
        words.append(f"{_short(shown['bidder'])} for {shown['bid']}")
    if shown["trump"] is not None:
        words.append(f"trump {shown['trump']}")
    return " · ".join(words)


def _player(shown: dict[str, Any], name: str) -> str:
    numbers = f"{shown['totals'][name]:6}{shown['tricks'][name]:7}{shown['left'][name]:6}"
    return f"{_padded(_short(name))}{numbers}  {' '.join(shown['hands'][name])}"


def _tiles(word: str, tiles: list[str]) -> Iterator[str]:
    for place in range(0, len(tiles), _ROW):
        yield f"{word if not place else '':{_NAME}} {' '.join(tiles[place : place + _ROW])}"


def _short(name: str) -> str:
    """The name, cut to what a column holds."""
    while _width(name) > _NAME - 2:
        name = name[:-1]
    return name


def _padded(name: str) -> str:
    return name + " " * (_NAME - _width(name))


def _width(name: str) -> int:
    """Columns that a terminal gives it: wide characters take two, marks none."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else not unicodedata.combining(c) for c in name)
