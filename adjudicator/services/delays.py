"""What a link with a delay shows: the match as it was at the latest revision that is due, and so are all before it.

With a delay of minutes a write is due so many minutes after it was made; with one of plies, as soon as so many entries were
logged after it, or nothing more is to come: the match is over as the public sees it, or voided. Revision 0, before any is due,
is the match without entries.
"""

import datetime

from sqlalchemy.engine import Connection

from adjudicator.services import everybody, history
from adjudicator.services.setting import moment
from adjudicator.storage import links
from adjudicator.storage.rows import LinkRow, MatchRow

LOGGING = (history.CREATE, history.ADOPTED, history.MOVES)
"""The kinds of write that log entries."""


def due_revision(connection: Connection, link: LinkRow, match: MatchRow, now: datetime.datetime) -> int:
    """The revision at which the link shows the match."""
    if link.delay_minutes is not None:
        since = now - datetime.timedelta(minutes=link.delay_minutes)
        first = links.first_written_after(connection, match.id, moment(since))
        return match.play.revision if first is None else first - 1
    over = match.voided or everybody.status_of(match) == everybody.COMPLETE
    if link.delay_plies is None or over:
        return match.play.revision
    return _behind(connection, match.id, link.delay_plies)


def _behind(connection: Connection, match_id: str, plies: int) -> int:
    """The latest revision after which at least so many entries were logged, 0 if there is none."""
    logged, later = 0, None
    for revision, kind, length in links.lengths(connection, match_id):
        if later is not None:
            _, later_kind, later_length = later
            logged += later_length - length if later_kind in LOGGING else 0
        if logged >= plies:
            return revision
        later = revision, kind, length
    return 0
