"""Standings and winner (CARROM-7). What boards score is in `boards`, what they add up to in `match`."""

from typing import Any

from adjudicator.core.game import Standing
from adjudicator.core.scores import alone_at_top, rows

from .sides import SIDE_OF, SIDES
from .state import State


def score(state: State) -> Standing:
    """CARROM-7.5: by games, then by the points of the game in play; a match of several games that is over by games alone.

    Whoever gave up is last.
    """
    count = len(state.players)
    by_games_alone = state.ending is not None and state.options.match_games > 1

    def measure(side: int) -> Any:
        return state.games[side] if by_games_alone else (state.games[side], state.totals[side])

    def fields(side: int) -> dict[str, Any]:
        return {"points": state.totals[side], "games": state.games[side]}

    last = None if state.forfeiter is None else SIDE_OF[count][state.forfeiter]
    found = rows(state.players, SIDES[count], measure, fields, last)
    over = state.ending in ("played", "time", "forfeit")
    return Standing(found, alone_at_top(found) if over else None)
