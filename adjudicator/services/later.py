"""A value that is worked out ahead of its turn."""

from collections.abc import Callable
from typing import Generic, TypeVar

from adjudicator.core.errors import AdjudicatorError

T = TypeVar("T")


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

    def get(self) -> T:
        """The value. Raises what the work raised."""
        if self._refusal is not None:
            raise self._refusal
        return self._value
