"""How the cards of one play are read: what fits what, which run is open behind them, what the last card does.

Nothing here changes anything. A play that breaks a rule is read as well: it may stand, and is then laid as logged.
"""

from collections.abc import Sequence

from msgspec import Struct

from .moves import Play
from .pieces import (
    ACTION,
    BREAKER,
    COLOR,
    COLOUR,
    FITS,
    KING,
    OPENERS,
    PLUS,
    PLUS2,
    RUNS,
    SUPER,
    SYMBOL,
    lead_behind,
)
from .state import NOBODY, PENALTY, STAGE_HAND, State, unknown

RESOLVE = "resolve"


class Laid(Struct, gc=False):
    """One play, read.

    `answer`: `break` or `king` in answer to a +3, `stack` in answer to a stack, or empty. `fresh`: the cards that come from
    the unknown part of the hand; `left`: how many cards stay in the hand. `lead`: what lies behind the play.
    `action`: what happens now, `pending` what a later call of the layer would set free. `run`: the colour of the run that is
    open behind the play; `opens`: that of the run that this play opened; `continues`, `closes`: what it did to a run.
    `misfit`: the first card that matches nothing, with the lead it lies on; `behind`: the first card behind a finished
    sequence; `stray`, `run_behind`, `wild`: the first card that does not fit the run, that follows its end, that is a wild card.
    """

    seat: int
    on_turn: bool
    answer: str
    fresh: Sequence[str]
    left: int
    lead: str
    action: str = ""
    pending: str = ""
    run: str = ""
    opens: str = ""
    continues: bool = False
    closes: bool = False
    misfit: str = ""
    misfit_lead: str = ""
    behind: str = ""
    stray: str = ""
    run_behind: str = ""
    wild: str = ""


def read(state: State, entry: Play) -> Laid:
    """The play in this state, card by card; any text may stand for a card."""
    seat, cards = state.players.index(entry.player), entry.cards
    on_turn, left = seat == state.turn, state.hands[seat] - len(cards)
    answer = _answer(state, seat, on_turn, cards) if state.stack or state.owed else ""
    fresh = fresh_cards(state.known[seat], cards) if state.known[seat] else cards
    laid = Laid(seat, on_turn, answer, fresh, left if left > 0 else 0, state.lead)
    if state.run and COLOUR.get(cards[0]) == state.run and not (state.stack and SYMBOL[cards[0]] == PLUS2):
        laid.continues = True
        _follow(state, entry, laid, state.run, 0)
    else:
        _sequence(state, entry, laid)
    return laid


def says_closed(entry: Play) -> bool:
    """TAKI-6.4: "closed Taki" was said with the play."""
    return entry.closed or "closed_taki" in entry.say


def window_open(state: State, seat: int) -> bool:
    """TAKI-5.5: a +3 lies, somebody else's, and nobody has drawn for it."""
    return state.plus3 != NOBODY and not state.plus3_drawn and seat != state.plus3


def held_up(state: State, seat: int) -> bool:
    """TAKI-9.1: a stage hand, or a penalty of this player, must be drawn before an answer to a +3."""
    return any(each.step == STAGE_HAND or (each.step == PENALTY and each.seat == seat) for each in state.owed)


def fresh_cards(known: dict[str, int], cards: Sequence[str]) -> Sequence[str]:
    """TAKI-1.4: a played card comes first from what is known of the hand; the others come from its unknown part."""
    if len(cards) == 1:
        return () if cards[0] in known else cards
    left, fresh = dict(known), []
    for card in cards:
        if left.get(card, 0):
            left[card] -= 1
        else:
            fresh.append(card)
    return tuple(fresh)


def exceeds_hand(state: State, laid: Laid) -> bool:
    """TAKI-1.6: the cards that the log does not show in this hand are more than it can hold unseen."""
    return len(laid.fresh) > unknown(state, laid.seat)


def _answer(state: State, seat: int, on_turn: bool, cards: Sequence[str]) -> str:
    """What the play answers, by its first card."""
    first = cards[0]
    if first == BREAKER:
        return "break" if window_open(state, seat) else ""
    if first == KING and state.owed:
        cancels = on_turn and window_open(state, seat) and state.options.king_on_plus3 == "cancels"
        return "king" if cancels and not held_up(state, seat) else ""
    if state.stack and (first == KING or SYMBOL.get(first) == PLUS2):
        return "stack"
    return ""


def _sequence(state: State, entry: Play, laid: Laid) -> None:
    """TAKI-3.2: any Kings and Pluses, then one card or one run; whatever stands behind that is too much."""
    cards, named = entry.cards, entry.color or ""
    free = bool(state.stack or state.owed)
    for place, card in enumerate(cards):
        if card == KING:
            free = True
            continue
        if not free and not laid.misfit and card not in FITS[laid.lead]:
            laid.misfit, laid.misfit_lead = card, laid.lead
        free = False
        laid.lead = lead_behind(card, laid.lead, named)
        if card in OPENERS:
            laid.opens = laid.lead[:1]
            _follow(state, entry, laid, laid.opens, place + 1)
            return
        if SYMBOL.get(card) != PLUS:
            _finish_sequence(state, entry, laid, place + 1)
            return
    _finish_sequence(state, entry, laid, len(cards))


def _finish_sequence(state: State, entry: Play, laid: Laid, end: int) -> None:
    """No run was laid: what stands behind the sequence lies there, and only the last card counts."""
    cards = entry.cards
    if end < len(cards):
        laid.behind = cards[end]
        for card in cards[end:]:
            laid.lead = lead_behind(card, laid.lead, entry.color or "")
    laid.action = ACTION.get(cards[-1], "")
    if cards[-1] in OPENERS:
        laid.run = laid.opens = laid.lead[:1]
    elif state.run and all(COLOUR.get(card) == state.run for card in cards):
        laid.closes = says_closed(entry)
        laid.run = "" if laid.closes else state.run


def _follow(state: State, entry: Play, laid: Laid, run: str, start: int) -> None:
    """TAKI-6.2: the cards from `start` on are of the run; a wild card may end it, nothing else fits or follows."""
    cards, end = entry.cards[start:], ""
    if RUNS[run].issuperset(cards):
        laid.lead = cards[-1] if cards else laid.lead
        _leave_run(state, entry, laid, run)
        return
    for card in cards:
        if laid.stray or laid.run_behind:
            pass
        elif end:
            laid.run_behind = card
        elif card in (COLOR, SUPER):
            end = card
            laid.wild = card if state.options.wild_in_run == "forbidden" else ""
        elif COLOUR.get(card) != run:
            laid.stray = card
        laid.lead = lead_behind(card, laid.lead, entry.color or "")
    if laid.stray or laid.run_behind:
        _break_run(entry, laid)
    elif end != COLOR:
        _leave_run(state, entry, laid, run)


def _break_run(entry: Play, laid: Laid) -> None:
    """A card that does not fit ends the run; only the last card's action counts, also that of opening a run."""
    last = entry.cards[-1]
    laid.action = ACTION.get(last, "")
    if last in OPENERS:
        laid.run = laid.opens = laid.lead[:1]


def _leave_run(state: State, entry: Play, laid: Laid, run: str) -> None:
    """TAKI-6.3 to 6.7: a closed run does what its last card does; an unclosed one stays open, its last card inert or not."""
    last = entry.cards[-1]
    action = ACTION.get(last, "")
    laid.closes = says_closed(entry) and last not in OPENERS
    if laid.closes:
        laid.action = action
        return
    laid.run = run
    if state.options.unclosed_action == RESOLVE:
        laid.action = action
    elif SYMBOL.get(last) != PLUS or laid.left:
        laid.pending = action
