"""What lies in the box: the pieces of a carrom board, and their words in a log (CARROM-1.2)."""

from collections.abc import Sequence
from typing import Literal

Colour = Literal["white", "black"]
Piece = Literal["white", "black", "queen", "striker"]

WHITE: Colour = "white"
BLACK: Colour = "black"
COLOURS: tuple[Colour, Colour] = (WHITE, BLACK)
"""Counts of pieces are lists of two numbers in this order."""
QUEEN = "queen"
STRIKER = "striker"
EACH = 9
"""Pieces of each colour."""

COMPONENTS = {WHITE: EACH, BLACK: EACH, QUEEN: 1, STRIKER: 1}


def words(counts: Sequence[int]) -> list[str]:
    """The pieces of `counts` as a log would write them, white first."""
    return [*[WHITE] * counts[0], *[BLACK] * counts[1]]
