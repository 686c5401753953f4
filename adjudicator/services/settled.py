"""What a match that is over means for others: asked behind every write that can make it over, or make it another one."""

from adjudicator.services.setting import Setting
from adjudicator.services.tournaments import following
from adjudicator.services.writing import Writing
from adjudicator.storage.rows import MatchRow

COMPLETE = "complete"


def tell(setting: Setting, writing: Writing, match: MatchRow, before: str) -> None:
    """Tell of a match behind a write, in the same transaction. `before`: its status before that, COMPLETE if it counted then."""
    if match.tournament_id is not None and COMPLETE in (before, match.play.status):
        following.follow(setting, writing, match)
