"""Who sits where at a table of several: seats are shared out so that everybody has each about as often."""

from collections import Counter
from collections.abc import Mapping, Sequence

from .lots import lot
from .matching import Edge, least_penalty


def seated(entrants: Sequence[str], seats: Mapping[str, Counter[int]], seed: str, number: int) -> tuple[str, ...]:
    """The entrants in seat order: of all orders one in which seats that they had before are repeated least, then by lot."""
    order = sorted(entrants, key=lambda each: lot(seed, "seat", number, each))
    count = len(order)
    penalties: dict[Edge, int] = {
        (place, count + seat): (2 * seats[entrant][seat] + 1) * count**2 + (seat - place) % count
        for place, entrant in enumerate(order)
        for seat in range(count)
    }
    by_seat = {seat - count: order[place] for place, seat in least_penalty(penalties)}
    return tuple(by_seat[seat] for seat in range(count))


def imbalance(seats: Mapping[str, Counter[int]], tables: Sequence[Sequence[str]]) -> int:
    """How often, with these tables, somebody sits where it sat before."""
    return sum(seats[entrant][seat] for table in tables for seat, entrant in enumerate(table))
