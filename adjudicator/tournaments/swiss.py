"""Swiss pairing of two sides: one maximum weight matching a round, in which what matters more outweighs all that matters less.

In this order: nobody meets again; the bye goes to the lowest score that has had none worth a win and without which the
others can be paired; nobody is to begin three times oftener or rarer than not; the squares of the score differences; nobody
is to begin twice oftener or rarer; inside a score group the upper half meets the lower half in order, and who floats down
is the last of a group, to meet the first of the next.

Up to 64 entrants every pair is weighed. In larger fields only those are that lie near the ideal opponent or near each
other in the order; the window is widened until a pairing exists, so a field of 500 is paired in about a second.
Not followed of FIDE C.04.3: protection against floating twice, and the exact order of its exchanges.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct, structs

from .matching import Edge, least_penalty
from .past import Past, in_order
from .proposal import Cost, Problem, Proposal, laid_out, unfinished
from .record import Record
from .seeding import by_strength
from .stage import Match, Stage, Swiss

WHOLE, WINDOW = 64, 3
FARTHEST = 2
"""How far from even the number of times that somebody begins may get."""


class Field(Struct):
    """Who is to be paired: ids by score and strength, with each one's score and score group (first place, size).

    With an odd number there is one more vertex behind the last: who is matched with it has the bye.
    """

    order: list[str]
    scores: list[int]
    groups: list[tuple[int, int]]
    past: Past


class Pairs(Struct):
    """Two by two in seat order, the highest first, and who is left out."""

    sides: list[tuple[str, str]]
    bye: str | None


def propose(stage: Stage, number: int, free: Sequence[str], fixed: tuple[Match, ...]) -> Proposal:
    """The next round; `free` are those that the fixed matches leave."""
    assert isinstance(stage.format, Swiss)
    waiting = unfinished(stage)
    if waiting is not None:
        return waiting
    if number > stage.format.rounds:
        return Proposal(number, (), Problem("complete", f"All {stage.format.rounds} rounds have been paired."))
    if not free and not fixed:
        return Proposal(number, (), Problem("too_few", "Nobody is there to be paired."))
    field = _field(stage, free)
    pairs = _paired(stage, field, False)
    if pairs is None:
        return Proposal(number, (), _problem(stage, number, field, fixed))
    return Proposal(number, _matches(pairs, fixed), None, _cost(field, pairs))


def _field(stage: Stage, free: Sequence[str]) -> Field:
    """The highest score first, the stronger first among equals."""
    every, there = Record(stage).scores, set(free)
    ids = by_strength((entrant for entrant in stage.entrants if entrant.id in there), stage.seed)
    order = sorted(ids, key=lambda each: -every[each])
    scores = [every[each] for each in order]
    sizes = {score: (scores.index(score), scores.count(score)) for score in set(scores)}
    return Field(order, scores, [sizes[score] for score in scores], Past(stage))


def _paired(stage: Stage, field: Field, again: bool) -> Pairs | None:
    """The best round; None if there is none without (`again`: even with) a second meeting or a second bye."""
    count = len(field.order)
    width = count if count <= WHOLE else WINDOW
    while True:
        found = least_penalty(dict(_penalties(field, width, again)))
        if len(found) * 2 == count + count % 2:
            return _named(stage, field, found)
        if width >= count:
            return None
        width *= 4


def _named(stage: Stage, field: Field, found: Sequence[Edge]) -> Pairs:
    pairs = [(field.order[one], field.order[other]) for one, other in found if other < len(field.order)]
    byes = [field.order[one] for one, other in found if other == len(field.order)]
    sides = [in_order(field.past, one, other, stage.seed, stage.next_round) for one, other in pairs]
    return Pairs(sides, byes[0] if byes else None)


def _penalties(field: Field, width: int, again: bool) -> Iterator[tuple[Edge, int]]:
    """The pairs that are weighed, each with its penalty: a number in which each concern has digits of its own."""
    count = len(field.order)
    widest = field.scores[0] - field.scores[-1] if count else 0
    digits = (widest + 1, count + 1, count * widest**2 + 1, 2 * count + 1, count**3 + 1)
    for one, other in _near(field, width):
        pair = frozenset((field.order[one], field.order[other]))
        if again or not field.past.met[pair]:
            far, tilted = _tilts(field.past.lead(field.order[one]), field.past.lead(field.order[other]))
            gap = (field.scores[one] - field.scores[other]) ** 2
            yield (one, other), _number((field.past.met[pair], 0, far, gap, tilted, _fold(field, one, other)), digits)
    for place in range(max(0, count - 2 * width), count if count % 2 else 0):
        had = field.past.byes[field.order[place]]
        if again or not had:
            above = field.scores[place] - field.scores[-1]
            yield (place, count), _number((had, above, 0, 0, 0, (count - 1 - place) ** 2), digits)


def _number(values: Sequence[int], digits: Sequence[int]) -> int:
    """The values as one number, the first the highest: each is written in as many digits as the sum over a round can need."""
    number = values[0]
    for value, digit in zip(values[1:], digits, strict=True):
        number = number * digit + value
    return number


def _near(field: Field, width: int) -> Iterator[Edge]:
    """Pairs near each other in the order, or near the ideal inside their group."""
    count = len(field.order)
    for one in range(count):
        first, size = field.groups[one]
        ideal = one + size // 2
        folded = range(max(one + 1, ideal - width), min(first + size, ideal + width + 1))
        yield from ((one, other) for other in sorted({*folded, *range(one + 1, min(count, one + 1 + width))}))


def _tilts(one: int, other: int) -> tuple[bool, int]:
    """(somebody gets farther from even than FARTHEST, how many get farther than 1), with the lower lead beginning."""
    after = abs(min(one, other) + 1), abs(max(one, other) - 1)
    return max(after) > FARTHEST, sum(each > 1 for each in after)


def _fold(field: Field, one: int, other: int) -> int:
    """How far the pair is from the ideal: half a group apart, or neighbours across a border of groups."""
    ideal = field.groups[one][1] // 2 if field.groups[one] == field.groups[other] else 1
    return (other - one - ideal) ** 2


def _matches(pairs: Pairs, fixed: tuple[Match, ...]) -> tuple[Match, ...]:
    return laid_out([*pairs.sides, *([] if pairs.bye is None else [(pairs.bye,)])], fixed)


def _cost(field: Field, pairs: Pairs) -> Cost:
    score, past = dict(zip(field.order, field.scores, strict=True)), field.past
    gaps = sum(abs(score[one] - score[other]) for one, other in pairs.sides)
    seats = sum(_tilts(past.lead(one), past.lead(other))[1] > 0 for one, other in pairs.sides)
    return Cost(0, 1 if pairs.sides else 0, gaps, seats)


def _problem(stage: Stage, number: int, field: Field, fixed: tuple[Match, ...]) -> Problem:
    """Why there is no round, with the one that there is if what is in the way gives way as little as can be."""
    pairs = _paired(stage, field, True)
    matches = () if pairs is None else _matches(pairs, fixed)
    manual = tuple(structs.replace(each, manual=True) for each in matches)
    if len(field.order) % 2 and all(field.past.byes[each] for each in field.order):
        return Problem("bye_again", "Everybody who is there has had a bye already; somebody must have another.", manual)
    return Problem("rematch_unavoidable", "Whatever the pairing, some two would meet again.", manual)
