"""What is said and not laid: "last card", "closed Taki", and a catch (TAKI-6.4, 7.1 to 7.3). Steps of `effects`."""

from adjudicator.core.ruling import Judged, Outcome

from . import rules
from .moves import Catch, Play, Say
from .pieces import OPENERS
from .state import NOBODY, PENALTY, State
from .turns import ACTIONS, PENALTY_CARDS, charge, end_duty, owe_draw


def call(state: State, entry: Say, judged: Judged, outcome: Outcome) -> None:
    """TAKI-7.1: the last card is called, in time or for nothing."""
    if entry.phrase != "last_card":
        return
    seat = state.players.index(entry.player)
    if seat in state.uncalled and not state.missed[seat]:
        end_duty(state, seat)
        _called(entry, outcome)
    else:
        _called_for_nothing(entry, outcome)


def _called(entry: Play | Say, outcome: Outcome) -> None:
    outcome.effects.append({"type": "last_card_called", "rule": rules.CALL.id, "player": entry.player})


def _called_for_nothing(entry: Play | Say, outcome: Outcome) -> None:
    outcome.effects.append({"type": "call_void", "rule": rules.CALL.id, "player": entry.player, "phrase": "last_card"})


def close(state: State, entry: Say, judged: Judged, outcome: Outcome) -> None:
    """TAKI-6.4: the run is closed; who laid it sets its action free. A Taki cannot close, and nothing cannot be closed."""
    if entry.phrase != "closed_taki":
        return
    if not state.run or state.top in OPENERS:
        close_nothing(entry, outcome)
        return
    outcome.effects.append({"type": "run_closed", "rule": rules.CLOSE.id, "player": entry.player, "colour": state.run})
    seat, action = state.layer, state.pending
    state.run, state.pending, state.layer = "", "", NOBODY
    if action and seat == state.players.index(entry.player):
        ACTIONS[action](state, seat, outcome)


def call_with(state: State, entry: Play, seat: int, outcome: Outcome) -> None:
    """TAKI-6.4, 7.1, 7.4: what is called with a play that closes no run, or would have to be."""
    if entry.closed or "closed_taki" in entry.say:
        close_nothing(entry, outcome)
    count_down(state, entry, seat, outcome)


def close_nothing(entry: Play | Say, outcome: Outcome) -> None:
    """TAKI-6.4: "closed Taki" was said where nothing can be closed."""
    outcome.effects.append({"type": "call_void", "rule": rules.CLOSE.id, "player": entry.player, "phrase": "closed_taki"})


def count_down(state: State, entry: Play, seat: int, outcome: Outcome) -> None:
    """TAKI-7.1, 7.4: one card left is to be called; a call with the play is one, unless something else is left."""
    last = state.hands[seat] == 1
    if seat in state.uncalled:
        end_duty(state, seat)
    if "last_card" not in entry.say:
        if last:
            state.uncalled[seat] = state.ply
    elif last:
        _called(entry, outcome)
    else:
        _called_for_nothing(entry, outcome)


def catch(state: State, entry: Catch, judged: Judged, outcome: Outcome) -> None:
    """TAKI-7.2, 7.3: who is caught has not called, and owes four; a wrong catch that stands costs the four alone."""
    seat = state.players.index(entry.target)
    if judged.violations:
        owe_draw(state, PENALTY, seat, PENALTY_CARDS, rules.UNCALLED, outcome)
    else:
        charge(state, seat, outcome)
