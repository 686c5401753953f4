"""What lies in the box (MOON-1.2): 22 tiles of a double-six set. Tiles are numbers here, sets of tiles are bit masks.

Tile n of TILES is the bit 1 << n; a mask is the sum of its tiles' bits. A token is the text in which a log names a tile.
"""

import re
from collections.abc import Iterable

HAND = 7
TILES = tuple(f"{high}{low}" for high in range(7) for low in range(high + 1) if low or not high)
TILE = {token: tile for tile, name in enumerate(TILES) for token in (name, name[::-1])}
"""Token -> tile; either end may be written first (MOON-1.2)."""
ALL = (1 << len(TILES)) - 1
COMPONENTS = {"tiles": list(TILES)}

_TOKEN = re.compile("[0-9][0-9]")


def readable(token: str) -> bool:
    """Whether a text can name a tile at all: two digits. Whether there is such a tile is another question."""
    return _TOKEN.fullmatch(token) is not None


def mask_of(tokens: Iterable[str]) -> int:
    """The tiles of these tokens, without those that are no tiles of the set."""
    mask = 0
    for token in tokens:
        if token in TILE:
            mask |= 1 << TILE[token]
    return mask


def name_of(tile: int) -> str:
    """The one tile of a mask."""
    return TILES[tile.bit_length() - 1]


def names_of(mask: int) -> list[str]:
    """The tiles of a mask, the lowest first."""
    return [name for tile, name in enumerate(TILES) if mask >> tile & 1]
