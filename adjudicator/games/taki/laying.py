"""How the cards of one play are read: what fits what, which run is open behind them, what the last card does.

Nothing here changes anything. A play that breaks a rule is read as well: it may stand, and is then laid as logged.
"""

from collections.abc import Sequence

from msgspec import Struct

from .knowledge import can_be
from .moves import Play
from .pieces import (
    ACTION,
    BREAKER,
    COLOR,
    COLOUR,
    COPIES,
    FITS,
    KING,
    OPENERS,
    PLUS,
    PLUS2,
    SIMPLE,
    SUPER,
    SYMBOL,
    TAKI,
    lead_key,
)
from .state import NOBODY, PENALTY, STAGE_HAND, State, unknown

RESOLVE = "resolve"


class Laid(Struct):
    """One play, read.

    `answer`: `break` or `king` in answer to a +3, `stack` in answer to a stack, or empty. `fresh`: the cards that come from
    the unknown part of the hand; `left`: how many cards stay in the hand. `colour`, `symbol`: the lead behind the play.
    `plain`: nothing can be said against the play.
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
    colour: str
    symbol: str
    plain: bool = False
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
    """The play in this state; any text may stand for a card."""
    seat, cards = state.players.index(entry.player), entry.cards
    if len(cards) == 1 and seat == state.turn and not (state.run or state.owed or state.stack):
        shape = SIMPLE.get(cards[0])
        if shape is not None and (shape[0] == state.colour or shape[1] == state.symbol):
            laid = _simple(state, seat, cards, shape)
            if laid is not None:
                return laid
    laid = read_all(state, entry, seat)
    laid.plain = _is_plain(state, entry, laid)
    return laid


def _simple(state: State, seat: int, cards: Sequence[str], shape: tuple[str, str, str]) -> Laid | None:
    """One coloured card that fits and opens no run, read as `read_all` reads it, but sooner; None if it cannot be held."""
    colour, symbol, action = shape
    known, held = state.known[seat], state.hands[seat]
    if state.kind == "summary":
        return None
    if cards[0] in known:
        return Laid(seat, True, "", (), held - 1, colour, symbol, True, action)
    if state.seen.get(cards[0], 0) >= COPIES[cards[0]] or held <= (sum(known.values()) if known else 0):
        return None
    return Laid(seat, True, "", cards, held - 1, colour, symbol, True, action)


def _is_plain(state: State, entry: Play, laid: Laid) -> bool:
    """Whether no check has anything to say: a play on turn, of cards that are there, that breaks no rule of sections 2 to 6."""
    cards, options = entry.cards, state.options
    if not laid.on_turn or state.owed or (state.stack and not laid.answer) or state.kind == "summary":
        return False
    if laid.misfit or laid.behind or laid.stray or laid.run_behind or laid.wild:
        return False
    if (cards[-1] == KING and options.king_followup == "required") or (laid.opens and options.taki_must_play_all):
        return False
    if len(cards) > state.hands[laid.seat] or (laid.fresh and exceeds_hand(state, laid)):
        return False
    return can_be(state.seen, laid.fresh)


def read_all(state: State, entry: Play, seat: int) -> Laid:
    """Any play, card by card."""
    cards = entry.cards
    on_turn = seat == state.turn
    laid = Laid(
        seat, on_turn, _answer(state, seat, on_turn, cards), fresh_cards(state, seat, cards),
        max(state.hands[seat] - len(cards), 0), state.colour, state.symbol,
    )
    if state.run and COLOUR.get(cards[0]) == state.run and not (state.stack and SYMBOL[cards[0]] == PLUS2):
        laid.continues = True
        _follow(state, entry, laid, state.run, 0)
    else:
        _sequence(state, entry, laid)
    return laid


def lead_behind(card: str, colour: str, symbol: str, named: str) -> tuple[str, str]:
    """TAKI-2.1: the lead when `card` lies on (colour, symbol); `named` is the colour named for a Change Colour."""
    if card in COLOUR:
        return COLOUR[card], SYMBOL[card]
    if card == COLOR:
        return named, ""
    return (colour, TAKI) if card == SUPER else (colour, symbol)


def says_closed(entry: Play) -> bool:
    """TAKI-6.4: "closed Taki" was said with the play."""
    return entry.closed or "closed_taki" in entry.say


def window_open(state: State, seat: int) -> bool:
    """TAKI-5.5: a +3 lies, somebody else's, and nobody has drawn for it."""
    return state.plus3 != NOBODY and not state.plus3_drawn and seat != state.plus3


def held_up(state: State, seat: int) -> bool:
    """TAKI-9.1: a stage hand, or a penalty of this player, must be drawn before an answer to a +3."""
    return any(each.step == STAGE_HAND or (each.step == PENALTY and each.seat == seat) for each in state.owed)


def fresh_cards(state: State, seat: int, cards: Sequence[str]) -> Sequence[str]:
    """TAKI-1.4: a played card comes first from what is known of the hand; the others come from its unknown part."""
    known = state.known[seat]
    if not known:
        return cards
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
        if not free and not laid.misfit and card not in FITS[lead_key(laid.colour, laid.symbol)]:
            laid.misfit, laid.misfit_lead = card, laid.colour + laid.symbol
        free = False
        laid.colour, laid.symbol = lead_behind(card, laid.colour, laid.symbol, named)
        if card in OPENERS:
            laid.opens = laid.colour
            _follow(state, entry, laid, laid.colour, place + 1)
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
            laid.colour, laid.symbol = lead_behind(card, laid.colour, laid.symbol, entry.color or "")
    laid.action = ACTION.get(cards[-1], "")
    if cards[-1] in OPENERS:
        laid.run = laid.opens = laid.colour
    elif state.run and all(COLOUR.get(card) == state.run for card in cards):
        laid.closes = says_closed(entry)
        laid.run = "" if laid.closes else state.run


def _follow(state: State, entry: Play, laid: Laid, run: str, start: int) -> None:
    """TAKI-6.2: the cards from `start` on are of the run; a wild card may end it, nothing else fits or follows."""
    end = ""
    for card in entry.cards[start:]:
        if laid.stray or laid.run_behind:
            pass
        elif end:
            laid.run_behind = card
        elif card in (COLOR, SUPER):
            end = card
            laid.wild = card if state.options.wild_in_run == "forbidden" else ""
        elif COLOUR.get(card) != run:
            laid.stray = card
        laid.colour, laid.symbol = lead_behind(card, laid.colour, laid.symbol, entry.color or "")
    if laid.stray or laid.run_behind:
        _break_run(entry, laid)
    elif end != COLOR:
        _leave_run(state, entry, laid, run)


def _break_run(entry: Play, laid: Laid) -> None:
    """A card that does not fit ends the run; only the last card's action counts, also that of opening a run."""
    last = entry.cards[-1]
    laid.action = ACTION.get(last, "")
    if last in OPENERS:
        laid.run = laid.opens = laid.colour


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
