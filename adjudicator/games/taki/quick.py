"""QUICK: the commonest plays and draws, judged and carried out in one go: what checks and steps would say and do, but sooner.

Each hands back None, and has changed nothing, where anything else might be said or done: checks and steps then have their turn.
"""

from adjudicator.core.entries import Entry
from adjudicator.core.game import Quick
from adjudicator.core.ruling import Judged, Outcome

from . import effects, laying, rules
from .calls import close_nothing, count_down
from .drawing import settle
from .effects import prove
from .knowledge import can_be, open_claim, take_in, take_one
from .laying import Laid, says_closed
from .moves import Draw, Play
from .pieces import BEHIND, COPIES, FITS, KING, OPENS
from .state import NOBODY, State
from .turns import ACTIONS

OBLIGING = (KING, OPENS)
"""The actions that oblige their player to more, where the options say so (TAKI-5.3, 6.1)."""

LEGAL = Judged("legal")
UNVERIFIED = Judged("unverified", unverified=(rules.ABLE.id,))


def play(state: State, entry: Play, outcome: Outcome) -> Judged | None:
    """TAKI-2.1 to 2.3, 3.1: one card that fits, laid on turn, while nothing is owed or uncalled, and not the last one."""
    seat, cards = state.players.index(entry.player), entry.cards
    if seat != state.turn or state.owed or state.uncalled or state.kind == "summary":
        return None
    if len(cards) != 1 or state.run or state.stack:
        return _lay(state, entry, seat, outcome)
    card, left = cards[0], state.hands[seat] - 1
    fitting = BEHIND[state.lead].get(card)
    if fitting is None or left < 1:
        return None
    lead, action = fitting
    known, seen = state.known[seat], state.seen
    if action in OBLIGING and _bound(state, action):
        return None
    if card in known:
        take_one(known, card)
    elif (copies := seen.get(card, 0)) < COPIES[card] and (not known or left >= sum(known.values())):
        seen[card] = copies + 1
    else:
        return None
    if state.claims[seat]:
        prove(state, entry, seat, outcome)
    if state.plus:
        state.plus = False
    if not lead:
        lead = entry.color or ""
        outcome.effects.append(rules.COLOR.effect("colour_named", player=entry.player, colour=lead))
    if not state.kind:
        state.kind = "play"
    state.hands[seat] = left
    state.discards += 1
    state.lead, state.top, state.laid_last = lead, card, seat
    if action == OPENS:
        state.run, state.layer = lead[:1], seat
        outcome.effects.append(rules.RUN.effect("run_opened", player=entry.player, colour=lead[:1]))
    if left == 1 or entry.say or entry.closed:
        if says_closed(entry):
            close_nothing(entry, outcome)
        count_down(state, entry, seat, outcome)
    ACTIONS[action](state, seat, outcome)
    return LEGAL


def _lay(state: State, entry: Play, seat: int, outcome: Outcome) -> Judged | None:
    """A play of several cards, on a run or on a stack, if it breaks nothing: only those steps that have something to do."""
    laid = laying.read(state, entry)
    if not laid.left or not _breaks_nothing(state, entry, laid):
        return None
    judged = Judged("legal", plan=laid)
    if state.claims[seat]:
        effects.weigh(state, entry, judged, outcome)
    if state.plus:
        effects.lapse(state, entry, judged, outcome)
    effects.lay(state, entry, judged, outcome)
    if state.run or laid.run or laid.opens or says_closed(entry):
        effects.carry_run(state, entry, judged, outcome)
    if laid.left == 1 or entry.say:
        effects.owe_call(state, entry, judged, outcome)
    if state.stack:
        effects.answer(state, entry, judged, outcome)
    ACTIONS[laid.action](state, seat, outcome)
    return judged


def _breaks_nothing(state: State, entry: Play, laid: Laid) -> bool:
    """TAKI-1.2 to 1.6, sections 2, 3, 5, 6: the cards can be there, they fit, and nothing more has to follow or be answered."""
    last = entry.cards[-1]
    if laid.misfit or laid.behind or laid.stray or laid.run_behind or laid.wild or (state.stack and not laid.answer):
        return False
    if (laid.opens and _bound(state, OPENS)) or (last == KING and _bound(state, KING)):
        return False
    return not laid.fresh or (can_be(state.seen, laid.fresh) and not laying.exceeds_hand(state, laid))


def _bound(state: State, action: str) -> bool:
    """TAKI-5.3, 6.1: whether more has to follow a King, or a card that opens a run."""
    options = state.options
    return (action == OPENS and options.taki_must_play_all) or (action == KING and options.king_followup == "required")


def draw(state: State, entry: Draw, outcome: Outcome) -> Judged | None:
    """TAKI-3.2, 3.5, 4.3, 9.1: a draw that is due, from a pile that holds enough, with nothing called."""
    count, cards, seat = entry.count, entry.cards, state.players.index(entry.player)
    if count > state.pile or state.kind == "summary" or state.uncalled or (cards and not can_be(state.seen, cards)):
        return None
    judged = _pay(state, count, seat) if state.owed else _take_turn(state, count, seat, outcome)
    if judged is not None:
        if not state.kind:
            state.kind = "play"
        state.pile -= count
        state.hands[seat] += count
        state.drawn[seat] += count
        if cards:
            take_in(state, seat, cards)
    return judged


def _pay(state: State, count: int, seat: int) -> Judged | None:
    """TAKI-9.1: the draw pays what its player owes now."""
    for owed in state.owed:
        if owed.seat == seat:
            if owed.count != count or owed.step != state.owed[0].step:
                return None
            settle(state, owed)
            return LEGAL
    return None


def _take_turn(state: State, count: int, seat: int, outcome: Outcome) -> Judged | None:
    """TAKI-3.2, 4.3: the draw is the turn's, or that of the stack."""
    if seat != state.turn or count != (state.stack or 1):
        return None
    judged = LEGAL
    if state.stack:
        outcome.effects.append(rules.SPENT.effect("stack_drawn", count=count))
        state.stack = 0
    elif state.options.draw_when_able == "forbidden" and (hand := state.hands[seat]):
        known = state.known[seat]
        if known and not FITS[state.lead].isdisjoint(known):
            return None
        if not known or sum(known.values()) < hand:
            open_claim(state, seat, state.lead)
            judged = UNVERIFIED
    if state.plus:
        state.plus = False
    if state.layer != seat:
        state.layer = NOBODY
    state.turn = (seat + state.direction) % len(state.players)
    return judged


QUICK: dict[type[Entry], Quick] = {Play: play, Draw: draw}
