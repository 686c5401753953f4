"""What a result counts: the first number of standings. Whole numbers in units of each scheme, so that sums are exact.

| scheme | a result counts | unit | source |
|---|---|---|---|
| match_wins | 1 for the side alone in first place, 1/2 for each that shares it, else 0 | 1/2 | as in league and chess play |
| placement | the share of the other sides at the table that stand behind, level ones half | 1/5040 | match points of bridge |
| total_points | the points of the match | 1 | games that are played to points: gold, hands |
| stages | the measure `stages`: how many stages of a long game were finished | 1 | the stage tournament of such games |

5040 makes every share at a table of 2 to 10 sides whole, so that tables of different sizes count alike.

A bye of full worth (pairing-allocated, full-point) counts as a won match, a half-point bye half of it, a zero-point bye
nothing. `total_points` and `stages` add up what happened at tables, so a bye counts nothing there. What is not known counts
nothing. A knock-out has no scheme: its entrants stand by the rounds they survived (`knock_out.py`).
"""

from collections.abc import Callable, Mapping

from msgspec import Struct

from .results import Result, shares, won
from .stage import Bye

PARTS = 5040


class Scheme(Struct, frozen=True, kw_only=True):
    """`earned(result, entrant)` in units, `unit` of them making one whole; `win`: what a won match, or a full bye, counts."""

    name: str
    unit: int
    win: int
    earned: Callable[[Result, str], int]

    def bye(self, kind: Bye) -> int:
        """What a bye counts."""
        return {"half_point": self.win // 2, "zero_point": 0}.get(kind, self.win)

    def worth(self, result: Result, entrant: str) -> int:
        """What this result counts for an entrant; nothing if nobody scores by it."""
        return self.earned(result, entrant) if result.counts else 0


def _match_wins(result: Result, entrant: str) -> int:
    if won(result, entrant):
        return 2
    behind, level = shares(result, entrant)
    return int(level > 0 and behind + level == len(result.sides) - 1)


def _placement(result: Result, entrant: str) -> int:
    behind, level = shares(result, entrant)
    return PARTS * (2 * behind + level) // (2 * (len(result.sides) - 1))


def _total_points(result: Result, entrant: str) -> int:
    return result.side(entrant).points or 0


def _stages(result: Result, entrant: str) -> int:
    return result.side(entrant).measure("stages") or 0


SCHEMES: Mapping[str, Scheme] = {
    scheme.name: scheme
    for scheme in (
        Scheme(name="match_wins", unit=2, win=2, earned=_match_wins),
        Scheme(name="placement", unit=PARTS, win=PARTS, earned=_placement),
        Scheme(name="total_points", unit=1, win=0, earned=_total_points),
        Scheme(name="stages", unit=1, win=0, earned=_stages),
    )
}
