"""What may be done now."""

from typing import Any

from adjudicator.core.game import Action, Next

from . import rules
from .pieces import COLOURS, QUEEN, STRIKER
from .rules import STRIKING, TOUCH
from .sides import SIDE_OF
from .state import State


def next_up(state: State) -> Next:
    """CARROM-3.1: the one player on turn; nothing is ever owed before the next stroke."""
    return Next([state.players[state.turn]], [])


def actions(state: State, player: str | None) -> list[Action]:
    """The stroke of the player on turn, a foul of anybody, a penalty declined, a board logged as a whole."""
    if state.ending is not None:
        return []
    asked = [seat for seat, name in enumerate(state.players) if player in (None, name)]
    found = [_stroke(state)] if state.turn in asked else []
    found += [Action(state.players[seat], "foul", {"code": list(CODES)}, rules.WHISTLE.id) for seat in asked]
    side_of = SIDE_OF[len(state.players)]
    if state.latest is not None:
        opponents = [seat for seat in asked if side_of[seat] != state.latest.side]
        found += [Action(state.players[seat], "decline_penalty", rule=rules.DECLINE.id) for seat in opponents]
    if not state.begun:
        found.append(_summary(state))
    return found


CODES = (*TOUCH.codes, *STRIKING.codes)


def _stroke(state: State) -> Action:
    lying = [colour for colour, count in zip(COLOURS, state.lie, strict=True) if count]
    pieces = [*lying, *([QUEEN] if state.queen == "board" else []), STRIKER]
    fields: dict[str, Any] = {"pocketed": pieces, "off_board": pieces, "fouls": list(CODES)}
    if not state.broken:
        fields["broke"] = [True, False]
    if state.shared:
        fields["penalty_piece"] = list(COLOURS)
    return Action(state.players[state.turn], "stroke", fields, rules.ON_TURN.id)


def _summary(state: State) -> Action:
    fields: dict[str, Any] = {"points": list(state.players)}
    if not state.shared:
        least = 0 if "lose_board" in (state.options.opponent_last, state.options.last_before_queen) else 1
        fields = {"winner": list(state.players), "pieces": list(range(least, 10)), "queen": [True, False]}
    return Action(None, "summary", fields, rules.SUMMARY.id)
