"""Tables of three to ten: as even in size as can be, as few meetings again as can be found, seats shared out.

The search is local: from several first guesses, two entrants change tables as long as that makes the meetings fewer; the
best result wins. A meeting costs as much as the times the two have met already, so that a third costs more than a second. One
guess is the grid: entrants in columns of one table each, column c moving on by c tables a round. If the
number of tables is a prime at least as great as their size, nobody meets again for as many rounds as there are tables.
The others are drawn from the stage's seed. If the sizes cannot be kept with everybody, a few have a bye: those who had
fewest, then by lot; it is a half-point bye, the average of a table.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from random import Random

from .lots import generator, lot
from .past import Pair, Past
from .proposal import Cost, Problem, Proposal, laid_out
from .seating import imbalance, seated
from .seeding import by_strength
from .stage import Match, Stage, Tables

GUESSES = 12
LARGE = 60
"""From this number of entrants on, fewer guesses are tried: large fields have room enough."""

Seating = list[list[str]]


def propose(stage: Stage, number: int, free: Sequence[str], fixed: tuple[Match, ...]) -> Proposal:
    """The next round; `free` are those that the fixed matches leave. Results of earlier rounds are not needed."""
    format = stage.format
    assert isinstance(format, Tables)
    if number > format.rounds:
        return Proposal(number, (), Problem("complete", f"All {format.rounds} rounds have been drawn."))
    if not free and not fixed:
        return Proposal(number, (), Problem("too_few", "Nobody is there to be seated."))
    past = Past(stage)
    left_out = _left_out(free, past, stage.seed, number, format)
    sizes = table_sizes(len(free) - len(left_out), format.smallest, format.largest) or []
    if not sizes and not fixed:
        return Proposal(number, (), _cannot_seat(free, format))
    there = set(free) - set(left_out)
    order = by_strength((entrant for entrant in stage.entrants if entrant.id in there), stage.seed)
    found = best(order, sizes, past.met, number, generator(stage.seed, "tables", number))
    placed = [seated(table, past.seats, stage.seed, number) for table in found]
    times = [past.met[frozenset(pair)] for table in found for pair in combinations(table, 2)]
    cost = Cost(sum(map(bool, times)), 1 + max(times, default=-1), 0, imbalance(past.seats, placed))
    return Proposal(number, laid_out([*placed, *((entrant,) for entrant in left_out)], fixed, "half_point"), None, cost)


def _left_out(free: Sequence[str], past: Past, seed: str, number: int, format: Tables) -> list[str]:
    """As few as must be, so that the others fill tables: those with fewest byes so far, then by lot."""
    order = sorted(free, key=lambda each: (past.byes[each], lot(seed, "bye", number, each)))
    fewest = next(
        few for few in range(len(free) + 1) if table_sizes(len(free) - few, format.smallest, format.largest) is not None
    )
    return order[:fewest]


def table_sizes(count: int, smallest: int, largest: int) -> list[int] | None:
    """Sizes of as few tables as can be, differing by one at most, the larger first; None if they cannot be kept."""
    tables = -(-count // largest)
    if tables * smallest > count:
        return None
    return [count // tables + (place < count % tables) for place in range(tables)] if tables else []


def best(order: Sequence[str], sizes: Sequence[int], met: Mapping[Pair, int], number: int, rng: Random) -> Seating:
    """The cheapest seating that the search finds."""
    guesses = GUESSES if len(order) < LARGE else 2
    tried = (improved(guess, met) for guess in _guesses(order, sizes, number, guesses, rng))
    cheapest: tuple[int, Seating] | None = None
    for seating in tried:
        price = cost(seating, met)
        if cheapest is None or price < cheapest[0]:
            cheapest = price, seating
        if not price:
            break
    return cheapest[1] if cheapest else []


def cost(seating: Sequence[Sequence[str]], met: Mapping[Pair, int]) -> int:
    """What the meetings of a seating cost."""
    return sum(_times(met, one, other) for table in seating for one, other in combinations(table, 2))


def _times(met: Mapping[Pair, int], one: str, other: str) -> int:
    return met.get(frozenset((one, other)), 0)


def _guesses(order: Sequence[str], sizes: Sequence[int], number: int, guesses: int, rng: Random) -> Iterator[Seating]:
    """First the grid, then drawn orders cut into tables."""
    yield grid(order, sizes, number)
    for _ in range(guesses):
        drawn = rng.sample(order, len(order))
        yield _cut(drawn, sizes)


def grid(order: Sequence[str], sizes: Sequence[int], number: int) -> Seating:
    """Column c of the grid moved on by c times the rounds that have passed; the last column may be short."""
    count = len(sizes)
    seating: Seating = [[] for _ in sizes]
    for place, entrant in enumerate(order):
        column, row = divmod(place, count)
        seating[(row + column * (number - 1)) % count].append(entrant)
    return seating


def _cut(order: Sequence[str], sizes: Sequence[int]) -> Seating:
    ends = [sum(sizes[:place]) for place in range(len(sizes) + 1)]
    return [list(order[start:end]) for start, end in pairwise(ends)]


def improved(seating: Seating, met: Mapping[Pair, int]) -> Seating:
    """The seating after every change of two entrants that makes it cheaper, the best one of each entrant first."""
    found = [list(table) for table in seating]
    better = True
    while better:
        better = False
        for place in range(len(found)):
            for seat in range(len(found[place])):
                if _again(found[place], seat, met) and _changed(found, place, seat, met):
                    better = True
    return found


def _again(table: Sequence[str], seat: int, met: Mapping[Pair, int]) -> bool:
    """Whether who sits there meets somebody again."""
    return any(_times(met, table[seat], other) for other in table if other != table[seat])


def _changed(found: Seating, place: int, seat: int, met: Mapping[Pair, int]) -> bool:
    """Make the best change for one entrant, if there is one that pays."""
    gains = [
        (_gain(found, (place, seat), (to, there), met), -to, -there)
        for to in range(len(found)) if to != place
        for there in range(len(found[to]))
    ]
    gain, to, there = max(gains, default=(0, 0, 0))
    if gain <= 0:
        return False
    to, there = -to, -there
    found[place][seat], found[to][there] = found[to][there], found[place][seat]
    return True


def _gain(found: Seating, one: tuple[int, int], other: tuple[int, int], met: Mapping[Pair, int]) -> int:
    """How much cheaper it gets if these two change places."""
    here, there = found[one[0]], found[other[0]]
    mine, theirs = here[one[1]], there[other[1]]
    before = sum(_times(met, mine, each) for each in here if each != mine)
    before += sum(_times(met, theirs, each) for each in there if each != theirs)
    after = sum(_times(met, theirs, each) for each in here if each != mine)
    return before - after - sum(_times(met, mine, each) for each in there if each != theirs)


def _cannot_seat(free: Sequence[str], format: Tables) -> Problem:
    """There are too few for one table: the manual way is a table of those who are there."""
    message = f"{len(free)} cannot sit at tables of {format.smallest} to {format.largest}."
    manual = (Match(table=1, sides=tuple(sorted(free)), manual=True),) if len(free) > 1 else ()
    return Problem("cannot_seat", message, manual)
