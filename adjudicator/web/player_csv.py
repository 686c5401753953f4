"""Players as text/csv (RFC 4180): columns `name`, `aliases`, for each other system `id:<system>`, and `player`, the own id.

Several aliases or ids in one cell are separated by `|`; before a `|` that is part of one, and before a backslash, is a backslash.
What is exported can be imported again.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from marshmallow import ValidationError

from adjudicator.core.errors import Fault
from adjudicator.services.player_list import Row
from adjudicator.services.players import ExternalId, Player
from adjudicator.web.csv_lists import plain, require_columns, rows_of
from adjudicator.web.csv_tables import table_csv
from adjudicator.web.schemas.faults import faults_of
from adjudicator.web.schemas.players import SYSTEM, NewPlayer

BETWEEN = "|"
_MARK = re.compile(r"[\\|]")
_MARKED = re.compile(r"\\([\\|])")
_PART = re.compile(r"(?:\\[\\|]|[^|])+")
_ID_COLUMN = re.compile(f"id:({SYSTEM})")
_NEW_PLAYER = NewPlayer()


def players_csv(found: Iterable[Player], bom: bool) -> str:
    """A row for each player: id, name, other names, external ids. `bom`: see table_csv."""
    players = list(found)
    systems = sorted({each.system for player in players for each in player.external_ids})
    header = ["player", "name", "aliases", *(f"id:{system}" for system in systems)]
    return table_csv([header, *(_cells(player, systems) for player in players)], bom)


def _cells(player: Player, systems: Sequence[str]) -> list[str]:
    ids = [_joined(each.value for each in player.external_ids if each.system == system) for system in systems]
    return [player.id, player.name, _joined(player.aliases), *ids]


def _joined(parts: Iterable[str]) -> str:
    return BETWEEN.join(_MARK.sub(r"\\\g<0>", part) for part in parts)


def read_players(raw: bytes) -> list[Row]:
    """The rows of a list; each has its own faults. Raises Unreadable; Malformed for the header; TooLarge."""
    return [_row(*each) for each in rows_of(raw, _require_header)]


def _require_header(header: Sequence[str]) -> None:
    def is_known(column: str) -> bool:
        return column in ("name", "aliases", "player") or _ID_COLUMN.fullmatch(column) is not None

    require_columns(header, ["name"], is_known, "name, aliases, id:<system> and player")


def _row(number: int, header: Sequence[str], cells: Sequence[str]) -> Row:
    if len(cells) > len(header):
        return Row(number, faults=[Fault("", "too_many_cells", f"The row has {len(cells)} cells for {len(header)} columns.")])
    said = {column: plain(cell.strip()) for column, cell in zip(header, cells, strict=True)}
    ids = [
        (column, {"system": column.removeprefix("id:"), "value": value})
        for column in said if _ID_COLUMN.fullmatch(column) for value in _parts(said[column])
    ]
    body = {"name": said["name"], "aliases": _parts(said.get("aliases", "")), "external_ids": [each for _, each in ids]}
    try:
        found = _NEW_PLAYER.load(body)
    except ValidationError as error:
        columns = [column for column, _ in ids]
        return Row(number, said["name"], faults=[_of_column(fault, columns) for fault in faults_of(error)])
    called = [ExternalId(**each) for each in found["external_ids"]]
    return Row(number, found["name"], found["aliases"], called, player_id=said.get("player", ""))


def _parts(cell: str) -> list[str]:
    return [_MARKED.sub(r"\1", part.strip()) for part in _PART.findall(cell) if part.strip()]


def _of_column(fault: Fault, id_columns: Sequence[str]) -> Fault:
    """The fault of a cell: its pointer is the column."""
    _, field, *more = fault.pointer.split("/")
    column = id_columns[int(more[0])] if field == "external_ids" and more else field
    return Fault("id" if column == "external_ids" else column, fault.code, fault.message)


def report_part(outcomes: Iterable[Any]) -> list[Mapping[str, Any]]:
    """What came of rows, as their schema takes it."""
    return [
        {
            "row": each.row,
            "name": each.name,
            "status": each.status,
            "player_id": each.player_id,
            "errors": [{"column": fault.pointer, "code": fault.code, "message": fault.message} for fault in each.faults],
        }
        for each in outcomes
    ]
