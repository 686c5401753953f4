"""Standings and winner."""

from adjudicator.core.game import Counting, Standing
from adjudicator.core.scores import alone_at_top, rows
from adjudicator.core.seats import each_alone

from .state import State


def score(state: State) -> Standing:
    """The most points rank first; whoever gave up, last."""
    sides = each_alone(len(state.players))
    points = state.points.__getitem__
    found = rows(state.players, sides, points, lambda side: {"points": state.points[side]}, state.forfeiter)
    over = state.ending in ("played", "time", "forfeit")
    return Standing(found, alone_at_top(found) if over else None)


COUNTING = Counting("total_points")
