"""What may be done now, from what is known; and who is next (TAKI-9.1, 12.4)."""

from typing import Any

from adjudicator.core.game import Action, Next

from . import drawing, knowledge, rules
from .drawing import available
from .laying import held_up, window_open
from .pieces import BREAKER, COPIES, FITS, KING, OPENERS, PLUS2, PLUS3, SYMBOL
from .state import NOBODY, SINGLE, State, unknown


def next_up(state: State) -> Next:
    """Who owes in the step now due, else the player on turn; and all that is owed, in its order. A summary tells nothing."""
    if state.kind == "summary":
        return Next([], [])
    must: list[dict[str, Any]] = [
        {"player": state.players[each.seat], "type": "draw", "count": min(each.count, available(state)), "rule": each.rule}
        for each in state.owed
    ]
    up = sorted({each.seat for each in drawing.due_now(state)}) if state.owed else [state.turn]
    if state.plus:
        must.append({"player": state.players[state.turn], "type": "play", "rule": rules.PLUS.id})
    return Next([state.players[seat] for seat in up], must)


def actions(state: State, player: str | None) -> list[Action]:
    """The kinds of entry that may be made now, with what is known of their choices."""
    if state.ending is not None:
        return []
    found = _summaries(state)
    if state.kind != "summary":
        found += [*_draws(state), *_plays(state), *_calls(state), *_catches(state)]
    return [action for action in found if player is None or action.player in (None, player)]


def _summaries(state: State) -> list[Action]:
    """A log that holds no play yet may hold summaries."""
    if state.kind == "play":
        return []
    if state.options.format == SINGLE:
        return [Action(None, "summary", {"winner": list(state.players)}, rules.GAME_SUMMARY.id)]
    return [
        Action(player, "summary", {"stage": [stage]}, rules.STAGE_SUMMARY.id)
        for player, stage in zip(state.players, state.stages, strict=True)
    ]


def _draws(state: State) -> list[Action]:
    most = available(state)
    if state.owed:
        return [
            Action(state.players[each.seat], "draw", {"count": [min(each.count, most)]}, each.rule)
            for each in drawing.due_now(state)
        ]
    if state.stack:
        return [Action(state.players[state.turn], "draw", {"count": [min(state.stack, most)]}, rules.STACK.id)]
    able = state.options.draw_when_able == "forbidden" and state.hands[state.turn]
    if able and knowledge.shows_fitting(state, state.turn, state.lead):
        return []
    return [Action(state.players[state.turn], "draw", {"count": [min(1, most)]}, rules.TURN.id)]


def _plays(state: State) -> list[Action]:
    """What may be laid first, of what the hand is known to hold; any card may lie in a hand that is not all known."""
    if state.owed:
        return _answers(state)
    first = _first_cards(state)
    held = [card for card in COPIES if card in first and may_hold(state, state.turn, card)]
    return [Action(state.players[state.turn], "play", {"cards": held}, rules.TURN.id)] if held else []


def _first_cards(state: State) -> frozenset[str]:
    if not state.stack:
        return FITS[state.lead]
    found = {card for card in COPIES if SYMBOL[card] == PLUS2} | {KING}
    return frozenset(found | {PLUS3} if state.options.plus3_on_stack == "allowed" else found)


def _answers(state: State) -> list[Action]:
    """TAKI-5.3, 5.5: the Breaker of anybody, and the King of who is next, in answer to a +3."""
    found = []
    for seat, player in enumerate(state.players):
        if not window_open(state, seat) or held_up(state, seat):
            continue
        if may_hold(state, seat, BREAKER):
            found.append(Action(player, "play", {"cards": [BREAKER]}, rules.BREAKER.id))
        if seat == state.turn and state.options.king_on_plus3 == "cancels" and may_hold(state, seat, KING):
            found.append(Action(player, "play", {"cards": [KING]}, rules.KING.id))
    return found


def may_hold(state: State, seat: int, card: str) -> bool:
    """Whether the card is, or for all that the log shows may be, in this hand."""
    return card in state.known[seat] or (unknown(state, seat) > 0 and state.seen.get(card, 0) < COPIES[card])


def _calls(state: State) -> list[Action]:
    found = [
        Action(state.players[seat], "say", {"phrase": ["last_card"]}, rules.CALL.id)
        for seat in sorted(state.uncalled)
        if not state.missed[seat]
    ]
    if state.run and state.top not in OPENERS:
        seats = sorted({state.turn} | ({state.layer} - {NOBODY}))
        found += [Action(state.players[seat], "say", {"phrase": ["closed_taki"]}, rules.CLOSE.id) for seat in seats]
    return found


def _catches(state: State) -> list[Action]:
    """TAKI-7.3: anybody but the target may catch."""
    caught = [seat for seat, missed in enumerate(state.missed) if missed and state.options.last_card == "challenge"]
    return [
        Action(player, "catch", {"target": targets}, rules.CATCH.id)
        for seat, player in enumerate(state.players)
        if (targets := [state.players[other] for other in caught if other != seat])
    ]
