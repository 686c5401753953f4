"""Knock-out: a bracket in which seeds 1 and 2 can meet in the final only, 1 to 4 in the semi-finals only, and so on.

Round r has half as many tables as the one before; table t of it is played by those who go on from tables 2t - 1 and 2t. Byes
fall to the strongest. A place that nobody reached (a double forfeit, a withdrawal) is empty, and its opponent has a bye.
"""

from collections.abc import Sequence

from .past import Past, in_order
from .proposal import Problem, Proposal
from .results import won
from .seeding import by_strength
from .stage import KnockOut, Match, Stage, present, rounds_of


def seeded(size: int) -> list[int]:
    """The numbers of a bracket of `size` places (a power of two), two by two: 1 8, 4 5, 2 7, 3 6."""
    order = [1]
    while len(order) < size:
        order = [number for low in order for number in (low, 2 * len(order) + 1 - low)]
    return order


def propose(stage: Stage, number: int, fixed: tuple[Match, ...]) -> Proposal:
    """The next round of the bracket; a fixed match takes the place of the one at its table."""
    if number == 1:
        places = _first_places(stage)
    else:
        earlier = rounds_of(stage)[-1].matches
        problem = _open(earlier)
        if problem is not None:
            return Proposal(number, (), problem)
        places = _next_places(stage, number, earlier)
    if not places:
        return Proposal(number, (), Problem("complete", "The knock-out is over."))
    past, by_hand = Past(stage), {match.table: match for match in fixed}
    computed = {table: _match(stage, past, number, table, sides) for table, sides in enumerate(places, 1)}
    return Proposal(number, tuple(match for _, match in sorted((computed | by_hand).items())))


def _first_places(stage: Stage) -> list[list[str]]:
    """The sides of each match of the first round, the stronger first."""
    entrants = by_strength(present(stage, 1), stage.seed)
    if len(entrants) < 2:
        return []
    size = 1 << (len(entrants) - 1).bit_length()
    order = seeded(size)
    return [[entrants[place - 1] for place in order[at : at + 2] if place <= len(entrants)] for at in range(0, size, 2)]


def _next_places(stage: Stage, number: int, earlier: Sequence[Match]) -> list[list[str]]:
    """The sides of each match behind a round that is decided."""
    main = sorted(
        (match for match in earlier if not for_third_place(stage, number - 1, match)), key=lambda match: match.table
    )
    there = {entrant.id for entrant in present(stage, number)}
    on = [side if side in there else None for side in map(goes_on, main)]
    if len(on) < 2:
        return []
    places = [[side for side in on[at : at + 2] if side is not None] for at in range(0, len(on), 2)]
    assert isinstance(stage.format, KnockOut)
    if len(on) == 2 and stage.format.third_place:
        losers = [side for side in (_loser(match) for match in main) if side in there]
        if len(losers) == 2 or (losers and all(len(match.sides) == 2 for match in main)):
            places.append([side for side in losers if side is not None])
    return places


def _match(stage: Stage, past: Past, number: int, table: int, sides: Sequence[str]) -> Match:
    if len(sides) < 2:
        return Match(table=table, sides=tuple(sides), bye="pairing_allocated" if sides else None)
    return Match(table=table, sides=in_order(past, sides[0], sides[1], stage.seed, number))


def _open(matches: Sequence[Match]) -> Problem | None:
    """What keeps the next round from being known."""
    if not all(match.settled for match in matches):
        return Problem("round_unfinished", "Results of the last round are awaited.")
    level = [match for match in matches if undecided(match)]
    if not level:
        return None
    sides = " and ".join(level[0].sides)
    return Problem("no_winner", f"The match of {sides} has no winner: play on, or decide it by a correction.")


def undecided(match: Match) -> bool:
    """Whether a settled match of two leaves open who goes on."""
    result = match.final
    return len(match.sides) == 2 and result is not None and result.outcome != "double_forfeit" and goes_on(match) is None


def goes_on(match: Match) -> str | None:
    """Who goes on from a match; None if nobody does, or nobody yet."""
    if len(match.sides) < 2:
        return match.sides[0] if match.sides else None
    result = match.final
    return None if result is None else next((side for side in match.sides if won(result, side)), None)


def _loser(match: Match) -> str | None:
    """Who can still play for the third place: the side that lost, unless it did not come."""
    winner, result = goes_on(match), match.final
    if winner is None or result is None:
        return None
    loser = next(side for side in match.sides if side != winner)
    return None if result.outcome == "no_show" else loser


def rounds_needed(stage: Stage) -> int:
    """How many rounds the bracket has, from the tables of its first round."""
    first = stage.round(1)
    return 0 if first is None else len(first.matches).bit_length()


def for_third_place(stage: Stage, number: int, match: Match) -> bool:
    """Whether this match is the one beside the final."""
    return isinstance(stage.format, KnockOut) and match.table == 2 and number == rounds_needed(stage)


def survived(stage: Stage, upto: int | None = None) -> dict[str, list[int]]:
    """Entrant -> the rounds that it went on from."""
    found: dict[str, list[int]] = {}
    for each in rounds_of(stage, upto):
        for match in each.matches:
            winner = None if for_third_place(stage, each.number, match) else goes_on(match)
            if winner is not None:
                found.setdefault(winner, []).append(each.number)
    return found
