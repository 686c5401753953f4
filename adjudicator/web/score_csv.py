"""Scores and other tables as text/csv (RFC 4180): one header row, then a row each, safe to open in a spreadsheet."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

CSV = "text/csv"
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def score_csv(score: Mapping[str, Any], part: str) -> str:
    """The rows of `standings` or `frames` (`part`). Columns are the fields of the rows; those of an object are `field.key`."""
    rows = [dict(_cells(row)) for row in score[part]]
    return rows_csv(rows, list(dict.fromkeys(name for row in rows for name in row)))


def rows_csv(rows: Iterable[Mapping[str, Any]], columns: Sequence[str], bom: bool = False) -> str:
    """Rows of single values. `bom`: led by a byte order mark, without which some spreadsheets do not take it for UTF-8."""
    text = io.StringIO("\ufeff" if bom else "", newline="")
    text.seek(0, io.SEEK_END)
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow([safe(name) for name in columns])
    writer.writerows([[safe(row.get(name, "")) for name in columns] for row in rows])
    return text.getvalue()


def _cells(row: Mapping[str, Any], before: str = "") -> Iterable[tuple[str, Any]]:
    for name, value in row.items():
        if isinstance(value, Mapping):
            yield from _cells(value, f"{before}{name}.")
        else:
            yield before + name, value


def safe(value: Any) -> Any:
    """A text that a spreadsheet would take for a formula is led by an apostrophe; numbers stay numbers."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        value = "; ".join(str(each) for each in value)
    return "'" + value if isinstance(value, str) and value.startswith(FORMULA) else value
