"""Standings and winner (TAKI-8.2, 8.5, 8.6, 12.2, 12.3). Taki has no points."""

from collections.abc import Sequence
from typing import Any

from adjudicator.core.game import Counting, Standing
from adjudicator.core.scores import Row, alone_at_top, rows
from adjudicator.core.seats import each_alone

from .state import NOBODY, SINGLE, State


def score(state: State) -> Standing:
    """Ranks at this moment; whoever ranks alone in the first place of a match that is over, and not abandoned, has won."""
    single = state.options.format == SINGLE
    cards = cards_left(state)

    def measure(seat: int) -> tuple[int, ...]:
        if not single:
            return -state.stages[seat], -(cards[seat] or 0)
        return (int(seat == state.winner),) if state.winner != NOBODY else (-(cards[seat] or 0),)

    def fields(seat: int) -> dict[str, Any]:
        return {"points": None, "stage": None if single else state.stages[seat], "cards": cards[seat]}

    found = rows(state.players, each_alone(len(state.players)), measure, fields, state.forfeiter)
    over = state.ending in ("played", "time", "forfeit")
    return Standing(found, alone_at_top(found) if over else None)


def cards_left(state: State) -> list[int | None]:
    """The cards in every hand, None where the log tells of none (TAKI-12.2, 12.3)."""
    if state.kind != "summary":
        return list(state.hands)
    return list(state.left) if state.left is not None else [None] * len(state.players)


def finished(players: Sequence[str], standings: Sequence[Row], frames: Sequence[dict[str, Any]]) -> list[dict[str, int]]:
    """Stages that each player finished (TAKI-8.5; the hand emptied in a single game is one), and cards left, as far as known."""
    known = [{"cards": row["cards"]} if row["cards"] is not None else {} for row in standings]
    if not frames and all(row["stage"] is None for row in standings):
        return [dict(each) for each in known]
    won = [frame.get("player", frame.get("winner")) for frame in frames]
    return [{"stages": won.count(row["players"][0]), **cards} for row, cards in zip(standings, known, strict=True)]


COUNTING = Counting("stages", ("fewest:cards", "wins"), finished)
