"""The state of a match, and how it begins."""

from typing import Any

from msgspec import UNSET

from adjudicator.core import game
from adjudicator.core.game import Table

from .options import Options
from .pieces import CARDS, HAND


class State(game.State, kw_only=True):
    """`hands`: by seat, what the log shows of the hand (None: nothing). `claims`: (ply, seat, card to beat) still open."""

    options: Options
    turn: int
    top: int = 0
    hands: list[list[int] | None]
    played: list[int] = []
    counts: list[int]
    points: list[int]
    claims: list[tuple[int, int, int]] = []
    proven: list[int] = []


def begin(table: Table) -> State:
    """The state before the first entry."""
    known = {} if table.setup.hands is UNSET else table.setup.hands
    return State(
        players=list(table.players),
        options=table.options,
        turn=table.first,
        hands=[list(known[name]) if name in known else None for name in table.players],
        counts=[HAND] * len(table.players),
        points=[0] * len(table.players),
    )


def table(state: State) -> dict[str, Any]:
    """The report's `state`: the top card, and how many cards each player holds."""
    return {"top": state.top, "cards": dict(zip(state.players, state.counts, strict=True))}


def conserved(state: State) -> dict[str, int]:
    """Cards: those played, those in hands, those never dealt."""
    return {"cards": len(state.played) + sum(state.counts) + (len(CARDS) - HAND * len(state.players))}
