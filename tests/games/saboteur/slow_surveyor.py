"""The mine once more, as slowly and plainly as can be: cards by their letters, everything looked up anew at every question.

Written from the rules alone; it shares nothing with the engine.
"""

from collections.abc import Iterator
from typing import Any

Cell = tuple[int, int]
SIDES = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
START = (0, 0)


class Survey:
    """What lies where. `lies`: cell -> token of a face-up card. `closed`: cell -> face-down goal."""

    def __init__(self, distance: int, gap: int) -> None:
        self.lies: dict[Cell, str] = {START: "NESW"}
        self.closed: dict[Cell, int] = {(distance, gap): 1, (distance, 0): 2, (distance, -gap): 3}
        self.goals = {goal: cell for cell, goal in self.closed.items()}

    def broken_rules(self, cell: Cell, token: str, placement: str) -> set[str]:
        """Which of 3.1, 3.2 and 3.3 this card breaks in this cell; a taken cell breaks 3.1 alone."""
        if cell in self.lies or cell in self.closed:
            return {"SAB-3.1"}
        wrong = set()
        meets = [(side, near) for side, near in around(cell) if near in self.lies]
        if any((side in token) != (OPPOSITE[side] in self.lies[near]) for side, near in meets):
            wrong.add("SAB-3.3")
        joined = [near for side, near in meets if side in token and OPPOSITE[side] in self.lies[near]]
        if placement == "from_start":
            reached = self.reached_cards()
            joined = [near for near in joined if near in reached and "x" not in self.lies[near]]
        if not joined:
            wrong.add("SAB-3.2")
        return wrong

    def reached_cards(self) -> set[Cell]:
        """The cards to which an unbroken tunnel leads from the start; a dead end may be the last of a tunnel."""
        found: set[Cell] = set()
        todo = [START]
        while todo:
            cell = todo.pop()
            if cell in found:
                continue
            found.add(cell)
            if "x" not in self.lies[cell]:
                todo += [near for near in self.neighbours_through(cell) if near in self.lies]
        return found

    def neighbours_through(self, cell: Cell) -> Iterator[Cell]:
        """The cells into which this card is open, if what lies there is open to it or a face-down goal."""
        for side, near in around(cell):
            if side in self.lies[cell] and (near in self.closed or OPPOSITE[side] in self.lies.get(near, "")):
                yield near

    def reached_goals(self) -> set[int]:
        """The face-down goals that a tunnel from the start meets."""
        tunnels = [cell for cell in self.reached_cards() if "x" not in self.lies[cell]]
        return {self.closed[near] for cell in tunnels for near in self.neighbours_through(cell) if near in self.closed}

    def joining_sides(self, goal: int) -> set[str]:
        """The sides of a goal at which tunnels from the start arrive."""
        reached = self.reached_cards()
        found = set()
        for side, near in around(self.goals[goal]):
            token = self.lies.get(near, "")
            if near in reached and OPPOSITE[side] in token and "x" not in token:
                found.add(side)
        return found

    def change(self, entry: dict[str, Any]) -> None:
        """What a path, a rockfall or a reveal does."""
        if entry["type"] == "path":
            self.lies[tuple(entry["cell"])] = entry["card"]
        elif entry["type"] == "rockfall":
            cell = tuple(entry["cell"])
            if cell in self.lies and cell != START and cell not in self.goals.values():
                del self.lies[cell]
        elif entry["type"] == "reveal":
            cell = self.goals[entry["goal"]]
            del self.closed[cell]
            self.lies[cell] = "NESW" if entry["shows"] == "gold" else entry["shows"]


def around(cell: Cell) -> Iterator[tuple[str, Cell]]:
    """The four sides of a cell, and what lies beyond."""
    for side, (east, north) in SIDES.items():
        yield side, (cell[0] + east, cell[1] + north)
