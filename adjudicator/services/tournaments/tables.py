"""Standings, crosstables, and how each value in them came about."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from adjudicator.services.access import Access
from adjudicator.services.errors import NotFound, UnknownKey, WrongParameter
from adjudicator.services.later import Later
from adjudicator.services.rights import Right
from adjudicator.services.setting import Setting
from adjudicator.services.tournaments import shown
from adjudicator.services.tournaments.boards import Board, stage_row
from adjudicator.services.tournaments.changing import Reading, read
from adjudicator.services.tournaments.entering import entrant_of
from adjudicator.services.tournaments.standing_rows import standing_of
from adjudicator.storage import tournaments
from adjudicator.storage.tournament_rows import DisturbanceRow, StandingRow
from adjudicator.tournaments.crosstable import Cell, crosstable
from adjudicator.tournaments.schemes import SCHEMES
from adjudicator.tournaments.standings import Explanation, Standing, explain, standings
from adjudicator.tournaments.tie_breaks import UnknownCriterion

SCORE, EVERYBODY = "score", 10_000


class TableWish(Struct, frozen=True):
    """Which standings: of a stage (the latest), as of a round (now); at most `limit` rows behind the entrant `after`."""

    stage: int | None = None
    round: int | None = None
    after: str | None = None
    limit: int | None = None


class ExplainWish(Struct, frozen=True):
    """Whose value of which criterion; `score` is the score."""

    entrant: str
    value: str = SCORE
    stage: int | None = None
    round: int | None = None


class Row(Struct):
    """One row of the standings. `points` is `score` in points; `values` are those of the tie-breaks, by name, in their order."""

    rank: int
    entrant: str
    name: str
    score: int
    points: float
    played: int
    values: dict[str, int | None]


class Table(Struct):
    """Standings. `unit`: so many units of score are one point. `pending`: results that wait for the organiser's choice."""

    stage: int
    round: int | None
    scheme: str
    unit: int
    tie_breaks: tuple[str, ...]
    pending: int
    items: list[Row]
    more: bool
    revision: int


class CrossLine(Struct):
    """One entrant in a crosstable."""

    row: Row
    cells: tuple[Cell, ...]


class Crosstable(Struct):
    """Everybody's matches and byes by round, in the order of the standings."""

    stage: int
    round: int | None
    unit: int
    items: list[CrossLine]
    revision: int


class Explained(Struct):
    """How a value came about: its lines add up to it."""

    stage: int
    round: int | None
    unit: int
    name: str
    explanation: Explanation
    revision: int


class Tables:
    """What a club's tournaments have come to."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting

    def standings(self, access: Access, tournament_id: str, wish: Later[TableWish]) -> Table:
        """The standings: of now, as they are kept; of an earlier round, worked out."""
        return read(self._setting, access, Right.SEE_TOURNAMENTS, tournament_id, wish, _standings)

    def crosstable(self, access: Access, tournament_id: str, wish: Later[TableWish]) -> Crosstable:
        """The crosstable as of a round."""
        return read(self._setting, access, Right.SEE_TOURNAMENTS, tournament_id, wish, _crosstable)

    def explain(self, access: Access, tournament_id: str, wish: Later[ExplainWish]) -> Explained:
        """How a value came about. Raises NotFound for a stranger, Malformed for no criterion."""
        return read(self._setting, access, Right.SEE_TOURNAMENTS, tournament_id, wish, _explained)


def _standings(reading: Reading, wish: TableWish) -> Table:
    row = stage_row(reading.connection, reading.tournament.id, wish.stage)
    if wish.round is None:
        reading.require_kept(row.stage)
    stage = shown.stage_shown(reading.tournament, row)
    found, more = _kept(reading, stage.number, wish) if wish.round is None else (_as_of(reading, wish), False)
    names = shown.names_of(reading.connection, reading.tournament.id)
    rows = tournaments.parts(reading.connection, reading.tournament.id, DisturbanceRow, state="pending")
    return Table(
        stage=stage.number,
        round=wish.round,
        scheme=stage.scheme,
        unit=stage.unit,
        tie_breaks=stage.tie_breaks,
        pending=len(rows),
        items=[_row(each, stage.unit, stage.tie_breaks, names) for each in found],
        more=more,
        revision=reading.tournament.revision,
    )


def _kept(reading: Reading, stage: int, wish: TableWish) -> tuple[list[Standing], bool]:
    """(the rows of a page as they are kept, whether there are more): nothing but this page is read."""
    connection, tournament_id = reading.connection, reading.tournament.id
    limit = wish.limit or EVERYBODY
    after = None
    if wish.after is not None:
        seen = tournaments.standing(connection, tournament_id, stage, wish.after)
        if seen is None:
            raise UnknownKey
        after = (seen.sort_key, seen.entrant)
    rows = tournaments.standings_page(connection, tournament_id, stage, after, limit + 1)
    return list(_ranked(reading, stage, rows[:limit])), len(rows) > limit


def _ranked(reading: Reading, stage: int, rows: Sequence[StandingRow]) -> Iterator[Standing]:
    """Equal keys are one place; behind it as many are left out as share it."""
    if not rows:
        return
    connection, tournament_id = reading.connection, reading.tournament.id
    rank = 1 + tournaments.better(connection, tournament_id, stage, rows[0].sort_key)
    start = rank + tournaments.level_before(connection, tournament_id, rows[0])
    for place, row in enumerate(rows):
        if place and row.sort_key != rows[place - 1].sort_key:
            rank = start + place
        yield standing_of(row, rank)


def _as_of(reading: Reading, wish: TableWish) -> list[Standing]:
    board = reading.board(wish.stage)
    return standings(board.published, _round(board, wish.round))


def _round(board: Board, number: int | None) -> int | None:
    """Raises NotFound for a round that is not there, or not published."""
    if number is not None and board.published.round(number) is None:
        raise NotFound(f"There is no round {number}.")
    return number


def _row(each: Standing, unit: int, tie_breaks: Sequence[str], names: shown.Names) -> Row:
    values = dict(zip(tie_breaks, each.values, strict=True))
    points = shown.points(each.score, unit)
    return Row(each.rank, each.entrant, names[each.entrant], each.score, points, each.played, values)


def _crosstable(reading: Reading, wish: TableWish) -> Crosstable:
    board = reading.board(wish.stage)
    stage, unit = board.published, SCHEMES[board.stage.scheme].unit
    names = shown.names_of(reading.connection, reading.tournament.id)
    found = crosstable(stage, _round(board, wish.round))
    items = [CrossLine(_row(each.standing, unit, stage.tie_breaks, names), each.cells) for each in found]
    return Crosstable(board.number, wish.round, unit, items, reading.tournament.revision)


def _explained(reading: Reading, wish: ExplainWish) -> Explained:
    board = reading.board(wish.stage)
    names = shown.names_of(reading.connection, reading.tournament.id)
    entrant = entrant_of(board, wish.entrant).id
    try:
        found = explain(board.published, entrant, wish.value, _round(board, wish.round))
    except UnknownCriterion as unknown:
        raise WrongParameter("value", "unknown_criterion", str(unknown)) from None
    unit = SCHEMES[board.stage.scheme].unit
    return Explained(board.number, wish.round, unit, names[entrant], found, reading.tournament.revision)
