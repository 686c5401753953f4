"""Random lawful games."""

import random
from collections.abc import Sequence
from typing import Any

from adjudicator.core.entries import Entry
from adjudicator.core.game import Playout

from .moves import Play
from .options import Options
from .pieces import CARDS, HAND


def playout(rng: random.Random, players: Sequence[str], options: Options) -> Playout:
    """Everybody beats if able, with the lowest card that does; half of the hands are written down."""
    deck = rng.sample(list(CARDS), HAND * len(players))
    hands = {name: deck[place * HAND : (place + 1) * HAND] for place, name in enumerate(players)}
    shown = {name: list(hand) for name, hand in hands.items() if rng.random() < 0.5}
    entries: list[Entry] = []
    top = 0
    for turn in range(HAND * len(players)):
        name = players[turn % len(players)]
        card = min(hands[name], key=lambda card: (card <= top, card))
        hands[name].remove(card)
        entries.append(Play(player=name, card=card))
        top = card
    return Playout({"hands": shown} if shown else {}, entries)


def playout_options(rng: random.Random, players: int) -> dict[str, Any]:
    """Any value of the one option."""
    return {"proof": rng.choice(["hold", "report_only"])}
