"""QUICK: most plays, draws and calls, judged and carried out in one go: what checks and steps would say and do, but sooner.

Each hands back None, and has changed nothing, where anything else might be said or done: checks and steps then have their turn.
"""

from collections.abc import Sequence

from adjudicator.core.entries import Entry
from adjudicator.core.game import Quick
from adjudicator.core.ruling import Judged, Outcome

from . import rules
from .calls import call, call_with, close, count_down
from .drawing import settle
from .effects import cancel_plus3, empty_hand, end_stack, prove
from .knowledge import open_claim, take_in, take_one, uncover
from .laying import RESOLVE, held_up, window_open
from .legality import FORBIDDEN, may_close
from .moves import Draw, Play, Say
from .pieces import ACTION, ALONE, BREAKER, COLOR, COLOUR, DOES, FITS, KEYS, KING, OPENERS, OPENS, PLUS, PLUS2, RUNS, SUPER, TAKI
from .state import NOBODY, State
from .turns import ACTIONS, end_duty, show_uncalled

LEGAL: tuple[str, ...] = ()
UNVERIFIED = (rules.ABLE.id,)
"""The rules that stay open: none, or whether the player could have played."""
CALLED = Judged("legal")
"""What is said of a call that breaks nothing."""
BINDING = frozenset((OPENS, KING))
"""What a card does behind which its player may have to lay more."""
GOES_ON = (KING, PLUS)
"""What a card does behind which its player may lay another."""


def play(state: State, entry: Play, outcome: Outcome) -> tuple[str, ...] | None:
    """TAKI-2.1 to 2.3, 3.1, 4.2: one card that fits, laid on turn, while no draw is owed, or a call; and not the last one."""
    seat, cards = state.turn, entry.cards
    if state.owed:
        return _break(state, entry, outcome)
    if state.players[seat] != entry.player or state.kind == "summary":
        return None
    left = state.hands[seat] - 1
    if len(cards) != 1 or left < 1 or state.uncalled:
        return _lay(state, entry, seat, outcome)
    fitting = ALONE[state.lead].get(cards[0])
    if fitting is None:
        return None
    card, lead, does, copies = fitting
    if (state.stack and (does != PLUS2 or state.run)) or (does and does in BINDING and _bound(state, does)):
        return None
    known = state.known[seat]
    if card in known:
        if known[card] > 1:
            known[card] -= 1
        else:
            del known[card]
    elif (shown := state.seen.get(card, 0)) < copies and (not known or left >= sum(known.values())):
        state.seen[card] = shown + 1
    else:
        return None
    if (claims := state.claims[seat]) and not KEYS[card].isdisjoint(claims):
        prove(state, entry, seat, outcome)
    if state.plus:
        state.plus = False
    if not state.kind:
        state.kind = "play"
    state.hands[seat] = left
    state.discards += 1
    if not lead and entry.color:
        lead = _name(entry, entry.color, outcome)
    state.lead, state.top, state.laid_last = lead, card, seat
    if state.run:
        does = _carry_run(state, entry, seat, lead[:1] if does == OPENS and COLOUR.get(card) != state.run else "", outcome)
    else:
        if does == OPENS:
            state.run, state.layer, does = lead[:1], seat, ""
            outcome.effects.append({"type": "run_opened", "rule": rules.RUN.id, "player": entry.player, "colour": lead[:1]})
        if left == 1 or entry.say or entry.closed:
            call_with(state, entry, seat, outcome)
    if does:
        ACTIONS[does](state, seat, outcome)
    else:
        state.turn = (seat + state.direction) % len(state.players)
    return LEGAL


def _lay(state: State, entry: Play, seat: int, outcome: Outcome) -> tuple[str, ...] | None:
    """TAKI-1.4, 2.1, 3.2, 7.1, 8.1: any other play that breaks nothing; no draw is owed, and a stack is answered by a King."""
    cards, known = entry.cards, state.known[seat]
    keeps, fresh = _parted(known, cards) if known else (known, cards)
    left = state.hands[seat] - len(cards)
    if (state.stack and cards[0] != KING) or left < (sum(keeps.values()) if keeps else 0):
        return None
    fitting = _fitting(state, entry)
    if fitting is None or not uncover(state.seen, fresh):
        return None
    if state.claims[seat]:
        prove(state, entry, seat, outcome)
    if state.plus:
        state.plus = False
    if not state.kind:
        state.kind = "play"
    state.known[seat], state.hands[seat] = keeps, left
    state.discards += len(cards)
    lead, opens, does = fitting
    state.lead, state.top, state.laid_last = lead, cards[-1], seat
    if entry.color:
        _name(entry, entry.color, outcome)
    if state.run or opens:
        does = _carry_run(state, entry, seat, opens, outcome)
    elif left == 1 or entry.say or entry.closed or state.uncalled:
        call_with(state, entry, seat, outcome)
    if not left:
        empty_hand(state, entry, seat, False, outcome)
    if state.ending is None:
        if state.stack:
            end_stack(state, KING, outcome)
        if state.uncalled:
            show_uncalled(state, seat, outcome)
        if does:
            ACTIONS[does](state, seat, outcome)
        else:
            state.turn = (seat + state.direction) % len(state.players)
    return LEGAL


def _parted(known: dict[str, int], cards: Sequence[str]) -> tuple[dict[str, int], Sequence[str]]:
    """TAKI-1.4: what stays known of the hand, and which cards come from its unknown part."""
    keeps, fresh = dict(known), []
    for card in cards:
        if card in keeps:
            take_one(keeps, card)
        else:
            fresh.append(card)
    return keeps, fresh


def _fitting(state: State, entry: Play) -> tuple[str, str, str] | None:
    """TAKI-2.2, 3.2, 6.2: if all cards fit: the lead behind them, the colour of a run that they open, the last one's action."""
    cards, lead, run, does = entry.cards, state.lead, state.run, ""
    if run and COLOUR.get(cards[0]) == run:
        behind = _behind_run(state, entry, run, 0)
        return (behind, "", "") if behind else None
    for place, card in enumerate(cards, 1):
        laid = ALONE[lead].get(card)
        if laid is None and does != KING:
            return None
        lead, does = laid[1:3] if laid else (card, DOES.get(card, ""))
        if does == OPENS:
            behind = _behind_run(state, entry, lead[:1], place) if place < len(cards) else lead
            return None if not behind or _bound(state, OPENS) else (behind, lead[:1], "")
        if does not in GOES_ON:
            return (lead or entry.color or "", "", does) if place == len(cards) else None
    return None if does == KING and _bound(state, KING) else (lead, "", does)


def _behind_run(state: State, entry: Play, run: str, start: int) -> str:
    """TAKI-6.2: the lead behind the cards from `start` on, if all are of the run, but for a wild card that may end it."""
    cards = entry.cards[start:]
    last = cards[-1]
    if RUNS[run].issuperset(cards):
        return last
    if last not in (COLOR, SUPER) or state.options.wild_in_run == FORBIDDEN or not RUNS[run].issuperset(cards[:-1]):
        return ""
    return run + TAKI if last == SUPER else entry.color or ""


def _bound(state: State, action: str) -> bool:
    """TAKI-5.3, 6.1: whether more has to follow a King, or a card that opens a run."""
    options = state.options
    return options.taki_must_play_all if action == OPENS else options.king_followup == "required"


def _carry_run(state: State, entry: Play, seat: int, opens: str, outcome: Outcome) -> str:
    """TAKI-6.3 to 6.7: a run is opened, goes on, is closed or ends; the action of its last card, if that happens now."""
    player, cards, run, effects = entry.player, entry.cards, opens or state.run, outcome.effects
    card, stays = cards[-1], True
    does = ACTION.get(card, "")
    if opens:
        effects.append({"type": "run_opened", "rule": rules.RUN.id, "player": player, "colour": run})
    elif COLOUR.get(cards[0]) == run:
        effects.append({"type": "run_continued", "rule": rules.OPEN_RUN.id, "player": player, "colour": run})
    else:
        stays = False
    state.run, state.layer, state.pending = "", NOBODY, ""
    if not stays or card == COLOR:
        effects.append({"type": "run_ended", "rule": rules.RUN_END.id, "colour": run})
    elif card not in OPENERS and (entry.closed or "closed_taki" in entry.say):
        effects.append({"type": "run_closed", "rule": rules.CLOSE.id, "player": player, "colour": run})
        count_down(state, entry, seat, outcome)
        return does
    else:
        state.run, state.layer = run, seat
        if state.options.unclosed_action != RESOLVE:
            if does and (does != PLUS or state.hands[seat]):
                state.pending = does
            does = ""
    call_with(state, entry, seat, outcome)
    return does


def _break(state: State, entry: Play, outcome: Outcome) -> tuple[str, ...] | None:
    """TAKI-5.5: a Breaker alone answers a +3 for which nobody has drawn; nothing is said, and more than one card stays."""
    seat = state.players.index(entry.player)
    known, left = state.known[seat], state.hands[seat] - 1
    if entry.cards != (BREAKER,) or left < 2 or not window_open(state, seat) or held_up(state, seat):
        return None
    if state.run or state.stack or state.uncalled or entry.say or entry.closed:
        return None
    if BREAKER in known:
        take_one(known, BREAKER)
    elif left < sum(known.values()) or not uncover(state.seen, entry.cards):
        return None
    if state.claims[seat]:
        prove(state, entry, seat, outcome)
    state.hands[seat], state.top = left, BREAKER
    state.discards += 1
    cancel_plus3(state, "break", outcome)
    return LEGAL


def _name(entry: Play, colour: str, outcome: Outcome) -> str:
    """TAKI-5.1: the colour that is named."""
    outcome.effects.append({"type": "colour_named", "rule": rules.COLOR.id, "player": entry.player, "colour": colour})
    return colour


def draw(state: State, entry: Draw, outcome: Outcome) -> tuple[str, ...] | None:
    """TAKI-3.2, 3.5, 4.3: the draw of the turn, or of the stack, if the pile holds enough."""
    count, cards, seat, undecided = entry.count, entry.cards, state.turn, LEGAL
    if count > state.pile or state.kind == "summary":
        return None
    if state.owed:
        return _pay(state, entry)
    stack = state.stack
    if state.players[seat] != entry.player or count != (stack or 1):
        return None
    if not stack and state.options.draw_when_able == FORBIDDEN:
        known = state.known[seat]
        if known and not FITS[state.lead].isdisjoint(known):
            return None
        hand = state.hands[seat]
        if hand > len(known) and (not known or hand > sum(known.values())):
            undecided = UNVERIFIED
    if cards and not take_in(state, seat, cards):
        return None
    if stack:
        outcome.effects.append({"type": "stack_drawn", "rule": rules.SPENT.id, "count": stack})
        state.stack = 0
    elif undecided:
        open_claim(state, seat, state.lead)
    if state.plus:
        state.plus = False
    if state.run and state.layer != seat:
        state.layer = NOBODY
    state.turn = (seat + state.direction) % len(state.players)
    if not state.kind:
        state.kind = "play"
    state.pile -= count
    state.hands[seat] += count
    state.drawn[seat] += count
    if state.uncalled:
        _watch(state, seat, outcome)
    return undecided


def _pay(state: State, entry: Draw) -> tuple[str, ...] | None:
    """TAKI-9.1: the draw pays what its player owes now."""
    seat, count = state.players.index(entry.player), entry.count
    for owed in state.owed:
        if owed.seat == seat:
            if owed.count != count or owed.step != state.owed[0].step:
                return None
            if entry.cards and not take_in(state, seat, entry.cards):
                return None
            settle(state, owed)
            state.pile -= count
            state.hands[seat] += count
            state.drawn[seat] += count
            if seat in state.uncalled and state.hands[seat] != 1:
                end_duty(state, seat)
            return LEGAL
    return None


def _watch(state: State, seat: int, outcome: Outcome) -> None:
    """TAKI-7.1 to 7.4: the turn's draw ends the own duty to call, and shows that others have not called."""
    if seat in state.uncalled and (state.missed[seat] or state.hands[seat] != 1):
        end_duty(state, seat)
    if state.uncalled:
        show_uncalled(state, seat, outcome)


def say(state: State, entry: Say, outcome: Outcome) -> tuple[str, ...] | None:
    """TAKI-6.4, 7.1: a call in time, or for nothing."""
    if state.kind == "summary" or may_close(state, entry, None):
        return None
    if not state.kind:
        state.kind = "play"
    call(state, entry, CALLED, outcome)
    close(state, entry, CALLED, outcome)
    return LEGAL


QUICK: dict[type[Entry], Quick] = {Play: play, Draw: draw, Say: say}
