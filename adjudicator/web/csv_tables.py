"""Tables as text/csv (RFC 4180), safe to open in a spreadsheet."""

import csv
import io
from collections.abc import Iterable
from typing import Any

CSV = "text/csv"
BOM = "\ufeff"
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def table_csv(rows: Iterable[Iterable[Any]], bom: bool = False, end: str = "\r\n") -> str:
    """The cells of these rows. `bom`: led by a byte order mark, without which some spreadsheets do not take it for UTF-8.

    `end`: of a line; RFC 4180 has this one.
    """
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator=end).writerows([[_safe(cell) for cell in row] for row in rows])
    return (BOM if bom else "") + text.getvalue()


def looks_like_formula(text: str) -> bool:
    """Whether a spreadsheet would run this text, or would if it were not led by apostrophes."""
    return text.lstrip("'").startswith(FORMULA)


def _safe(value: Any) -> Any:
    """A text that a spreadsheet would take for a formula is led by an apostrophe, or by one more; numbers stay numbers."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        value = "; ".join(str(each) for each in value)
    return "'" + value if isinstance(value, str) and looks_like_formula(value) else value
