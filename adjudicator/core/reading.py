"""The one strict JSON reader. What it refuses has no reading at all; what it lets through may still be malformed.

Not here: what a log means (`log`), and which fields it may hold (`faults`).
"""

import json
import math
import re
import unicodedata
from contextlib import suppress
from decimal import Decimal, InvalidOperation
from typing import Any

import msgspec
from msgspec import Struct

from adjudicator.core.errors import Fault, Unreadable

DEPTH = 32
# No field takes more than seven digits; the rest of a longer number says nothing, and costs time to convert.
DIGITS = 30
# No field takes more than 500 code points, and NFC makes at most four into one: a longer text is too long in any form.
# Putting its combining marks in order would cost the square of its length.
LONGEST = 2_000
SURE_WHOLE = 1e15


class Document(Struct, frozen=True):
    """A text that was read: its value in NFC, and the faults of its texts (control characters, keys that NFC made equal)."""

    value: Any
    faults: tuple[Fault, ...] = ()


def read_json(data: bytes | str) -> Document:
    """Read one JSON text. Raises Unreadable: not UTF-8, not JSON, a key twice in an object, a lone surrogate, deeper than 32."""
    try:
        text = data.decode("utf-8-sig") if isinstance(data, bytes) else data
    except UnicodeDecodeError as error:
        raise Unreadable(f"The text is not UTF-8: byte {error.start} cannot be read.") from None
    value = _decoded(text)
    if "\\" not in text and _is_sure(text):
        return Document(value)
    faults: list[Fault] = []
    return Document(_clean(value, "", faults), tuple(faults))


def pointer(*steps: str | int) -> str:
    """The RFC 6901 pointer made of these steps."""
    return "".join("/" + escape(step) for step in steps)


def escape(step: str | int) -> str:
    """One step of a pointer."""
    return str(step).replace("~", "~0").replace("/", "~1")


_CONTROL = re.compile("[\u0000-\u001f\u007f-\u009f]")
# What may need NFC, or may not stand in a text. The rest composes with nothing, and its line ends and tabs stand between
# texts: within one the decoder has refused them.
_UNSURE = re.compile("[^\t\n\r -~\u00a0-\u02ff\u2010-\u2027\u2030-\u205e]")
_HALF_PAIR = "The text holds half of a surrogate pair."
_TOO_DEEP = f"The text is nested deeper than {DEPTH} levels."


def _is_sure(text: str) -> bool:
    """Whether a decoded text without escapes needs no NFC and holds no control character."""
    return "\x7f" not in text if text.isascii() else not _UNSURE.search(text)


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    seen: set[str] = set()
    twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
    raise Unreadable(f"The key {json.dumps(twice[:80])} stands twice in one object.")


def _whole(digits: str) -> int:
    return int(digits[:DIGITS])


def _number(text: str) -> int | float:
    """A number that is written with a fraction or an exponent. What only rounding would make whole is as little so as 0.5."""
    value = float(text)
    if abs(value) >= SURE_WHOLE or not value.is_integer():
        return value
    return int(value) if _exact(text) == value else math.nextafter(value, math.inf)


def _exact(text: str) -> Decimal:
    """The number, not rounded."""
    try:
        return Decimal(text)
    except InvalidOperation:
        # So small that it is no different from 0, but where 0 stands before the exponent.
        return Decimal(text.lower().partition("e")[0])


def _constant(word: str) -> Any:
    raise Unreadable(f"The text is not JSON: {word} is no JSON number.")


_DECODER = json.JSONDecoder(object_pairs_hook=_pairs, parse_int=_whole, parse_float=_number, parse_constant=_constant)
_QUICK = msgspec.json.Decoder(float_hook=_number)
_BUT_FOR_MARKS = bytes(set(range(256)) - set(b'[]{}"'))
_DIGITS_ALONE = bytes(ord("0") if chr(byte) in "0123456789" else ord(" ") for byte in range(256))
_TOO_MANY = b"0" * (DIGITS + 1)


def _decoded(text: str) -> Any:
    """The value of a JSON text. Raises Unreadable."""
    with suppress(msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        if "\\" not in text and _is_sound(value := _QUICK.decode(text), text):
            return value
    try:
        value = _DECODER.decode(text)
    except RecursionError:
        raise Unreadable(_TOO_DEEP) from None
    except UnicodeEncodeError:
        raise Unreadable(_HALF_PAIR) from None
    except json.JSONDecodeError as error:
        what = error.msg.removesuffix(" at")
        raise Unreadable(f"The text is not JSON: {what} at line {error.lineno}, column {error.colno}.") from None
    if _deeper_than(value, DEPTH):
        raise Unreadable(_TOO_DEEP)
    return value


def _is_sound(value: Any, text: str) -> bool:
    """Whether a text without escapes surely has no key twice in an object, no number of too many digits, and is not too deep.

    If a key was lost, fewer quotation marks are written than were read. Of brackets, the innermost pairs are taken away again
    and again, which takes one or two levels each time; nothing is left unless they are too deep, or stand in texts.
    """
    written = msgspec.json.encode(value)
    if written.count(b'"') != text.count('"') or _TOO_MANY in written.translate(_DIGITS_ALONE):
        return False
    left = written.translate(None, _BUT_FOR_MARKS).replace(b'""', b"")
    for _ in range(DEPTH // 2):
        if not left:
            break
        left = left.replace(b"[]", b"").replace(b"{}", b"")
    return not left


def _deeper_than(value: Any, levels: int) -> bool:
    """Whether lists and objects lie in each other in more than so many levels."""
    level = [value] if isinstance(value, (dict, list)) else []
    for _ in range(levels):
        if not level:
            return False
        level = [
            item
            for holder in level
            for item in (holder.values() if type(holder) is dict else holder)
            if type(item) is dict or type(item) is list
        ]
    return bool(level)


def cleaned(text: str, at: str) -> tuple[str, list[Fault]]:
    """A text in NFC, and what cannot stand in it, `at` being its pointer. Raises Unreadable."""
    faults: list[Fault] = []
    return _clean_text(text, at, faults), faults


def _clean(value: Any, at: str, faults: list[Fault]) -> Any:
    """`value` with every text in NFC; what cannot stand in a text is added to `faults`."""
    if isinstance(value, str):
        return _clean_text(value, at, faults)
    if isinstance(value, list):
        return [_clean(item, f"{at}/{index}", faults) for index, item in enumerate(value)]
    if isinstance(value, dict):
        read: dict[str, Any] = {}
        for key, item in value.items():
            place = f"{at}/{escape(key)}"
            name = _clean_text(key, place, faults)
            if name in read:
                faults.append(Fault(place, "same_key", "Another key of this object is the same text in another Unicode form."))
            read[name] = _clean(item, place, faults)
        return read
    return value


def _clean_text(text: str, at: str, faults: list[Fault]) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Unreadable(_HALF_PAIR) from None
    if len(text) <= LONGEST:
        text = unicodedata.normalize("NFC", text)
    if _CONTROL.search(text):
        faults.append(Fault(at, "control_character", "Control characters cannot stand in a text."))
    return text
