"""CHECKS: kind of entry -> may it be? The violations. Reads only."""

from collections.abc import Sequence

from adjudicator.core.entries import Adjust, End
from adjudicator.core.game import Checks
from adjudicator.core.ruling import Unverified, Violation

from . import rules
from .moves import Play, Ruling
from .pieces import CARDS
from .state import State

Found = Sequence[Violation | Unverified]


def owes_ruling(state: State, entry: Play, plan: None) -> Found:
    """TOY-2.3: while a ruling is owed nothing is played."""
    return [rules.RULING.impossible("ruling_owed")] if state.held else ()


def ruling_asked(state: State, entry: Ruling, plan: None) -> Found:
    """TOY-2.3: a ruling needs a question."""
    return () if state.held else [rules.RULING.impossible("no_ruling_asked")]


def card_exists(state: State, entry: Play, plan: None) -> Found:
    """TOY-1.1: the card is one of the box, not yet played, and can be in the hand."""
    seat = state.players.index(entry.player)
    hand = state.hands[seat]
    if entry.card not in CARDS or entry.card in state.played:
        return [rules.CARDS.impossible("no_such_card", card=entry.card)]
    if not state.counts[seat] or (hand is not None and entry.card not in hand):
        return [rules.CARDS.impossible("card_not_in_hand", player=entry.player, card=entry.card)]
    return ()


def on_turn(state: State, entry: Play, plan: None) -> Found:
    """TOY-2.1: only the player on turn plays."""
    up = state.players[state.turn]
    return () if entry.player == up else [rules.TURN.illegal(player=entry.player, on_turn=up)]


def must_beat(state: State, entry: Play, plan: None) -> Found:
    """TOY-2.2: a card that does not beat needs a hand that cannot."""
    hand = state.hands[state.players.index(entry.player)]
    if entry.card > state.top:
        return ()
    if hand is None:
        return [rules.BEAT.unverified()]
    return [rules.BEAT.illegal(player=entry.player, top=state.top)] if max(hand) > state.top else ()


CHECKS = {
    Play: Checks(place=(owes_ruling,), facts=(card_exists,), rules=(on_turn, must_beat)),
    Ruling: Checks(place=(ruling_asked,)),
    Adjust: Checks(),
    End: Checks(),
}
