"""marshmallow's messages as faults with pointers."""

from collections.abc import Iterator
from typing import Any

from marshmallow import ValidationError

from adjudicator.core.errors import Fault
from adjudicator.core.reading import escape

OF_THE_WHOLE = "_schema"


class Said(str):
    """A message with the stable word of its fault."""

    code: str

    def __new__(cls, code: str, message: str) -> "Said":
        """A message that marshmallow takes for plain text."""
        said = super().__new__(cls, message)
        said.code = code
        return said

    def __deepcopy__(self, memo: object) -> "Said":
        return self

    def format(self, *args: object, **kwargs: object) -> "Said":
        """marshmallow fills its messages; the filled one keeps the word."""
        return Said(self.code, super().format(*args, **kwargs))


def faults_of(error: ValidationError) -> Iterator[Fault]:
    """Every fault that a schema found, in the order of its fields."""
    return _walk(error.normalized_messages(), "")  # type: ignore[no-untyped-call]


def _walk(messages: Any, at: str) -> Iterator[Fault]:
    if isinstance(messages, dict):
        for key, inner in messages.items():
            yield from _walk(inner, at if key == OF_THE_WHOLE else f"{at}/{escape(key)}")
    elif isinstance(messages, list):
        for inner in messages:
            yield from _walk(inner, at)
    else:
        yield Fault(at, getattr(messages, "code", "wrong_value"), str(messages))
