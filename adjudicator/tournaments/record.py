"""What each entrant has done in a stage up to a round: the one reading of results on which all scores and tie-breaks stand."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from msgspec import Struct

from . import knock_out
from .results import Result, Sanction
from .schemes import SCHEMES, Scheme
from .stage import Match, Stage, matches_of, rounds_of


class Appearance(Struct, frozen=True):
    """An entrant's place in a match; `result` is None for a bye, and for what is still awaited.

    `at_table`: the entrant played the match (forfeits at the table too), and it counts. `opponents`: the other sides, in seat
    order. Every criterion asks for both.
    """

    round: int
    entrant: str
    match: Match
    result: Result | None
    at_table: bool
    opponents: tuple[str, ...]


class Record:
    """The appearances of all entrants up to and including round `upto`, and what they scored by them."""

    def __init__(self, stage: Stage, upto: int | None = None) -> None:
        self.stage = stage
        self.upto = upto
        self.scheme: Scheme = SCHEMES[stage.scheme]
        self.rounds = [each.number for each in rounds_of(stage, upto)]
        self.kept: dict[tuple[Any, str], list[Any]] = {}
        """What was worked out of an entrant once already; see `tie_breaks`."""
        self._of: dict[str, list[Appearance]] = defaultdict(list)
        for number, match in matches_of(stage, upto):
            final = match.final
            at_table = final is not None and final.at_table
            for place, entrant in enumerate(match.sides):
                others = (*match.sides[:place], *match.sides[place + 1 :])
                self._of[entrant].append(Appearance(number, entrant, match, final, at_table, others))

    def of(self, entrant: str) -> Sequence[Appearance]:
        """Its appearances, by round and table."""
        return self._of.get(entrant, ())

    def earned(self, appearance: Appearance) -> int:
        """What the match, or the bye, counts under the stage's scheme."""
        if appearance.match.bye is not None:
            return self.scheme.bye(appearance.match.bye)
        return 0 if appearance.result is None else self.scheme.worth(appearance.result, appearance.entrant)

    def sanctions(self, entrant: str) -> Iterator[Sanction]:
        """Those against it that stand, by round."""
        for sanction in sorted(self.stage.sanctions, key=lambda each: (each.round, each.points, each.reason)):
            late = self.upto is not None and sanction.round > self.upto
            if sanction.entrant == entrant and not sanction.withdrawn and not late:
                yield sanction

    @cached_property
    def survived(self) -> dict[str, list[int]]:
        """Entrant -> the rounds of a knock-out that it went on from."""
        return knock_out.survived(self.stage, self.upto)

    @cached_property
    def scores(self) -> dict[str, int]:
        """What everybody's matches and byes count, sanctions left aside."""
        return {entrant.id: sum(map(self.earned, self.of(entrant.id))) for entrant in self.stage.entrants}
