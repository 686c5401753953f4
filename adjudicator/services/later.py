"""A value that is worked out ahead of its turn."""

from collections.abc import Callable
from typing import Generic, TypeVar

from adjudicator.core.errors import AdjudicatorError

T = TypeVar("T")
U = TypeVar("U")


class Later(Generic[T]):
    """What `work` gave, or the refusal that it met: `get` hands over the one or raises the other when its turn has come.

    A request is judged in a fixed order (key, idempotency, existence, body, ...), but its body is better read before the
    database is asked to hold still.
    """

    def __init__(self, work: Callable[[], T]) -> None:
        self._refusal: AdjudicatorError | None = None
        try:
            self._value = work()
        except AdjudicatorError as refusal:
            self._refusal = refusal

    def then(self, step: Callable[[T], U]) -> "Later[U]":
        """What `step` makes of the value, worked out at once; a refusal stays the same."""
        return Later(lambda: step(self.get()))

    def get_or(self, other: U) -> T | U:
        """The value, or the other one if the work was refused."""
        return other if self._refusal is not None else self._value

    def get(self) -> T:
        """The value. Raises what the work raised."""
        if self._refusal is not None:
            raise self._refusal
        return self._value
