"""What was had lately and may be wanted again."""

import threading
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Recent(Generic[T]):
    """The `most` things that were wanted or kept last, each under a name. For several threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._things: dict[Hashable, T] = {}
        self._alone = threading.Lock()

    def get(self, made_of: Hashable, make: Callable[[], T]) -> T:
        """The thing that is made of this, so that it never becomes wrong. What two threads want at once may be made twice."""
        with self._alone:
            found = self._things.get(made_of)
        if found is None:
            found = make()
        self.keep(made_of, found)
        return found

    def keep(self, name: Hashable, thing: T) -> None:
        """This is what has the name from now on."""
        with self._alone:
            self._things.pop(name, None)
            self._things[name] = thing
            if len(self._things) > self._most:
                del self._things[next(iter(self._things))]

    def take(self, name: Hashable) -> T | None:
        """What has the name; then nothing has it."""
        with self._alone:
            return self._things.pop(name, None)
