"""What a match that is over means for others: asked behind every write that can make it over, or make it another one."""

from msgspec import Struct

from adjudicator.services import outcomes
from adjudicator.services.outcomes import Mark
from adjudicator.services.setting import Setting
from adjudicator.services.tournaments import following
from adjudicator.services.writing import Writing
from adjudicator.storage.rows import MatchRow

COMPLETE = "complete"


class Before(Struct, frozen=True):
    """A match before a write: its status (COMPLETE if it counts for tournaments whatever it is), what it came to for players."""

    status: str
    mark: Mark | None


NOTHING = Before("", None)
"""Before there was a match."""


def seen(match: MatchRow, status: str | None = None) -> Before:
    """The match as it is before a write. `status`: as which it counts, if not as its own."""
    return Before(following.status_of(match) if status is None else status, outcomes.mark(match))


def tell(setting: Setting, writing: Writing, match: MatchRow, before: Before, anew: bool = False) -> None:
    """Tell of a match behind a write, in the same transaction. `anew`: what entries brought may be other than before."""
    if match.tournament_id is not None and COMPLETE in (before.status, following.status_of(match)):
        following.follow(setting, writing, match)
    follow = outcomes.follow_anew if anew else outcomes.follow
    follow(writing.connection, setting.games, match, before.mark)
