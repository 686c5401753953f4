"""JSON values that almost have the form of a type: what values at random alone would never come near to."""

import random
from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st
from msgspec import Struct, inspect

NAMES = ("Asha", "Bo", "Chen", "Dana")
LONG = ("x" * 60, "x" * 61, "n" * 500, "n" * 501)
WORDS = (*NAMES, *LONG, "", "?", "R5", "64", "\u0085", "2026-05-01T19:30:00Z", "type", "player", "note", "points")
NUMBERS = (*range(-2, 13), 64, 10**6, 10**6 + 1, -(10**6), -(10**6) - 1, 10**30, 2.5, 1e300, float("1e999"))

anything = st.recursive(
    st.none() | st.booleans() | st.sampled_from(NUMBERS) | st.sampled_from(WORDS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=3),
    max_leaves=6,
)
"""Any JSON value, small."""


class Shaper(Struct):
    """Makes values of a form, out of these names, words and numbers; `wild`: how often something else stands for a part."""

    rng: random.Random
    names: Sequence[str] = NAMES
    words: Sequence[str] = WORDS
    numbers: Sequence[Any] = NUMBERS
    wild: float = 0.05

    def near(self, info: Any) -> Any:
        """A value of the form that `info` describes, or almost."""
        extra: dict[str, Any] = {}
        while isinstance(info, inspect.Metadata):
            extra |= info.extra or {}
            info = info.type
        if self.happens(self.wild):
            return self.stray()
        if extra.get("seat"):
            return self.rng.choice(self.names)
        if extra.get("moment"):
            return "2026-05-01T19:30:00Z"
        return _SHAPES[type(info)](self, info)

    def happens(self, share: float) -> bool:
        return self.rng.random() < share

    def stray(self) -> Any:
        """Something else."""
        number, word = self.rng.choice(NUMBERS), self.rng.choice(WORDS)
        return self.rng.choice([None, True, False, number, word, [], {}, [1], {"a": None}, ["Asha"]])

    def struct(self, info: inspect.StructType) -> dict[str, Any]:
        found = {} if info.tag_field is None else {info.tag_field: info.tag}
        for field in info.fields:
            if self.happens(1 - self.wild if field.required else 0.3):
                found[field.encode_name] = self.near(field.type)
        if self.happens(self.wild):
            found[self.rng.choice(WORDS)] = self.stray()
        return found

    def list(self, info: Any) -> list[Any]:
        least, most = getattr(info, "min_length", None) or 0, getattr(info, "max_length", None)
        over = 1 if self.happens(self.wild) else 0
        length = self.rng.randint(max(0, least - over), least + 3 if most is None else most + over)
        return [self.near(info.item_type) for _ in range(min(length, least + 5))]

    def mapping(self, info: inspect.DictType) -> dict[str, Any]:
        return {str(self.near(info.key_type)): self.near(info.value_type) for _ in range(self.rng.randint(0, 4))}

    def whole(self, info: inspect.IntType) -> Any:
        fitting = [number for number in self.numbers if (info.ge or -9) <= number <= (info.le or 9)]
        return self.rng.choice(self.numbers if self.happens(self.wild) or not fitting else fitting)


_SHAPES: dict[type, Any] = {
    inspect.StrType: lambda shaper, info: shaper.rng.choice(shaper.words),
    inspect.IntType: Shaper.whole,
    inspect.BoolType: lambda shaper, info: shaper.happens(0.5),
    inspect.NoneType: lambda shaper, info: None,
    inspect.LiteralType: lambda shaper, info: shaper.rng.choice(info.values),
    inspect.ListType: Shaper.list,
    inspect.VarTupleType: Shaper.list,
    inspect.TupleType: lambda shaper, info: [shaper.near(each) for each in info.item_types],
    inspect.DictType: Shaper.mapping,
    inspect.StructType: Shaper.struct,
    inspect.UnionType: lambda shaper, info: shaper.near(shaper.rng.choice(info.types)),
}
