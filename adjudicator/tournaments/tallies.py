"""What one result adds to tables that are kept by adding up results one by one: the leaderboards of a club.

A leaderboard counts by the game's own scheme, then by those of its tie-breaks that add up. Totals are kept as they are
ordered, the higher first: those of which the lower stands first are negative, and each part of them that is not known counts
UNKNOWN, so that who has one stands behind all who have none.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from adjudicator.core.game import Counting

from .entrants import Entrant
from .record import Record
from .results import Result
from .schemes import SCHEMES
from .stage import FreePlay, Match, Round, Stage
from .tie_breaks import criterion, value

UNKNOWN = -(2**40)


class Tally(Struct, frozen=True):
    """What a result adds for one of its sides: in units of the scheme, and to the total of each criterion."""

    points: int
    totals: tuple[int, ...]


def criteria(counting: Counting) -> tuple[str, ...]:
    """The game's tie-breaks that add up, by name."""
    return tuple(name for name in counting.tie_breaks if criterion(name).adds_up)


def unit(counting: Counting) -> int:
    """How many of the scheme's units make one whole."""
    return SCHEMES[counting.scheme].unit


def tallies(counting: Counting, result: Result) -> dict[str, Tally]:
    """Entrant -> what the result adds."""
    sides = tuple(side.entrant for side in result.sides)
    only = Round(number=1, matches=(Match(table=1, sides=sides, result=result),))
    entrants = tuple(Entrant(id=side) for side in sides)
    record = Record(Stage(format=FreePlay(), seed="", entrants=entrants, rounds=(only,), scheme=counting.scheme))
    names = criteria(counting)
    return {side: Tally(record.scores[side], tuple(_added(record, side, name) for name in names)) for side in sides}


def _added(record: Record, side: str, name: str) -> int:
    wanted = criterion(name)
    known = value(list(wanted.lines(record, side, ())))
    if known is None:
        return UNKNOWN
    return -known if wanted.lowest else known


def told(counting: Counting, totals: Sequence[int]) -> Mapping[str, int | None]:
    """Criterion -> its value as it is shown; None where a part of it is not known."""
    return {name: _shown(name, total) for name, total in zip(criteria(counting), totals, strict=False)}


def _shown(name: str, total: int) -> int | None:
    if not criterion(name).lowest:
        return total
    return None if total <= UNKNOWN // 2 else -total
