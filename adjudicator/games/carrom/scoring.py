"""Standings and winner (CARROM-7). What boards score is in `boards`, what they add up to in `match`."""

from collections.abc import Sequence
from typing import Any

from adjudicator.core.game import Counting, Standing
from adjudicator.core.scores import Row, alone_at_top, rows

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


def boards(players: Sequence[str], standings: Sequence[Row], frames: Sequence[dict[str, Any]]) -> list[dict[str, int]]:
    """What each side got by boards in all games of a match: boards won, points, queens scored. Not known without frames."""
    if not frames:
        return [{} for _ in standings]
    return [_boards(frames, row["players"], players.index(row["players"][0])) for row in standings]


def _boards(frames: Sequence[dict[str, Any]], side: Sequence[str], place: int) -> dict[str, int]:
    """Of the side at this place; a board of three players is won by most points (CARROM-8.4), and its queen is in them."""
    if frames[0]["winner"] is None:
        gains = [frame["points"] for frame in frames]
        won = sum(points[place] == max(points) and points.count(max(points)) == 1 for points in gains)
        return {"boards_won": won, "board_points": sum(points[place] for points in gains)}
    own = [frame for frame in frames if frame["winner"][0] in side]
    return {
        "boards_won": len(own),
        "board_points": sum(frame["points"] for frame in own),
        "queens": sum(frame["queen"] > 0 for frame in own),
    }


COUNTING = Counting("match_wins", ("net:board_points", "most:boards_won", "most:queens"), boards)
