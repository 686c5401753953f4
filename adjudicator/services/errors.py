"""What a use case can refuse besides faults of the text (those are `core.errors`)."""

from adjudicator.core.errors import AdjudicatorError
from adjudicator.core.game import Game
from adjudicator.core.ruling import Ruling
from adjudicator.storage.database import Busy

__all__ = ["Busy"]


class NotFound(AdjudicatorError):
    """What the caller named is not there (404)."""


class NoSuchPly(AdjudicatorError):
    """The log has not so many entries (422)."""


class WrongParameter(AdjudicatorError):
    """A parameter of the query that means nothing where it was asked (422)."""

    def __init__(self, parameter: str, code: str, message: str) -> None:
        super().__init__(message)
        self.parameter, self.code = parameter, code


class UnknownKey(WrongParameter):
    """A page of a list was asked for behind something that cannot be, or is not, in the list."""

    def __init__(self) -> None:
        super().__init__("after", "unknown_key", "This is the key of nothing in the list; Link rel=next gives the key of a page.")


class TooManyStreams(AdjudicatorError):
    """No more streams can be open at a time (503)."""


class Unauthenticated(AdjudicatorError):
    """No API key, or none that is good: unknown, expired, revoked (401)."""


class Forbidden(AdjudicatorError):
    """The API key is known, and may not do this (403)."""


class IdempotencyMismatch(AdjudicatorError):
    """An Idempotency-Key came again with another body (422)."""


class Conflict(AdjudicatorError):
    """The request contradicts the present state: a voided match, an external id that is taken (409)."""


class Redacted(Conflict):
    """What a write held is needed, and was redacted (409)."""

    def __init__(self, revision: int) -> None:
        super().__init__(f"What was written at revision {revision} has been redacted.")
        self.revision = revision


class Stopped(AdjudicatorError):
    """The match has stopped at an entry that does not stand; nothing behind it is judged (409)."""

    def __init__(self, stopped_at: int) -> None:
        super().__init__(
            f"The match has stopped at ply {stopped_at}; correct that entry, or send ?accept_stop=true to log on without rulings."
        )
        self.stopped_at = stopped_at


class RulesOutdated(AdjudicatorError):
    """The match is pinned to a version of the rules that the code no longer judges (409)."""

    def __init__(self, pinned: int, present: int | None) -> None:
        judged = "are no longer here" if present is None else f"are judged in version {present}"
        super().__init__(f"The match is played under version {pinned} of its rules, which {judged}.")


class StaleRevision(AdjudicatorError):
    """If-Match names other revisions than the present one (412)."""

    def __init__(self, revision: int, what: str = "match") -> None:
        super().__init__(f"The {what} is at revision {revision}.")
        self.revision = revision


class PreconditionRequired(AdjudicatorError):
    """A write that must say which revision it saw does not (428)."""


class IllegalMove(AdjudicatorError):
    """An entry that does not stand; nothing of the request was stored (422)."""

    def __init__(self, game: Game, ruling: Ruling) -> None:
        super().__init__(f"The entry at ply {ruling.ply} is {ruling.verdict}; nothing of this request was stored.")
        self.game = game
        self.ruling = ruling
