"""What another result of a match would change behind it: asked before it is stored, so that the organiser can choose.

Nothing is changed here. Whoever corrects a match of a round that later rounds stand on keeps the later rounds as they are
(they were played), or pairs anew those that have not begun; the answer says what that choice is about.
"""

from msgspec import Struct, structs

from .pairing import propose
from .past import Past
from .record import Record
from .results import Correction
from .stage import KnockOut, Match, Round, RoundRobin, Stage, before, rounds_of, with_correction
from .standings import standings


class Moved(Struct, frozen=True):
    """An entrant whose place or score changes."""

    entrant: str
    rank: tuple[int, int]
    score: tuple[int, int]


class Repaired(Struct, frozen=True):
    """A round that would have been paired otherwise: matches as they are, and as they would be, where they differ.

    `begun`: results of it have come in. `problem`: why it could not be paired at all.
    """

    round: int
    now: tuple[Match, ...]
    instead: tuple[Match, ...]
    begun: bool
    problem: str | None = None


class Disturbance(Struct, frozen=True):
    """`standings`: who moves, as of now. `pairings`: the first later round that would differ; for a bracket, all that would."""

    standings: tuple[Moved, ...]
    pairings: tuple[Repaired, ...]

    @property
    def nothing(self) -> bool:
        """Whether no choice is needed."""
        return not self.standings and not self.pairings


def disturbance(stage: Stage, number: int, table: int, correction: Correction) -> Disturbance:
    """What the correction of the match at this table of this round would change."""
    return difference(stage, with_correction(stage, number, table, correction))


def difference(old: Stage, new: Stage) -> Disturbance:
    """What differs between two states of the same stage, whose results alone differ (a result, a withdrawn correction)."""
    return Disturbance(tuple(_moved(old, new)), tuple(_repaired(old, new)))


def _moved(old: Stage, new: Stage) -> list[Moved]:
    was = {row.entrant: row for row in standings(old)}
    rows = ((was[row.entrant], row) for row in standings(new))
    return [
        Moved(row.entrant, (then.rank, row.rank), (then.score, row.score))
        for then, row in rows
        if (then.rank, then.score) != (row.rank, row.score)
    ]


def _repaired(old: Stage, new: Stage) -> list[Repaired]:
    """Rounds of which the pairing now would not be what the pairing then was."""
    if isinstance(new.format, RoundRobin):
        return []
    found = []
    for each in rounds_of(new):
        if _same_basis(before(old, each.number), before(new, each.number)):
            continue
        now = _again(new, each)
        if now != _again(old, each):
            found.append(_compared(new, each, now))
            if not isinstance(new.format, KnockOut):
                break
    return found


def _same_basis(old: Stage, new: Stage) -> bool:
    """Whether all is equal that a round is paired from, so that it need not be paired again to know."""
    basis = [
        (past.met, past.byes, past.seats, past.last, Record(stage).scores, [each.settled for each in rounds_of(stage)])
        for stage, past in ((old, Past(old)), (new, Past(new)))
    ]
    return basis[0] == basis[1] and not isinstance(new.format, KnockOut)


def _again(stage: Stage, each: Round) -> tuple[tuple[Match, ...], str | None]:
    """(the matches that pairing gives for a round, around its manual ones; the problem if there are none)."""
    fixed = [_bare(match) for match in each.matches if match.manual]
    proposal = propose(before(stage, each.number), fixed)
    return proposal.matches, proposal.problem.code if proposal.problem else None


def _compared(stage: Stage, each: Round, again: tuple[tuple[Match, ...], str | None]) -> Repaired:
    matches, problem = again
    stored = [_bare(match) for match in each.matches]
    begun = any(match.final is not None for match in each.matches)
    now = tuple(match for match in stored if match not in matches)
    return Repaired(each.number, now, tuple(match for match in matches if match not in stored), begun, problem)


def _bare(match: Match) -> Match:
    """The pairing without what came of it."""
    return structs.replace(match, result=None, corrections=())
