"""Suits and trumps (MOON-1.4 to 1.7, 3.3, 4.2 to 4.4), as tables made once: what a lead asks for, and which tile wins."""

from collections.abc import Sequence

from .pieces import TILES

Trump = int | str
"""0 to 6, `doubles` or `none`, as a log names it."""
TRUMPS: tuple[Trump, ...] = (0, 1, 2, 3, 4, 5, 6, "doubles", "none")
TRUMP_SUIT = "trump"

_ENDS = tuple((int(name[0]), int(name[1])) for name in TILES)
_TRUMP_BONUS = 10


def _is_trump(trump: Trump, tile: int) -> bool:
    """MOON-1.5, 1.7: the tiles of the trump suit, or all doubles."""
    high, low = _ENDS[tile]
    return high == low if trump == "doubles" else trump in (high, low)


def _asked(trump: Trump, lead: int) -> Trump:
    """MOON-4.2: the suit that a lead asks for: `trump`, or that of its higher end."""
    return TRUMP_SUIT if _is_trump(trump, lead) else _ENDS[lead][0]


def _follows(trump: Trump, lead: int, tile: int) -> bool:
    """MOON-1.4, 1.5: whether a tile belongs to the suit that the lead asks for."""
    asked = _asked(trump, lead)
    if asked == TRUMP_SUIT or _is_trump(trump, tile):
        return asked == TRUMP_SUIT and _is_trump(trump, tile)
    return asked in _ENDS[tile]


def _rank(suit: Trump, tile: int) -> int:
    """MOON-1.6, 1.7: the double is highest, then by the other end; doubles among themselves by their number. From 1."""
    high, low = _ENDS[tile]
    if suit == "doubles":
        return high + 1
    return 8 if high == low else high + low - int(suit) + 1


def _strength(trump: Trump, lead: int, tile: int) -> int:
    """MOON-4.4: trumps above the suit led, all else nothing (0)."""
    if _is_trump(trump, tile):
        return _TRUMP_BONUS + _rank(trump, tile)
    return _rank(_asked(trump, lead), tile) if _follows(trump, lead, tile) else 0


_RANGE = range(len(TILES))
ASKED = {trump: tuple(_asked(trump, lead) for lead in _RANGE) for trump in TRUMPS}
"""ASKED[trump][lead]: the suit asked for, a number or `trump`."""
FOLLOWING = {
    trump: tuple(sum(1 << tile for tile in _RANGE if _follows(trump, lead, tile)) for lead in _RANGE) for trump in TRUMPS
}
"""FOLLOWING[trump][lead]: the mask of all tiles that follow the lead (itself too)."""
STRENGTH = {
    trump: tuple(tuple(_strength(trump, lead, tile) for tile in _RANGE) for lead in _RANGE) for trump in TRUMPS
}
"""STRENGTH[trump][lead][tile]: the strongest of a trick wins it."""


def strongest(trump: Trump, trick: Sequence[tuple[int, int]]) -> int:
    """MOON-4.4: the seat that wins a trick of three, of (seat, tile) as they were played."""
    (one, lead), (two, second), (three, third) = trick
    strength = STRENGTH[trump][lead]
    best, rest, last = strength[lead], strength[second], strength[third]
    if rest > best:
        one, best = two, rest
    return three if last > best else one
