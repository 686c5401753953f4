"""What hands can have been, found by following every possible deal of a small pack side by side.

Written from the rules alone: all the states in which the hands can be are kept, card by card.
"""

from collections.abc import Iterable, Iterator, Sequence

Hands = tuple[tuple[int, ...], ...]
State = tuple[Hands, tuple[int, ...]]
"""The hands, and how many cards of each kind have been seen by anybody."""
UNNAMED, NOTHING = -1, -2


class Table:
    """`limits`: copies of each kind; None: without end. `states`: every way in which the hands can be now."""

    def __init__(self, deals: Sequence[Sequence[int]], kinds: Sequence[int], limits: Sequence[int] | None) -> None:
        self.kinds, self.limits = kinds, limits
        self.states: set[State] = {(tuple(() for _ in deals), (0,) * len(kinds))}
        for seat, deal in enumerate(deals):
            for kind in deal:
                self.states = set(self._drawn(self.states, seat, kind))

    def turn(self, seat: int, gone: int, drawn: int) -> bool:
        """Whether this turn is possible; the states are then those behind it."""
        self.states = set(self._drawn(self._gone(seat, gone), seat, drawn))
        return bool(self.states)

    def possible(self, seat: int) -> set[tuple[int, ...]]:
        """The hands that this seat can have."""
        return {hands[seat] for hands, _ in self.states}

    def _gone(self, seat: int, gone: int) -> Iterator[State]:
        for hands, seen in self.states:
            for kind in set(hands[seat]):
                if gone in (UNNAMED, kind):
                    left = list(hands[seat])
                    left.remove(kind)
                    yield (*hands[:seat], tuple(left), *hands[seat + 1 :]), seen

    def _drawn(self, states: Iterable[State], seat: int, drawn: int) -> Iterator[State]:
        for hands, seen in states:
            if drawn == NOTHING:
                yield hands, seen
                continue
            for kind in self.kinds if drawn == UNNAMED else [drawn]:
                more = tuple(count + (each == kind) for each, count in zip(self.kinds, seen, strict=True))
                if self.limits is None or more[kind] <= self.limits[kind]:
                    hand = tuple(sorted((*hands[seat], kind)))
                    yield (*hands[:seat], hand, *hands[seat + 1 :]), (0,) * len(seen) if self.limits is None else more
