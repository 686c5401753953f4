"""The next round of a stage: proposed, never forced. Matches that the organiser has paired stand, the others go around them.

If a round cannot be paired as the format wants it, the proposal has no matches but a problem: a named reason, a sentence, and
the manual way: the best round that can be had if the format gives way, to be adopted as manual pairings or changed by hand.
"""

from collections.abc import Sequence

from msgspec import structs

from . import knock_out, round_robin, swiss, tables
from .proposal import Problem, Proposal
from .stage import FreePlay, KnockOut, Match, RoundRobin, Stage, Swiss, present


def propose(stage: Stage, fixed: Sequence[Match] = ()) -> Proposal:
    """The next round. `fixed`: its manual matches and byes; their tables are kept if they have different ones.

    The same stage and `fixed` give the same round, in whatever order anything is listed.
    """
    number = stage.next_round
    taken = {entrant for match in fixed for entrant in match.sides}
    free = [entrant.id for entrant in present(stage, number) if entrant.id not in taken]
    by_hand = tuple(structs.replace(match, manual=True) for match in fixed)
    format = stage.format
    if isinstance(format, FreePlay):
        return Proposal(number, by_hand, Problem("free_play", "Free play is not paired: matches are entered as they come."))
    if isinstance(format, KnockOut):
        return knock_out.propose(stage, number, by_hand)
    if isinstance(format, RoundRobin):
        return round_robin.propose(stage, number, free, by_hand)
    if isinstance(format, Swiss):
        return swiss.propose(stage, number, free, by_hand)
    return tables.propose(stage, number, free, by_hand)
