"""Owed draws: their order, their numbers, and what a draw is drawn for (TAKI-3.6, 9.1)."""

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from . import rules
from .moves import Draw
from .state import NOBODY, Owed, State

Purpose = Literal["owed", "early", "meanwhile", "away", "stack", "turn"]


class Drawn(Struct, gc=False):
    """One draw, read.

    `purpose`: `owed` now; `early`: owed in a later step; `meanwhile`: others owe, this player does not; `away`: not on turn;
    `stack`; or the `turn`'s draw. `due`: how many cards that is.
    """

    seat: int
    on_turn: bool
    purpose: Purpose
    due: int


def read(state: State, entry: Draw) -> Drawn:
    """What a draw in this state is for."""
    seat = state.players.index(entry.player)
    purpose, due = _purpose(state, seat)
    if due > state.pile:
        due = min(due, available(state))
    return Drawn(seat, seat == state.turn, purpose, due)


def _purpose(state: State, seat: int) -> tuple[Purpose, int]:
    if state.owed:
        mine = next((each for each in state.owed if each.seat == seat), None)
        if mine is None:
            return "meanwhile", 1
        return ("owed" if mine.step == state.owed[0].step else "early"), mine.count
    if seat != state.turn:
        return "away", 1
    return ("stack", state.stack) if state.stack else ("turn", 1)


def available(state: State) -> int:
    """TAKI-3.6: how many cards there are to draw: the pile, and all discards but the top one."""
    return state.pile + max(state.discards - 1, 0)


def owe(state: State, step: int, seat: int, count: int, rule: str) -> None:
    """From now on this draw is owed."""
    owed = state.owed
    late = owed and (owed[-1].step, owed[-1].seat) > (step, seat)
    owed.append(Owed(step, seat, count, rule))
    if late:
        owed.sort(key=_in_order)


def _in_order(owed: Owed) -> tuple[int, int]:
    return owed.step, owed.seat


def settle(state: State, owed: Owed) -> None:
    """This draw is owed no more; a +3 for which all have drawn is over."""
    state.owed.remove(owed)
    if state.plus3 == NOBODY:
        return
    if owed.rule == rules.PLUS3.id:
        state.plus3_drawn = True
    for each in state.owed:
        if each.rule == rules.PLUS3.id:
            return
    end_plus3(state)


def due_now(state: State) -> list[Owed]:
    """The owed draws of the step that is due."""
    return [each for each in state.owed if each.step == state.owed[0].step]


def drop(state: State, which: Callable[[Owed], bool]) -> list[Owed]:
    """Take the owed draws off for which `which` holds, and say which they were. A +3 without owed draws is over."""
    dropped = [each for each in state.owed if which(each)]
    state.owed = [each for each in state.owed if not which(each)]
    return dropped


def end_plus3(state: State) -> None:
    """A +3 lies no more: it has been drawn for, cancelled, or has lapsed."""
    state.plus3, state.plus3_drawn = NOBODY, False
