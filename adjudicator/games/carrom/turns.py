"""How a turn ends, and who is on turn then (CARROM-2.2, 3.1, 3.3)."""

from adjudicator.core.ruling import Outcome

from . import rules
from .state import State


def give_turn(state: State, seat: int, outcome: Outcome) -> None:
    """The turn ends, and `seat` is on turn, with tries and strokes of its own."""
    if state.queen == "pending" or state.queen == "refused":
        queen_back(state, outcome)
    state.turn = seat
    state.tries = 0
    state.struck = False


def queen_back(state: State, outcome: Outcome) -> None:
    """CARROM-4.4, 4.5: a queen that was not covered, or could not be had, goes back to the centre when the turn ends."""
    rule = rules.UNCOVERED if state.queen == "pending" else rules.REFUSED
    state.queen = "board"
    outcome.effects.append(rule.effect("queen_returned"))
