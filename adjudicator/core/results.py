"""The entry `result`: only the outcome of a match is known (LOG-2)."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import UNSET

from adjudicator.core.entries import Placing, Result
from adjudicator.core.game import Game, Placed, Standing
from adjudicator.core.rulebook import LOG_2
from adjudicator.core.ruling import Violation
from adjudicator.core.scores import all_at_top, alone_at_top


def contradictions(game: Game, state: Any, entry: Result) -> list[Violation]:
    """LOG-2: whether the result stands alone, and agrees with itself."""
    if state.started:
        return [LOG_2.impossible("result_not_alone")]
    wrong = next(_contradictions(game, state, entry.standings), None)
    return [] if wrong is None else [LOG_2.impossible("result_contradicts_itself", what=wrong)]


def accept(game: Game, state: Any, entry: Result) -> None:
    """The match is over, with the outcome that was reported."""
    placed = [
        Placed(seats=_seats(state, row), rank=row.rank, points=None if row.points is UNSET else row.points)
        for row in entry.standings
    ]
    state.reported = sorted(placed, key=lambda row: (row.rank, row.seats))
    state.ending = "reported"


def standing(game: Game, state: Any) -> Standing:
    """The score of a match whose outcome was reported."""
    rows = [
        {"players": [state.players[seat] for seat in row.seats], "rank": row.rank, "points": row.points}
        | dict.fromkeys(game.measures)
        for row in state.reported
    ]
    return Standing(rows, all_at_top(rows) if game.shared_win else alone_at_top(rows))


def _contradictions(game: Game, state: Any, rows: Sequence[Placing]) -> Iterator[str]:
    named = [name for row in rows for name in row.players]
    sides = game.sides(len(state.players))
    if len(set(named)) != len(named):
        yield "somebody is named twice"
    elif sorted(_seats(state, row) for row in rows) != sorted(sides):
        yield "its rows are not the sides of this table"
    ranks = [row.rank for row in rows]
    if any(rank != 1 + sum(other < rank for other in ranks) for rank in ranks):
        yield "its ranks are not counted as in sport"
    with_points = [row for row in rows if row.points is not UNSET]
    if with_points and len(with_points) != len(rows):
        yield "some sides have points and some have none"
    elif with_points and _rising(rows, game.result_order(state.options)):
        yield "points rise from a better rank to a worse one"


def _rising(rows: Sequence[Placing], order: str) -> bool:
    compared = [row for row in rows if order == "all" or (order == "behind_first" and row.rank > 1)]
    return any(
        better.rank < worse.rank and _points(better) < _points(worse) for better in compared for worse in compared
    )


def _points(row: Placing) -> int:
    return 0 if row.points is UNSET else row.points


def _seats(state: Any, row: Placing) -> tuple[int, ...]:
    return tuple(sorted(state.players.index(name) for name in row.players))
