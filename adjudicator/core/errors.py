"""What can be wrong with what somebody sent. Rulings are not errors; see `ruling`."""

from collections.abc import Sequence

from msgspec import Struct


class Fault(Struct, frozen=True):
    """One fault of a text: where it lies (RFC 6901 pointer), a stable word, a plain sentence."""

    pointer: str
    code: str
    message: str


class AdjudicatorError(Exception):
    """The ancestor of every error that a caller can be answered with."""


class Unreadable(AdjudicatorError):
    """The text is not JSON as this service reads it: no field of it can be named (400)."""


class Malformed(AdjudicatorError):
    """The text was read, but is no log: every fault of it, in the order of the text (422)."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("; ".join(f"{fault.pointer}: {fault.message}" for fault in faults))
        self.faults = tuple(faults)


class UnknownView(AdjudicatorError):
    """A view that is none: not `referee`, `public` or `player:NAME` of a player at the table (422)."""


class TooLarge(AdjudicatorError):
    """More than the service takes in one piece (413)."""


class EngineFault(AdjudicatorError):
    """A fault of the program, not of its reader: a game broke the contract of `game` (500)."""
