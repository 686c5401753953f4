"""Seats are numbers from 0 in the order of the log's `players`, which is the order of turns."""

from collections.abc import Iterator


def after(seat: int, count: int, step: int = 1) -> int:
    """The seat `step` places on in the order of turns (a negative step goes back)."""
    return (seat + step) % count


def round_from(seat: int, count: int, step: int = 1) -> Iterator[int]:
    """All seats once, beginning with `seat`, in the order of turns."""
    return ((seat + step * place) % count for place in range(count))


def each_alone(count: int) -> tuple[tuple[int, ...], ...]:
    """Every player is a side."""
    return tuple((seat,) for seat in range(count))
