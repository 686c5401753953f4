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
from .pieces import BEHIND, COPIES, FITS, KEYS, KING, OPENS, PLUS2
from .state import NOBODY, State
from .turns import ACTIONS

LEGAL: tuple[str, ...] = ()
UNVERIFIED = (rules.ABLE.id,)
"""The rules that stay open: none, or whether the player could have played."""


def play(state: State, entry: Play, outcome: Outcome) -> tuple[str, ...] | None:
    """TAKI-2.1 to 2.3, 3.1, 4.2: one card that fits, laid on turn, while no draw is owed, or a call; and not the last one."""
    seat, cards, kind = state.turn, entry.cards, state.kind
    players = state.players
    if players[seat] != entry.player or state.owed or kind == "summary":
        return None
    left = state.hands[seat] - 1
    if len(cards) != 1 or left < 1 or state.run or state.uncalled:
        return _lay(state, entry, seat, outcome)
    card, known = cards[0], state.known[seat]
    fitting = BEHIND[state.lead].get(card)
    if not fitting:
        return None
    lead, action = fitting
    if state.stack and action != PLUS2:
        return _lay(state, entry, seat, outcome)
    if action and _bound(state, action):
        return None
    if card in known:
        take_one(known, card)
    elif (copies := state.seen.get(card, 0)) < COPIES[card] and (not known or left >= sum(known.values())):
        state.seen[card] = copies + 1
    else:
        return None
    if state.claims[seat] and not KEYS[card].isdisjoint(state.claims[seat]):
        prove(state, entry, seat, outcome)
    if state.plus:
        state.plus = False
    if not lead:
        lead = entry.color or ""
        outcome.effects.append({"type": "colour_named", "rule": rules.COLOR.id, "player": entry.player, "colour": lead})
    if not kind:
        state.kind = "play"
    state.hands[seat] = left
    state.discards += 1
    state.lead, state.top, state.laid_last = lead, card, seat
    if action == OPENS:
        state.run, state.layer = lead[:1], seat
        outcome.effects.append({"type": "run_opened", "rule": rules.RUN.id, "player": entry.player, "colour": lead[:1]})
    if left == 1 or entry.say or entry.closed:
        if says_closed(entry):
            close_nothing(entry, outcome)
        count_down(state, entry, seat, outcome)
    if action:
        ACTIONS[action](state, seat, outcome)
    else:
        state.turn = (seat + state.direction) % len(players)
    return LEGAL


def _lay(state: State, entry: Play, seat: int, outcome: Outcome) -> tuple[str, ...] | None:
    """Any other play that breaks nothing while no draw is owed: only those steps that have something to do."""
    laid = laying.read(state, entry)
    if not _breaks_nothing(state, entry, laid):
        return None
    judged = Judged("legal", (), (), laid)
    if state.claims[seat]:
        prove(state, entry, seat, outcome)
    if state.plus:
        state.plus = False
    effects.lay(state, entry, judged, outcome)
    if state.run or laid.run or laid.opens or entry.closed or entry.say:
        effects.carry_run(state, entry, judged, outcome)
    if laid.left == 1 or entry.say or state.uncalled:
        count_down(state, entry, seat, outcome)
    if not laid.left:
        effects.finish(state, entry, judged, outcome)
    if state.stack:
        effects.answer(state, entry, judged, outcome)
    if state.uncalled or not laid.left:
        effects.go_on(state, entry, judged, outcome)
    else:
        ACTIONS[laid.action](state, seat, outcome)
    return LEGAL


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


def draw(state: State, entry: Draw, outcome: Outcome) -> tuple[str, ...] | None:
    """TAKI-3.2, 3.5, 4.3, 9.1: a draw that is due, from a pile that holds enough, with nothing called."""
    count, cards, seat = entry.count, entry.cards, state.turn
    if count > state.pile or state.uncalled or state.kind == "summary" or (cards and not can_be(state.seen, cards)):
        return None
    if state.owed:
        seat = state.players.index(entry.player)
        undecided = _pay(state, count, seat)
    elif state.players[seat] == entry.player and count == (state.stack or 1):
        undecided = _take_turn(state, seat, outcome)
    else:
        return None
    if undecided is not None:
        if not state.kind:
            state.kind = "play"
        state.pile -= count
        state.hands[seat] += count
        state.drawn[seat] += count
        if cards:
            take_in(state, seat, cards)
    return undecided


def _pay(state: State, count: int, seat: int) -> tuple[str, ...] | None:
    """TAKI-9.1: the draw pays what its player owes now."""
    for owed in state.owed:
        if owed.seat == seat:
            if owed.count != count or owed.step != state.owed[0].step:
                return None
            settle(state, owed)
            return LEGAL
    return None


def _take_turn(state: State, seat: int, outcome: Outcome) -> tuple[str, ...] | None:
    """TAKI-3.2, 3.5, 4.3: the draw is the turn's, or that of the stack."""
    undecided = LEGAL
    if state.stack:
        outcome.effects.append({"type": "stack_drawn", "rule": rules.SPENT.id, "count": state.stack})
        state.stack = 0
    elif state.options.draw_when_able == "forbidden":
        known, hand = state.known[seat], state.hands[seat]
        if known and not FITS[state.lead].isdisjoint(known):
            return None
        if hand > (sum(known.values()) if known else 0):
            open_claim(state, seat, state.lead)
            undecided = UNVERIFIED
    if state.plus:
        state.plus = False
    if state.layer != seat:
        state.layer = NOBODY
    state.turn = (seat + state.direction) % len(state.players)
    return undecided


QUICK: dict[type[Entry], Quick] = {Play: play, Draw: draw}
