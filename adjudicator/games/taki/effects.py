"""STEPS: kind of entry -> what it changes and brings about, step by step.

What stands is applied like what is legal: owed draws, a stack or a Plus that the entry did not answer lapse (taki.md 11).
"""

from msgspec import UNSET

from adjudicator.core.entries import End, Entry
from adjudicator.core.game import Step
from adjudicator.core.rulebook import Rule
from adjudicator.core.ruling import Finding, Judged, Outcome

from . import drawing, knowledge, rules
from .calls import call, catch, close, close_nothing, count_down
from .drawing import Drawn, drop, end_plus3
from .laying import Laid, says_closed
from .moves import Catch, Draw, Play, Say, Summary
from .pieces import BREAKER, KING, PLUS, PLUS2, PLUS3, SYMBOL, run_key
from .state import NOBODY, SINGLE, STAGE_HAND, THE_REST, State, by_player
from .turns import ACTIONS, PLUS3_CARDS, end_duty, owe_draw, pass_turn, show_uncalled


def decide_kind(state: State, entry: Say | Catch | Summary, judged: Judged, outcome: Outcome) -> None:
    """TAKI-12.1: the first such entry decides what the log holds (a play in `lay`, a draw in `take`)."""
    state.kind = "summary" if isinstance(entry, Summary) else "play"


def weigh(state: State, entry: Play, judged: Judged, outcome: Outcome) -> None:
    """TAKI-3.5, 6.1: the cards prove what could not be decided before; what cannot be decided of this run waits for proof."""
    laid: Laid = judged.plan
    if state.claims[laid.seat]:
        prove(state, entry, laid.seat, outcome)
    if judged.unverified and rules.RUN.id in judged.unverified:
        knowledge.open_claim(state, laid.seat, run_key(laid.opens))


def prove(state: State, entry: Play, seat: int, outcome: Outcome) -> None:
    """The findings against earlier entries of this player, in the order of the log."""
    for claim, key, fitting, drawn in knowledge.proven(state, seat, entry.cards):
        params = {"player": entry.player, "fitting": fitting, "drawn": drawn}
        rule, code, place = rules.ABLE, "drew_though_able", {"lead": key}
        if key.startswith("="):
            rule, code, place = rules.RUN, "kept_of_run", {"colour": key[1:]}
        outcome.findings.append(Finding(rule.id, code, entry.player, claim.ply, state.ply, params | place))


def lapse(state: State, entry: Play, judged: Judged, outcome: Outcome) -> None:
    """TAKI-4.5, 9.1: what was owed and has been left out is owed no more."""
    answer = judged.plan.answer
    if state.owed and answer not in ("break", "king"):
        _lapse_draws(state, outcome)
    if state.plus and answer != "break":
        _lapse_plus(state, judged.plan.seat, outcome)


def _lapse_draws(state: State, outcome: Outcome) -> None:
    lapsed = drop(state, lambda each: True)
    end_plus3(state)
    owing = list(dict.fromkeys(state.players[each.seat] for each in lapsed))
    outcome.effects.append(rules.OWED.effect("draws_lapsed", players=owing))


def _lapse_plus(state: State, seat: int, outcome: Outcome) -> None:
    """The card owed to a Plus is no longer owed; if somebody else acted, it has lapsed."""
    state.plus = False
    if seat != state.turn:
        outcome.effects.append(rules.PLUS.effect("plus_lapsed", player=state.players[state.turn]))


def lay(state: State, entry: Play, judged: Judged, outcome: Outcome) -> None:
    """TAKI-1.4, 2.1: the cards leave the hand and lie on top; the lead is theirs."""
    laid: Laid = judged.plan
    seat, cards, fresh = laid.seat, entry.cards, laid.fresh
    count = len(cards)
    if not state.kind:
        state.kind = "play"
    state.hands[seat] -= count
    state.discards += count
    state.lead, state.top = laid.lead, cards[-1]
    if fresh:
        seen = state.seen
        for card in fresh:
            seen[card] = seen.get(card, 0) + 1
    if len(fresh) < count:
        knowledge.take_known(state.known[seat], cards, list(fresh))
    if laid.answer != "break":
        state.laid_last = seat
    if entry.color is not UNSET:
        outcome.effects.append(rules.COLOR.effect("colour_named", player=entry.player, colour=entry.color))


def carry_run(state: State, entry: Play, judged: Judged, outcome: Outcome) -> None:
    """TAKI-6.4 to 6.6: a run is opened, goes on, is closed or ends; who laid on it last may still close it."""
    laid: Laid = judged.plan
    if state.run or laid.run or laid.opens:
        _tell_run(state, entry, laid, outcome)
        state.run, state.pending, state.layer = laid.run, laid.pending, laid.seat if laid.run else NOBODY
    if not laid.closes and says_closed(entry):
        close_nothing(entry, outcome)


def _tell_run(state: State, entry: Play, laid: Laid, outcome: Outcome) -> None:
    player, effects = entry.player, outcome.effects
    if laid.opens:
        effects.append({"type": "run_opened", "rule": rules.RUN.id, "player": player, "colour": laid.opens})
    elif laid.continues:
        effects.append({"type": "run_continued", "rule": rules.OPEN_RUN.id, "player": player, "colour": state.run})
    if laid.closes:
        effects.append({"type": "run_closed", "rule": rules.CLOSE.id, "player": player, "colour": laid.opens or state.run})
    elif not laid.run:
        effects.append(rules.RUN_END.effect("run_ended", colour=laid.opens or state.run))


def owe_call(state: State, entry: Play, judged: Judged, outcome: Outcome) -> None:
    """TAKI-7.1, 7.4: one card left is to be called; a call with the play is one, unless something else is left."""
    count_down(state, entry, judged.plan.seat, outcome)


def finish(state: State, entry: Play, judged: Judged, outcome: Outcome) -> None:
    """TAKI-8.1, 8.3, 4.6: an empty hand wins, or finishes its stage, but for a last Plus or a Breaker on the own turn."""
    laid: Laid = judged.plan
    if not state.hands[laid.seat]:
        empty_hand(state, entry, laid.seat, laid.answer == "break", outcome)


def empty_hand(state: State, entry: Play, seat: int, breaks: bool, outcome: Outcome) -> None:
    """What an empty hand brings; `breaks`: its last card was a Breaker in answer."""
    last = SYMBOL[entry.cards[-1]]
    if last == PLUS and not state.options.win_on_plus:
        owe_draw(state, THE_REST, seat, 1, rules.LAST_PLUS, outcome)
    elif last == BREAKER and not breaks:
        return
    elif state.options.format == SINGLE:
        outcome.frames.append({"winner": entry.player, "cards": by_player(state, state.hands)})
        _win(state, seat, rules.WIN, outcome)
    else:
        _finish_stage(state, seat, outcome)


def _win(state: State, seat: int, rule: Rule, outcome: Outcome) -> None:
    state.winner, state.ending = seat, "played"
    outcome.effects.append(rule.effect("won", player=state.players[seat]))


def _finish_stage(state: State, seat: int, outcome: Outcome, **more: bool) -> None:
    """TAKI-8.3: the next stage begins with its hand; behind stage 1 there is none. `more` stands in the frame."""
    player, stage = state.players[seat], state.stages[seat]
    state.stages[seat] = stage - 1
    outcome.frames.append({"player": player, "stage": stage, "ply": state.ply, **more})
    outcome.effects.append(rules.STAGES.effect("stage_finished", player=player, stage=stage))
    if stage == 1:
        _win(state, seat, rules.STAGES, outcome)
    elif state.kind == "play":
        owe_draw(state, STAGE_HAND, seat, stage - 1, rules.STAGES, outcome)


def answer(state: State, entry: Play, judged: Judged, outcome: Outcome) -> None:
    """TAKI-4.2, 5.3 to 5.5: the +3 or the stack on the table is answered, or gone; not behind the end."""
    laid: Laid = judged.plan
    if state.ending is not None:
        return
    if laid.answer in ("king", "break"):
        cancel_plus3(state, laid.answer, outcome)
    if state.stack and not (laid.action == PLUS2 and SYMBOL[entry.cards[0]] == PLUS2):
        end_stack(state, entry.cards[0], outcome)


def cancel_plus3(state: State, answer: str, outcome: Outcome) -> None:
    """TAKI-5.3, 5.5: the draws for the +3 end; behind a Breaker its player owes three."""
    author = state.plus3
    drop(state, lambda each: each.rule == rules.PLUS3.id)
    end_plus3(state)
    rule = rules.KING if answer == "king" else rules.BREAKER
    outcome.effects.append(rule.effect("plus3_cancelled", player=state.players[author]))
    if answer == "break":
        owe_draw(state, THE_REST, author, PLUS3_CARDS, rules.BREAKER, outcome)


def end_stack(state: State, first: str, outcome: Outcome) -> None:
    """TAKI-5.3, 5.4: a King wipes the stack out, a +3 takes its place; a card that does not answer lets it lapse."""
    rule = {KING: rules.KING, PLUS3: rules.PLUS3}.get(first, rules.STACK)
    outcome.effects.append(rule.effect("stack_ended", count=state.stack))
    state.stack = 0


def go_on(state: State, entry: Play, judged: Judged, outcome: Outcome) -> None:
    """TAKI-3.1, 7.1: the turn action shows who has not called; the last card acts, and the turn goes on.

    Neither behind the end, nor behind a Breaker in answer, which is no turn action.
    """
    laid: Laid = judged.plan
    if state.ending is not None or laid.answer == "break":
        return
    if state.uncalled:
        show_uncalled(state, laid.seat, outcome)
    ACTIONS[laid.action](state, laid.seat, outcome)


def claim_draw(state: State, entry: Draw, judged: Judged, outcome: Outcome) -> None:
    """TAKI-3.5: what could not be decided of a draw waits for proof."""
    if judged.unverified:
        knowledge.open_claim(state, judged.plan.seat, state.lead)


def take(state: State, entry: Draw, judged: Judged, outcome: Outcome) -> None:
    """TAKI-1.4, 3.6, 7.4: the cards are in the hand; one that is no longer a single card needs no call."""
    seat, count = judged.plan.seat, entry.count
    if not state.kind:
        state.kind = "play"
    if count > state.pile:
        _reshuffle(state, outcome)
    state.pile -= count
    state.hands[seat] += count
    state.drawn[seat] += count
    if entry.cards is not UNSET:
        knowledge.take_in(state, seat, entry.cards)
    if seat in state.uncalled and state.hands[seat] != 1:
        end_duty(state, seat)


def _reshuffle(state: State, outcome: Outcome) -> None:
    """TAKI-3.6: when the pile does not hold enough, all discards but the top card are shuffled into it."""
    more = state.discards - 1
    state.pile, state.discards = state.pile + more, 1
    state.seen = knowledge.seen_in_hands(state)
    outcome.effects.append(rules.RESHUFFLE.effect("reshuffled", cards=more))


def settle(state: State, entry: Draw, judged: Judged, outcome: Outcome) -> None:
    """TAKI-9.1: what this player owed first is drawn; a +3 for which all have drawn is over."""
    drawn: Drawn = judged.plan
    if drawn.purpose not in ("owed", "early"):
        return
    drawing.settle(state, next(each for each in state.owed if each.seat == drawn.seat))


def end_turn(state: State, entry: Draw, judged: Judged, outcome: Outcome) -> None:
    """TAKI-3.2, 4.3, 7.1: the turn's draw, or that of a stack, is the turn; what it left out lapses."""
    drawn: Drawn = judged.plan
    if drawn.purpose in ("owed", "early"):
        return
    if state.owed:
        _lapse_draws(state, outcome)
    if state.plus:
        _lapse_plus(state, drawn.seat, outcome)
    if state.stack:
        spent = drawn.purpose == "stack"
        effect = "stack_drawn" if spent else "stack_ended"
        outcome.effects.append((rules.SPENT if spent else rules.STACK).effect(effect, count=state.stack))
        state.stack = 0
    pass_turn(state, drawn.seat, outcome)


def watch(state: State, entry: Draw, judged: Judged, outcome: Outcome) -> None:
    """TAKI-6.4, 7.1 to 7.3: a turn action ends others' time to close and to call, and the own time of being caught."""
    seat = judged.plan.seat
    if judged.plan.purpose in ("owed", "early"):
        return
    if state.layer != seat:
        state.layer = NOBODY
    if state.missed[seat]:
        end_duty(state, seat)
    if state.uncalled:
        show_uncalled(state, seat, outcome)


def accept_result(state: State, entry: Summary, judged: Judged, outcome: Outcome) -> None:
    """TAKI-12.2: the game is over, with the result as it was told."""
    if entry.winner is UNSET:
        return
    told = None if entry.cards is UNSET else [entry.cards[name] for name in state.players]
    state.left = told
    cards = None if told is None else by_player(state, told)
    outcome.frames.append({"winner": entry.winner, "cards": cards, "summary": True})
    _win(state, state.players.index(entry.winner), rules.GAME_SUMMARY, outcome)


def accept_stage(state: State, entry: Summary, judged: Judged, outcome: Outcome) -> None:
    """TAKI-12.3: this player has finished this stage."""
    if entry.player is not UNSET:
        _finish_stage(state, state.players.index(entry.player), outcome, summary=True)


def end(state: State, entry: End, judged: Judged, outcome: Outcome) -> None:
    """TAKI-8.6: the match ends before its own end."""
    state.ending = entry.reason
    state.forfeiter = state.players.index(entry.player) if entry.player is not UNSET else None
    outcome.effects.append(rules.TIME.effect("match_ended", reason=entry.reason))


STEPS: dict[type[Entry], tuple[Step, ...]] = {
    Play: (weigh, lapse, lay, carry_run, owe_call, finish, answer, go_on),
    Draw: (claim_draw, take, settle, end_turn, watch),
    Say: (decide_kind, call, close),
    Catch: (decide_kind, catch),
    Summary: (decide_kind, accept_result, accept_stage),
    End: (end,),
}
