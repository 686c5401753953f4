"""The mine as text, 80 columns or fewer, north on top: three by three characters a cell.

Thick lines are tunnels that an unbroken tunnel joins to the start; dead ends and what is cut off are thin. Panels stand
one below the other where the mine is too wide for one, or where something lies far off; rows without a card are left out
where there are many.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from .goals import Goals
from .mine import JOINED, START_CELL, Mine, place_of
from .pieces import DEAD, EAST, GOLD, NORTH, OPEN_EDGES, SOUTH, WEST

if TYPE_CHECKING:
    from .state import State

WIDTH = 80
CELL = 3
FAR = 3
"""So many columns or rows without a card are left out."""
_THIN, _THICK = "╵╶└╷│┌├╴┘─┴┐┤┬┼", "╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
"""The middle of a card, by its edges (1 to 15)."""
_LEGEND = "S start · [2] goal face down · $ gold · O stone · X dead end · thin: not joined"
Drawn = tuple[str, str, str]
_EMPTY: Drawn = (" " * CELL,) * CELL  # type: ignore[assignment]


def picture(state: "State") -> str:
    """The mine of this state, with its coordinates."""
    cells = _draw_all(state.mine, state.goals)
    mine = range(state.options.goal_distance + 1)
    columns = sorted({x for x, _ in cells} | {*mine})
    widest = max(len(str(y)) for _, y in cells) + 1
    panels = [_panel(cells, panel) for panel in _panels(columns, (WIDTH - widest) // CELL)]
    return "\n".join([*(line.rstrip() for lines in panels for line in lines), _LEGEND])


def _draw_all(mine: Mine, goals: Goals) -> dict[tuple[int, int], Drawn]:
    found = {place_of(cell): _closed(goal) for cell, goal in mine.closed.items()}
    for cell, card in mine.cards.items():
        middle = "S" if cell == START_CELL else "X" if card & DEAD else ""
        if cell in mine.goals:
            middle = "$" if goals.shown[mine.goals.index(cell)] == GOLD else "O"
        found[place_of(cell)] = _open(card, middle)
    return found


def _closed(goal: int) -> Drawn:
    return ("   ", f"[{goal}]", "   ")


def _open(card: int, middle: str) -> Drawn:
    lines, across, down = (_THICK, "━", "┃") if card & JOINED else (_THIN, "─", "│")
    west, east = across if card & WEST else " ", across if card & EAST else " "
    north, south = down if card & NORTH else " ", down if card & SOUTH else " "
    return (f" {north} ", f"{west}{middle or lines[(card & OPEN_EDGES) - 1]}{east}", f" {south} ")


def _panels(columns: Sequence[int], most: int) -> Iterator[Sequence[int]]:
    """The columns of each panel: no gap of FAR in it, and no more than `most`."""
    first = last = columns[0]
    for x in columns[1:]:
        if x - last > FAR or x - first >= most:
            yield range(first, last + 1)
            first = x
        last = x
    yield range(first, last + 1)


def _panel(cells: Mapping[tuple[int, int], Drawn], columns: Sequence[int]) -> Iterator[str]:
    rows = sorted({y for x, y in cells if x in columns}, reverse=True)
    margin = max((len(str(y)) for y in rows), default=0) + 1
    yield " " * margin + _axis(columns)
    above = rows[0] if rows else 0
    for y in rows:
        if above - y > FAR:
            yield " " * margin + " ⋮"
            above = y + 1
        for row in range(above - 1, y, -1):
            yield from _row(cells, columns, row, margin)
        yield from _row(cells, columns, y, margin)
        above = y


def _row(cells: Mapping[tuple[int, int], Drawn], columns: Sequence[int], y: int, margin: int) -> Iterator[str]:
    drawn = [cells.get((x, y), _EMPTY) for x in columns]
    for line, label in enumerate(("", str(y), "")):
        yield label.rjust(margin - 1) + " " + "".join(cell[line] for cell in drawn)


def _axis(columns: Sequence[int]) -> str:
    """The x of every column; where the numbers are long, of the first alone."""
    if max(len(str(x)) for x in (columns[0], columns[-1])) > CELL - 1:
        return f"x from {columns[0]}"
    return "".join(str(x).center(CELL) for x in columns)
