"""What happens behind a play: the action of its last card, and whose turn it is then (TAKI-3.1, 4, 5.4, 5.5, 7.2)."""

from collections.abc import Callable

from adjudicator.core.rulebook import Rule
from adjudicator.core.ruling import Finding, Outcome

from . import rules
from .drawing import owe
from .pieces import BREAKER, DIRECTION, KING, PLUS, PLUS2, PLUS3, STOP
from .state import PENALTY, THE_REST, State

PENALTY_CARDS = 4
PLUS3_CARDS = 3


def pass_turn(state: State, seat: int, outcome: Outcome) -> None:
    """TAKI-3.1: the next player is on turn."""
    state.turn = (seat + state.direction) % len(state.players)


def stop(state: State, seat: int, outcome: Outcome) -> None:
    """TAKI-4.1: the next player is skipped; of two players the same is on turn again."""
    players, way = state.players, state.direction
    skipped = (seat + way) % len(players)
    state.turn = (skipped + way) % len(players)
    outcome.effects.append({"type": "turn_skipped", "rule": rules.STOP.id, "player": players[skipped]})


def plus2(state: State, seat: int, outcome: Outcome) -> None:
    """TAKI-4.2, 4.3: a stack of two begins, or the active one grows by two."""
    players, count = state.players, state.stack + 2
    turn = (seat + state.direction) % len(players)
    state.stack, state.turn = count, turn
    outcome.effects.append({"type": "stack_lies", "rule": rules.STACK.id, "player": players[turn], "count": count})


def direction(state: State, seat: int, outcome: Outcome) -> None:
    """TAKI-4.4: play goes the other way; with two players the option says whose turn it is."""
    players, way = len(state.players), -state.direction
    again = players == 2 and state.options.two_player_direction == "again"
    state.direction, state.turn = way, seat if again else (seat + way) % players
    word = "clockwise" if way == 1 else "counterclockwise"
    outcome.effects.append({"type": "direction_changed", "rule": rules.DIRECTION.id, "direction": word})


def plus(state: State, seat: int, outcome: Outcome) -> None:
    """TAKI-4.5, 4.6: the player owes one more card; with an empty hand the turn ends."""
    if not state.hands[seat]:
        pass_turn(state, seat, outcome)
        return
    state.turn, state.plus = seat, True
    outcome.effects.append({"type": "card_owed", "rule": rules.PLUS.id, "player": state.players[seat]})


def plus3(state: State, seat: int, outcome: Outcome) -> None:
    """TAKI-5.4: every other player owes three, and nobody loses a turn."""
    for other in range(len(state.players)):
        if other != seat:
            owe_draw(state, THE_REST, other, PLUS3_CARDS, rules.PLUS3, outcome)
    state.plus3, state.plus3_drawn = seat, False
    pass_turn(state, seat, outcome)


def breaker(state: State, seat: int, outcome: Outcome) -> None:
    """TAKI-5.5: without a +3, the Breaker's own player draws three."""
    owe_draw(state, THE_REST, seat, PLUS3_CARDS, rules.BREAKER, outcome)
    pass_turn(state, seat, outcome)


def owe_draw(state: State, step: int, seat: int, count: int, rule: Rule, outcome: Outcome) -> None:
    """A draw is owed by this rule, and the outcome says so."""
    owe(state, step, seat, count, rule.id)
    outcome.effects.append({"type": "draw_owed", "rule": rule.id, "player": state.players[seat], "count": count})


def show_uncalled(state: State, seat: int, outcome: Outcome) -> None:
    """TAKI-7.2, 7.3: this player's turn action shows that others have not called; or it is now that they can be caught."""
    for other in sorted(state.uncalled):
        if other == seat or state.missed[other]:
            continue
        if state.options.last_card == "challenge":
            state.missed[other] = True
        else:
            charge(state, other, outcome)


def charge(state: State, seat: int, outcome: Outcome) -> None:
    """TAKI-7.2: the finding against the play that left one card, and the four cards that it costs."""
    player = state.players[seat]
    rule, ply = rules.UNCALLED, state.uncalled.get(seat, 0)
    outcome.findings.append(Finding(rule.id, rule.codes[0], player, ply, state.ply, {"player": player, "count": PENALTY_CARDS}))
    owe_draw(state, PENALTY, seat, PENALTY_CARDS, rule, outcome)
    end_duty(state, seat)


def end_duty(state: State, seat: int) -> None:
    """TAKI-7.4: nothing is to be called any more."""
    state.uncalled.pop(seat, None)
    state.missed[seat] = False


ACTIONS: dict[str, Callable[[State, int, Outcome], None]] = {
    "": pass_turn, STOP: stop, PLUS2: plus2, DIRECTION: direction, PLUS: plus, KING: pass_turn, PLUS3: plus3, BREAKER: breaker,
}
"""What the last card does, by its action: the action happens, and the turn goes on."""
