"""Another way in which the cards can have lain (SAB-5.4), found by looking back over whole hands; exact, and rarely needed.

A hand is gone through turn by turn. Two choices are never worse than any other, whatever else holds:
- a named card that leaves is one that a deal or draw named, if one is held: the one kept instead serves any later need;
- a card that leaves unnamed is one that will not be missed, or else the one that is missed last. An unnamed card is kept
  before any of these, since it can be whatever is then needed.
Only kinds of which copies run short (`left`) are an exception to the second: to miss one of those costs a copy. So a turn
is a true choice only where such a card is held, and the search branches nowhere else.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec import Struct

from .knowledge import NOTHING, UNNAMED, Hand, lose
from .pieces import KINDS


class Way(Struct):
    """What is held at some moment, and which unnamed cards have turned out to be what."""

    named: dict[int, int]
    unnamed: int
    fresh: dict[int, int]

    def without(self, kind: int) -> "Way":
        """A copy of which one card has left."""
        other = Way(dict(self.named), self.unnamed, dict(self.fresh))
        other.leave(kind)
        return other

    def leave(self, kind: int) -> None:
        """A held card leaves: one of this kind, or an unnamed one."""
        if kind == UNNAMED:
            self.unnamed -= 1
        else:
            lose(self.named, kind)

    def draw(self, kind: int) -> None:
        """A card comes in, if one is drawn."""
        if kind >= 0:
            self.named[kind] = self.named.get(kind, 0) + 1
        elif kind == UNNAMED:
            self.unnamed += 1


class Course(Struct):
    """What the log says of one hand: the cards dealt, and turn by turn the card that left and the one drawn."""

    dealt: Sequence[int]
    turns: Sequence[tuple[int, int]]

    def start(self) -> Way:
        """The hand as it was dealt."""
        way = Way({}, 0, {})
        for kind in self.dealt:
            way.draw(kind)
        return way

    def counts(self) -> tuple[list[int], list[int]]:
        """Kind -> how many were dealt or drawn by name, and how many left by name."""
        came, left = [0] * len(KINDS), [0] * len(KINDS)
        for kind in (*self.dealt, *(drawn for _, drawn in self.turns)):
            if kind >= 0:
                came[kind] += 1
        for kind, _ in self.turns:
            if kind >= 0:
                left[kind] += 1
        return came, left


def way_alone(hand: Hand, gone: int, drawn: int) -> Way | None:
    """SAB-5.2: a way of one hand behind this turn, as if copies had no end; None if the card cannot be in it."""
    search = _Search([Course(hand.dealt, [*hand.turns, (gone, drawn)])], {})
    return search.ways[0] if search.succeeds() else None


def has_copies(hand: Hand, way: Way, copies: Sequence[int], limits: Sequence[int], drawn: int) -> bool:
    """Whether the pack has the copies for this other way of one hand, the other hands staying as they are kept."""
    counts = {kind: count - hand.fresh.get(kind, 0) for kind, count in way.fresh.items()}
    if drawn >= 0:
        counts[drawn] = counts.get(drawn, -hand.fresh.get(drawn, 0)) + 1
    return all(copies[kind] + more <= limits[kind] for kind, more in counts.items())


def other_ways(hands: Sequence[Hand], limits: Sequence[int], seat: int, gone: int, drawn: int) -> dict[int, Way] | None:
    """SAB-1.6: seat -> the way to keep behind this turn, for its seat and all that must change; None if copies run out."""
    courses = [Course(hand.dealt, hand.turns) for hand in hands]
    courses[seat].turns = [*courses[seat].turns, (gone, drawn)]
    counts = [course.counts() for course in courses]
    came = [sum(column) for column in zip(*(each[0] for each in counts), strict=True)]
    played = [sum(column) for column in zip(*(each[1] for each in counts), strict=True)]
    scarce = [kind for kind, limit in enumerate(limits) if came[kind] + played[kind] > limit]
    searched = [
        each for each, (known, named) in enumerate(counts) if each == seat or any(known[kind] and named[kind] for kind in scarce)
    ]
    # Whoever is not searched was never known to hold what is scarce: all that they played of it were further copies.
    others = [counts[each][1] for each in range(len(hands)) if each not in searched]
    left = {kind: limits[kind] - came[kind] - sum(named[kind] for named in others) for kind in scarce}
    search = _Search([courses[each] for each in searched], left)
    return dict(zip(searched, search.ways, strict=True)) if min(left.values(), default=0) >= 0 and search.succeeds() else None


def adopt(hands: Sequence[Hand], ways: Mapping[int, Way], copies: list[int]) -> None:
    """Keep these ways from now on. Named draws are not counted here."""
    for seat, way in ways.items():
        hand = hands[seat]
        for kind in hand.fresh.keys() | way.fresh.keys():
            copies[kind] += way.fresh.get(kind, 0) - hand.fresh.get(kind, 0)
        hand.named, hand.unnamed, hand.fresh = way.named, way.unnamed, way.fresh


def must_hold(hand: Hand, kinds: Collection[int]) -> bool:
    """SAB-6.6: whether some named card of these kinds is in the hand however its unnamed turns went."""
    search = _Search([Course(hand.dealt, hand.turns)], {}, rather=kinds)
    return search.succeeds() and any(kind in kinds for kind in search.ways[0].named)


def may_hold(hand: Hand, kinds: Iterable[int]) -> bool:
    """Whether a card of these kinds can be in the hand; an unnamed card can be any."""
    if hand.unnamed:
        return any(True for _ in kinds)
    return any(way_alone(hand, kind, NOTHING) is not None for kind in kinds)


class _Search:
    """Looks for a way through all courses in which at most `left` unnamed cards turn out to be of each scarce kind.

    `rather`: of the cards that nobody will miss, those that leave first.
    """

    def __init__(self, courses: Sequence[Course], left: Mapping[int, int], rather: Collection[int] = ()) -> None:
        self.courses, self.left, self.rather = courses, left, rather
        self.ways = [Way({}, 0, {}) for _ in courses]
        self._hopeless: set[tuple[object, ...]] = set()

    def succeeds(self) -> bool:
        """Whether there is one; `ways` then are what it comes to."""
        return self._go(0, 0, self.courses[0].start(), dict(self.left))

    def _go(self, index: int, place: int, way: Way, left: dict[int, int]) -> bool:
        """Go on with a course from a turn on, and with the courses behind it."""
        turns = self.courses[index].turns
        for now in range(place, len(turns)):
            gone, drawn = turns[now]
            if gone != UNNAMED:
                if not _play(way, gone, left):
                    return False
            else:
                choices = self._choices(turns, now, way)
                if len(choices) > 1:
                    return self._try(choices, index, now, way, left)
                way.leave(choices[0])
            way.draw(drawn)
        self.ways[index] = way
        index += 1
        return index == len(self.courses) or self._go(index, 0, self.courses[index].start(), left)

    def _try(self, choices: Sequence[int], index: int, now: int, way: Way, left: dict[int, int]) -> bool:
        """Whether one of these cards can have left unnamed."""
        key = (index, now, frozenset(way.named.items()), *left.values())
        if key in self._hopeless:
            return False
        for kind in choices:
            other = way.without(kind)
            other.draw(self.courses[index].turns[now][1])
            if self._go(index, now + 1, other, dict(left)):
                return True
        self._hopeless.add(key)
        return False

    def _choices(self, turns: Sequence[tuple[int, int]], now: int, way: Way) -> list[int]:
        """What can have left unnamed, leaving out whatever is no better than another: the likeliest first."""
        missed = _missed(turns, now, way.named)
        free = [kind for kind in way.named if kind not in missed]
        if free:
            return [next((kind for kind in free if kind in self.rather), free[0])]
        late = sorted(missed, key=missed.__getitem__, reverse=True)
        plain = [kind for kind in late if kind not in self.left]
        scarce = [kind for kind in late if kind in self.left]
        if plain:
            return [plain[0], *scarce]
        return [UNNAMED, *scarce] if way.unnamed else scarce


def _play(way: Way, gone: int, left: dict[int, int]) -> bool:
    """A named card leaves; False if there is none for it, or no copy."""
    if gone in way.named:
        lose(way.named, gone)
        return True
    if not way.unnamed or left.get(gone) == 0:
        return False
    way.unnamed -= 1
    way.fresh[gone] = way.fresh.get(gone, 0) + 1
    if gone in left:
        left[gone] -= 1
    return True


def _missed(turns: Sequence[tuple[int, int]], now: int, named: Mapping[int, int]) -> dict[int, int]:
    """Kind held -> the later turn at which one card less of it is missed. Absent: never."""
    stock = {kind: count - 1 for kind, count in named.items()}
    found: dict[int, int] = {}
    _come(stock, turns[now][1])
    for later in range(now + 1, len(turns)):
        gone, drawn = turns[later]
        if gone in stock:
            if stock[gone]:
                stock[gone] -= 1
            else:
                del stock[gone]
                found[gone] = later
        _come(stock, drawn)
    return found


def _come(stock: dict[int, int], drawn: int) -> None:
    if drawn in stock:
        stock[drawn] += 1
