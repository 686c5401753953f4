"""What may be done now, from what is known."""

from adjudicator.core.game import Action, Next

from . import rules
from .state import State


def next_up(state: State) -> Next:
    """The player on turn, or the referee's ruling."""
    if state.held:
        return Next([], [{"player": None, "type": "ruling", "rule": rules.RULING.id}])
    return Next([state.players[state.turn]], [])


def actions(state: State, player: str | None) -> list[Action]:
    """The cards that the hand, if known, lets its player play."""
    if state.ending is not None:
        return []
    if state.held:
        return [Action(None, "ruling", {"decision": ["stands", "fined"]}, rules.RULING.id)]
    up, hand = state.players[state.turn], state.hands[state.turn]
    if player not in (None, up):
        return []
    playable = [] if hand is None else [card for card in hand if card > state.top] or hand
    return [Action(up, "play", {"card": playable} if playable else {})]
