"""What lies in the box: path and action cards with their tokens and copies, gold cards, roles, and what is dealt.

An edge is a bit (north, east, south, west; a dead end has one more). Cards of one kind are the same card, however it
lies: a tunnel and its half turn have one number here, from 0 to 26.
"""

from collections.abc import Mapping
from typing import Literal

Tool = Literal["pick", "lamp", "cart"]
Face = Literal["gold", "NE", "SW", "NW", "ES"]
"""What a goal shows: the gold, or a stone as it lies."""
Role = Literal["miner", "saboteur"]

NORTH, EAST, SOUTH, WEST, DEAD = 1, 2, 4, 8, 16
OPEN_EDGES = NORTH | EAST | SOUTH | WEST
START = OPEN_EDGES
_BITS = {"N": NORTH, "E": EAST, "S": SOUTH, "W": WEST, "x": DEAD}

TOOLS: tuple[Tool, ...] = ("pick", "lamp", "cart")
GOLD: Face = "gold"
STONES: tuple[tuple[Face, Face], ...] = (("NE", "SW"), ("NW", "ES"))
"""The two stones, each by its two lies."""

_PORTRAIT = {"NESW": 5, "NES": 5, "NEW": 5, "NS": 4, "EW": 3, "NW": 4, "NE": 5}
_DEAD_ENDS = ("NESWx", "NESx", "NEWx", "NSx", "EWx", "NWx", "NEx", "Nx", "Ex")
_LANDSCAPE = _PORTRAIT | {"NS": 3, "EW": 4, "NW": 5, "NE": 4}
_ACTIONS = {
    "MAP": 6, "ROCKFALL": 3, "BREAK_PICK": 3, "BREAK_LAMP": 3, "BREAK_CART": 3, "FIX_PICK": 2, "FIX_LAMP": 2, "FIX_CART": 2,
    "FIX_PICK_LAMP": 1, "FIX_PICK_CART": 1, "FIX_LAMP_CART": 1,
}

KINDS = (*_PORTRAIT, *_DEAD_ENDS, *_ACTIONS)
TUNNELS = range(len(_PORTRAIT) + len(_DEAD_ENDS))
PACK = 67


def _turned(token: str) -> str:
    """The token of the same card, turned by half."""
    other = {"N": "S", "E": "W", "S": "N", "W": "E"}
    edges = {other[letter] for letter in token.rstrip("x")}
    return "".join(letter for letter in "NESW" if letter in edges) + ("x" if token.endswith("x") else "")


def _edges(token: str) -> int:
    return sum(_BITS[letter] for letter in token)


KIND: Mapping[str, int] = {name: kind for kind, name in enumerate(KINDS)} | {_turned(KINDS[kind]): kind for kind in TUNNELS}
"""Token -> the kind of card."""
EDGES: Mapping[str, int] = {token: _edges(token) for token, kind in KIND.items() if kind in TUNNELS}
"""Token of a tunnel as it lies -> its edges."""
TOKEN: Mapping[int, str] = {edges: token for token, edges in EDGES.items()}
"""Edges -> the token of a tunnel that lies so."""
LIES: tuple[tuple[int, ...], ...] = tuple(
    tuple(edges for token, edges in EDGES.items() if KIND[token] == kind) for kind in TUNNELS
)
"""Kind of tunnel -> its edges in each of its lies."""

MAP, ROCKFALL = KIND["MAP"], KIND["ROCKFALL"]
BREAK: Mapping[Tool, int] = {tool: KIND[f"BREAK_{tool.upper()}"] for tool in TOOLS}
REPAIRS: Mapping[int, tuple[Tool, ...]] = {
    KIND[name]: tuple(tool for tool in TOOLS if tool.upper() in name) for name in _ACTIONS if name.startswith("FIX")
}
"""Kind of repair card -> the tools on it."""


def _copies(tunnels: Mapping[str, int]) -> tuple[int, ...]:
    counts = {**tunnels, **dict.fromkeys(_DEAD_ENDS, 1), **_ACTIONS}
    return tuple(counts[name] for name in KINDS)


_BOTH = {name: max(_PORTRAIT[name], _LANDSCAPE[name]) for name in _PORTRAIT}
COPIES: Mapping[str, tuple[int, ...]] = {"any": _copies(_BOTH), "portrait": _copies(_PORTRAIT), "landscape": _copies(_LANDSCAPE)}
"""`card_frame` -> copies of each kind."""

GOLD_CARDS: Mapping[int, int] = {1: 16, 2: 8, 3: 4}
"""Nuggets on a gold card -> how many such cards there are."""
MOST_GOLD_DRAWN = 9

MINER: Role = "miner"
SABOTEUR: Role = "saboteur"
ROLES: Mapping[int, tuple[int, int]] = {3: (3, 1), 4: (4, 1), 5: (4, 2), 6: (5, 2), 7: (5, 3), 8: (6, 3), 9: (7, 3), 10: (7, 4)}
"""Players -> miners and saboteurs shuffled, one more than there are players."""
ROLE_CARDS = 11
HAND: Mapping[int, int] = {3: 6, 4: 6, 5: 6, 6: 5, 7: 5, 8: 4, 9: 4, 10: 4}
"""Players -> cards dealt to each."""
PAY: Mapping[int, int] = {0: 0, 1: 4, 2: 3, 3: 3, 4: 2}
"""Saboteurs in play -> nuggets for each, when they win."""

COMPONENTS = {
    "path_cards": {
        "start": 1,
        "goals": [GOLD, *("/".join(lies) for lies in STONES)],
        "tunnels": _PORTRAIT | dict.fromkeys(_DEAD_ENDS, 1),
    },
    "action_cards": dict(_ACTIONS),
    "gold_cards": {str(nuggets): count for nuggets, count in GOLD_CARDS.items()},
    "roles": {MINER: 7, SABOTEUR: 4},
}
