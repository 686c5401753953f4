"""What may be done now, from what is known."""

from collections.abc import Iterator
from typing import Any

from adjudicator.core.game import Action, Next

from . import knowledge, rules
from .moves import PASS
from .pieces import names_of
from .state import SEATS, State, has_spoken, left, next_to_speak, stage
from .suits import TRUMPS

_BIDS = (4, 5, 6, 7, 21)
_DECISIONS = ("stands", "offender_loses", "void_hand")


def next_up(state: State) -> Next:
    """Whoever speaks, declares or plays next; nobody while the referee owes a ruling (MOON-6.4)."""
    if state.held:
        return Next([], [{"player": None, "type": "ruling", "rule": rules.HOLD.id}])
    return Next([state.players[_up(state)]], [])


def actions(state: State, player: str | None) -> list[Action]:
    """The next word, declaration or tile (of a known hand: those that may be played), and what may begin a hand."""
    if state.ending is not None:
        return []
    found = [*_at_the_table(state)]
    if not state.held and player in (None, state.players[_up(state)]):
        found.append(_of_player(state, _up(state)))
    return found


def _up(state: State) -> int:
    now = stage(state)
    if now == "tricks":
        return state.hand.up
    return state.hand.bidder if now == "declaring" else next_to_speak(state)


def _at_the_table(state: State) -> Iterator[Action]:
    if state.held:
        yield Action(None, "ruling", {"decision": list(_DECISIONS)}, rules.HOLD.id)
    elif stage(state) == "deal":
        yield Action(None, "deal", rule=rules.DEAL.id)
        yield Action(None, "summary", rule=rules.SUMMARY.id)


def _of_player(state: State, seat: int) -> Action:
    name, now = state.players[seat], stage(state)
    if now == "tricks":
        return Action(name, "play", _tiles(state, seat), rules.TURN.id)
    if now == "declaring":
        return Action(name, "declare", {"trump": list(TRUMPS)}, rules.TRUMP.id)
    return Action(name, "bid", {"bid": _words(state, seat)}, rules.WORDS.id)


def _words(state: State, seat: int) -> list[int | str]:
    """MOON-2.2, 2.5: higher bids, and a pass unless the last must bid."""
    hand = state.hand
    last = all(has_spoken(hand, other) for other in range(SEATS) if other != seat)
    must = state.options.all_pass == "last_must_bid" and last and not hand.bid
    return [*([] if must else [PASS]), *(bid for bid in _BIDS if bid > hand.bid)]


def _tiles(state: State, seat: int) -> dict[str, Any]:
    """MOON-4.3: the tiles of a hand that is wholly known, those that follow if there are any; nothing of another."""
    hand, known = state.hand, state.hand.known
    held = knowledge.held(known, seat)
    if hand.trump is None or held.bit_count() != left(hand, seat):
        return {}
    return {"tile": names_of(held & hand.asked or held)}
