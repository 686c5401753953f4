"""Scores, and other rows of named values, as text/csv: one header row, then a row each."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from adjudicator.web.csv_tables import table_csv


def score_csv(score: Mapping[str, Any], part: str) -> str:
    """The rows of `standings` or `frames` (`part`). Columns are the fields of the rows; those of an object are `field.key`.

    Frames are each game's own, so that without one nothing is known of their columns: then there is no header either.
    """
    rows = [dict(_cells(row)) for row in score[part]]
    return "" if not rows else rows_csv(rows, list(dict.fromkeys(name for row in rows for name in row)))


def rows_csv(rows: Iterable[Mapping[str, Any]], columns: Sequence[str], bom: bool = False) -> str:
    """Rows of single values. `bom`: see table_csv."""
    return table_csv([columns, *([row.get(name, "") for name in columns] for row in rows)], bom)


def _cells(row: Mapping[str, Any], before: str = "") -> Iterable[tuple[str, Any]]:
    for name, value in row.items():
        if isinstance(value, Mapping):
            yield from _cells(value, f"{before}{name}.")
        else:
            yield before + name, value
