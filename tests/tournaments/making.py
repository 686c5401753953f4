"""Stages and results for the tests."""

from collections.abc import Iterator
from random import Random

from msgspec import structs

from adjudicator.tournaments.entrants import Entrant
from adjudicator.tournaments.pairing import propose
from adjudicator.tournaments.results import Outcome, Result, Side
from adjudicator.tournaments.simulation import PLAIN, Field, Play, field, play, result_of
from adjudicator.tournaments.stage import Format, Match, Round, Stage, with_round

MISHAPS = Play(level=0.15, mishap=0.15, leave=0.05, measures=("boards_won",))


def entrants(names: str) -> tuple[Entrant, ...]:
    """One for each letter, in order of strength."""
    return tuple(Entrant(id=name, players=(name.lower(),), seed=place) for place, name in enumerate(names, 1))


def result(ranks: dict[str, int], outcome: Outcome = "played", absent: str = "", **points: int) -> Result:
    """`ranks`: entrant -> rank. Points by entrant."""
    return Result(
        sides=tuple(
            Side(entrant=each, rank=rank, points=points.get(each), absent=each in absent) for each, rank in ranks.items()
        ),
        outcome=outcome,
    )


def beat(winner: str, loser: str, **points: int) -> Result:
    return result({winner: 1, loser: 2}, **points)


def level(one: str, other: str, **points: int) -> Result:
    return result({one: 1, other: 1}, **points)


def match(table: int, came_of_it: Result | None, **more) -> Match:
    """The match of these sides, as the result lists them."""
    sides = more.pop("sides", None) or tuple(side.entrant for side in came_of_it.sides)
    return Match(table=table, sides=sides, result=came_of_it, **more)


def round_of(number: int, *results: Result | Match) -> Round:
    matches = [each if isinstance(each, Match) else match(table, each) for table, each in enumerate(results, 1)]
    return Round(number=number, matches=tuple(matches))


def drawn(format: Format, count: int, seed: int = 1, **more) -> tuple[Stage, Field]:
    """A stage that has not begun, and how strong everybody is."""
    there = field(Random(f"{seed} {count}"), count)
    return Stage(format=format, seed=str(seed), entrants=there.entrants, **more), there


def played(format: Format, count: int, seed: int = 1, how: Play = PLAIN, **more) -> Stage:
    stage, there = drawn(format, count, seed, **more)
    return play(stage, there.strengths, Random(seed), how)


def proposed(
    stage: Stage, strengths: dict[str, float], rng: Random, how: Play = PLAIN
) -> Iterator[tuple[Stage, tuple[Match, ...]]]:
    """(the stage before a round, the matches proposed for it), round by round until there is a problem."""
    while not (proposal := propose(stage)).problem:
        yield stage, proposal.matches
        done = tuple(result_of(stage, each, strengths, rng, how) for each in proposal.matches)
        stage = with_round(stage, Round(number=stage.next_round, matches=done))


def shuffled(stage: Stage, rng: Random) -> Stage:
    """The same stage, with everything listed in another order."""

    def mixed(things) -> tuple:
        listed = list(things)
        return tuple(rng.sample(listed, len(listed)))

    def turned(each: Match) -> Match:
        came = each.result and structs.replace(each.result, sides=mixed(each.result.sides))
        return structs.replace(each, result=came)

    rounds = [structs.replace(each, matches=mixed(map(turned, each.matches))) for each in mixed(stage.rounds)]
    return structs.replace(stage, entrants=mixed(stage.entrants), rounds=tuple(rounds), sanctions=mixed(stage.sanctions))
