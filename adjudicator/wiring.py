"""What use cases are given, by the service and the command line alike: the database, games, clock and ids; and how logs look."""

import datetime
import re
import secrets
import sys
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import structlog

from adjudicator.config import LOG_LEVELS, Settings
from adjudicator.core.game import Game
from adjudicator.services.ids import Ids
from adjudicator.services.keys import ensure_admin
from adjudicator.services.setting import Setting
from adjudicator.services.webhooks.delivering import Delivering
from adjudicator.storage import migrating
from adjudicator.storage.opening import open_database


def setting_of(settings: Settings, games: Mapping[str, Game]) -> Setting:
    """What the use cases of stored matches are given. The database is opened at its first use."""
    database = open_database(settings.database_url)
    return Setting(database, games, lambda: datetime.datetime.now(datetime.UTC), Ids(), lambda: secrets.token_hex(16))


def delivering_of(settings: Settings, setting: Setting, told: Callable[[str], None] = lambda state: None) -> Delivering:
    """What sends deliveries of webhooks. `told`: is told the state behind every attempt."""
    return Delivering(setting, settings.webhooks_local, told)


def prepare(settings: Settings, games: Mapping[str, Game]) -> str | None:
    """See to the database's schema and its admin key; one that was made is handed back, this once.

    A file is brought to the newest schema. A server's database must have it: others may be at work there. Raises OtherSchema.
    """
    setting = setting_of(settings, games)
    migrating.make_ready(setting.database)
    made = ensure_admin(setting, settings.admin_key, random_key)
    setting.database.close()
    return made


def random_key() -> str:
    """256 random bits as text."""
    return secrets.token_urlsafe(32)


def configure_logging(level: str) -> None:
    """Structured logs: JSON, one object a line, to stderr."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(serializer=_log_line),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(10 * (LOG_LEVELS.index(level) + 1)),
        logger_factory=lambda *args: structlog.WriteLogger(sys.stderr),
        cache_logger_on_first_use=False,
    )


def _log_line(event: Any, **options: Any) -> str:
    return _SECRET.sub("***", msgspec.json.encode(event, enc_hook=repr).decode())


_SECRET = re.compile(r"adj_[\w-]+|whsec_[\w+/=]+|(?<=[Bb]earer )[^\s\"\\]+|(?<=/public/matches/)[^\s\"\\/?]+", re.ASCII)
"""What no line of the log may tell, wherever it comes from: servers quote requests that they cannot read."""
