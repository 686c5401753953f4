"""What was made lately and may be wanted again: by what it was made of, so that nothing in here ever becomes wrong."""

import threading
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Recent(Generic[T]):
    """The last `most` things that were wanted. For several threads; what two of them want at once may be made twice."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._made: dict[Hashable, T] = {}
        self._alone = threading.Lock()

    def get(self, made_of: Hashable, make: Callable[[], T]) -> T:
        """The thing that is made of this."""
        with self._alone:
            found = self._made.get(made_of)
        if found is None:
            found = make()
        with self._alone:
            self._made.pop(made_of, None)
            self._made[made_of] = found
            if len(self._made) > self._most:
                del self._made[next(iter(self._made))]
        return found
