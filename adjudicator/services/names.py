"""What a name is wherever a club gives one: to itself, its players, tournaments, entrants and keys.

A name has at least one sign that can be seen, and no blanks at its edges: else two of them would look the same, and a list that
is exported would come back as another. Names in logs are the log's own, and not looked at here.
"""

import re

from adjudicator.core.errors import Fault, Malformed
from adjudicator.core.reading import cleaned

_CONTROL = "\\u0000-\\u001f\\u007f-\\u009f"
_BLANK = "\\u0020\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000"
# What Unicode lets a renderer ignore, marks of annotations, and the empty pattern of Braille.
_HIDDEN = (
    "\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164"
    "\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
NAME = f"^(?:[{_HIDDEN}][^{_CONTROL}]*)?[^{_CONTROL}{_BLANK}{_HIDDEN}](?:[^{_CONTROL}]*[^{_CONTROL}{_BLANK}])?$"
"""The texts that are names, for JSON Schema and for Python."""
_NAME = re.compile(NAME)
_SEEN = re.compile(f"[^{_CONTROL}{_BLANK}{_HIDDEN}]")


def wrong_with(text: str) -> tuple[str, str] | None:
    """(code, message) of what keeps a text from being a name, if it has no control characters."""
    if not _SEEN.search(text):
        return "invisible", "A name needs at least one sign that can be seen."
    if not _NAME.fullmatch(text):
        return "blank_at_edge", "A name has no blank at its beginning or end."
    return None


def name_of(at: str, text: str, most: int) -> str:
    """A name of at most so many characters in NFC, `at` being its pointer. Raises Malformed, Unreadable."""
    found, faults = cleaned(text, at)
    if not 1 <= len(found) <= most:
        faults.append(Fault(at, "too_long" if found else "too_short", f"1 to {most} characters are needed here."))
    wrong = None if faults else wrong_with(found)
    if wrong is not None:
        faults.append(Fault(at, *wrong))
    if faults:
        raise Malformed(faults)
    return found
