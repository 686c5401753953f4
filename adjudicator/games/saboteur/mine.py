"""The mine: what lies where, what fits, what a tunnel from the start joins. An unbounded grid; nothing here knows of turns.

A cell (x, y) is the number x * COLUMN + y, so that its neighbours are one or COLUMN away. A card is its edges as it lies,
with two more bits: DEAD (no tunnel passes it) and JOINED (an unbroken tunnel joins it to the start; never on a dead end).
JOINED is kept right by whoever changes the mine: `lay` and `turn_over` go on from the new card, `remove` begins anew.
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from .options import Options
from .pieces import DEAD, EAST, LIES, NORTH, OPEN_EDGES, SOUTH, START, WEST

JOINED = 32
COLUMN = 1 << 22
START_CELL = 0
SIDES = ((1, NORTH, SOUTH), (COLUMN, EAST, WEST), (-1, SOUTH, NORTH), (-COLUMN, WEST, EAST))
"""(step to the neighbour, the edge here that meets it, its edge that meets this)."""


class Mine(Struct):
    """`cards`: cell -> face-up card. `closed`: cell -> goal (1 to 3) that still lies face down. `goals`: their three cells."""

    cards: dict[int, int]
    closed: dict[int, int]
    goals: list[int]


class Touch(Struct):
    """How a card in a cell would meet its neighbours: does it join any, a tunnel from the start, does every edge fit?"""

    joins: bool = False
    from_start: bool = False
    fits: bool = True


def cell_of(place: tuple[int, int]) -> int:
    """The number of a cell."""
    return place[0] * COLUMN + place[1]


def place_of(cell: int) -> tuple[int, int]:
    """The (x, y) of a cell."""
    x = (cell + COLUMN // 2) // COLUMN
    return x, cell - x * COLUMN


def new_mine(options: Options) -> Mine:
    """SAB-2.1: the start card, and three goals face down."""
    goals = [cell_of((options.goal_distance, y)) for y in (options.goal_gap, 0, -options.goal_gap)]
    return Mine({START_CELL: START | JOINED}, {cell: goal for goal, cell in enumerate(goals, 1)}, goals)


def is_taken(mine: Mine, cell: int) -> bool:
    """Whether a card lies there, face up or down."""
    return cell in mine.cards or cell in mine.closed


def is_tunnel(mine: Mine, cell: int) -> bool:
    """Whether a tunnel card lies there: neither the start nor a goal."""
    return cell in mine.cards and cell != START_CELL and cell not in mine.goals


def tunnels(mine: Mine) -> list[int]:
    """The cells of all tunnel cards."""
    return [cell for cell in mine.cards if cell != START_CELL and cell not in mine.goals]


def touch(mine: Mine, cell: int, card: int) -> Touch:
    """SAB-3.2, SAB-3.3: how `card` would meet the face-up cards around the cell."""
    found, cards = Touch(), mine.cards
    for step, here, there in SIDES:
        other = cards.get(cell + step)
        if other is None:
            continue
        if card & here:
            if not other & there:
                found.fits = False
                continue
            found.joins = True
            if other & JOINED:
                found.from_start = True
        elif other & there:
            found.fits = False
    return found


def lay(mine: Mine, cell: int, card: int, from_start: bool) -> list[int]:
    """Lay a card of which `touch` said whether it joins a tunnel from the start. The cells of the goals then met."""
    mine.cards[cell] = card
    return _dig_on(mine, cell) if from_start and not card & DEAD else []


def remove(mine: Mine, cell: int) -> int:
    """SAB-4.3: take a tunnel card out. How many cards that were joined to the start are no longer."""
    if not mine.cards.pop(cell) & JOINED:
        return 0
    before = [place for place, card in mine.cards.items() if card & JOINED]
    for place in before:
        mine.cards[place] &= ~JOINED
    _dig_on(mine, START_CELL)
    return sum(not mine.cards[place] & JOINED for place in before)


def turn_over(mine: Mine, cell: int, card: int) -> list[int]:
    """SAB-6.4: a goal lies open. The cells of the goals that tunnels through it then meet."""
    del mine.closed[cell]
    return lay(mine, cell, card, touch(mine, cell, card).from_start)


def reaching(mine: Mine, cell: int) -> int:
    """The edges of the cell at which tunnels from the start arrive, as bits (0: none does)."""
    cards = mine.cards
    return sum(here for step, here, there in SIDES if (other := cards.get(cell + step, 0)) & JOINED and other & there)


def _dig_on(mine: Mine, cell: int) -> list[int]:
    """Join this card, and all that tunnels through it reach. The cells of the goals that are met."""
    cards, closed = mine.cards, mine.closed
    cards[cell] |= JOINED
    met, waiting = [], [cell]
    while waiting:
        at = waiting.pop()
        card = cards[at]
        for step, here, there in SIDES:
            if not card & here:
                continue
            near = at + step
            other = cards.get(near)
            if other is None:
                if near in closed:
                    met.append(near)
            elif other & there and not other & (JOINED | DEAD):
                cards[near] = other | JOINED
                waiting.append(near)
    return met


def open_cells(mine: Mine) -> Iterator[int]:
    """The empty cells beside an open edge of a face-up card, each once."""
    seen: set[int] = set()
    for cell, card in mine.cards.items():
        for step, here, _ in SIDES:
            near = cell + step
            if card & here and near not in seen and not is_taken(mine, near):
                seen.add(near)
                yield near


def finds_place(mine: Mine, kinds: Iterable[int], from_start: bool) -> set[int]:
    """Which of these kinds of tunnels fit somewhere (SAB-3.1 to 3.3, under `placement`)."""
    left, found = set(kinds), set()
    for cell in open_cells(mine):
        for kind in [*left]:
            if any(may_lie(touch(mine, cell, lie), from_start) for lie in LIES[kind]):
                left.discard(kind)
                found.add(kind)
    return found


def may_lie(met: Touch, from_start: bool) -> bool:
    """Whether a card that meets its neighbours so is rightly laid."""
    return met.fits and (met.from_start if from_start else met.joins)


def edges(card: int) -> int:
    """The card as it lies, without JOINED."""
    return card & (OPEN_EDGES | DEAD)
