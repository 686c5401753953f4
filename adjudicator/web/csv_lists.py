"""Lists that come as text/csv (RFC 4180): UTF-8 with or without a byte order mark, `,`, `;` or tab between the cells."""

import csv
import io
from collections.abc import Callable, Iterator, Sequence

from adjudicator.core.errors import Fault, Malformed, TooLarge, Unreadable
from adjudicator.web.csv_tables import looks_like_formula

MOST_ROWS = 5_000
_DELIMITERS = ",;\t"


def rows_of(raw: bytes, require_header: Callable[[Sequence[str]], None]) -> Iterator[tuple[int, list[str], list[str]]]:
    """(number of the row, its cells' columns, its cells): the header is row 1, blank rows are left out.

    Raises Unreadable; TooLarge; what `require_header` raises.
    """
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unreadable("The list is not UTF-8.") from None
    lines = _lines(text)
    header = [cell.strip() for cell in next(lines, [])]
    require_header(header)
    filled = ((number, cells) for number, cells in enumerate(lines, 2) if any(cell.strip() for cell in cells))
    for count, (number, cells) in enumerate(filled, 1):
        if count > MOST_ROWS:
            raise TooLarge(f"A list holds at most {MOST_ROWS} rows.")
        yield number, header, cells


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


def _lines(text: str) -> Iterator[list[str]]:
    """The cells of every line. The delimiter is the one that cuts the header into the most columns."""
    first = text.partition("\n")[0]
    delimiter = max(_DELIMITERS, key=first.count)
    try:
        yield from csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    except csv.Error as error:
        raise Unreadable(f"The list is no CSV: {error}.") from None
