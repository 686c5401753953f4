"""Random lawful games."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

from adjudicator.core.entries import Adjust, End, Entry, Placing, Remark, Result
from adjudicator.core.game import Playout

from .moves import Play
from .options import Options
from .pieces import CARDS, HAND

REASONS = ("time", "abandoned", "forfeit")


def playout(rng: random.Random, players: Sequence[str], options: Options) -> Playout:
    """Somebody begins; half of the hands are written down. Now and then the match ends early, or only its result is known."""
    first = rng.randrange(len(players))
    if rng.random() < 0.05:
        return Playout({}, [_result(rng, players)])
    deck = rng.sample(list(CARDS), HAND * len(players))
    hands = {name: deck[place * HAND : (place + 1) * HAND] for place, name in enumerate(players)}
    shown = {name: list(hand) for name, hand in hands.items() if rng.random() < 0.5}
    entries = list(_plays(rng, [*players[first:], *players[:first]], hands))
    if rng.random() < 0.2:
        entries[rng.randrange(len(entries)) :] = [_end(rng, players)]
    return Playout({"first": players[first]} | ({"hands": shown} if shown else {}), entries)


def _plays(rng: random.Random, order: Sequence[str], hands: dict[str, list[int]]) -> Iterator[Entry]:
    """Everybody beats if able, with any card that does."""
    top = 0
    for turn in range(HAND * len(order)):
        name = order[turn % len(order)]
        top = rng.choice([card for card in hands[name] if card > top] or hands[name])
        hands[name].remove(top)
        if rng.random() < 0.05:
            yield rng.choice([Remark(note="A phone rang."), Adjust(player=name, points=-1, note="For the phone.")])
        yield Play(player=name, card=top)


def _end(rng: random.Random, players: Sequence[str]) -> End:
    reason = rng.choice(REASONS)
    return End(reason=reason, player=rng.choice(players), note="Had to leave.") if reason == "forfeit" else End(reason=reason)


def _result(rng: random.Random, players: Sequence[str]) -> Result:
    order = rng.sample(list(players), len(players))
    return Result(standings=tuple(Placing(players=(name,), rank=rank) for rank, name in enumerate(order, 1)))


def playout_options(rng: random.Random, players: int) -> dict[str, Any]:
    """Any value of the one option."""
    return {"proof": rng.choice(["hold", "report_only"])}
