"""Text in columns for a terminal or a plain text answer: what a cell shows, how wide it is, and where lines break."""

import unicodedata
from collections.abc import Collection, Sequence

WIDTH = 80
_UNSEEN = ("Mn", "Me", "Cf")
_DIRECTION = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def printable(text: str) -> str:
    """The text without what could steer a terminal or turn the line around: such characters are written out (`\\x1b`)."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_shown(character) for character in text)


def width(text: str) -> int:
    """The columns that the text takes: none for a combining mark, two for a wide character."""
    if text.isascii():
        return len(text)
    return sum(_columns(character) for character in text)


def shortened(text: str, most: int) -> str:
    """The text, its end left out if it is wider than `most` columns."""
    if width(text) <= most:
        return text
    while width(text) > most - 1:
        text = text[:-1]
    return text.rstrip() + "…"


def widths(rows: Sequence[Sequence[str]], most: int = 24) -> list[int]:
    """For each column the width of its widest cell, but not more than `most`."""
    return [min(most, max(width(printable(cell)) for cell in column)) for column in zip(*rows, strict=True)]


def line(cells: Sequence[str], columns: Sequence[int], right: Collection[int] = ()) -> str:
    """One row, two blanks between its cells; a cell that is too wide pushes the others on. `right`: numbers, set to the right."""
    shown = []
    for index, (cell, columns_wide) in enumerate(zip(cells, columns, strict=True)):
        text = printable(cell)
        gap = " " * max(0, columns_wide - width(text))
        shown.append(gap + text if index in right else text + gap)
    return ("  " + "  ".join(shown)).rstrip()


def table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows under the first of them as heading; columns that hold only whole numbers are set to the right."""
    numbers = [
        index for index, column in enumerate(zip(*rows[1:], strict=True)) if all(cell.lstrip("-").isdigit() for cell in column)
    ]
    wide = widths(rows, most=WIDTH)
    return [line(row, wide, numbers) for row in rows]


def paragraph(text: str, first: str = "", rest: str = "  ") -> list[str]:
    """The text in lines of 80 columns, broken at blanks; `first` and `rest` stand before its first line and the others."""
    lines: list[str] = []
    words: list[str] = []
    indent = first
    for word in printable(text).split():
        if words and width(indent + " ".join([*words, word])) > WIDTH:
            lines.append(indent + " ".join(words))
            indent, words = rest, []
        words.append(word)
    return [*lines, indent + " ".join(words)]


def _columns(character: str) -> int:
    if unicodedata.category(character) in _UNSEEN:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _shown(character: str) -> str:
    if character in _DIRECTION or unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp"):
        return character.encode("unicode_escape", "surrogatepass").decode("ascii")
    return character
