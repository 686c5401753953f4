"""Our Swiss rounds against those of an independent engine, on 200 random tournaments, round by round from the same past.

The engine is `caissify-pairings`, an implementation of the FIDE Dutch system (C.04.3). The pairings themselves need not be
the same: the Dutch system chooses among equals by its own exchanges and protects against floating twice, we weigh a whole
round at once. What is compared is what both systems want:

- nobody meets again and nobody has a second bye, and the bye goes to the same score;
- the sum of the squares of the score differences. Ours is never greater, but where the engine lets somebody begin three
  times oftener or rarer than not (the Dutch system allows that to the leaders of the last round). It is smaller in some
  rounds, where the Dutch system fills score groups one after the other from the top.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from random import Random

from caissify_pairings import generate_pairings

from adjudicator.tournaments.past import Past
from adjudicator.tournaments.record import Record
from adjudicator.tournaments.stage import Match, Stage, Swiss
from tests.tournaments.making import drawn, proposed

TOURNAMENTS = 200


class Theirs:
    """What the engine is to be told of everybody, kept round by round."""

    def __init__(self, stage: Stage) -> None:
        self.numbers = {entrant.id: place for place, entrant in enumerate(stage.entrants, 1)}
        self.colours, self.floats = defaultdict(list), defaultdict(list)
        self.byes = Counter()

    def round(self, stage: Stage) -> list[tuple[str, ...]]:
        """The sides of each match that the engine pairs."""
        scores, ids = Record(stage).scores, {number: entrant for entrant, number in self.numbers.items()}
        players = [
            {
                "id": self.numbers[each.id], "name": each.id, "score": scores[each.id] / 2, "rating": 2000 - each.seed,
                "starting_number": each.seed, "color_hist": list(self.colours[each.id]),
                "float_history": list(self.floats[each.id]), "bye_count": self.byes[each.id],
            }
            for each in stage.entrants
        ]
        met = {tuple(sorted(map(self.numbers.__getitem__, pair))) for pair in Past(stage).met}
        rows = generate_pairings("dutch", players, met, stage.next_round, stage.format.rounds)
        return [tuple(ids[row[key]] for key in ("white_id", "black_id") if row[key] is not None) for row in rows]

    def played(self, stage: Stage, matches: Iterable[Match]) -> None:
        """`stage`: before these matches."""
        scores = Record(stage).scores
        for match in matches:
            for seat, side in enumerate(match.sides):
                gap = 1 if match.bye else sum(scores[side] - scores[other] for other in match.sides)
                self.floats[side].append("down" if gap > 0 else "up" if gap < 0 else "none")
                self.colours[side].append("none" if match.bye else ("white", "black")[seat])
                self.byes[side] += match.bye is not None


def squares(stage: Stage, sides: Iterable[Sequence[str]]) -> int:
    scores = Record(stage).scores
    return sum((scores[each[0]] - scores[each[1]]) ** 2 for each in sides if len(each) == 2)


def byes(stage: Stage, sides: Iterable[Sequence[str]]) -> list[int]:
    scores = Record(stage).scores
    return [scores[each[0]] for each in sides if len(each) == 1]


def tilts(stage: Stage, sides: Iterable[Sequence[str]]) -> bool:
    """Whether somebody gets three away from beginning as often as not."""
    past = Past(stage)
    return any(past.lead(each[0]) > 1 and past.lead(each[1]) > 1 for each in sides if len(each) == 2) or any(
        past.lead(each[0]) < -1 and past.lead(each[1]) < -1 for each in sides if len(each) == 2
    )


def test_against_the_dutch_system():
    found = Counter()
    for number in range(TOURNAMENTS):
        rng = Random(number)
        count = rng.randrange(6, 13)
        stage, there = drawn(Swiss(min(count // 2, 5)), count, number)
        theirs = Theirs(stage)
        for before, matches in proposed(stage, there.strengths, rng):
            ours, other = [match.sides for match in matches], theirs.round(before)
            assert byes(before, ours) == byes(before, other)
            assert not any(Past(before).met[frozenset(each)] for each in other)
            difference = squares(before, ours) - squares(before, other)
            assert difference <= 0 or tilts(before, other)
            found["equal" if difference == 0 else "smaller" if difference < 0 else "tilted"] += 1
            theirs.played(before, matches)
    assert found["equal"] > 20 * (found["smaller"] + found["tilted"])
