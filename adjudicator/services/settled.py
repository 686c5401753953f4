"""What a match that is over means for others: asked behind every write that can make it over, or make it another one."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from adjudicator.services import everybody, outcomes
from adjudicator.services.everybody import COMPLETE
from adjudicator.services.outcomes import Mark
from adjudicator.services.setting import Setting
from adjudicator.services.tournaments import following
from adjudicator.services.webhooks import outbox
from adjudicator.services.writing import Writing
from adjudicator.storage.rows import MatchRow


class Before(Struct, frozen=True):
    """A match before a write. `status`: everybody's; `counted`: as which it counted for tournaments."""

    status: str
    counted: str
    voided: bool
    mark: Mark | None


NOTHING = Before("", "", False, None)
"""Before there was a match."""


def seen(match: MatchRow, counted: str | None = None) -> Before:
    """The match as it is before a write. `counted`: as which it counts, if not as its own status."""
    status = everybody.status_of(match)
    return Before(status, status if counted is None else counted, match.voided, outcomes.mark(match))


def goes_on(match: MatchRow, before: Before) -> bool:
    """Whether a write leaves nothing to tell of: the match neither is over nor was."""
    now = seen(match)
    return before == now and now.status != COMPLETE


def tell(setting: Setting, writing: Writing, match: MatchRow, before: Before, anew: bool = False) -> None:
    """Tell of a match behind a write, in the same transaction. `anew`: what entries brought may be other than before."""
    _follow(setting, writing, match, before, anew)
    _announce(setting, writing, match, _events(match, before, anew))


def tell_of_new(setting: Setting, writing: Writing, match: MatchRow, linked: bool) -> None:
    """Tell of a new match. `linked`: players of the club sit at it."""
    if linked or match.tournament_id is not None:
        _follow(setting, writing, match, NOTHING, False)
    _announce(setting, writing, match, [outbox.CREATED, *_events(match, NOTHING, False)])


def _follow(setting: Setting, writing: Writing, match: MatchRow, before: Before, anew: bool) -> None:
    if match.tournament_id is not None and COMPLETE in (before.counted, everybody.status_of(match)):
        following.follow(setting, writing, match)
    follow = outcomes.follow_anew if anew else outcomes.follow
    follow(writing.connection, setting.games, match, before.mark)


def _announce(setting: Setting, writing: Writing, match: MatchRow, events: Iterable[str]) -> None:
    for event in events:
        outbox.put(setting, writing, match.club_id, event, lambda: outbox.match_told(match))


def _events(match: MatchRow, before: Before, anew: bool) -> Iterator[str]:
    """The kinds of events that a write is for webhooks. An append that ends nothing is none, and looks for no webhooks."""
    if anew:
        yield outbox.CORRECTED
    if match.voided != before.voided:
        yield outbox.VOIDED if match.voided else outbox.REINSTATED
    if before.status != COMPLETE and everybody.status_of(match) == COMPLETE:
        yield outbox.COMPLETED
