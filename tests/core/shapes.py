"""JSON values that almost have the form of a type: what values at random alone would never come near to."""

import random
from typing import Any

from hypothesis import strategies as st
from msgspec import inspect

NAMES = ("Asha", "Bo", "Chen", "Dana")
LONG = ("x" * 60, "x" * 61, "n" * 500, "n" * 501)
WORDS = (*NAMES, *LONG, "", "?", "R5", "64", "\u0085", "2026-05-01T19:30:00Z", "type", "player", "note", "points")
NUMBERS = (0, 1, 2, 3, 5, 9, 64, -1, 10**6, 10**6 + 1, -(10**6), -(10**6) - 1, 10**30, 2.5, 1e300, float("1e999"))

anything = st.recursive(
    st.none() | st.booleans() | st.sampled_from(NUMBERS) | st.sampled_from(WORDS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=3),
    max_leaves=6,
)
"""Any JSON value, small."""


def near(info: Any, rng: random.Random) -> Any:
    """A value of the form that `info` describes, with now and then something else in the place of a part."""
    while isinstance(info, inspect.Metadata):
        info = info.type
    return stray(rng) if rng.random() < 0.05 else _SHAPES[type(info)](info, rng)


def stray(rng: random.Random) -> Any:
    """Something else."""
    return rng.choice([None, True, False, rng.choice(NUMBERS), rng.choice(WORDS), [], {}, [1], {"a": None}, ["Asha"]])


def _struct(info: inspect.StructType, rng: random.Random) -> dict[str, Any]:
    found = {} if info.tag_field is None else {info.tag_field: info.tag}
    for field in info.fields:
        if rng.random() < (0.95 if field.required else 0.3):
            found[field.encode_name] = near(field.type, rng)
    if rng.random() < 0.05:
        found[rng.choice(WORDS)] = stray(rng)
    return found


def _list(info: Any, rng: random.Random) -> list[Any]:
    least, most = getattr(info, "min_length", None) or 0, getattr(info, "max_length", None)
    length = rng.randint(max(0, least - 1), least + 3 if most is None else most + 1)
    return [near(info.item_type, rng) for _ in range(min(length, least + 5))]


_SHAPES: dict[type, Any] = {
    inspect.StrType: lambda info, rng: rng.choice(WORDS),
    inspect.IntType: lambda info, rng: rng.randint(-2, 12) if rng.random() < 0.8 else rng.choice(NUMBERS),
    inspect.BoolType: lambda info, rng: rng.random() < 0.5,
    inspect.NoneType: lambda info, rng: None,
    inspect.LiteralType: lambda info, rng: rng.choice(info.values),
    inspect.ListType: _list,
    inspect.VarTupleType: _list,
    inspect.TupleType: lambda info, rng: [near(each, rng) for each in info.item_types],
    inspect.DictType: lambda info, rng: {rng.choice(WORDS): near(info.value_type, rng) for _ in range(rng.randint(0, 4))},
    inspect.StructType: _struct,
    inspect.UnionType: lambda info, rng: near(rng.choice(info.types), rng),
}
