"""A referee who looks at every distribution of the tiles that fits the log: slow, plain, and sharing no code with the engine.

Tiles are texts, high end first. What a hand's log says is `Facts`; the question is always the same: can this player,
who plays this tile, have had one that follows? Hands are gone through one by one, each with all that the others can
hold then, until the answer is sure.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

SET = [f"{high}{low}" for high in range(7) for low in range(high + 1) if low > 0 or high == 0]
SEATS = (0, 1, 2)


def is_trump(trump: int | str, tile: str) -> bool:
    if trump == "doubles":
        return tile[0] == tile[1]
    return str(trump) in tile


def follows(trump: int | str, lead: str, tile: str) -> bool:
    """Whether a tile belongs to the suit that the lead asks for."""
    if is_trump(trump, lead) or is_trump(trump, tile):
        return is_trump(trump, lead) and is_trump(trump, tile)
    return max(lead) in tile


def wins(trump: int | str, trick: list[tuple[int, str]]) -> int:
    """The seat that wins a trick of (seat, tile)."""
    trumps = [each for each in trick if is_trump(trump, each[1])]
    asked = "none of a number" if trumps else max(trick[0][1])
    able = trumps or [each for each in trick if asked in each[1]]
    suit = str(trump) if trumps and trump != "doubles" else asked
    return max(able, key=lambda each: (each[1] == suit * 2, int(each[1][0]) + int(each[1][1])))[0]


@dataclass
class Facts:
    """What the log of one hand says: hands as dealt, kitty, discard (None: not said), and the tiles played by seat."""

    dealt: dict[int, frozenset[str]] = field(default_factory=dict)
    kitty: str | None = None
    discard: str | None = None
    bidder: int = 0
    played: tuple[list[str], list[str], list[str]] = field(default_factory=lambda: ([], [], []))

    def unplayed(self) -> list[str]:
        gone = {tile for played in self.played for tile in played}
        return [tile for tile in SET if tile not in gone]

    def hands(self, seat: int, pool: frozenset[str]) -> Iterator[frozenset[str]]:
        """All that the player can have in hand now, of these tiles, so far as the player's own facts say.

        Of the tiles shown to be the bidder's, one may be the discard.
        """
        left = 7 - len(self.played[seat])
        shown = (self.dealt.get(seat) or frozenset()) - set(self.played[seat])
        if seat != self.bidder:
            if seat not in self.dealt:
                yield from map(frozenset, combinations(sorted(pool), left))
            elif len(shown) == left and shown <= pool:
                yield shown
            return
        shown |= {self.kitty} - {None, *self.played[seat]}
        for without in (None, *shown):
            sure = shown - {without}
            if sure <= pool and len(sure) <= left:
                yield from (sure | set(more) for more in combinations(sorted(pool - shown), left - len(sure)))

    def pool(self, seat: int) -> frozenset[str]:
        """The tiles that no line of the log puts elsewhere."""
        elsewhere = {tile for other, hand in self.dealt.items() if other not in (seat, self.bidder) for tile in hand}
        if seat != self.bidder:
            elsewhere |= {self.kitty} | self.dealt.get(self.bidder, frozenset())
        return frozenset(self.unplayed()) - elsewhere - {self.discard}

    def fits(self, hands: dict[int, frozenset[str]], discard: str) -> bool:
        """Whether the bidder's eight can have been seven dealt and the kitty."""
        eight = hands[self.bidder] | set(self.played[self.bidder]) | {discard}
        dealt = self.dealt.get(self.bidder)
        kitties = [tile for tile in eight if self.kitty in (None, tile) and dealt in (None, eight - {tile})]
        return bool(kitties) and self.discard in (None, discard)

    def can_be(self, seat: int, hand: frozenset[str]) -> bool:
        """Whether the others' tiles and the discard can be such that the player has this hand now."""
        one, other = (each for each in SEATS if each != seat)
        rest = frozenset(self.unplayed()) - hand
        for first in self.hands(one, rest & self.pool(one)):
            for second in self.hands(other, rest - first & self.pool(other)):
                (discard,) = rest - first - second
                if self.fits({seat: hand, one: first, other: second}, discard):
                    return True
        return False

    def verdict(self, seat: int, tile: str, trump: int | str, lead: str | None) -> str:
        """`impossible`, `legal`, `illegal` or `unverified`: of this tile to that lead (None: it leads)."""
        could = could_not = False
        free = lead is None or follows(trump, lead, tile)
        pool = self.pool(seat)
        nobody = free or not any(follows(trump, lead or tile, each) for each in pool)
        for hand in self.hands(seat, pool) if tile in pool else ():
            able = not nobody and any(follows(trump, lead or tile, each) for each in hand)
            if tile not in hand or (could if able else could_not) or not self.can_be(seat, hand):
                continue
            could, could_not = could or able, could_not or not able
            if nobody or (could and could_not):
                break
        if not could and not could_not:
            return "impossible"
        if not could:
            return "legal"
        return "unverified" if could_not else "illegal"

    def exists(self) -> bool:
        """Whether any distribution fits (before the first play)."""
        return any(self.can_be(self.bidder, hand) for hand in self.hands(self.bidder, self.pool(self.bidder)))
