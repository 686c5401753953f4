"""How a round is paid and closed, and who starts the next (SAB-7.1, 7.3, 8.1, 8.2)."""

from collections.abc import Sequence
from typing import Any

from adjudicator.core.ruling import Outcome
from adjudicator.core.seats import after

from . import rules
from .gold import new_stack
from .pieces import MINER, PAY, SABOTEUR
from .state import State, lay_out, named


def pay_out(state: State, outcome: Outcome) -> None:
    """SAB-7.1, SAB-7.3: the roles are known: gold is drawn for the miners, or the saboteurs are paid."""
    miners = [role == MINER for role in state.roles]
    finder = state.goals.finder
    if state.winner == "miners" and finder is not None:
        state.stage, state.stack = "gold", new_stack(state.options, miners, finder)
        state.box -= state.stack.left
        first = state.players[state.stack.taker]
        outcome.effects.append(rules.DRAW_GOLD.effect("gold_drawn", cards=state.stack.left, first=first))
    else:
        close(state, outcome, pay(state, [seat for seat, role in enumerate(state.roles) if role == SABOTEUR], outcome))


def pay(state: State, saboteurs: Sequence[int], outcome: Outcome) -> list[int]:
    """SAB-7.3: by seat, what the saboteurs get who have won."""
    if saboteurs:
        outcome.effects.append(rules.PAY.effect("saboteurs_paid", players=named(state, saboteurs)))
    return [PAY[len(saboteurs)] if seat in saboteurs else 0 for seat in range(len(state.players))]


def close(state: State, outcome: Outcome, nuggets: Sequence[int], summary: bool = False) -> None:
    """SAB-8.2: the round is scored. Then the next one is laid out, or the match is over."""
    state.totals = [total + more for total, more in zip(state.totals, nuggets, strict=True)]
    outcome.frames.append(_frame(state, nuggets) | ({"summary": True} if summary else {}))
    state.starter = _next_starter(state)
    if state.round == state.options.rounds:
        state.ending = "played"
    else:
        state.round += 1
        lay_out(state)


def _next_starter(state: State) -> int:
    """SAB-8.1: who laid the last path card, or sits to the left of whoever acted last; else the same again."""
    if state.options.next_starter == "last_path":
        return state.starter if state.last_path is None else state.last_path
    return state.starter if state.acted is None else after(state.acted, len(state.players))


def _frame(state: State, nuggets: Sequence[int]) -> dict[str, Any]:
    return {
        "round": state.round,
        "winner": state.winner,
        "saboteurs": [name for name, role in zip(state.players, state.roles, strict=True) if role == SABOTEUR],
        "nuggets": _seen(state, nuggets),
        "totals": _seen(state, state.totals),
    }


def _seen(state: State, amounts: Sequence[int]) -> dict[str, int] | None:
    """SAB-7.4: amounts by name; those that are not the viewer's own are kept back until the game has ended."""
    if state.all_shown:
        return dict(zip(state.players, amounts, strict=True))
    return None if state.viewer is None else {state.players[state.viewer]: amounts[state.viewer]}

