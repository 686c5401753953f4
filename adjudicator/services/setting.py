"""What every use case of stored matches is given: the database, the games, the time and new ids."""

import datetime
import re
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct, field

from adjudicator.core.game import Game
from adjudicator.services.recent import Recent
from adjudicator.storage.database import Database

MOST_REBUILT = 16
DAY = datetime.timedelta(days=1)


class Setting(Struct, frozen=True):
    """`now` is in UTC. Ids of `new_id` sort by the time at which they were made; `salt` gives 32 random hex digits.

    `rebuilt`: matches as they were, for those who watch with a delay.
    """

    database: Database
    games: Mapping[str, Game]
    now: Callable[[], datetime.datetime]
    new_id: Callable[[], str]
    salt: Callable[[], str]
    rebuilt: Recent[Any] = field(default_factory=lambda: Recent(MOST_REBUILT))


def moment(time: datetime.datetime) -> str:
    """A time as it is stored and shown: RFC 3339 in UTC, to the microsecond, always of one width."""
    return time.astimezone(datetime.UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def time_of(text: str) -> datetime.datetime:
    """The time that an RFC 3339 text names (see core.faults.is_moment). Raises OverflowError where UTC has no year for it."""
    found = datetime.datetime.fromisoformat(re.sub(r":60(?=[.Z+-])", ":59", text.upper(), count=1))
    return found.astimezone(datetime.UTC)
