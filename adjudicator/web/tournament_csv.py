"""Standings and crosstables as text/csv."""

from collections.abc import Sequence

from adjudicator.services.tournaments.tables import Crosstable, Row, Table
from adjudicator.services.tournaments.words import Cell
from adjudicator.web.csv_tables import table_csv

Cells = Sequence[object]


def standings_csv(table: Table, bom: bool = False) -> str:
    """A row for each entrant: place, name, points, matches, and a column for each tie-break."""
    heading = ["rank", "entrant", "name", "points", "played", *table.tie_breaks]
    return table_csv([heading, *(_standing(row, table.tie_breaks) for row in table.items)], bom)


def crosstable_csv(table: Crosstable, bom: bool = False) -> str:
    """A row for each entrant, and a column for each round: whom it met (or what bye it had), and the points of that."""
    rounds = sorted({cell.round for line in table.items for cell in line.cells})
    heading = ["rank", "entrant", "name", "points", *(f"round {number}" for number in rounds)]
    rows = []
    for line in table.items:
        cells = {number: [cell for cell in line.cells if cell.round == number] for number in rounds}
        told = [" / ".join(_met(cell, table.unit) for cell in cells[number]) for number in rounds]
        rows.append([line.row.rank, line.row.entrant, line.row.name, line.row.points, *told])
    return table_csv([heading, *rows], bom)


def _standing(row: Row, tie_breaks: Sequence[str]) -> Cells:
    return [row.rank, row.entrant, row.name, row.points, row.played, *(row.values[name] for name in tie_breaks)]


def _met(cell: Cell, unit: int) -> str:
    whom = "+".join(cell.opponents) or str(cell.outcome)
    return f"{whom}: {round(cell.earned / unit, 3):g}" if cell.outcome is not None else f"{whom}: ?"
