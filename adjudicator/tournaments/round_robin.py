"""Round robin: by the circle method as long as the field is as it was, by matching what is still owed once it is not.

The circle (R. Schurig's tables, FIDE C.05 annex 1): all but one stand in a ring that turns by one place a round; who begins
alternates along it, so that nobody begins more than once oftener or rarer than not. A second cycle turns the seats round.
A late entry, a return, an annulled match or a manual pairing leaves meetings owed that the circle does not know: then each
round brings together as many pairs that owe each other a meeting as it can, first those who owe most, until nothing is owed.
Whoever is left over has a zero-point bye: byes are nobody's merit here.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from .entrants import Entrant
from .matching import Edge, least_penalty
from .past import Pair, Past, in_order
from .proposal import Problem, Proposal, laid_out
from .seeding import by_strength
from .stage import Match, RoundRobin, Stage, matches_of


def propose(stage: Stage, number: int, free: Sequence[str], fixed: tuple[Match, ...]) -> Proposal:
    """The next round; `free` are those that the fixed matches leave."""
    owed = owing(stage)
    planned = _planned(stage, number, fixed, owed)
    sides = [pair for pair in planned if set(pair) <= set(free)] or _matched(stage, number, free, owed)
    if not sides and not fixed:
        return Proposal(number, (), Problem("complete", "Everybody who is there has met everybody as often as planned."))
    seated = {entrant for pair in sides for entrant in pair}
    byes = [(entrant,) for entrant in sorted(free) if entrant not in seated]
    return Proposal(number, laid_out([*sides, *byes], fixed, "zero_point"))


def circle(entrants: Sequence[str], cycles: int = 1) -> list[list[tuple[str, str]]]:
    """All rounds of a field: its pairs, first whoever begins. With an odd number each round leaves one out."""
    ring = len(entrants) - 1 + len(entrants) % 2
    places: list[str | None] = [*entrants, *([None] * (ring + 1 - len(entrants)))]
    found: list[list[tuple[str, str]]] = []
    for turn in range(ring if len(entrants) > 1 else 0):
        pairs = [(turn, ring) if turn % 2 == 0 else (ring, turn)]
        for step in range(1, (ring + 1) // 2):
            ahead, behind = (turn + step) % ring, (turn - step) % ring
            pairs.append((ahead, behind) if step % 2 else (behind, ahead))
        named = [(places[one], places[other]) for one, other in pairs]
        found.append([(one, other) for one, other in named if one is not None and other is not None])
    back = [[(other, one) for one, other in pairs] for pairs in found]
    return [*found, *back] if cycles == 2 else found


def owing(stage: Stage) -> Counter[Pair]:
    """How many times every two entrants have still to be paired; annulled matches are."""
    assert isinstance(stage.format, RoundRobin)
    ids = sorted(entrant.id for entrant in stage.entrants)
    owed = Counter({frozenset(pair): stage.format.cycles for pair in combinations(ids, 2)})
    for _, match in matches_of(stage):
        if len(match.sides) == 2 and (match.final is None or match.final.outcome != "void"):
            owed[frozenset(match.sides)] -= 1
    return owed


def _planned(stage: Stage, number: int, fixed: tuple[Match, ...], owed: Counter[Pair]) -> list[tuple[str, str]]:
    """The circle's round; empty if there is none, or it is not what is owed."""
    assert isinstance(stage.format, RoundRobin)
    start: list[Entrant] = [entrant for entrant in stage.entrants if entrant.joined <= 1]
    late = any(1 < entrant.joined <= number for entrant in stage.entrants)
    rounds = circle(by_strength(start, stage.seed), stage.format.cycles)
    if late or fixed or number > len(rounds):
        return []
    pairs = rounds[number - 1]
    return pairs if all(owed[frozenset(pair)] > 0 for pair in pairs) else []


def _matched(stage: Stage, number: int, free: Sequence[str], owed: Counter[Pair]) -> list[tuple[str, str]]:
    """As many owed meetings as one round can hold, first of those who owe most."""
    order = by_strength((entrant for entrant in stage.entrants if entrant.id in set(free)), stage.seed)
    open_pairs = [
        (one, other) for one, other in combinations(range(len(order)), 2) if owed[frozenset((order[one], order[other]))] > 0
    ]
    debts = Counter(place for pair in open_pairs for place in pair)
    penalties: dict[Edge, int] = {pair: -debts[pair[0]] - debts[pair[1]] for pair in open_pairs}
    past = Past(stage)
    return [in_order(past, order[one], order[other], stage.seed, number) for one, other in least_penalty(penalties)]
