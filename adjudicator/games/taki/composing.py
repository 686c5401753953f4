"""For playouts: a lawful play that begins with a given card of a real hand, built card by card."""

import random
from collections.abc import Sequence

from .pieces import COLOR, COLOUR, KING, OPENERS, PLUS, SUPER, SYMBOL
from .state import State


class Hand(list[str]):
    """The real cards of one player."""

    def lay(self, cards: Sequence[str]) -> None:
        """These cards leave the hand."""
        for card in cards:
            self.remove(card)


def compose(rng: random.Random, state: State, hand: Sequence[str], first: str) -> list[str]:
    """Any Kings and Pluses, then a card or a run; or cards that go on with the open run."""
    left, cards = Hand(hand), [first]
    left.lay(cards)
    if state.run and COLOUR.get(first) == state.run and not state.stack:
        return cards + _run(rng, state, left, state.run, all_of_them=False)
    colour = state.colour
    while True:
        last = cards[-1]
        colour = COLOUR.get(last, colour)
        if last in OPENERS:
            return cards + _run(rng, state, left, colour, state.options.taki_must_play_all)
        following = _following(rng, state, left, cards, colour)
        if not following:
            return cards
        cards.append(rng.choice(following))
        left.lay(cards[-1:])


def _following(rng: random.Random, state: State, left: Hand, cards: Sequence[str], colour: str) -> list[str]:
    """What may be laid behind the last card in the same entry; nothing, also where the player leaves it at that."""
    last = cards[-1]
    if last == KING and (state.options.king_followup == "required" or rng.random() < 0.7):
        return list(left)
    if SYMBOL[last] == PLUS and rng.random() < 0.6:
        return [card for card in left if card not in COLOUR or COLOUR[card] == colour or SYMBOL[card] == PLUS]
    return []


def _run(rng: random.Random, state: State, left: Hand, colour: str, all_of_them: bool) -> list[str]:
    """TAKI-6.1, 6.2: cards of one colour in any order, and perhaps a wild card at their end."""
    fitting = [card for card in left if COLOUR.get(card) == colour]
    rng.shuffle(fitting)
    cards = fitting if all_of_them else fitting[: rng.randint(0, len(fitting))]
    wild = [card for card in left if card in (COLOR, SUPER)]
    if wild and state.options.wild_in_run == "end_only" and rng.random() < 0.4:
        return [*cards, rng.choice(wild)]
    return cards
