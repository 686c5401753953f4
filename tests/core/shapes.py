"""Strategies for JSON values that almost have the form of a type: what random values alone would never come near to."""

from typing import Any

from hypothesis import strategies as st
from msgspec import inspect

NAMES = ("Asha", "Bo", "Chen", "Dana")
LONG = ("x" * 60, "x" * 61, "n" * 500, "n" * 501)
words = st.sampled_from([*NAMES, *LONG, "", "?", "R5", "64", "\u0085", "2026-05-01T19:30:00Z", "type"])
keys = words | st.sampled_from(["type", "player", "note"])
numbers = st.sampled_from([0, 1, 2, 5, 9, -1, 10**6, 10**6 + 1, -(10**6), -(10**6) - 1, 10**30, 2.5, 1e300, float("1e999")])
anything = st.recursive(
    st.none() | st.booleans() | numbers | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=6,
)


def near(info: Any) -> st.SearchStrategy[Any]:
    """Values of the form that `info` describes, with now and then something else in the place of a part."""
    while isinstance(info, inspect.Metadata):
        info = info.type
    shape = _SHAPES[type(info)](info)
    return st.integers(0, 14).flatmap(lambda roll: anything if roll == 0 else shape)


def _struct(info: inspect.StructType) -> st.SearchStrategy[Any]:
    required = {field.encode_name: near(field.type) for field in info.fields if field.required}
    optional = {field.encode_name: near(field.type) for field in info.fields if not field.required}
    if info.tag_field is not None:
        required[info.tag_field] = st.just(info.tag)
    return st.tuples(
        st.fixed_dictionaries(required, optional=optional),
        st.integers(0, 14),
        st.sampled_from(sorted(required | optional)) if required or optional else st.just(""),
        st.dictionaries(words, anything, min_size=1, max_size=2),
    ).map(_spoilt)


def _spoilt(parts: tuple[dict[str, Any], int, str, dict[str, Any]]) -> dict[str, Any]:
    fields, roll, lost, more = parts
    if roll == 0:
        return {key: value for key, value in fields.items() if key != lost}
    return {**fields, **more} if roll == 1 else fields


def _list(info: Any) -> st.SearchStrategy[Any]:
    least, most = getattr(info, "min_length", None) or 0, getattr(info, "max_length", None)
    return st.lists(near(info.item_type), min_size=max(0, least - 1), max_size=max(least + 3, 0) if most is None else most + 1)


_SHAPES: dict[type, Any] = {
    inspect.StrType: lambda info: words,
    inspect.IntType: lambda info: st.integers(-3, 70) | numbers,
    inspect.BoolType: lambda info: st.booleans(),
    inspect.NoneType: lambda info: st.none(),
    inspect.LiteralType: lambda info: st.sampled_from(info.values),
    inspect.ListType: _list,
    inspect.VarTupleType: _list,
    inspect.TupleType: lambda info: st.tuples(*(near(each) for each in info.item_types)).map(list),
    inspect.DictType: lambda info: st.dictionaries(words, near(info.value_type), max_size=4),
    inspect.StructType: _struct,
    inspect.UnionType: lambda info: st.one_of(*(near(each) for each in info.types)),
}
