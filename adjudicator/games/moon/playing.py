"""A play, read: who plays which tile, and whether a glance shows that nothing can be said against it."""

from msgspec import Struct

from adjudicator.core.seats import after

from .knowledge import fits
from .moves import Play
from .pieces import TILE
from .state import SEATS, State


class Played(Struct, frozen=True):
    """The plan of a play: who plays which tile (-1: none of the set), both again in `laid`, the tile as a mask (0: no tile).

    `after`: whose turn is next in the order of turns. `plain`: nothing can be said against the play, and it proves nothing.
    """

    seat: int
    tile: int
    mask: int
    laid: tuple[int, int]
    after: int
    plain: bool


def _played(seat: int, tile: int, plain: bool) -> Played:
    return Played(seat, tile, 1 << tile if tile >= 0 else 0, (seat, tile), after(seat, SEATS), plain)


_PLAIN = tuple({token: _played(seat, tile, plain=True) for token, tile in TILE.items()} for seat in range(SEATS))
_DOUBTED = tuple({token: _played(seat, tile, plain=False) for token, tile in TILE.items()} for seat in range(SEATS))
_STRANGE = tuple(_played(seat, -1, plain=False) for seat in range(SEATS))


def read(state: State, entry: Play) -> Played:
    """The plan, one of those made beforehand. Plain: in turn, while tiles are played, and one that fits."""
    hand = state.hand
    seat = hand.up
    if state.players[seat] != entry.player:
        seat = state.players.index(entry.player)
    elif plan := _PLAIN[seat].get(entry.tile):
        mask, asked = plan.mask, hand.asked
        if asked and fits(hand.known, seat, mask, asked) and not mask & hand.proofs[seat]:
            return plan
    return _DOUBTED[seat].get(entry.tile) or _STRANGE[seat]
