"""What the computation proposes for a round, and how its matches are put together."""

from collections.abc import Iterable, Sequence
from itertools import count

from msgspec import Struct, structs

from .stage import Bye, Match, Round, Stage, rounds_of


class Problem(Struct, frozen=True, omit_defaults=True):
    """Why a round was not paired: a stable word, a sentence, and `manual`, the matches that the organiser may adopt instead.

    Codes: `free_play`, `complete` (the stage has had all its rounds), `round_unfinished` (results are awaited),
    `no_winner` (a knock-out match ended level or abandoned), `rematch_unavoidable`, `bye_again`, `too_few`, `cannot_seat`.
    """

    code: str
    message: str
    manual: tuple[Match, ...] = ()


class Cost(Struct, frozen=True):
    """What a proposal could not avoid.

    `repeats`: meetings that are not first ones. `most`: the most often that two would then have met. `gaps`: score differences
    within matches, in units, added up. `seats`: matches of two in which somebody gets two or more away from beginning as often
    as not; at tables, how often somebody sits where it sat before.
    """

    repeats: int = 0
    most: int = 0
    gaps: int = 0
    seats: int = 0


class Proposal(Struct, frozen=True, omit_defaults=True):
    """The matches of round `round`, the manual ones among them, and what they cost; or the problem."""

    round: int
    matches: tuple[Match, ...] = ()
    problem: Problem | None = None
    cost: Cost = Cost()

    def as_round(self) -> Round:
        """The round as it would be stored."""
        return Round(number=self.round, matches=self.matches)


def laid_out(sides: Iterable[Sequence[str]], fixed: Sequence[Match], bye: Bye = "pairing_allocated") -> tuple[Match, ...]:
    """Matches of these sides at the tables that the fixed ones leave free, in this order; one side is a bye of this kind."""
    fixed = numbered(fixed)
    taken = {match.table for match in fixed}
    free = (table for table in count(1) if table not in taken)
    new = [Match(table=next(free), sides=tuple(each), bye=bye if len(each) == 1 else None) for each in sides]
    return tuple(sorted([*fixed, *new], key=lambda match: match.table))


def numbered(fixed: Sequence[Match]) -> list[Match]:
    """Manual matches at their own tables, or at the first ones if two of them share a table."""
    if len({match.table for match in fixed}) == len(fixed):
        return list(fixed)
    ordered = sorted(fixed, key=lambda match: (match.table, match.sides))
    return [structs.replace(match, table=table) for table, match in enumerate(ordered, 1)]


def unfinished(stage: Stage) -> Proposal | None:
    """The answer if results of earlier rounds are awaited."""
    waiting = [each.number for each in rounds_of(stage) if not each.settled]
    if not waiting:
        return None
    return Proposal(stage.next_round, (), Problem("round_unfinished", f"Results of round {waiting[0]} are awaited."))
