"""A stage as it is kept: rows into the pure stage, and what differs of it back into rows."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct, structs
from sqlalchemy.engine import Connection

from adjudicator.services.errors import NotFound
from adjudicator.services.stored import text
from adjudicator.storage import tournaments
from adjudicator.storage.tournament_rows import (
    MemberRow,
    PairingRow,
    RoundRow,
    SanctionRow,
    StageEntrantRow,
    StageRow,
    TournamentRow,
)
from adjudicator.tournaments.entrants import Absence, Entrant
from adjudicator.tournaments.results import Correction, Result, Sanction
from adjudicator.tournaments.stage import Format, Match, Round, Stage, with_match, with_round

Place = tuple[int, int]
"""(round, table)."""
PAIRED, PUBLISHED, CLOSED = "paired", "published", "closed"


class Board(Struct, frozen=True):
    """A stage, how far each of its rounds has got, and which pairings are linked to an adjudicated match.

    `counts`: standings are worked out from it when it is written. Not where no standings follow from what has changed.
    """

    row: StageRow
    stage: Stage
    rounds: Mapping[int, RoundRow]
    links: Mapping[Place, str]
    counts: bool = True

    @property
    def number(self) -> int:
        """The stage's number in its tournament."""
        return self.row.stage

    @property
    def published(self) -> Stage:
        """The stage without a round that is paired only: what counts, and what everybody sees."""
        if not any(row.status == PAIRED for row in self.rounds.values()):
            return self.stage
        shown = tuple(each for each in self.stage.rounds if self.rounds[each.number].status != PAIRED)
        return structs.replace(self.stage, rounds=shown)

    def match(self, place: Place) -> Match | None:
        """The match at a table of a round."""
        found = self.stage.round(place[0])
        return None if found is None else found.match(place[1])

    def with_match(self, number: int, match: Match) -> "Board":
        """The board with this match in a round."""
        return structs.replace(self, stage=with_match(self.stage, number, match))

    def with_round(self, row: RoundRow, new: Round | None = None) -> "Board":
        """The board with this round, its matches being the new ones or those that it has."""
        stage = self.stage if new is None else with_round(self.stage, new)
        return structs.replace(self, stage=stage, rounds={**self.rounds, row.round: row})

    def without_round(self, number: int) -> "Board":
        """The board without this round."""
        rounds = tuple(each for each in self.stage.rounds if each.number != number)
        rows = {at: row for at, row in self.rounds.items() if at != number}
        return structs.replace(self, stage=structs.replace(self.stage, rounds=rounds), rounds=rows)


class Slot(Struct, frozen=True):
    """One match of a stage by itself: what is needed of it does not grow with the stage.

    `link`: the adjudicated match to which it is linked. `counted`: what it comes to is in the kept standings.
    """

    stage: int
    number: int
    match: Match
    link: str | None = None
    counted: bool = True

    @property
    def at(self) -> tuple[int, int, int]:
        """Stage, round and table."""
        return self.stage, self.number, self.match.table


def slot_of(row: PairingRow) -> Slot:
    """The slot of a row."""
    return Slot(row.stage, row.round, match_of(row), row.match_id, not row.uncounted)


def pairing_of(slot: Slot) -> PairingRow:
    """The row of a slot."""
    match = slot.match
    return PairingRow(
        stage=slot.stage,
        round=slot.number,
        table=match.table,
        sides=text(match.sides),
        bye=match.bye,
        manual=match.manual,
        match_id=slot.link,
        result=None if match.result is None else text(match.result),
        corrections=text(match.corrections),
        uncounted=not slot.counted,
    )


def load(connection: Connection, tournament: TournamentRow, row: StageRow, only: int | None = None) -> Board:
    """The stage of this row. `only`: no match is looked at but those of this round, so that nothing counts."""

    def of_stage(kind: type[Any], **where: int) -> list[Any]:
        return tournaments.parts(connection, tournament.id, kind, stage=row.stage, **where)

    pairings: list[PairingRow] = of_stage(PairingRow, **({} if only is None else {"round": only}))
    rounds: list[RoundRow] = of_stage(RoundRow)
    matches: dict[int, list[Match]] = {each.round: [] for each in rounds}
    for each in pairings:
        matches[each.round].append(match_of(each))
    stage = bare_stage(tournament, row)
    stage = structs.replace(
        stage,
        entrants=tuple(_entrants(of_stage(StageEntrantRow), _players(connection, tournament.id))),
        rounds=tuple(Round(number=number, matches=tuple(found)) for number, found in matches.items()),
        sanctions=tuple(
            Sanction(entrant=each.entrant, round=each.round, points=each.points, reason=each.reason, withdrawn=each.withdrawn)
            for each in of_stage(SanctionRow)
        ),
    )
    links = {(one.round, one.table): one.match_id for one in pairings if one.match_id is not None}
    return Board(row, stage, {each.round: each for each in rounds}, links, only is None)


def stage_row(connection: Connection, tournament_id: str, number: int | None) -> StageRow:
    """The stage of this number, or the latest one. Raises NotFound."""
    rows = tournaments.parts(connection, tournament_id, StageRow)
    found = rows[-1] if number is None else next((row for row in rows if row.stage == number), None)
    if found is None:
        raise NotFound(f"The tournament has no stage {number}.")
    return found


def bare_stage(tournament: TournamentRow, row: StageRow) -> Stage:
    """The stage before anybody has entered."""
    return Stage(
        format=_decoder(Format).decode(row.format),
        seed=seed_of(tournament.seed, row.stage),
        scheme=row.scheme,
        tie_breaks=_decoder(tuple[str, ...]).decode(row.tie_breaks),
    )


def seed_of(seed: str, stage: int) -> str:
    """The published seed of a stage's lots: the tournament's and the number of the stage."""
    return f"{seed}/{stage}"


def save(connection: Connection, tournament: TournamentRow, before: Board, after: Board) -> None:
    """Write what differs."""
    old, new = dict(_rows(before, after)), dict(_rows(after, before))
    tournaments.drop(connection, tournament.id, (row for key, row in old.items() if key not in new))
    tournaments.put(connection, tournament, (row for key, row in new.items() if old.get(key) != row))


def _rows(board: Board, other: Board) -> Iterator[tuple[Any, Any]]:
    """(what tells it apart, row) of all that is not the same thing in the other board."""
    for number, row in board.rounds.items():
        yield (RoundRow, number), row
    for each in board.stage.rounds:
        for match in each.matches:
            place = (each.number, match.table)
            if other.match(place) is not match or other.links.get(place) != board.links.get(place):
                yield (PairingRow, place), pairing_of(Slot(board.number, each.number, match, board.links.get(place)))
    for entrant in board.stage.entrants:
        yield (StageEntrantRow, entrant.id), _entrant_row(board, entrant)
    for number, sanction in enumerate(board.stage.sanctions, 1):
        named = (sanction.entrant, sanction.round, sanction.points, sanction.reason, sanction.withdrawn)
        yield (SanctionRow, number), SanctionRow(board.number, number, *named)


def _entrant_row(board: Board, entrant: Entrant) -> StageEntrantRow:
    return StageEntrantRow(board.number, entrant.id, entrant.seed, entrant.joined, text(entrant.absences))


def match_of(row: PairingRow) -> Match:
    """The match of a row."""
    return Match(
        table=row.table,
        sides=_decoder(tuple[str, ...]).decode(row.sides),
        bye=row.bye,  # type: ignore[arg-type]
        manual=row.manual,
        result=None if row.result is None else _decoder(Result).decode(row.result),
        corrections=_decoder(tuple[Correction, ...]).decode(row.corrections),
    )


def _entrants(rows: list[StageEntrantRow], players: Mapping[str, tuple[str, ...]]) -> Iterator[Entrant]:
    for row in rows:
        absences = _decoder(tuple[Absence, ...]).decode(row.absences)
        known = players.get(row.entrant, ())
        yield Entrant(id=row.entrant, players=known, seed=row.seeding, joined=row.joined, absences=absences)


def _players(connection: Connection, tournament_id: str) -> dict[str, tuple[str, ...]]:
    """Entrant -> the club's players who play for it, as far as they are known."""
    found: dict[str, tuple[str, ...]] = {}
    for row in tournaments.parts(connection, tournament_id, MemberRow):
        if row.player_id is not None:
            found[row.entrant] = (*found.get(row.entrant, ()), row.player_id)
    return found


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)
