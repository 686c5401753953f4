"""How the players of a random game choose: not well, but as if they wanted something.

A `Deal` is the truth of one round that is played: what lies where, whoever may know of it.
"""

import random
from collections.abc import Callable, Sequence
from itertools import islice

from msgspec import Struct

from .mine import WAYS, Mine, may_lie, open_cells, place_of, touch, tunnels
from .moves import Break, Discard, Goal, Map, Path, Repair, Rockfall, Turn
from .pieces import BREAK, DEAD, KINDS, LIES, MAP, REPAIRS, ROCKFALL, TOKEN, TOOLS, TUNNELS, Face, Role

GOALS: tuple[Goal, ...] = (1, 2, 3)
_TRIES = 3


class Deal(Struct):
    """`hands` hold kinds of cards, `faces` what each goal can show. `mood`: what this round's players are after."""

    mine: Mine
    hands: list[list[int]]
    pile: list[int]
    roles: list[Role]
    faces: list[tuple[Face, ...]]
    tools: list[list[int]]
    from_start: bool
    mood: str


def choose(rng: random.Random, deal: Deal, names: Sequence[str], seat: int) -> tuple[Turn, int]:
    """A lawful turn of this seat, and the kind of card that it takes."""
    for wish in _wishes(rng, deal, seat):
        if (found := wish(rng, deal, names, seat)) is not None:
            return found
    kind = rng.choice(_unwanted(deal, seat))
    return Discard(player=names[seat], card=token_of(rng, kind)), kind


def token_of(rng: random.Random, kind: int) -> str:
    """One of the ways to write this card."""
    return TOKEN[rng.choice(LIES[kind])] if kind in TUNNELS else KINDS[kind]


Wish = Callable[[random.Random, Deal, Sequence[str], int], tuple[Turn, int] | None]


def _wishes(rng: random.Random, deal: Deal, seat: int) -> list[Wish]:
    """What to try, in this order, before a card is thrown away."""
    if deal.mood == "jam":
        return [_break]
    actions: list[Wish] = [_repair, _break, _look, _bring_down]
    rng.shuffle(actions)
    if deal.mood == "idle":
        return actions[: rng.randint(0, 2)]
    eager = 0.85 if deal.roles[seat] == "miner" else 0.6
    return [_dig, *actions] if rng.random() < eager else [*actions[:2], _dig]


def _unwanted(deal: Deal, seat: int) -> list[int]:
    """What a player would rather lose: in a jam everything but path cards."""
    hand = deal.hands[seat]
    return [kind for kind in hand if deal.mood == "jam" and kind not in TUNNELS] or hand


def _dig(rng: random.Random, deal: Deal, names: Sequence[str], seat: int) -> tuple[Turn, int] | None:
    """Lay a path card: a miner one that leads on towards the goals, a saboteur any."""
    paths = [kind for kind in deal.hands[seat] if kind in TUNNELS]
    aim = place_of(rng.choice([*deal.mine.closed]))
    cells = sorted(open_cells(deal.mine), key=lambda cell: _far(cell, aim))
    if not paths or not cells or any(deal.tools[seat]):
        return None
    lies = [(kind, lie) for kind in {*paths} for lie in LIES[kind]]
    places = [
        (cell, kind, lie)
        for cell in {*cells[:_TRIES], rng.choice(cells)}
        for kind, lie in lies
        if may_lie(touch(deal.mine, cell, lie), deal.from_start)
    ]
    if not places:
        return None
    if deal.roles[seat] == "miner":
        rng.shuffle(places)
        places.sort(key=lambda place: _exit(deal.mine, place[0], place[2], aim))
    cell, kind, lie = places[0] if deal.roles[seat] == "miner" else rng.choice(places)
    return Path(player=names[seat], card=TOKEN[lie], cell=place_of(cell)), kind


def _exit(mine: Mine, cell: int, lie: int, aim: tuple[int, int]) -> int:
    """How far from the aim a card leads."""
    if lie & DEAD:
        return 100
    ways = [cell + step for step, _ in WAYS[lie] if cell + step not in mine.cards]
    return min((_far(way, aim) for way in ways), default=99)


def _far(cell: int, aim: tuple[int, int]) -> int:
    x, y = place_of(cell)
    return abs(x - aim[0]) + abs(y - aim[1])


def _break(rng: random.Random, deal: Deal, names: Sequence[str], seat: int) -> tuple[Turn, int] | None:
    """Break a whole tool, first of somebody who has no broken one yet."""
    held = [tool for tool in TOOLS if BREAK[tool] in deal.hands[seat]]
    targets = [(any(own), rng.random(), other, tool) for other, own in enumerate(deal.tools) for tool in held]
    for _, _, other, tool in sorted(targets):
        if not deal.tools[other][TOOLS.index(tool)]:
            return Break(player=names[seat], target=names[other], tool=tool), BREAK[tool]
    return None


def _repair(rng: random.Random, deal: Deal, names: Sequence[str], seat: int) -> tuple[Turn, int] | None:
    """Repair a broken tool, first an own one."""
    cards = [(kind, tool) for kind in REPAIRS if kind in deal.hands[seat] for tool in REPAIRS[kind]]
    others = sorted(range(len(names)), key=lambda other: (other != seat, rng.random()))
    for other in others:
        for kind, tool in cards:
            if deal.tools[other][TOOLS.index(tool)]:
                return Repair(player=names[seat], target=names[other], tool=tool, card=KINDS[kind]), kind
    return None


def _look(rng: random.Random, deal: Deal, names: Sequence[str], seat: int) -> tuple[Turn, int] | None:
    """Look at a goal that lies face down."""
    if MAP not in deal.hands[seat]:
        return None
    goal = rng.choice([each for each in GOALS if each in deal.mine.closed.values()])
    return Map(player=names[seat], goal=goal, saw=rng.choice(deal.faces[goal - 1])), MAP


def _bring_down(rng: random.Random, deal: Deal, names: Sequence[str], seat: int) -> tuple[Turn, int] | None:
    """Remove a tunnel; saboteurs one of the first, which hurts most."""
    cells = tunnels(deal.mine)
    if ROCKFALL not in deal.hands[seat] or not cells:
        return None
    cell = rng.choice(cells if deal.roles[seat] == "miner" else list(islice(cells, 4)))
    return Rockfall(player=names[seat], cell=place_of(cell)), ROCKFALL
