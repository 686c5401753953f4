"""A tournament of the services over a database of its own: the calls of a test without their wrapping."""

from collections.abc import Sequence
from random import Random
from typing import Any

from adjudicator.core.log import Log
from adjudicator.services.access import Access
from adjudicator.services.later import Later
from adjudicator.services.seating import Seating
from adjudicator.services.tournaments.by_hand import ByHand, RoundWish
from adjudicator.services.tournaments.disturbing import Choice
from adjudicator.services.tournaments.entering import Entry, Leave, NewEntrant, NewMember, Return
from adjudicator.services.tournaments.founding import NewStage, NewTournament, NextStage
from adjudicator.services.tournaments.records import Export, Span, Write
from adjudicator.services.tournaments.results import Correcting, Said, SaidSide, Spot
from adjudicator.services.tournaments.results import Entering as EnteringResult
from adjudicator.services.tournaments.rounds import Pairing
from adjudicator.services.tournaments.shown import Entered, MatchShown, Overview, RoundShown
from adjudicator.services.tournaments.tables import Table, TableWish
from adjudicator.services.tournaments.use_cases import tournaments_of
from adjudicator.storage import tournaments as store
from adjudicator.storage.tournament_rows import StandingRow, TournamentRow
from adjudicator.tournaments.results import Sanction
from adjudicator.tournaments.stage import Format, Stage, Swiss
from tests.services.desk import Desk

ALWAYS = lambda revision: True  # noqa: E731 (an If-Match of *)
NAMES = ("Asha", "Bo", "Chen", "Dara", "Eli", "Femi", "Gita", "Hana", "Ivo", "Jun", "Kim", "Lou")
TWO_SWISS = Swiss(rounds=3)


def later(value: Any) -> Later[Any]:
    return Later(lambda: value)


class Evening:
    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        found = tournaments_of(desk.setting)
        self.founding, self.entering, self.rounds = found.founding, found.entering, found.rounds
        self.results, self.disturbing = found.results, found.disturbing
        self.tables, self.records = found.tables, found.records
        self.access: Access = desk.access
        self.id = ""

    def found(self, format: Format = TWO_SWISS, players: Sequence[str] = NAMES[:4], **more: Any) -> Overview:
        counting = {"scheme": "match_wins"} | {name: more.pop(name) for name in ("scheme", "tie_breaks") if name in more}
        stage = NewStage(format, **counting)
        new = NewTournament(**{"name": "Evening", "game": "toy", "stage": stage, "seed": "7", **more})
        made = self.founding.create(self.access, later(new)).value
        self.id = made.id
        if players:
            self.enter(*players)
        return made

    def enter(self, *names: str) -> list[str]:
        entry = Entry([NewEntrant([NewMember(name)], seeding=None) for name in names])
        items = self.entering.enter(self.access, self.id, later(entry), None).value.items
        return [each.id for each in items[-len(names):]]

    def leave(self, entrant: str, first: int | None = None, last: int | None = None) -> None:
        self.entering.leave(self.access, self.id, entrant, later(Leave(first, last)), None)

    def come_back(self, entrant: str) -> None:
        self.entering.come_back(self.access, self.id, entrant, later(Return()), None)

    def pair(self, *fixed: ByHand, dry_run: bool = False) -> RoundShown:
        return self.rounds.pair(self.access, self.id, later(Pairing(fixed, dry_run=dry_run)), None).value

    def publish(self, number: int) -> RoundShown:
        return self.rounds.publish(self.access, self.id, later(RoundWish(number)), None).value

    def close(self, number: int) -> RoundShown:
        return self.rounds.close(self.access, self.id, later(RoundWish(number)), None).value

    def add_match(self, number: int, *sides: str, bye: Any = None) -> Entered:
        return self.rounds.add(self.access, self.id, later((RoundWish(number), ByHand(sides, bye=bye))), None).value

    def add_bye(self, number: int, entrant: str) -> Entered:
        return self.add_match(number, entrant, bye="full_point")

    def unpair(self, number: int) -> None:
        self.rounds.unpair(self.access, self.id, later((RoundWish(number), "Somebody came.")), None)

    def round(self, number: int) -> RoundShown:
        return self.rounds.one(self.access, self.id, later(RoundWish(number)))

    def match(self, number: int, table: int) -> MatchShown:
        return next(each for each in self.round(number).matches if each.table == table)

    def next_round(self) -> RoundShown:
        """The next round, paired and published."""
        return self.publish(self.pair().round)

    def enter_result(self, number: int, table: int, what: EnteringResult) -> Entered:
        return self.results.enter(self.access, self.id, later((spot(number, table), what)), ALWAYS).value

    def ranks(self, number: int, table: int, ranks: dict[str, int], **points: int) -> Entered:
        sides = [SaidSide(entrant, rank, points.get(entrant)) for entrant, rank in ranks.items()]
        return self.enter_result(number, table, EnteringResult(result=Said(sides)))

    def first_wins(self, number: int, table: int) -> Entered:
        """The side that begins wins."""
        sides = [side.entrant for side in self.match(number, table).sides]
        return self.ranks(number, table, {side: rank for rank, side in enumerate(sides, 1)})

    def play_round(self, rng: Random | None = None) -> int:
        """A round from pairing to closing; its number. With a generator, results come in any order."""
        made = self.next_round()
        tables = [each.table for each in made.matches if len(each.sides) > 1]
        for table in tables if rng is None else rng.sample(tables, len(tables)):
            self.first_wins(made.round, table)
        self.close(made.round)
        return made.round

    def link(self, number: int, table: int, match_id: str) -> Entered:
        return self.enter_result(number, table, EnteringResult(match_id=match_id))

    def correct(self, number: int, table: int, said: Said, dry_run: bool = False) -> Entered:
        wish = later((spot(number, table), Correcting(said, "The sheet was misread.", dry_run)))
        return self.results.correct(self.access, self.id, wish, ALWAYS).value

    def withdraw_correction(self, number: int, table: int, which: int) -> Entered:
        wish = later((spot(number, table), "It was right."))
        return self.results.withdraw_correction(self.access, self.id, which, wish, ALWAYS).value

    def sanction(self, entrant: str, points: int, number: int = 1) -> None:
        new = Sanction(entrant=entrant, round=number, points=points, reason="Late.")
        self.results.sanction(self.access, self.id, later((None, new)), ALWAYS)

    def withdraw_sanction(self, number: int) -> None:
        wish = later((None, "The clock was wrong."))
        self.results.withdraw_sanction(self.access, self.id, number, wish, ALWAYS)

    def seat(self, match_id: str, players: dict[str, str]) -> None:
        """Say which players of the club sat at a match: name at the table -> player."""
        Seating(self.desk.setting).assign(self.access, match_id, later(players), ALWAYS)

    def name(self, entrant: str) -> str:
        return next(row.name for row in self.standings().items if row.entrant == entrant)

    def row(self) -> TournamentRow:
        with self.desk.database.read() as connection:
            club_id = store.club_of(connection, self.id)
            row = store.find(connection, str(club_id), self.id)
            assert row is not None
            return row

    def choose(self, number: int, decision: Any) -> None:
        self.disturbing.choose(self.access, self.id, number, later(Choice(decision, "Decided.")), None)

    def waiting(self) -> list[int]:
        items = self.disturbing.listed(self.access, self.id, later(None)).items
        return [each.number for each in items if each.state == "pending"]

    def standings(self, **wish: Any) -> Table:
        return self.tables.standings(self.access, self.id, later(TableWish(**wish)))

    def scores(self) -> dict[str, int]:
        return {row.name: row.score for row in self.standings().items}

    def follow(self, stage: NewStage, **more: Any) -> Overview:
        return self.founding.follow(self.access, self.id, later(NextStage(stage, **more)), None).value

    def history(self) -> list[Write]:
        return list(self.records.history(self.access, self.id, later(Span(0, 200))).items)

    def export(self) -> Export:
        return self.records.export(self.access, self.id, later(None))

    def stage(self) -> Stage:
        return self.export().stages[-1].stage

    def kept(self) -> list[StandingRow]:
        """The standings of the first stage, as they are kept."""
        with self.desk.database.read() as connection:
            return store.parts(connection, self.id, StandingRow, stage=1)


def spot(number: int, table: int) -> Spot:
    return Spot(RoundWish(number), table)


def won_log(desk: Desk, winner: str, loser: str) -> Log:
    return desk.decode(won(winner, loser))


def won(winner: str, loser: str) -> dict[str, Any]:
    """A toy match that the winner wins by the loser's giving up."""
    moves = [
        {"type": "play", "player": winner, "card": 3},
        {"type": "play", "player": loser, "card": 5},
        {"type": "end", "reason": "forfeit", "player": loser, "note": "called away"},
    ]
    return {"game": "toy", "players": [winner, loser], "moves": moves}
