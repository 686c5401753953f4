"""A tournament to which anything may happen, in any order: what an organiser, referees and logs do to it, and what must hold."""

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest
from sqlalchemy.engine import Connection

from adjudicator.core.errors import AdjudicatorError
from adjudicator.services.tournaments import boards, maintained
from adjudicator.services.tournaments.records import rebuild
from adjudicator.services.tournaments.results import Entering, Said, SaidSide
from adjudicator.services.tournaments.rounds import NotPaired
from adjudicator.services.tournaments.shown import MatchShown
from adjudicator.storage import pairings, tournaments
from adjudicator.storage.tournament_rows import StageRow, StandingRow
from adjudicator.tournaments.invariants import faults
from adjudicator.tournaments.proposal import Problem, Proposal
from adjudicator.tournaments.stage import Format, FreePlay, KnockOut, RoundRobin, Stage, Swiss, Tables, present
from adjudicator.tournaments.standings import explain, standings
from tests.services.tournaments.evening import ALWAYS, NAMES, Evening, later
from tests.tournaments.test_swiss import rightly_paired, rightly_refused

FORMATS = (RoundRobin(), KnockOut(third_place=True), Swiss(rounds=4), Tables(rounds=3, smallest=2, largest=4), FreePlay())
TIE_BREAKS = (("wins", "most:points"), ("fewest:cards",), ("buchholz", "sonneborn_berger"), ("direct_encounter", "lots"))
ENDS = ("first", "first", "first", "first", "level", "no_show", "double_forfeit", "void")
GOES_ON, ADDED, LINKED, DECIDED = 0.6, 0.5, 0.4, 0.7
"""How often."""
MOST_OF_TOY = 3
OVER = [{"type": "end", "reason": "time", "note": "The hall closed."}]


class TakenBack(Exception):
    """What was tried out is not to stay."""


class Season:
    """Everything is drawn from the generator, so that a season that failed can be lived again."""

    def __init__(
        self, evening: Evening, format: Format, rng: Random, names: Sequence[str] = (), tie_breaks: Sequence[str] = ()
    ) -> None:
        """Names and tie-breaks are drawn where they are not given."""
        self.evening, self.rng = evening, rng
        players, order = names or NAMES[: rng.randint(3, 8)], tie_breaks or rng.choice(TIE_BREAKS)
        evening.found(format, players, tie_breaks=order, scheme="match_wins")

    def live(self, steps: int) -> None:
        """Mostly it goes on; now and then something comes in between, or somebody looks."""
        between = (self.organise, self.decide, self.change_log, self.look)
        for _ in range(steps):
            self.go_on() if self.rng.random() < GOES_ON else self.rng.choice(between)()
            self.holds()
        self.look()
        assert not rebuild(self.evening.desk.database, self.evening.id)

    @property
    def stage(self) -> Stage:
        return self.evening.stage()

    def refused(self, work: Callable[[], object]) -> bool:
        """Whether the work was refused: then nothing is another thing."""
        before = self.evening.row()
        try:
            work()
        except AdjudicatorError:
            assert self.evening.row() == before
            return True
        return False

    def tables(self, with_result: bool) -> list[tuple[int, MatchShown]]:
        """Rounds and matches of two sides or more that everybody sees, with a result or without one."""
        found = self.evening.rounds.listed(self.evening.access, self.evening.id, later(None)).items
        return [
            (each.round, match) for each in found if each.status != "paired" for match in each.matches
            if len(match.sides) > 1 and (match.result is not None) == with_result
        ]

    # The way that a tournament goes.

    def go_on(self) -> None:
        """The next step: a round is paired and published, its results come in, it is closed."""
        number = self.stage.next_round - 1
        status = self.evening.export().stages[-1].statuses.get(number, "closed")
        if status == "closed":
            self.pair()
        elif status == "paired":
            self.evening.publish(number)
        elif isinstance(self.stage.format, FreePlay) and self.rng.random() < ADDED:
            self.add()
        elif self.tables(with_result=False):
            self.result()
        else:
            self.evening.close(number)

    def pair(self) -> None:
        before = self.stage
        try:
            made = self.evening.pair()
        except NotPaired as refusal:
            is_rightly_refused(before, refusal.problem)
        else:
            is_rightly_paired(before, self.stage, made.round)

    def result(self) -> None:
        """A result is reported, or a match is linked that then is played to its end."""
        number, match = self.rng.choice(self.tables(with_result=False))
        if self.rng.random() < LINKED and len(match.sides) <= MOST_OF_TOY:
            log = self.won_by([side.name for side in match.sides])
            made = self.evening.desk.create({**log, "moves": log["moves"][:1]})
            self.evening.link(number, match.table, made.id)
            self.evening.desk.append(made.id, log["moves"][1:])
        else:
            entered = Entering(result=self.said(match))
            self.refused(lambda: self.evening.enter_result(number, match.table, entered))

    # What comes in between.

    def organise(self) -> None:
        stage = self.stage
        entrant = self.rng.choice(stage.entrants).id
        works: Sequence[Callable[[], object]] = (
            lambda: self.evening.enter(f"Late {len(stage.entrants)}"),
            lambda: self.evening.leave(entrant),
            lambda: self.evening.come_back(entrant),
            lambda: self.evening.unpair(stage.next_round - 1),
            self.add,
            lambda: self.evening.sanction(entrant, self.rng.randint(-2, 2)),
            lambda: self.evening.withdraw_sanction(self.rng.randint(1, 1 + len(stage.sanctions))),
        )
        self.refused(self.rng.choice(works))

    def add(self) -> None:
        """A match or a bye by hand: also of somebody against itself, and of those who sit there already."""
        ids, number = [each.id for each in self.stage.entrants], self.rng.randint(1, max(1, self.stage.next_round - 1))
        sides = self.rng.choices(ids, k=self.rng.randint(1, 3))
        bye = "half_point" if len(sides) == 1 else None
        refused = self.refused(lambda: self.evening.add_match(number, *sides, bye=bye))
        assert refused or len(set(sides)) == len(sides)

    def decide(self) -> None:
        """Another result than the one that is there, or what is to become of one that waits."""
        waiting, tables = self.evening.waiting(), self.tables(with_result=True)
        if waiting and self.rng.random() < DECIDED:
            which, decision = self.rng.choice(waiting), self.rng.choice(("accept", "keep", "repair"))
            self.refused(lambda: self.evening.choose(which, decision))
        elif tables:
            number, match = self.rng.choice(tables)
            said = self.said(match)
            works: Sequence[Callable[[], object]] = (
                lambda: self.evening.correct(number, match.table, said),
                lambda: self.evening.withdraw_correction(number, match.table, len(match.corrections)),
                lambda: self.evening.enter_result(number, match.table, Entering(result=said)),
            )
            self.refused(self.rng.choice(works))

    def change_log(self) -> None:
        linked = [match.match_id for with_result in (True, False) for _, match in self.tables(with_result) if match.match_id]
        if linked:
            desk, match_id = self.evening.desk, self.rng.choice(linked)
            works: Sequence[Callable[[], object]] = (
                lambda: desk.correct(match_id, {"op": "undo"}),
                lambda: desk.matches.void(desk.access, match_id, later("Not played."), ALWAYS),
                lambda: desk.matches.reinstate(desk.access, match_id, later("It was."), ALWAYS),
                lambda: desk.append(match_id, OVER),
            )
            self.refused(self.rng.choice(works))

    def said(self, match: MatchShown) -> Said:
        """What somebody says of a match: one of its sides is ahead, or came alone, or none did, or it is void."""
        ids, end = [side.entrant for side in match.sides], self.rng.choice(ENDS)
        self.rng.shuffle(ids)
        if end == "no_show":
            return Said(outcome="no_show", absent=ids[1:])
        if end in ("double_forfeit", "void"):
            return Said(outcome=end)
        ranks = [1] * len(ids) if end == "level" else range(1, 1 + len(ids))
        return Said([SaidSide(each, rank, self.rng.randint(0, 9)) for each, rank in zip(ids, ranks, strict=True)])

    def won_by(self, names: list[str]) -> dict[str, Any]:
        """A toy match that ends as somebody gives up."""
        self.rng.shuffle(names)
        moves = [
            {"type": "play", "player": names[0], "card": 3},
            {"type": "end", "reason": "forfeit", "player": names[-1], "note": "called away"},
        ]
        return {"game": "toy", "players": names, "moves": moves}

    # What must hold.

    def look(self) -> None:
        """Whoever looks sees what follows from the results, explained line by line, and it is kept from then on."""
        shown = self.evening.standings()
        with self.evening.desk.database.read() as connection:
            assert not pairings.is_behind(connection, self.evening.id, 1)
            published = boards.load(connection, self.evening.row(), boards.stage_row(connection, self.evening.id, 1)).published
        rows = [(row.rank, row.entrant, row.score, tuple(row.values.values()), row.played) for row in shown.items]
        assert rows == [(row.rank, row.entrant, row.score, row.values, row.played) for row in standings(published)]
        assert shown.revision == self.evening.row().revision
        for row in shown.items[:2]:
            assert sum(line.value or 0 for line in explain(published, row.entrant, "score").lines) == row.score

    def holds(self) -> None:
        """Also without a look: counting what is not counted is tried out, and taken back."""
        assert faults(self.stage) == []
        with pytest.raises(TakenBack):
            self.evening.desk.database.write(self.counts_rightly)

    def counts_rightly(self, connection: Connection) -> None:
        tournament = self.evening.row()
        maintained.catch_up(connection, tournament)
        for row in tournaments.parts(connection, tournament.id, StageRow):
            kept = tournaments.parts(connection, tournament.id, StandingRow, stage=row.stage)
            due = maintained.rows_of(boards.load(connection, tournament, row))
            assert {each.entrant: each for each in kept} == {each.entrant: each for each in due}
        raise TakenBack


def is_rightly_paired(before: Stage, after: Stage, number: int) -> None:
    """Nobody meets itself, nobody is left out or sits twice; of a Swiss also no second meeting and no second bye."""
    made, format = after.round(number), before.format
    assert made is not None
    there = [entrant.id for entrant in present(before, number)]
    seated = Counter(side for match in made.matches for side in match.sides)
    assert all(times == 1 for times in seated.values())
    if isinstance(format, Swiss):
        rightly_paired(before, Proposal(number, made.matches))
    elif isinstance(format, Tables | RoundRobin) or (isinstance(format, KnockOut) and number == 1):
        assert seated.keys() == set(there)


def is_rightly_refused(before: Stage, problem: Problem) -> None:
    if isinstance(before.format, Swiss) and problem.code in ("too_few", "rematch_unavoidable", "bye_again"):
        rightly_refused(before, Proposal(before.next_round, (), problem))
    else:
        assert problem.code in ("complete", "round_unfinished", "no_winner", "too_few", "cannot_seat")
