"""What is shown of a tournament. Entrants are told by id and name; scores in units of the scheme, and as decimal numbers."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy.engine import Connection

from adjudicator.services.tournaments.boards import Board, Slot, bare_stage
from adjudicator.storage import tournaments
from adjudicator.storage.tournament_rows import (
    DisturbanceRow,
    EntrantRow,
    MemberRow,
    StageRow,
    TournamentRow,
)
from adjudicator.tournaments.disturbance import Disturbance
from adjudicator.tournaments.entrants import Absence, Entrant
from adjudicator.tournaments.invariants import Departure
from adjudicator.tournaments.proposal import Cost
from adjudicator.tournaments.results import Correction, Result, Sanction
from adjudicator.tournaments.schemes import SCHEMES
from adjudicator.tournaments.stage import Format, Match

Names = Mapping[str, str]
"""Entrant -> as it is called."""


class StageShown(Struct):
    """A stage. `unit`: so many units of its scheme are one point."""

    number: int
    name: str | None
    format: Format
    scheme: str
    unit: int
    tie_breaks: tuple[str, ...]
    seed: str


class Overview(Struct):
    """A tournament: `pending` results wait for the organiser's choice (see disturbances)."""

    id: str
    name: str
    game: str
    ruleset: dict[str, Any] | None
    place: str | None
    starts_at: str | None
    note: str | None
    seed: str
    status: str
    stages: list[StageShown]
    entrants: int
    pending: int
    revision: int
    created_at: str
    updated_at: str


class Member(Struct, frozen=True):
    """Somebody who plays for an entrant: by the name that stands in logs, and the club's player if it is known who that is."""

    name: str
    player_id: str | None = None


class EntrantShown(Struct):
    """An entrant in a stage."""

    id: str
    name: str
    members: list[Member]
    seeding: int | None
    joined: int
    absences: tuple[Absence, ...]
    withdrawn: bool


class Entrants(Struct):
    """The entrants of a stage, by id."""

    stage: int
    items: list[EntrantShown]
    revision: int


class Named(Struct, frozen=True):
    """An entrant, by id and name."""

    entrant: str
    name: str


class MatchShown(Struct):
    """A match of a round. `result` is what counts; `received` what came in, `corrections` what was decided: for referees."""

    table: int
    sides: list[Named]
    bye: str | None
    manual: bool
    match_id: str | None
    result: Result | None
    corrected: bool
    received: Result | None = None
    corrections: tuple[Correction, ...] = ()


class RoundShown(Struct):
    """A round. `cost` and `departures`: what its pairing could not avoid."""

    stage: int
    round: int
    status: str
    matches: list[MatchShown]
    cost: Cost
    departures: list[Departure]
    paired_at: str | None
    published_at: str | None
    closed_at: str | None
    revision: int


class Rounds(Struct):
    """The rounds of a stage, in order."""

    stage: int
    items: list[RoundShown]
    revision: int


class DisturbanceShown(Struct):
    """Another result where later things stand on the old one. `change`: the result as it would be; `effect`: what follows."""

    number: int
    stage: int
    round: int
    table: int
    origin: str
    change: Result | None
    effect: Disturbance
    state: str
    reason: str | None
    created_at: str
    settled_at: str | None


class Entered(Struct):
    """A match with what was entered. `disturbance`: it was not, but waits for the organiser's choice."""

    stage: int
    round: int
    match: MatchShown
    disturbance: DisturbanceShown | None
    revision: int


class Sanctions(Struct):
    """The sanctions of a stage, in the order in which they were given: the first is number 1."""

    stage: int
    items: list[Sanction]
    revision: int


class Would(Struct, frozen=True):
    """A match as it would be."""

    result: Result | None
    corrections: tuple[Correction, ...]


def overview(connection: Connection, row: TournamentRow, sizes: Mapping[tuple[str, str], int] | None = None) -> Overview:
    """The tournament of a row."""
    sizes = tournaments.sizes(connection, [row.id]) if sizes is None else sizes
    settings = msgspec.json.decode(row.settings)
    return Overview(
        id=row.id,
        name=row.name,
        game=row.game,
        ruleset=None if row.ruleset is None else msgspec.json.decode(row.ruleset),
        place=settings.get("place"),
        starts_at=settings.get("starts_at"),
        note=settings.get("note"),
        seed=row.seed,
        status=row.status,
        stages=[stage_shown(row, each) for each in tournaments.parts(connection, row.id, StageRow)],
        entrants=sizes.get((row.id, "entrants"), 0),
        pending=sizes.get((row.id, "pending"), 0),
        revision=row.revision,
        created_at=row.created_at,
        updated_at=row.updated_at,
    )


def stage_shown(tournament: TournamentRow, row: StageRow) -> StageShown:
    """The stage of a row."""
    stage = bare_stage(tournament, row)
    unit = SCHEMES[stage.scheme].unit
    return StageShown(row.stage, row.name, stage.format, stage.scheme, unit, stage.tie_breaks, stage.seed)


def members_of(connection: Connection, tournament_id: str, ids: Sequence[str] | None = None) -> dict[str, list[Member]]:
    """Entrant, of these or of all -> who plays for it."""
    found: dict[str, list[Member]] = {}
    for row in tournaments.parts(connection, tournament_id, MemberRow, **_only(ids)):
        found.setdefault(row.entrant, []).append(Member(row.name, row.player_id))
    return found


def names_of(connection: Connection, tournament_id: str, ids: Sequence[str] | None = None) -> dict[str, str]:
    """Entrant, of these or of all -> as it is called: its own name, or those of its members."""
    members = members_of(connection, tournament_id, ids)
    rows = tournaments.parts(connection, tournament_id, EntrantRow, **_only(ids))
    return {row.entrant: row.name or " & ".join(each.name for each in members[row.entrant]) for row in rows}


def _only(ids: Sequence[str] | None) -> dict[str, Any]:
    return {} if ids is None else {"entrant": tuple(ids)}


def entrants(connection: Connection, tournament: TournamentRow, board: Board) -> Entrants:
    """The entrants of a stage."""
    members, names = members_of(connection, tournament.id), names_of(connection, tournament.id)
    items = [_entrant(each, names, members) for each in board.stage.entrants]
    return Entrants(board.number, items, tournament.revision)


def _entrant(each: Entrant, names: Names, members: Mapping[str, list[Member]]) -> EntrantShown:
    return EntrantShown(
        each.id, names[each.id], members[each.id], each.seed, each.joined, each.absences, each.withdrawn
    )


def match(each: Match, link: str | None, names: Names, all_shown: bool = True) -> MatchShown:
    """A match of a round. `link`: the adjudicated match to which it is linked."""
    return MatchShown(
        table=each.table,
        sides=[Named(side, names[side]) for side in each.sides],
        bye=each.bye,
        manual=each.manual,
        match_id=link,
        result=each.final,
        corrected=any(not correction.withdrawn for correction in each.corrections),
        received=each.result if all_shown else None,
        corrections=each.corrections if all_shown else (),
    )


def entered(
    connection: Connection, tournament: TournamentRow, slot: Slot, new: Match, row: DisturbanceRow | None = None
) -> Entered:
    """The match of a slot as it is or would be, and what waits for a choice because of it."""
    names = names_of(connection, tournament.id, new.sides)
    waiting = None if row is None else disturbance(row)
    return Entered(slot.stage, slot.number, match(new, slot.link, names), waiting, tournament.revision)


def round_shown(board: Board, number: int, names: Names, revision: int, all_shown: bool = True) -> RoundShown:
    """A round of a stage that has it."""
    row, found = board.rounds[number], board.stage.round(number)
    matches = () if found is None else found.matches
    return RoundShown(
        stage=board.number,
        round=number,
        status=row.status,
        matches=[match(each, board.links.get((number, each.table)), names, all_shown) for each in matches],
        cost=msgspec.json.decode(row.cost, type=Cost),
        departures=msgspec.json.decode(row.departures, type=list[Departure]),
        paired_at=row.paired_at,
        published_at=row.published_at,
        closed_at=row.closed_at,
        revision=revision,
    )


def disturbance(row: DisturbanceRow) -> DisturbanceShown:
    """The disturbance of a row."""
    would = would_of(row)
    standing = [each.result for each in would.corrections if not each.withdrawn]
    return DisturbanceShown(
        number=row.number,
        stage=row.stage,
        round=row.round,
        table=row.table,
        origin=row.origin,
        change=standing[-1] if standing else would.result,
        effect=msgspec.json.decode(row.effect, type=Disturbance),
        state=row.state,
        reason=row.reason,
        created_at=row.created_at,
        settled_at=row.settled_at,
    )


def would_of(row: DisturbanceRow) -> Would:
    """The match of a disturbance as it would be."""
    return msgspec.json.decode(row.change, type=Would)


def points(score: int, unit: int) -> float:
    """A score as a decimal number of three digits."""
    return round(score / unit, 3)


def named(ids: Sequence[str], names: Names) -> list[Named]:
    """Entrants by id and name."""
    return [Named(each, names[each]) for each in ids]
