"""What is known of where each tile of a hand is (MOON-6.2): what is true in every distribution that fits the log so far.

A tile is at one of four kinds of place: played, shown to be with one player (`sure`), shown to be face down, or `free`:
nothing is known but that it fills one of the unknown places (`room`) of the players and the middle. All free tiles are
alike, every one can be in every unknown place, and there are as many of them as unknown places. So what is true in
every distribution follows by counting; no distribution is ever looked at.

One twist: between taking the kitty and a logged discard, the bidder's tiles are a pile one larger than the hand, and
one of them (any) is the discard: `spare` is that player.
"""

from collections.abc import Mapping

from msgspec import Struct, field

from .pieces import ALL, HAND


class Known(Struct):
    """The tiles of one hand, as masks. `sure`, `room`: by seat. `kitty`, `discard`: 0 while not shown. `spare`: a seat."""

    sure: list[int] = field(default_factory=lambda: [0, 0, 0])
    room: list[int] = field(default_factory=lambda: [HAND, HAND, HAND])
    free: int = ALL
    kitty: int = 0
    discard: int = 0
    spare: int | None = None


def deal(hands: Mapping[int, int], kitty: int) -> Known:
    """MOON-7.2: the hands (seat -> mask) and the kitty (0: not shown) of a deal."""
    known = Known(kitty=kitty, free=ALL ^ kitty)
    for seat, hand in hands.items():
        known.sure[seat], known.room[seat] = hand, 0
        known.free ^= hand
    return known


def can_be_kitty(known: Known, tile: int) -> bool:
    """MOON-7.2: whether this tile (a mask of one) can have been the one in the middle."""
    return tile == known.kitty if known.kitty else tile & known.free != 0


def take_kitty(known: Known, seat: int, shown: int) -> None:
    """MOON-3.1: the tile in the middle joins the bidder's seven; `shown`: which it is, 0 if the declaration does not say."""
    known.kitty = known.kitty or shown
    if known.kitty:
        known.sure[seat] |= known.kitty
        known.free &= ~known.kitty
    else:
        known.room[seat] += 1
    known.spare = seat


def can_be_discard(known: Known, seat: int, kitty: int, tile: int) -> bool:
    """MOON-3.1: whether this tile can be among the bidder's eight, before the kitty (0: unknown) is taken."""
    if tile & (known.sure[seat] | kitty):
        return True
    return tile & known.free != 0 and (known.room[seat] > 0 or not kitty)


def put_down(known: Known, tile: int) -> None:
    """MOON-3.1: the bidder's discard is shown."""
    seat = known.spare
    assert seat is not None
    play(known, seat, tile)
    known.discard, known.spare = tile, None


def can_hold(known: Known, seat: int, tile: int) -> bool:
    """Whether a player who has tiles left holds this tile in some distribution."""
    return tile & known.sure[seat] != 0 or (tile & known.free != 0 and known.room[seat] > 0)


def must_hold(known: Known, seat: int, tiles: int) -> bool:
    """Whether the player holds one of these tiles in every distribution.

    Not to hold any, the player must fill the unknown places with free tiles of other kinds; where one of the pile is
    the discard, that may be the one shown tile of these, or else one place less needs another tile.
    """
    spare = seat == known.spare
    shown = (known.sure[seat] & tiles).bit_count()
    if shown > spare:
        return True
    return (known.free & ~tiles).bit_count() < known.room[seat] - (spare - shown)


def held(known: Known, seat: int) -> int:
    """The tiles of which each is with the player in every distribution."""
    tiles = (1 << tile for tile in range(ALL.bit_length()))
    return sum(tile for tile in tiles if must_hold(known, seat, tile))


def can_hold_behind(known: Known, seat: int, tile: int, tiles: int) -> bool:
    """Whether the player holds one of `tiles` in some distribution, and `tile`, which is none of them, as well.

    Of a bidder's pile with the discard in it, one tile is left for the middle.
    """
    sure, room = known.sure[seat], known.room[seat]
    if tile & sure:
        sure ^= tile
    else:
        room -= 1
    if seat == known.spare and sure.bit_count() + room < 2:
        return False
    return sure & tiles != 0 or (room > 0 and known.free & tiles != 0)


def play(known: Known, seat: int, tile: int) -> None:
    """A tile that the player can hold is played."""
    if tile & known.free:
        known.free ^= tile
        known.room[seat] -= 1
    else:
        known.sure[seat] ^= tile


def unplayed(known: Known) -> int:
    """The tiles that are in a hand, or face down, or free."""
    one, two, three = known.sure
    kitty_lies = known.spare is None and not known.discard
    return one | two | three | known.free | (known.kitty if kitty_lies else known.discard)


def played(known: Known) -> int:
    """The tiles that are nowhere any more."""
    return ALL ^ unplayed(known)


def discards(known: Known) -> int:
    """The tiles that can be the discard, once the kitty was taken."""
    if known.spare is None:
        return known.discard
    seat = known.spare
    return known.sure[seat] | (known.free if known.room[seat] else 0)
