"""Ranks as in sport, and the rows of standings."""

from collections.abc import Callable, Sequence
from typing import Any

Row = dict[str, Any]
"""One row of standings: `players`, `rank`, `points`, and the game's own measures."""


def rows(
    players: Sequence[str],
    sides: Sequence[tuple[int, ...]],
    measure: Callable[[int], Any],
    fields: Callable[[int], dict[str, Any]],
    last: int | None = None,
) -> list[Row]:
    """Standings, best first: a higher `measure(side)` ranks before a lower, equals share the place (1, 2, 2, 4).

    `fields(side)` are the row's fields behind `players` and `rank`. The side `last` has the last rank whatever its
    measure (it gave up). Inside a rank, sides stand in their own order.
    """
    ranked = sorted((side for side in range(len(sides)) if side != last), key=measure, reverse=True)
    ranks: dict[int, int] = {}
    for place, side in enumerate(ranked, 1):
        before = ranked[place - 2] if place > 1 else None
        ranks[side] = ranks[before] if before is not None and measure(before) == measure(side) else place
    if last is not None:
        ranks[last] = len(sides)
    return [
        {"players": [players[seat] for seat in sides[side]], "rank": rank, **fields(side)}
        for side, rank in ranks.items()
    ]


def alone_at_top(standings: Sequence[Row]) -> list[str] | None:
    """The players of the side that has rank 1 for itself, or None."""
    top = [row for row in standings if row["rank"] == 1]
    return list(top[0]["players"]) if len(top) == 1 else None


def all_at_top(standings: Sequence[Row]) -> list[str] | None:
    """The players of every side at rank 1, in the order of the rows."""
    return [player for row in standings if row["rank"] == 1 for player in row["players"]] or None
