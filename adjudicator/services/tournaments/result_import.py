"""Results from a list, a row for each side: all of them or nothing, or as far as they are good."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from adjudicator.core.errors import AdjudicatorError, Fault, Malformed
from adjudicator.core.log import require_none
from adjudicator.services.access import Access, Answer
from adjudicator.services.later import Later
from adjudicator.services.rights import Right
from adjudicator.services.setting import Setting
from adjudicator.services.tournaments import shown
from adjudicator.services.tournaments.boards import Slot, bare_stage, stage_row
from adjudicator.services.tournaments.by_hand import ByHand, RoundWish, add_match, slot_at
from adjudicator.services.tournaments.changing import Change, Writer
from adjudicator.services.tournaments.results import (
    Entering,
    Said,
    SaidSide,
    Spot,
    enter,
    match_at,
    require_published,
    result_entered,
)
from adjudicator.services.writing import Revisions
from adjudicator.storage import matches
from adjudicator.tournaments.results import Outcome
from adjudicator.tournaments.stage import FreePlay, Match

Status = Literal["entered", "unchanged", "refused"]
COLUMNS = ("entrant", "rank", "points", "outcome", "absent", "match_id", "external_id")


class Row(Struct, kw_only=True):
    """One side of a result, by the number of its row; `entrant` is an id or a name. `faults`: pointers are columns.

    `match_id`, `external_id`: the club's match that tells the result, instead of the row.
    """

    number: int
    round: int = 0
    table: int = 0
    entrant: str = ""
    rank: int | None = None
    points: int | None = None
    outcome: Outcome | None = None
    absent: bool = False
    measures: dict[str, int] = {}
    match_id: str | None = None
    external_id: str | None = None
    faults: list[Fault] = []


class ListWish(Struct, frozen=True):
    """A list of results of a stage (the latest). `atomic`: all of it or nothing."""

    rows: Sequence[Row]
    atomic: bool = True
    stage: int | None = None


class RowOutcome(Struct):
    """What came of a row: what is wrong with one side keeps the whole match from being entered."""

    row: int
    status: Status
    errors: list[Fault]


class ImportedResults(Struct):
    """What came of a list. `revision`: the tournament's behind it."""

    rows: list[RowOutcome]
    revision: int


class ResultLists:
    """Lists of results of a club's tournaments."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting

    def load(
        self, access: Access, tournament_id: str, wish: Later[ListWish], if_match: Revisions | None
    ) -> Answer[ImportedResults]:
        """Import a list. Raises Malformed with every fault of every row, if it is to be whole and is not."""
        return Writer(self._setting, access, Right.ENTER_RESULTS, tournament_id, if_match).write(ImportedResults, wish, _load)


def _load(change: Change, said: ListWish) -> ImportedResults:
    ids = _ids(change)
    outcomes = [outcome for rows in _by_match(said.rows) for outcome in _take(change, said.stage, rows, ids)]
    outcomes.sort(key=lambda outcome: outcome.row)
    if said.atomic:
        require_none([
            Fault(f"/rows/{each.row}/{fault.pointer}", fault.code, fault.message) for each in outcomes for fault in each.errors
        ])
    return ImportedResults(outcomes, change.tournament.revision)


def _ids(change: Change) -> Mapping[str, str]:
    """Id or name -> id. A spreadsheet takes 0001 for a number, and writes 1."""
    names = shown.names_of(change.connection, change.tournament.id)
    numbers = {entrant.lstrip("0"): entrant for entrant in names}
    return numbers | {name: entrant for entrant, name in names.items()} | {entrant: entrant for entrant in names}


def _by_match(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """The rows of one match together; one whose place cannot be read is alone."""
    found: dict[tuple[int, int, int], list[Row]] = {}
    for row in rows:
        alone = row.number if not row.round or not row.table else 0
        found.setdefault((row.round, row.table, alone), []).append(row)
    yield from found.values()


def _take(change: Change, stage: int | None, rows: Sequence[Row], ids: Mapping[str, str]) -> Iterator[RowOutcome]:
    """Enter a match, if nothing is wrong with any of its rows."""
    faults = {row.number: [*row.faults, *_strangers(row, ids)] for row in rows}
    status: Status = "refused"
    if not any(faults.values()):
        try:
            status = _enter(change, stage, rows, ids)
        except Malformed as malformed:
            faults[rows[0].number] = [_of_column(fault) for fault in malformed.faults]
        except AdjudicatorError as refusal:
            faults[rows[0].number] = [Fault("", "refused", str(refusal))]
    return (RowOutcome(row.number, status, faults[row.number]) for row in rows)


def _strangers(row: Row, ids: Mapping[str, str]) -> list[Fault]:
    known = not row.entrant or row.entrant in ids
    return [] if known else [Fault("entrant", "unknown_entrant", "Nobody here has this id or name.")]


def _enter(change: Change, stage: int | None, rows: Sequence[Row], ids: Mapping[str, str]) -> Status:
    """Enter a match that is sound by itself; of free play one that is new is added. What is there already is left."""
    spot = Spot(RoundWish(rows[0].round, stage), rows[0].table)
    sides, what = [ids[row.entrant] for row in rows], _what(change, rows, ids)
    status, there = slot_at(change, spot.round, spot.table)
    if there is None and _is_free_play(change, stage):
        # All that can be against the result comes before its match is added: a refused row leaves nothing behind.
        require_published(status)
        result_entered(change, Slot(0, 0, Match(table=spot.table, sides=tuple(sides))), what)
        add_match(change, (spot.round, ByHand(sides, spot.table)))
    slot = match_at(change, spot)
    if sorted(sides) != sorted(slot.match.sides):
        raise Malformed([Fault("/entrant", "wrong_sides", "A result names every side of its match once, and nobody else.")])
    if slot.link == what.match_id and slot.match.result == result_entered(change, slot, what):
        return "unchanged"
    enter(change, (spot, what))
    return "entered"


def _what(change: Change, rows: Sequence[Row], ids: Mapping[str, str]) -> Entering:
    """What the rows of a match say together. Raises Malformed."""
    links = {link for row in rows for link in _links(change, row)}
    outcomes = {row.outcome for row in rows if row.outcome is not None}
    if len(outcomes) > 1:
        raise Malformed([Fault("/outcome", "different_outcomes", "The rows of one match say different outcomes.")])
    if not links:
        sides = [SaidSide(ids[row.entrant], row.rank, row.points, row.measures, row.absent) for row in rows]
        return Entering(result=Said(sides, next(iter(outcomes), "played")))
    if len(links) > 1:
        raise Malformed([Fault("/match_id", "different_matches", "The rows of one match name different matches of the club.")])
    if any(row.measures or row.absent or {row.rank, row.points, row.outcome} != {None} for row in rows):
        raise Malformed([Fault("/match_id", "not_both", "The match tells the result; nothing can stand beside it.")])
    return Entering(match_id=links.pop())


def _links(change: Change, row: Row) -> Iterator[str]:
    """The ids of the matches that a row names. Raises Malformed for an external id that is no match's."""
    if row.match_id is not None:
        yield row.match_id
    if row.external_id is not None:
        found = matches.by_external_id(change.connection, change.tournament.club_id, row.external_id)
        if found is None:
            raise Malformed([Fault("/external_id", "unknown_match", "The club has no match with this external id.")])
        yield found


def _is_free_play(change: Change, stage: int | None) -> bool:
    row = stage_row(change.connection, change.tournament.id, stage)
    return isinstance(bare_stage(change.tournament, row).format, FreePlay)


def _of_column(fault: Fault) -> Fault:
    """The column that a fault of a result is about, if it is about one."""
    column = fault.pointer.rpartition("/")[2]
    return Fault(column if column in COLUMNS else "", fault.code, fault.message)
