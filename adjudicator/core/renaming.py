"""Other names for the players of a log: everything that is a Seat follows, however deep it lies, the keys of objects too.

What is a Seat is told by the types alone. Notes are what somebody wrote, and stay.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeVar

from msgspec import UNSET, Struct, inspect, structs

from adjudicator.core.faults import describe

Thing = TypeVar("Thing", bound=Struct)
Walk = Callable[[Any, Mapping[str, str]], Any]
"""`(value, names) -> the value with these names (old -> new) for the old ones`."""


def renamed(thing: Thing, names: Mapping[str, str]) -> Thing:
    """An entry or a setup in which the players have these names (old -> new)."""
    walk = _walk_of(type(thing))
    found: Thing = thing if walk is None else walk(thing, names)
    return found


@cache
def _walk_of(kind: type[Struct]) -> Walk | None:
    return _walk(describe(kind))


def _walk(info: Any) -> Walk | None:
    """What renames a value of this type; None if no such value names anybody."""
    if isinstance(info, inspect.Metadata):
        return _name if (info.extra or {}).get("seat") else _walk(info.type)
    make = _WALKS.get(type(info))
    return None if make is None else make(info)


def _name(value: str, names: Mapping[str, str]) -> str:
    return names.get(value, value)


def _struct(info: inspect.StructType) -> Walk | None:
    walks = {field.name: inner for field in info.fields if (inner := _walk(field.type)) is not None}

    def walk(value: Any, names: Mapping[str, str]) -> Any:
        present = {name: part for name in walks if (part := getattr(value, name)) is not UNSET}
        return structs.replace(value, **{name: walks[name](part, names) for name, part in present.items()})

    return walk if walks else None


def _sequence(info: inspect.ListType | inspect.VarTupleType) -> Walk | None:
    inner = _walk(info.item_type)
    if inner is None:
        return None
    return lambda value, names: type(value)(inner(item, names) for item in value)


def _tuple(info: inspect.TupleType) -> Walk | None:
    walks = [_walk(kind) or _same for kind in info.item_types]
    if all(walk is _same for walk in walks):
        return None
    return lambda value, names: tuple(inner(item, names) for inner, item in zip(walks, value, strict=True))


def _mapping(info: inspect.DictType) -> Walk | None:
    key, item = _walk(info.key_type), _walk(info.value_type)
    if key is None and item is None:
        return None
    of_key, of_item = key or _same, item or _same
    return lambda value, names: {of_key(name, names): of_item(inner, names) for name, inner in value.items()}


def _union(info: inspect.UnionType) -> Walk | None:
    """By the type of the value; what is neither a text nor holds anything (null) names nobody."""
    walks = [(_python_type(kind), inner) for kind in info.types if (inner := _walk(kind)) is not None]

    def walk(value: Any, names: Mapping[str, str]) -> Any:
        inner = next((inner for kind, inner in walks if isinstance(value, kind)), _same)
        return inner(value, names)

    return walk if walks else None


def _same(value: Any, names: Mapping[str, str]) -> Any:
    return value


def _python_type(info: Any) -> type:
    while isinstance(info, inspect.Metadata):
        info = info.type
    return info.cls if isinstance(info, inspect.StructType) else _PYTHON_TYPES[type(info)]


_PYTHON_TYPES: dict[type, type] = {
    inspect.StrType: str, inspect.ListType: list, inspect.VarTupleType: tuple, inspect.TupleType: tuple, inspect.DictType: dict,
}
_WALKS: dict[type, Callable[[Any], Walk | None]] = {
    inspect.StructType: _struct, inspect.ListType: _sequence, inspect.VarTupleType: _sequence, inspect.TupleType: _tuple,
    inspect.DictType: _mapping, inspect.UnionType: _union,
}
