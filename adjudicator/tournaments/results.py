"""What came of a match between entrants, and what an organiser decided about it. Both are kept; neither overwrites the other.

Outcomes
    played          a result as ranks, also one in which somebody gave up at the table after play had begun
    forfeit         the sides marked `absent` gave the match up or were disqualified; the sides had met at the table
    no_show         the sides marked `absent` did not come: nothing was played, and the pairing may be made again
    double_forfeit  nobody scores; all sides are `absent`
    abandoned       begun, and over without a winner: the sides have met, nobody scores, no tie-break counts it
    void            annulled: as if the match had never been paired
A bye is no outcome: it is a match with one side and a kind of bye (`stage.Match`).

A result from an adjudicated match, one logged as a whole and one only reported look alike; `reported` tells the last.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal

from msgspec import Struct

from adjudicator.core.errors import Fault
from adjudicator.core.game import Measures
from adjudicator.core.scores import Row

Outcome = Literal["played", "forfeit", "no_show", "double_forfeit", "abandoned", "void"]


class Side(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """One side of a result: its rank as in sport (1, 2, 2, 4), and points and measures as far as they are known."""

    entrant: str
    rank: int
    points: int | None = None
    measures: dict[str, int] = {}
    absent: bool = False

    def measure(self, name: str) -> int | None:
        """A measure by name, `points` among them; None if it is not known."""
        return self.points if name == "points" else self.measures.get(name)


class Result(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """The result of one match: every side once. `match`: where it can be followed down to a log, the caller's id of it."""

    sides: tuple[Side, ...]
    outcome: Outcome = "played"
    reported: bool = False
    match: str | None = None

    def side(self, entrant: str) -> Side:
        """The side of an entrant of this match. Raises LookupError for others."""
        for side in self.sides:
            if side.entrant == entrant:
                return side
        raise LookupError(entrant)

    @property
    def counts(self) -> bool:
        """Whether anybody can score by it."""
        return self.outcome not in ("void", "abandoned")

    @property
    def met(self) -> bool:
        """Whether the sides have sat at one table."""
        return self.outcome in ("played", "forfeit", "abandoned")

    @property
    def at_table(self) -> bool:
        """Whether it was played (forfeits at the table too), and counts."""
        return self.counts and self.met


class Correction(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """An organiser's decision on a match: another result in place of the one that came in, and why.

    The last one that is not `withdrawn` counts; withdrawing it brings back what was there before.
    """

    result: Result
    reason: str
    withdrawn: bool = False


def last(result: Result | None, corrections: Sequence[Correction]) -> Result | None:
    """The result that counts: that of the last correction that stands, or what came in."""
    standing = [correction.result for correction in corrections if not correction.withdrawn]
    return standing[-1] if standing else result


class Sanction(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """An organiser's change of an entrant's score from a round on, in the units of the scheme; negative takes away."""

    entrant: str
    round: int
    points: int
    reason: str
    withdrawn: bool = False


def shares(result: Result, entrant: str) -> tuple[int, int]:
    """(sides that stand behind this one, sides level with it); whoever is absent is behind all who came, and beats nobody."""
    own = result.side(entrant)
    if own.absent:
        return 0, 0
    behind = level = 0
    for side in result.sides:
        if side.absent or side.rank > own.rank:
            behind += 1
        elif side.rank == own.rank and side is not own:
            level += 1
    return behind, level


def won(result: Result, entrant: str) -> bool:
    """Whether the entrant alone has the first place."""
    return shares(result, entrant) == (len(result.sides) - 1, 0) and result.counts


def result_of_score(
    players: Sequence[str],
    rows: Sequence[Row],
    frames: Sequence[dict[str, Any]],
    entrant_of: Callable[[Sequence[str]], str],
    measures: Measures,
    reported: bool = False,
    match: str | None = None,
) -> Result:
    """The result of a match that is over, from the players, standings and frames of its report.

    `entrant_of`: the players of a row -> the entrant that they are. What a reported row leaves null is not known.
    """
    counted = measures(players, rows, frames)
    sides = (
        Side(entrant=entrant_of(row["players"]), rank=row["rank"], points=row["points"], measures=dict(more))
        for row, more in zip(rows, counted, strict=True)
    )
    return Result(sides=tuple(sides), reported=reported, match=match)


def faults(result: Result, entrants: Sequence[str]) -> Iterator[Fault]:
    """What is wrong with a result of a match between these entrants; pointers are relative to the result."""
    if sorted(side.entrant for side in result.sides) != sorted(entrants):
        yield Fault("/sides", "wrong_sides", "A result names every side of its match once, and nobody else.")
        return
    came = [side for side in result.sides if not side.absent]
    for place, side in enumerate(result.sides):
        if side.rank != 1 + sum(other.rank < side.rank for other in result.sides):
            yield Fault(f"/sides/{place}/rank", "wrong_rank", "Ranks are counted as in sport: 1, 2, 2, 4.")
        if side.absent and any(other.rank >= side.rank for other in came):
            yield Fault(f"/sides/{place}/rank", "wrong_rank", "A side that is absent stands behind all who came.")
    yield from _absences(result, len(came))


def _absences(result: Result, came: int) -> Iterator[Fault]:
    """The outcome says whether somebody is absent."""
    absent = len(result.sides) - came
    if result.outcome == "double_forfeit" and came:
        yield Fault("/outcome", "wrong_outcome", "In a double forfeit every side is absent.")
    if result.outcome in ("forfeit", "no_show") and not (absent and came):
        yield Fault("/outcome", "wrong_outcome", f"In a {result.outcome} some side is absent, and some is not.")
    if result.outcome in ("played", "abandoned") and absent:
        yield Fault("/outcome", "wrong_outcome", "Nobody is absent from a match that was played.")
