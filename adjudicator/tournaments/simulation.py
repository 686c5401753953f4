"""Whole tournaments out of a seeded generator, for demonstrations and tests: lawful, with mishaps if asked for.

Entrants have a strength, and finish in the order of it plus chance (a Plackett-Luce draw).
"""

import math
from collections.abc import Mapping, Sequence
from random import Random

from msgspec import Struct, structs

from .entrants import Absence, Entrant
from .pairing import propose
from .results import Outcome, Result, Side
from .stage import FreePlay, KnockOut, Match, Round, Stage, present, with_round


class Field(Struct):
    """Entrants, and how strong each is (the natural logarithm of its odds)."""

    entrants: tuple[Entrant, ...]
    strengths: dict[str, float]


class Play(Struct, frozen=True):
    """How matches go. `level` and `mishap`: how probable it is that two come out level, that a match is not played out.

    `leave`: how probable it is that an entrant withdraws behind a round. `measures`: names that results have besides points.
    """

    level: float = 0.1
    mishap: float = 0.0
    leave: float = 0.0
    measures: tuple[str, ...] = ()
    evenings: int = 3


PLAIN = Play()


def field(rng: Random, count: int, members: int = 1) -> Field:
    """Entrants of `members` players each, numbered by strength as it is guessed beforehand."""
    strengths = {f"e{place:04}": rng.gauss(0.0, 1.0) for place in range(1, count + 1)}
    guessed = sorted(strengths, key=lambda each: strengths[each] + rng.gauss(0.0, 0.5), reverse=True)
    entrants = tuple(
        Entrant(id=each, players=tuple(f"{each}p{member}" for member in range(1, members + 1)), seed=guessed.index(each) + 1)
        for each in strengths
    )
    return Field(entrants, strengths)


def play(stage: Stage, strengths: Mapping[str, float], rng: Random, how: Play = PLAIN) -> Stage:
    """The stage played on to its end; where a round cannot be paired, the manual way is taken."""
    evenings = how.evenings if isinstance(stage.format, FreePlay) else math.inf
    while stage.next_round <= evenings:
        matches = next_matches(stage, rng)
        if not matches:
            break
        played = tuple(result_of(stage, match, strengths, rng, how) for match in matches)
        stage = with_round(stage, Round(number=stage.next_round, matches=played))
        stage = structs.replace(stage, entrants=tuple(_leaving(stage, each, rng, how) for each in stage.entrants))
    return stage


def next_matches(stage: Stage, rng: Random) -> Sequence[Match]:
    """The matches of the next round; of an evening of free play, everybody once against whoever is there."""
    if isinstance(stage.format, FreePlay):
        there = [entrant.id for entrant in present(stage, stage.next_round)]
        drawn = rng.sample(there, len(there) // 2 * 2)
        return [Match(table=at // 2 + 1, sides=(drawn[at], drawn[at + 1]), manual=True) for at in range(0, len(drawn), 2)]
    proposal = propose(stage)
    return proposal.problem.manual if proposal.problem else proposal.matches


def result_of(stage: Stage, match: Match, strengths: Mapping[str, float], rng: Random, how: Play) -> Match:
    """The match with a result; a bye as it is."""
    if len(match.sides) < 2:
        return match
    if rng.random() < how.mishap:
        return structs.replace(match, result=_mishap(stage, match, rng))
    luck = {side: strengths[side] - math.log(-math.log(rng.uniform(1e-9, 1 - 1e-9))) for side in match.sides}
    order = sorted(match.sides, key=lambda side: luck[side], reverse=True)
    ranks = [place + 1 for place in range(len(order))]
    if len(order) > 1 and not isinstance(stage.format, KnockOut) and rng.random() < how.level:
        ranks[1] = 1
    sides = tuple(_side(side, rank, len(order), rng, how) for side, rank in zip(order, ranks, strict=True))
    return structs.replace(match, result=Result(sides=sides))


def _side(entrant: str, rank: int, count: int, rng: Random, how: Play) -> Side:
    measures = {name: rng.randrange(count - rank + 1, 2 * (count - rank) + 3) for name in how.measures}
    return Side(entrant=entrant, rank=rank, points=5 * (count - rank) + rng.randrange(5), measures=measures)


def _mishap(stage: Stage, match: Match, rng: Random) -> Result:
    """A forfeit, a no-show, a double forfeit; where a winner is not needed, an annulled or abandoned match too."""
    kinds: list[Outcome] = ["forfeit", "no_show", "double_forfeit", "void", "abandoned"]
    kind = rng.choice(kinds[:3] if isinstance(stage.format, KnockOut) else kinds)
    if kind in ("void", "abandoned"):
        return Result(sides=tuple(Side(entrant=side, rank=1) for side in match.sides), outcome=kind)
    if kind == "double_forfeit":
        return Result(sides=tuple(Side(entrant=side, rank=1, absent=True) for side in match.sides), outcome=kind)
    absent, *came = rng.sample(match.sides, len(match.sides))
    sides = [Side(entrant=side, rank=place) for place, side in enumerate(came, 1)]
    return Result(sides=(*sides, Side(entrant=absent, rank=len(match.sides), absent=True)), outcome=kind)


def _leaving(stage: Stage, entrant: Entrant, rng: Random, how: Play) -> Entrant:
    """The entrant, perhaps away from the next round on: for good, or for a round or two."""
    if rng.random() >= how.leave:
        return entrant
    first = stage.next_round
    last = rng.choice([None, first, first + 1])
    return structs.replace(entrant, absences=(*entrant.absences, Absence(first, last)))
