"""CHECKS: kind of entry -> may it be? The violations. Reads only."""

from collections import Counter
from collections.abc import Sequence

from msgspec import UNSET

from adjudicator.core.entries import End, Entry
from adjudicator.core.game import Checks
from adjudicator.core.ruling import Unverified, Violation

from . import drawing, knowledge, laying, rules
from .drawing import Drawn, available
from .laying import Laid, held_up, says_closed, window_open
from .moves import Catch, Draw, Play, Say, Summary
from .pieces import BREAKER, COPIES, FITS, KING, OPENERS, PLUS2, PLUS3, SYMBOL, TOTAL, run_key
from .state import NOBODY, State

Found = Sequence[Violation | Unverified]
FORBIDDEN = "forbidden"


def log_of_play(state: State, entry: Play | Draw | Say | Catch, plan: object) -> Found:
    """TAKI-12.1: behind a summary there is no play."""
    return [rules.KIND.impossible(logged=state.kind, other="play")] if state.kind == "summary" else ()


def log_of_summaries(state: State, entry: Summary, plan: object) -> Found:
    """TAKI-12.1: behind a play there is no summary."""
    return [rules.KIND.impossible(logged=state.kind, other="summary")] if state.kind == "play" else ()


def cards_exist(state: State, entry: Play | Draw, plan: object) -> Found:
    """TAKI-1.2: every card named is one of the box."""
    for card in entry.cards or ():
        if card not in COPIES:
            return [rules.BOX.impossible(player=entry.player, card=card)]
    return ()


def _too_many(seen: dict[str, int], cards: Sequence[str]) -> Found:
    """TAKI-1.4: with these further cards there would be more copies than exist."""
    if len(cards) == 1:
        card = cards[0]
        if seen.get(card, 0) < COPIES[card]:
            return ()
        return [rules.COPIES.impossible(card=card, shown=seen[card] + 1, copies=COPIES[card])]
    for card, more in Counter(cards).items():
        if (shown := seen.get(card, 0) + more) > COPIES[card]:
            return [rules.COPIES.impossible(card=card, shown=shown, copies=COPIES[card])]
    return ()


def copies_played(state: State, entry: Play, plan: Laid) -> Found:
    """TAKI-1.4: what comes from the unknown part of a hand is a further copy."""
    return _too_many(state.seen, plan.fresh)


def cards_held(state: State, entry: Play, plan: Laid) -> Found:
    """TAKI-1.6: nobody plays more cards than they hold, nor one that the logged hand does not hold."""
    held, count = state.hands[plan.seat], len(entry.cards)
    if count > held:
        return [rules.HAND.impossible("more_than_held", player=entry.player, count=count, held=held)]
    if plan.fresh and laying.exceeds_hand(state, plan):
        return [rules.HAND.impossible("not_in_hand", player=entry.player, cards=list(plan.fresh))]
    return ()


def plays_on_turn(state: State, entry: Play, plan: Laid) -> Found:
    """TAKI-3.3: only the player on turn plays, but for a Breaker that answers a +3 (5.5 speaks of one that comes too late)."""
    if plan.on_turn or (entry.cards[0] == BREAKER and state.plus3 != NOBODY and not _held_answer(state, plan)):
        return ()
    return [rules.ON_TURN.illegal("out_of_turn", player=entry.player, on_turn=state.players[state.turn])]


def _held_answer(state: State, plan: Laid) -> bool:
    return plan.answer == "break" and held_up(state, plan.seat)


def calls_in_time(state: State, entry: Play, plan: Laid) -> Found:
    """TAKI-6.4: a Breaker played out of turn is no moment to say "closed Taki"."""
    if plan.on_turn or plan.answer != "break" or not says_closed(entry) or plan.seat == state.laid_last:
        return ()
    return [rules.ON_TURN.illegal("call_out_of_turn", player=entry.player)]


def one_sequence(state: State, entry: Play, plan: Laid) -> Found:
    """TAKI-3.2, 5.5: Kings and Pluses, then one card or one run; a Breaker in answer is played alone."""
    return [rules.TURN.illegal("after_sequence", player=entry.player, card=plan.behind)] if plan.behind else ()


def matches(state: State, entry: Play, plan: Laid) -> Found:
    """TAKI-2.2: a coloured card matches the lead by colour or by symbol."""
    if not plan.misfit:
        return ()
    return [rules.MATCH.illegal(player=entry.player, card=plan.misfit, lead=plan.misfit_lead)]


def answers_stack(state: State, entry: Play, plan: Laid) -> Found:
    """TAKI-4.2, 5.4, 5.5: an active stack takes a +2 or a King; a +3 where the option allows it."""
    first = entry.cards[0]
    if not state.stack or first == KING or SYMBOL[first] == PLUS2:
        return ()
    if first == PLUS3:
        allowed = state.options.plus3_on_stack == "allowed"
        return () if allowed else [rules.PLUS3.illegal(player=entry.player, count=state.stack)]
    if first == BREAKER:
        return [rules.BREAKER.illegal("breaker_on_stack", player=entry.player, count=state.stack)]
    return [rules.STACK.illegal(player=entry.player, card=first, count=state.stack)]


def waits_for_draws(state: State, entry: Play, plan: Laid) -> Found:
    """TAKI-9.1, 5.5: while draws are owed nothing is played but the answers to a +3."""
    if not state.owed or plan.answer == "king":
        return ()
    if entry.cards[0] == BREAKER and state.plus3 != NOBODY:
        if plan.seat == state.plus3:
            return [rules.BREAKER.illegal("breaker_of_own", player=entry.player)]
        if not window_open(state, plan.seat):
            return [rules.BREAKER.illegal("breaker_too_late", player=entry.player)]
        if not held_up(state, plan.seat):
            return ()
    return [_draws_first(state, entry.player)]


def _draws_first(state: State, player: str) -> Violation:
    owing = list(dict.fromkeys(state.players[each.seat] for each in drawing.due_now(state)))
    return rules.OWED.illegal("draws_first", player=player, owing=owing)


def king_followed(state: State, entry: Play, plan: Laid) -> Found:
    """TAKI-5.3: under `required` a card follows the King, if there is one."""
    if entry.cards[-1] != KING or not plan.left or state.options.king_followup != "required":
        return ()
    return [rules.KING.illegal(player=entry.player, left=plan.left)]


def fits_run(state: State, entry: Play, plan: Laid) -> Found:
    """TAKI-6.2: a run is of one colour; a wild card may end it, and nothing follows its end."""
    found = []
    if plan.stray:
        found.append(rules.IN_RUN.illegal("not_of_run", player=entry.player, card=plan.stray))
    if plan.run_behind:
        found.append(rules.IN_RUN.illegal("behind_run", player=entry.player, card=plan.run_behind))
    if plan.wild:
        found.append(rules.IN_RUN.illegal("wild_in_run", player=entry.player, card=plan.wild))
    return found


def plays_all(state: State, entry: Play, plan: Laid) -> Found:
    """TAKI-6.1: under `taki_must_play_all` whoever opens a run lays all coloured cards of its colour."""
    if not plan.opens or not plan.left or not state.options.taki_must_play_all:
        return ()
    kept = dict(state.known[plan.seat])
    for card in entry.cards:
        if kept.get(card):
            kept[card] -= 1
    fits = FITS[run_key(plan.opens)]
    left = sorted(card for card, copies in kept.items() if copies and card in fits)
    if left:
        return [rules.RUN.illegal(player=entry.player, colour=plan.opens, left=left)]
    return () if sum(kept.values()) >= plan.left else [rules.RUN.unverified()]


def cards_left(state: State, entry: Draw, plan: Drawn) -> Found:
    """TAKI-3.6: nobody draws more cards than exist."""
    most = available(state)
    return [rules.RESHUFFLE.impossible(player=entry.player, count=entry.count, most=most)] if entry.count > most else ()


def copies_drawn(state: State, entry: Draw, plan: Drawn) -> Found:
    """TAKI-1.4: drawn cards that the log shows are further copies; a reshuffle has brought the discards back."""
    if entry.cards is UNSET or not entry.cards:
        return ()
    return _too_many(knowledge.seen_in_hands(state) if entry.count > state.pile else state.seen, entry.cards)


def draws_in_turn(state: State, entry: Draw, plan: Drawn) -> Found:
    """TAKI-3.3, 9.1: who is not on turn draws only what is owed now; and nobody anything else before that."""
    if plan.purpose in ("turn", "stack", "owed"):
        return ()
    found = [] if plan.purpose == "away" else [_draws_first(state, entry.player)]
    if not plan.on_turn:
        found.append(rules.ON_TURN.illegal("out_of_turn", player=entry.player, on_turn=state.players[state.turn]))
    return found


def draws_the_number(state: State, entry: Draw, plan: Drawn) -> Found:
    """TAKI-3.2, 9.1, 3.6: the turn's draw is of one card, any other of exactly its number, as far as there are cards."""
    if entry.count == plan.due or plan.purpose in ("away", "early", "meanwhile"):
        return ()
    rule, code = (rules.TURN, "wrong_turn_draw") if plan.purpose == "turn" else (rules.OWED, "wrong_owed_draw")
    return [rule.illegal(code, player=entry.player, count=entry.count, due=plan.due)]


def cannot_play(state: State, entry: Draw, plan: Drawn) -> Found:
    """TAKI-3.5: drawing is for a player who cannot play."""
    if plan.purpose != "turn" or state.options.draw_when_able != FORBIDDEN or not state.hands[plan.seat]:
        return ()
    playable = knowledge.shows_fitting(state, plan.seat, state.lead)
    if playable:
        return [rules.ABLE.illegal(player=entry.player, lead=state.lead, fitting=playable)]
    return () if knowledge.all_known(state, plan.seat) else [rules.ABLE.unverified()]


def may_close(state: State, entry: Say, plan: object) -> Found:
    """TAKI-6.4: "closed Taki" is said by who is on turn, or by who laid the run until another player's turn action."""
    seat = state.players.index(entry.player)
    closable = state.run and state.top not in OPENERS
    layer = state.layer if closable else state.laid_last
    if entry.phrase != "closed_taki" or seat in (state.turn, layer):
        return ()
    return [rules.ON_TURN.illegal("call_out_of_turn", player=entry.player)]


def may_catch(state: State, entry: Catch, plan: object) -> Found:
    """TAKI-7.3: caught is who has not called, between another player's turn action and the target's own."""
    params = {"player": entry.player, "target": entry.target}
    seat = state.players.index(entry.target)
    if state.options.last_card != "challenge":
        return [rules.CATCH.illegal("no_challenge", **params)]
    if entry.player == entry.target:
        return [rules.CATCH.illegal("caught_oneself", **params)]
    if seat not in state.uncalled:
        return [rules.CATCH.illegal("nothing_to_catch", **params)]
    return () if state.missed[seat] else [rules.CATCH.illegal("caught_too_early", **params)]


def summary_agrees(state: State, entry: Summary, plan: object) -> Found:
    """TAKI-12.2: the winner has no card left, the others have some, together not more than there can be."""
    if entry.winner is UNSET or entry.cards is UNSET:
        return ()
    cards = entry.cards
    if cards[entry.winner]:
        what = f"the winner {entry.winner} has {cards[entry.winner]} card(s) left"
    elif short := [name for name in state.players if name != entry.winner and not cards[name]]:
        what = f"{short[0]} has no card left, but has not won"
    elif sum(cards.values()) >= TOTAL:
        what = f"{sum(cards.values())} cards are left in hands, and one of {TOTAL} lies on the table"
    else:
        return ()
    return [rules.GAME_SUMMARY.impossible(what=what)]


def stage_is_current(state: State, entry: Summary, plan: object) -> Found:
    """TAKI-12.3: the stage finished is the one that the player is in."""
    if entry.player is UNSET:
        return ()
    stage = state.stages[state.players.index(entry.player)]
    return () if entry.stage == stage else [rules.STAGE_SUMMARY.impossible(player=entry.player, stage=entry.stage, current=stage)]


CHECKS: dict[type[Entry], Checks] = {
    Play: Checks(
        plan=laying.read,
        place=(log_of_play, cards_exist),
        facts=(copies_played, cards_held),
        rules=(
            plays_on_turn, calls_in_time, one_sequence, matches, answers_stack, waits_for_draws, king_followed, fits_run,
            plays_all,
        ),
    ),
    Draw: Checks(
        plan=drawing.read,
        place=(log_of_play, cards_exist),
        facts=(cards_left, copies_drawn),
        rules=(draws_in_turn, draws_the_number, cannot_play),
    ),
    Say: Checks(place=(log_of_play,), rules=(may_close,)),
    Catch: Checks(place=(log_of_play,), rules=(may_catch,)),
    Summary: Checks(place=(log_of_summaries,), facts=(summary_agrees, stage_is_current)),
    End: Checks(),
}
