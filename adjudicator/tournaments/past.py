"""What earlier rounds mean for pairing: who has met whom, who had a bye, who sat where."""

from collections import Counter, defaultdict
from itertools import combinations

from .lots import lot
from .stage import Match, Stage, matches_of

Pair = frozenset[str]


class Past:
    """Of all rounds of a stage. Matches that are still awaited count as if they will be played.

    `met`: times that two entrants were at one table. `byes`: those that pairing gave, and by hand those worth a win.
    `seats`: entrant -> seat (0 begins) -> times. `last`: entrant -> the seat it had latest.
    """

    def __init__(self, stage: Stage) -> None:
        self.met: Counter[Pair] = Counter()
        self.byes: Counter[str] = Counter()
        self.seats: defaultdict[str, Counter[int]] = defaultdict(Counter)
        self.last: dict[str, int] = {}
        for _, match in matches_of(stage):
            self._add(match)

    def _add(self, match: Match) -> None:
        given = match.bye in ("pairing_allocated", "full_point") or (match.bye is not None and not match.manual)
        self.byes.update(match.sides if given else ())
        came = _came(match)
        self.met.update(frozenset(pair) for pair in combinations(came, 2))
        for entrant in came if len(came) > 1 else ():
            seat = match.sides.index(entrant)
            self.seats[entrant][seat] += 1
            self.last[entrant] = seat

    def lead(self, entrant: str) -> int:
        """How many times more it began than not, in matches of two."""
        return self.seats[entrant][0] - self.seats[entrant][1]


def _came(match: Match) -> list[str]:
    """Those who met at the table."""
    result = match.final
    if result is None or result.met:
        return list(match.sides)
    return [side for side in match.sides if result.outcome == "no_show" and not result.side(side).absent]


def in_order(past: Past, one: str, other: str, seed: str, number: int) -> tuple[str, str]:
    """The two in seat order: first whoever began less, then who did not begin latest, then by the round's lot."""

    def claim(entrant: str) -> tuple[int, int, int]:
        return past.lead(entrant), past.last.get(entrant, 1) == 0, lot(seed, "first", number, entrant)

    return (one, other) if claim(one) <= claim(other) else (other, one)
