"""What the log says of the hands (SAB-1.6, 5.2, 5.4): is there a way in which the cards can have lain that agrees with it?

Of every hand one such way is kept: which named cards are still held, how many of the held cards are unnamed, and which
unnamed cards turned out to be what (`fresh`). Nearly every turn agrees with that way, and is settled here by counting.
Where one does not, `deals` looks for another way.
"""

from collections.abc import Sequence

from msgspec import Struct

UNNAMED, NOTHING = -1, -2
"""In the place of a kind of card: a card that the log does not name; no card at all."""


class Hand(Struct):
    """One player's cards in a round.

    `dealt` and `turns` are what the log says: kinds dealt, and for every turn the kind that left and the kind drawn.
    `named`, `unnamed`, `fresh` are a way that agrees with it: kinds held that a deal or draw named, the number of other
    cards held, and how often an unnamed card was played as which kind. `held`: the number of cards in the hand.
    """

    held: int
    dealt: list[int]
    unnamed: int
    named: dict[int, int] = {}
    fresh: dict[int, int] = {}
    turns: list[tuple[int, int]] = []


def new_hand(size: int) -> Hand:
    """A hand of which nothing is known."""
    return Hand(size, [UNNAMED] * size, size)


def name_hand(hand: Hand, copies: list[int], kinds: Sequence[int]) -> None:
    """The deal of this hand is known. `copies` counts the copies of each kind that the log shows."""
    hand.dealt, hand.unnamed = list(kinds), 0
    for kind in kinds:
        hand.named[kind] = hand.named.get(kind, 0) + 1
        copies[kind] += 1


def agrees(hand: Hand, copies: Sequence[int], limits: Sequence[int], gone: int, drawn: int) -> bool:
    """Whether a turn agrees with the way that is kept: the card can leave, and no kind has more copies than it may."""
    if gone >= 0 and gone not in hand.named:
        if not hand.unnamed or copies[gone] >= limits[gone]:
            return False
        if gone == drawn:
            return copies[gone] + 2 <= limits[gone]
    return drawn < 0 or copies[drawn] < limits[drawn]


def follow(hand: Hand, copies: list[int], limits: Sequence[int], gone: int, drawn: int) -> None:
    """Take a turn that agrees with the way kept. A card that left unnamed is taken to be an unnamed one, if there is one."""
    named = hand.named
    if gone in named:
        lose(named, gone)
    elif gone >= 0:
        hand.unnamed -= 1
        hand.fresh[gone] = hand.fresh.get(gone, 0) + 1
        copies[gone] += 1
    elif hand.unnamed:
        hand.unnamed -= 1
    else:
        lose(named, max(named, key=lambda kind: limits[kind] - copies[kind]))
    if drawn == UNNAMED:
        hand.unnamed += 1
    elif drawn >= 0:
        named[drawn] = named.get(drawn, 0) + 1
        copies[drawn] += 1
    note_turn(hand, gone, drawn)


def note_turn(hand: Hand, gone: int, drawn: int) -> None:
    """Write a turn down: a card has left, and perhaps one was drawn."""
    hand.turns.append((gone, drawn))
    if drawn == NOTHING:
        hand.held -= 1


def lose(named: dict[int, int], kind: int) -> None:
    """One card of this kind is no longer held."""
    if named[kind] == 1:
        del named[kind]
    else:
        named[kind] -= 1
