"""Standings and winners."""

from adjudicator.core.game import Counting, Standing
from adjudicator.core.scores import all_at_top, rows
from adjudicator.core.seats import each_alone

from .state import State


def score(state: State) -> Standing:
    """SAB-8.2: the most nuggets rank first, all at the top win. SAB-7.4: while totals are secret nobody is ranked by them."""
    if not state.all_shown:
        return Standing([_unranked(state, seat) for seat in range(len(state.players))], None)
    found = rows(
        state.players,
        each_alone(len(state.players)),
        state.totals.__getitem__,
        lambda seat: {"points": state.totals[seat]},
        state.forfeiter,
    )
    over = state.ending in ("played", "time", "forfeit")
    return Standing(found, all_at_top(found) if over else None)


def _unranked(state: State, seat: int) -> dict[str, object]:
    points = state.totals[seat] if seat == state.viewer else None
    return {"players": [state.players[seat]], "rank": 1, "points": points}


COUNTING = Counting("placement", ("most:points",))
