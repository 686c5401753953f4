"""The mine: what lies where, what fits, what a tunnel from the start joins. An unbounded grid; nothing here knows of turns.

A cell (x, y) is the number x * COLUMN + y, so that its neighbours are one or COLUMN away. A card is its edges as it lies,
with two more bits: DEAD (no tunnel passes it) and JOINED (an unbroken tunnel joins it to the start; never on a dead end).
JOINED is kept right by whoever changes the mine: `lay` and `turn_over` go on from the new card, `remove` begins anew.
"""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from .options import Options
from .pieces import DEAD, EAST, LIES, NORTH, OPEN_EDGES, SOUTH, START, WEST

JOINED = 32
COLUMN = 1 << 22
START_CELL = 0
SIDES = ((1, NORTH, SOUTH), (COLUMN, EAST, WEST), (-1, SOUTH, NORTH), (-COLUMN, WEST, EAST))
"""(step to the neighbour, the edge here that meets it, its edge that meets this)."""
WAYS = tuple(tuple((step, there) for step, here, there in SIDES if edges & here) for edges in range(OPEN_EDGES + 1))
"""Open edges of a card -> (step to the neighbour, its edge that meets this) for each of them."""


class Mine(Struct):
    """`cards`: cell -> face-up card. `closed`: cell -> goal (1 to 3) that still lies face down. `goals`: their three cells."""

    cards: dict[int, int]
    closed: dict[int, int]
    goals: list[int]


JOINS, FROM_START, CLASHES = 1, 2, 4
"""How a card in a cell meets its neighbours, as bits: it joins one, it joins a tunnel from the start, an edge does not fit."""


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


def touch(mine: Mine, cell: int, card: int) -> int:
    """SAB-3.2, SAB-3.3: how `card` would meet the face-up cards around the cell (JOINS, FROM_START, CLASHES)."""
    found, lying = 0, mine.cards.get
    for step, here, there in SIDES:
        other = lying(cell + step)
        if other is None:
            continue
        if not card & here:
            if other & there:
                found |= CLASHES
        elif not other & there:
            found |= CLASHES
        else:
            found |= JOINS | FROM_START if other & JOINED else JOINS
    return found


def lay(mine: Mine, cell: int, card: int, meeting: int) -> Sequence[int]:
    """Lay a card that meets its neighbours so (see `touch`). The cells of the goals that tunnels through it then meet."""
    mine.cards[cell] = card
    return _dig_on(mine, cell) if meeting & FROM_START and not card & DEAD else ()


def remove(mine: Mine, cell: int) -> int:
    """SAB-4.3: take a tunnel card out. How many cards that were joined to the start are no longer."""
    if not mine.cards.pop(cell) & JOINED:
        return 0
    before = [place for place, card in mine.cards.items() if card & JOINED]
    for place in before:
        mine.cards[place] &= ~JOINED
    _dig_on(mine, START_CELL)
    return sum(not mine.cards[place] & JOINED for place in before)


def turn_over(mine: Mine, cell: int, card: int) -> Sequence[int]:
    """SAB-6.4: a goal lies open. The cells of the goals that tunnels through it then meet."""
    del mine.closed[cell]
    return lay(mine, cell, card, touch(mine, cell, card))


def reaching(mine: Mine, cell: int) -> int:
    """The edges of the cell at which tunnels from the start arrive, as bits (0: none does)."""
    cards = mine.cards
    return sum(here for step, here, there in SIDES if (other := cards.get(cell + step, 0)) & JOINED and other & there)


def _dig_on(mine: Mine, cell: int) -> list[int]:
    """Join this card, and all that tunnels through it reach. The cells of the goals that are met."""
    cards, closed = mine.cards, mine.closed
    cards[cell] |= JOINED
    met: list[int] = []
    waiting = [cell]
    while waiting:
        at = waiting.pop()
        for step, there in WAYS[cards[at] & OPEN_EDGES]:
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
    seen = mine.cards.keys() | mine.closed.keys()
    for cell, card in mine.cards.items():
        for step, _ in WAYS[card & OPEN_EDGES]:
            near = cell + step
            if near not in seen:
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


def may_lie(meeting: int, from_start: bool) -> bool:
    """Whether a card that meets its neighbours so is rightly laid."""
    return not meeting & CLASHES and bool(meeting & (FROM_START if from_start else JOINS))


def edges(card: int) -> int:
    """The card as it lies, without JOINED."""
    return card & (OPEN_EDGES | DEAD)
