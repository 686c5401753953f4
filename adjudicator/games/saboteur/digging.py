"""The turns of one random round, from the first to the end of the round, with everything written down."""

import random
from collections.abc import Iterator, Sequence

from msgspec import Struct, structs

from adjudicator.core.entries import Entry
from adjudicator.core.seats import after

from .choosing import GOALS, Deal, choose, token_of
from .goals import FACES
from .mine import cell_of, lay, reaching, remove, touch, turn_over
from .moves import Break, Path, Repair, Reveal, Rockfall, Stuck, Turn
from .pieces import EDGES, GOLD, TOOLS
from .stuck import playable, with_target


class Done(Struct):
    """What was played, and what follows from it: who reached the gold, who acted last, who laid the last path card."""

    entries: list[Entry]
    finder: int | None = None
    acted: int | None = None
    last_path: int | None = None


def play(rng: random.Random, deal: Deal, names: Sequence[str], starter: int, stuck_ends: bool) -> Done:
    """Play until the gold lies open, all cards are played, or nobody can play and the table says so."""
    done, seat = Done([]), starter
    while any(deal.hands) and done.finder is None:
        if stuck_ends and not deal.pile and rng.random() < 0.7 and _nobody_can_play(deal):
            done.entries.append(Stuck())
            return done
        turn, kind = choose(rng, deal, names, seat)
        done.entries.append(_take(rng, deal, seat, turn, kind))
        done.acted = seat
        if isinstance(turn, Path):
            done.last_path = seat
        met = _change(deal, names, turn)
        for entry in _reveals(rng, deal, names[seat], met):
            done.entries.append(entry)
            if entry.shows == GOLD:
                done.finder = seat
        seat = after(seat, len(names))
    return done


def _nobody_can_play(deal: Deal) -> bool:
    actions = with_target(deal.mine, deal.tools)
    if any(kind in actions for hand in deal.hands for kind in hand):
        return False
    kinds = playable(deal.mine, deal.tools, deal.from_start)
    return not any(can.intersection(hand) for can, hand in zip(kinds, deal.hands, strict=True))


def _take(rng: random.Random, deal: Deal, seat: int, turn: Turn, kind: int) -> Turn:
    """The card leaves the hand, and the next one of the pile enters it."""
    deal.hands[seat].remove(kind)
    if not deal.pile:
        return turn
    deal.hands[seat].append(deal.pile.pop())
    return structs.replace(turn, drew=token_of(rng, deal.hands[seat][-1]))


def _change(deal: Deal, names: Sequence[str], turn: Turn) -> Sequence[int]:
    """The mine and the tools behind a turn. The cells of the goals that are met."""
    if isinstance(turn, Path):
        cell, card = cell_of(turn.cell), EDGES[turn.card]
        return lay(deal.mine, cell, card, touch(deal.mine, cell, card))
    if isinstance(turn, Rockfall):
        remove(deal.mine, cell_of(turn.cell))
    elif isinstance(turn, (Break, Repair)):
        change = 1 if isinstance(turn, Break) else -1
        deal.tools[names.index(turn.target)][TOOLS.index(turn.tool)] += change
    return ()


def _reveals(rng: random.Random, deal: Deal, name: str, met: Sequence[int]) -> Iterator[Reveal]:
    """Turn over the goals that were met, in any order, and those met through them."""
    waiting = [*dict.fromkeys(met)]
    while waiting:
        cell = waiting.pop(rng.randrange(len(waiting)))
        goal = GOALS[deal.mine.closed[cell] - 1]
        at = reaching(deal.mine, cell)
        shows = rng.choice([face for face in deal.faces[goal - 1] if FACES[face] & at])
        waiting += (near for near in turn_over(deal.mine, cell, FACES[shows]) if near not in waiting)
        yield Reveal(player=name, goal=goal, shows=shows)
