"""Lists that come as text/csv (RFC 4180): UTF-8 with or without a byte order mark, `,`, `;` or tab between the cells."""

import csv
import io
import re
from collections.abc import Callable, Iterator, Sequence

from adjudicator.core.errors import Fault, Malformed, TooLarge, Unreadable
from adjudicator.web.csv_tables import looks_like_formula

MOST_ROWS = 5_000
_DELIMITERS = ",;\t"
_FILLED = re.compile(r"^.*[^\s,;].*$", re.MULTILINE)


def rows_of(raw: bytes, require_header: Callable[[Sequence[str]], None]) -> Iterator[tuple[int, list[str], list[str]]]:
    """(number of the row, its columns, a cell for each): the first row that is not blank is the header; blank rows are left out.

    Blank cells at the end of a row, as spreadsheets leave them, are not there; a row that ends early is blank from there on.
    Raises Unreadable; TooLarge; what `require_header` raises.
    """
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = 1 + raw.count(b"\n", 0, error.start)
        raise Unreadable(f"The list is not UTF-8, see line {line}; a spreadsheet can save it so (CSV UTF-8).") from None
    filled = _filled(text)
    header = [cell.strip() for cell in next(filled, (0, []))[1]]
    require_header(header)
    for count, (number, cells) in enumerate(filled, 1):
        if count > MOST_ROWS:
            raise TooLarge(f"A list holds at most {MOST_ROWS} rows.")
        yield number, header, cells + [""] * (len(header) - len(cells))


def require_columns(header: Sequence[str], needed: Sequence[str], known: Callable[[str], bool], words: str) -> None:
    """Raises Malformed for columns that are unknown, there twice, or missing. `words`: which there are."""
    faults = [
        Fault(f"/header/{place}", "unknown_column", f"The columns are {words}.")
        for place, column in enumerate(header) if not known(column)
    ]
    faults += [
        Fault(f"/header/{place}", "twice", "This column is there twice.")
        for place, column in enumerate(header) if column in header[:place]
    ]
    message = "The first row must name the columns; the column {} is required."
    faults += [Fault("/header", "missing", message.format(column)) for column in needed if column not in header]
    if faults:
        raise Malformed(faults)


def plain(cell: str) -> str:
    """Without the apostrophe by which a text that looks like a formula was made safe."""
    return cell[1:] if cell.startswith("'") and looks_like_formula(cell) else cell


def _filled(text: str) -> Iterator[tuple[int, list[str]]]:
    """(number of the row, its cells up to the last one that is not blank), for every row that has one."""
    for number, cells in enumerate(_lines(text), 1):
        while cells and not cells[-1].strip():
            cells.pop()
        if cells:
            yield number, cells


def _lines(text: str) -> Iterator[list[str]]:
    """The cells of every line. The delimiter is the one that cuts the first line with any text into the most columns."""
    first = _FILLED.search(text)
    delimiter = max(_DELIMITERS, key=first[0].count) if first else _DELIMITERS[0]
    try:
        yield from csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    except csv.Error as error:
        raise Unreadable(f"The list is no CSV: {error}.") from None
