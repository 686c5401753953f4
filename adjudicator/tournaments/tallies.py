"""What one match adds to tables that are kept by adding up matches one by one: standings where all adds up, and leaderboards.

A leaderboard counts by the game's own scheme, then by those of its tie-breaks that add up. Totals are kept as they are
ordered, the higher first: those of which the lower stands first are negative, and each part of them that is not known counts
UNKNOWN, so that who has one stands behind all who have none.
"""

from collections.abc import Mapping, Sequence
from functools import cache

from msgspec import Struct

from adjudicator.core.game import Counting

from .results import Result
from .schemes import SCHEMES, Scheme
from .stage import Match, Stage
from .tie_breaks import Criterion, criterion

UNKNOWN = -(2**40)


class Tally(Struct, frozen=True):
    """What a result adds for one of its sides: in units of the scheme, and to the total of each criterion."""

    points: int
    totals: tuple[int, ...]


def contributions(stage: Stage, match: Match) -> dict[str, tuple[int | None, ...]]:
    """What this one match adds for each of its sides: to the score, then to each tie-break that adds up.

    Added over all matches they are the values of `standings` without sanctions, None (not known) being catching. What does
    not add up (`Criterion.adds_up`: Buchholz and its like, lots) is left out. Raises UnknownCriterion.
    """
    scheme, adding = SCHEMES[stage.scheme], [each for each in map(criterion, stage.tie_breaks) if each.adds_up]
    if match.bye is not None:
        return {side: (scheme.bye(match.bye), *(0 for _ in adding)) for side in match.sides}
    final = match.final
    if final is None:
        return {side: (0, *(0 for _ in adding)) for side in match.sides}
    return {side: _added(final, side, scheme, adding) for side in match.sides}


def _added(result: Result, side: str, scheme: Scheme, adding: Sequence[Criterion]) -> tuple[int | None, ...]:
    at_table = result.at_table
    return (scheme.worth(result, side), *(each.part(result, side) if each.part and at_table else 0 for each in adding))


@cache
def criteria(counting: Counting) -> tuple[str, ...]:
    """The game's tie-breaks that add up, by name."""
    return tuple(name for name in counting.tie_breaks if criterion(name).adds_up)


def unit(counting: Counting) -> int:
    """How many of the scheme's units make one whole."""
    return SCHEMES[counting.scheme].unit


def tallies(counting: Counting, result: Result) -> dict[str, Tally]:
    """Entrant -> what the result adds."""
    scheme, adding = SCHEMES[counting.scheme], [criterion(name) for name in criteria(counting)]
    return {side.entrant: _tally(_added(result, side.entrant, scheme, adding), adding) for side in result.sides}


def _tally(added: Sequence[int | None], adding: Sequence[Criterion]) -> Tally:
    points, *totals = added
    return Tally(points or 0, tuple(map(_ordered, totals, adding)))


def _ordered(known: int | None, by: Criterion) -> int:
    if known is None:
        return UNKNOWN
    return -known if by.lowest else known


def told(counting: Counting, totals: Sequence[int]) -> Mapping[str, int | None]:
    """Criterion -> its value as it is shown; None where a part of it is not known."""
    return {name: _shown(name, total) for name, total in zip(criteria(counting), totals, strict=False)}


def _shown(name: str, total: int) -> int | None:
    if not criterion(name).lowest:
        return total
    return None if total <= UNKNOWN // 2 else -total
