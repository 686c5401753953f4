"""Who plays with whom (CARROM-1.1): opponents sit opposite each other, with four players partners do."""

SIDES: dict[int, tuple[tuple[int, ...], ...]] = {2: ((0,), (1,)), 3: ((0,), (1,), (2,)), 4: ((0, 2), (1, 3))}
"""Number of players -> the seats of each side."""

SIDE_OF: dict[int, tuple[int, ...]] = {2: (0, 1), 3: (0, 1, 2), 4: (0, 1, 0, 1)}
"""Number of players -> the side of each seat."""


def sides(count: int) -> tuple[tuple[int, ...], ...]:
    """The seats of each side at a table of `count`."""
    return SIDES[count]
