"""Every fault of a value that a type refuses, each with its pointer.

msgspec stops at the first fault and is the only judge of what is accepted; this walk over its own description
of the type runs on failure alone, to name them all.
"""

import datetime
import json
import re
from collections.abc import Callable, Container, Iterator
from functools import cache
from typing import Any

from msgspec import inspect

from adjudicator.core.errors import Fault
from adjudicator.core.reading import escape

Walk = Callable[[Any, Any, str, Container[str] | None], Iterator[Fault]]

RFC3339 = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)", re.ASCII | re.IGNORECASE)


@cache
def describe(kind: Any) -> inspect.Type:
    """msgspec's description of a type (cached: it is made by reflection)."""
    return inspect.type_info(kind)


def faults_of(kind: Any, value: Any, at: str, seats: Container[str] | None = None) -> list[Fault]:
    """All faults of `value` as a `kind`, `at` being its pointer; a seat outside `seats` is a fault (None: any name will do)."""
    return list(_walk(describe(kind), value, at, seats))


def is_moment(text: str) -> bool:
    """Whether this is an RFC 3339 time that the calendar has. A leap second counts as one."""
    if not RFC3339.fullmatch(text):
        return False
    try:
        datetime.datetime.fromisoformat(re.sub(r":60(?=[.Zz+-])", ":59", text.upper(), count=1))
    except ValueError:
        return False
    return True


def _walk(info: Any, value: Any, at: str, seats: Container[str] | None) -> Iterator[Fault]:
    extra: dict[str, Any] = {}
    while isinstance(info, inspect.Metadata):
        extra |= info.extra or {}
        info = info.type
    found = list(_WALKS[type(info)](info, value, at, seats))
    if extra.get("form"):
        found = [_in_words(fault, value, extra["form"]) for fault in found]
    yield from found
    if not found and extra.get("seat") and seats is not None and value not in seats:
        yield Fault(at, "stranger", f"{quote(value)} does not sit at this table.")
    if not found and extra.get("moment") and not is_moment(value):
        yield Fault(at, "not_a_time", f"{quote(value)} is no RFC 3339 time with its offset (2026-05-01T19:30:00Z).")


def _in_words(fault: Fault, value: Any, form: str) -> Fault:
    """The fault of a text of the wrong form, with the words for the form."""
    return Fault(fault.pointer, fault.code, f"{quote(value)} is not {form}.") if fault.code == "wrong_form" else fault


def quote(value: Any) -> str:
    """A value as a message shows it: short, in JSON."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else text[:77] + "…"


def _wrong(at: str, wanted: str, value: Any) -> Fault:
    return Fault(at, "wrong_type", f"Expected {wanted}, found {_JSON_NAMES.get(type(value), 'another value')}.")


_JSON_NAMES: dict[type, str] = {
    dict: "an object", list: "a list", str: "a text", bool: "true or false", int: "a number", float: "a broken number",
    type(None): "null",
}


def _text(info: inspect.StrType, value: Any, at: str, seats: Container[str] | None) -> Iterator[Fault]:
    if not isinstance(value, str):
        yield _wrong(at, "a text", value)
    elif info.min_length is not None and len(value) < info.min_length:
        yield Fault(at, "too_short", f"At least {info.min_length} character(s) are needed.")
    elif info.max_length is not None and len(value) > info.max_length:
        yield Fault(at, "too_long", f"At most {info.max_length} characters can stand here, not {len(value)}.")
    elif info.pattern is not None and not re.search(info.pattern, value):
        yield Fault(at, "wrong_form", f"{quote(value)} has not the form that is wanted here.")


def _whole(info: inspect.IntType, value: Any, at: str, seats: Container[str] | None) -> Iterator[Fault]:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or (isinstance(value, float) and abs(value) < 1e15):
        yield _wrong(at, "a whole number", value)
    elif (info.ge is not None and value < info.ge) or (info.le is not None and value > info.le) or isinstance(value, float):
        yield Fault(at, "out_of_range", f"The number must lie between {info.ge} and {info.le}.")


def _truth(info: inspect.BoolType, value: Any, at: str, seats: Container[str] | None) -> Iterator[Fault]:
    if not isinstance(value, bool):
        yield _wrong(at, "true or false", value)


def _null(info: inspect.NoneType, value: Any, at: str, seats: Container[str] | None) -> Iterator[Fault]:
    if value is not None:
        yield _wrong(at, "null", value)


def _anything(info: inspect.AnyType, value: Any, at: str, seats: Container[str] | None) -> Iterator[Fault]:
    """What has its own reader."""
    return iter(())


def _words(info: inspect.LiteralType, value: Any, at: str, seats: Container[str] | None) -> Iterator[Fault]:
    if not any(type(value) is type(word) and value == word for word in info.values):
        allowed = ", ".join(str(word) for word in info.values)
        yield Fault(at, "unknown_value", f"{quote(value)} is none of: {allowed}.")


def _list(info: Any, value: Any, at: str, seats: Container[str] | None) -> Iterator[Fault]:
    if not isinstance(value, (list, tuple)):
        yield _wrong(at, "a list", value)
        return
    least, most = info.min_length, info.max_length
    if least is not None and len(value) < least:
        yield Fault(at, "wrong_length", f"At least {least} must stand here, not {len(value)}.")
    if most is not None and len(value) > most:
        yield Fault(at, "wrong_length", f"At most {most} can stand here, not {len(value)}.")
    for index, item in enumerate(value):
        yield from _walk(info.item_type, item, f"{at}/{index}", seats)


def _tuple(info: inspect.TupleType, value: Any, at: str, seats: Container[str] | None) -> Iterator[Fault]:
    if not isinstance(value, (list, tuple)):
        yield _wrong(at, "a list", value)
    elif len(value) != len(info.item_types):
        yield Fault(at, "wrong_length", f"Exactly {len(info.item_types)} elements stand here, not {len(value)}.")
    else:
        for index, (inner, item) in enumerate(zip(info.item_types, value, strict=True)):
            yield from _walk(inner, item, f"{at}/{index}", seats)


def _mapping(info: inspect.DictType, value: Any, at: str, seats: Container[str] | None) -> Iterator[Fault]:
    if not isinstance(value, dict):
        yield _wrong(at, "an object", value)
        return
    for key, item in value.items():
        place = f"{at}/{escape(key)}"
        yield from _walk(info.key_type, key, place, seats)
        yield from _walk(info.value_type, item, place, seats)


def _struct(info: inspect.StructType, value: Any, at: str, seats: Container[str] | None) -> Iterator[Fault]:
    if not isinstance(value, dict):
        yield _wrong(at, "an object", value)
        return
    fields = {field.encode_name: field for field in info.fields}
    for key, item in value.items():
        place = f"{at}/{escape(key)}"
        if key in fields:
            yield from _walk(fields[key].type, item, place, seats)
        elif key != info.tag_field:
            yield Fault(place, "unknown_field", f"No field {quote(key)} can stand here.")
        elif item != info.tag:
            yield Fault(place, "unknown_type", f"{quote(item)} is not {info.tag}.")
    for name, field in fields.items():
        if field.required and name not in value:
            yield Fault(f"{at}/{escape(name)}", "missing", f"The field {name} is required.")


def _union(info: inspect.UnionType, value: Any, at: str, seats: Container[str] | None) -> Iterator[Fault]:
    kinds = info.types
    tagged = [kind for kind in kinds if isinstance(kind, inspect.StructType) and kind.tag_field is not None]
    if len(tagged) == len(kinds):
        yield from _tagged(tagged, value, at, seats)
        return
    readings = [list(_walk(kind, value, at, seats)) for kind in kinds]
    if all(readings):
        # The reading that got furthest: one that took the value's type, if there is such a one.
        yield from min(readings, key=lambda faults: any(f.pointer == at and f.code == "wrong_type" for f in faults))


def _tagged(kinds: list[inspect.StructType], value: Any, at: str, seats: Container[str] | None) -> Iterator[Fault]:
    field = str(kinds[0].tag_field)
    if not isinstance(value, dict):
        yield _wrong(at, "an object", value)
        return
    known = {kind.tag: kind for kind in kinds}
    word = value.get(field)
    if field not in value:
        yield Fault(f"{at}/{field}", "missing", f"The field {field} is required.")
    elif not isinstance(word, str) or word not in known:
        allowed = ", ".join(sorted(str(name) for name in known))
        yield Fault(f"{at}/{field}", "unknown_type", f"{quote(word)} cannot stand here; this is one of: {allowed}.")
    else:
        yield from _walk(known[word], value, at, seats)


_WALKS: dict[type, Walk] = {
    inspect.StrType: _text, inspect.IntType: _whole, inspect.BoolType: _truth, inspect.NoneType: _null,
    inspect.LiteralType: _words, inspect.ListType: _list, inspect.VarTupleType: _list, inspect.TupleType: _tuple,
    inspect.DictType: _mapping, inspect.StructType: _struct, inspect.UnionType: _union, inspect.AnyType: _anything,
}
