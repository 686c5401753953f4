"""Results as text/csv: a row for each side of a match, in the columns `round`, `table`, `entrant` and, as far as they are known,
`rank`, `points`, `outcome`, `absent` and `measure:<name>`; or, where a match of the club tells the result, its `match_id` or
`external_id`.
"""

import re
from collections.abc import Sequence
from typing import Any

from marshmallow import ValidationError

from adjudicator.core.errors import Fault
from adjudicator.services.tournaments.result_import import Row
from adjudicator.services.tournaments.words import MOST_ROUNDS, MOST_SIDES, OUTCOMES
from adjudicator.web.csv_lists import plain, require_columns, rows_of
from adjudicator.web.schemas.faults import faults_of
from adjudicator.web.schemas.fields import Schema, Text, Truth, Whole, Word
from adjudicator.web.schemas.matches import LONGEST_FACT
from adjudicator.web.schemas.players import LONGEST_PLAYER
from adjudicator.web.schemas.tournaments import MOST_POINTS, MOST_TABLES

NEEDED = ("round", "table", "entrant")
OTHERS = ("rank", "points", "outcome", "absent", "match_id", "external_id")
_MEASURE = re.compile("measure:([a-z0-9_]{1,40})")


class Ticked(Truth):
    """true or false, which spreadsheets write in capitals."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        return super()._deserialize(str(value).lower(), attr, data, **kwargs)


class ResultRow(Schema):
    """The cells of a row that are not empty; measures stand beside."""

    round = Whole(least=1, most=MOST_ROUNDS, query=True, required=True)
    table = Whole(least=1, most=MOST_TABLES, query=True, required=True)
    entrant = Text(most=10 * LONGEST_PLAYER, required=True)
    rank = Whole(least=1, most=MOST_SIDES, query=True)
    points = Whole(least=-MOST_POINTS, most=MOST_POINTS, query=True)
    outcome = Word(*OUTCOMES)
    absent = Ticked(query=True)
    match_id = Text(most=36)
    external_id = Text(most=LONGEST_FACT)


_ROW = ResultRow()
_NUMBER = Whole(least=-MOST_POINTS, most=MOST_POINTS, query=True)


def read_results(raw: bytes) -> list[Row]:
    """The rows of a list; each has its own faults. Raises Unreadable; Malformed for the header; TooLarge."""
    return [_row(*each) for each in rows_of(raw, _require_header)]


def _require_header(header: Sequence[str]) -> None:
    def is_known(column: str) -> bool:
        return column in (*NEEDED, *OTHERS) or _MEASURE.fullmatch(column) is not None

    require_columns(header, NEEDED, is_known, f"{', '.join((*NEEDED, *OTHERS))} and measure:<name>")


def _row(number: int, header: Sequence[str], cells: Sequence[str]) -> Row:
    if len(cells) > len(header):
        message = f"The row has {len(cells)} cells for {len(header)} columns."
        return Row(number=number, faults=[Fault("", "too_many_cells", message)])
    said = {column: plain(cell.strip()) for column, cell in zip(header, cells, strict=True) if cell.strip()}
    measures, faults = _measures(said)
    try:
        found: dict[str, Any] = _ROW.load({column: said[column] for column in said if not _MEASURE.fullmatch(column)})
    except ValidationError as error:
        wrong = [Fault(fault.pointer.removeprefix("/"), fault.code, fault.message) for fault in faults_of(error)]
        valid: Any = error.valid_data
        place = {name: valid[name] for name in ("round", "table") if name in valid}
        return Row(number=number, faults=[*wrong, *faults], **place)
    return Row(number=number, measures=measures, faults=faults, **found)


def _measures(said: dict[str, str]) -> tuple[dict[str, int], list[Fault]]:
    measures, faults = {}, []
    for column in said:
        named = _MEASURE.fullmatch(column)
        if named is None:
            continue
        try:
            measures[named[1]] = int(_NUMBER.deserialize(said[column]))
        except ValidationError as error:
            faults += [Fault(column, fault.code, fault.message) for fault in faults_of(error)]
    return measures, faults
