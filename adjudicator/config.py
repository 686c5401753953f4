"""Settings: `ADJUDICATOR_*` variables, each also as `..._FILE` (the path of a file that holds the value, for secrets).

Read once, by the composition root. What a layer must know of them it is given.
"""

import ipaddress
import re
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Self

from msgspec import Struct, structs

PREFIX = "ADJUDICATOR_"
LOG_LEVELS = ("debug", "info", "warning", "error")


class SettingsError(ValueError):
    """A setting that cannot be read. The message names its variable."""


class Rate(Struct, frozen=True):
    """So many requests in so many seconds; none at all (`count` 0): without limit."""

    count: int
    seconds: int = 60


READ, WRITE, UNLIMITED = Rate(1_200), Rate(600), Rate(0)


class Settings(Struct, frozen=True, kw_only=True):
    """Everything that an installation can decide; every field is one variable, `ADJUDICATOR_` before its name in capitals."""

    database_url: str = "sqlite:///adjudicator.db"
    admin_key: str | None = None
    """A key with every right in the first club; None: one is made at the first start."""
    signing_key: str | None = None
    """The Ed25519 key that signs result sheets, as PEM or 64 hex digits; None: one is made and kept in the database."""
    log_level: str = "info"
    max_body: int = 8 * 1024**2
    """The largest body in bytes, and the longest line of a batch."""
    max_batch: int = 4 * 1024**3
    """The largest batch in bytes."""
    spool_dir: str = tempfile.gettempdir()
    """Where the body of a batch waits until it is answered."""
    cors_origins: tuple[str, ...] = ()
    """The origins that may read answers in a browser; `*` for any."""
    rate_read: Rate | None = None
    """How often each key or address may read; None: as `limited` decides."""
    rate_write: Rate | None = None
    """The same for writing, and for having logs judged."""
    proxies: int = 0
    """How many proxies stand before the service, whose X-Forwarded-For is to be believed."""
    tls: bool = False
    """Whether the service is reached by HTTPS alone: browsers are told to remember that."""
    patience_seconds: int = 60
    """How long a request may take to come (a large body has more time, see cli/patience.py), and how long a client may take
    nothing of its answer."""
    max_streams: int = 14
    """The most live streams that a process holds at a time. Each takes a thread; `serve` leaves some for other requests."""
    heartbeat_seconds: int = 15
    """A live stream is silent for no longer than that."""
    stream_seconds: int = 3_600
    """A live stream ends after that, and its client comes again. 0: it tells what there is to tell, and ends."""
    webhooks_local: bool = False
    """Whether webhooks may lead to private addresses, and by http: in a network of one's own, and for tests."""

    @classmethod
    def from_environ(cls, environ: Mapping[str, str]) -> Self:
        """Settings of this environment. Raises SettingsError."""
        found: dict[str, Any] = {}
        for field in structs.fields(cls):
            variable = PREFIX + field.name.upper()
            text = _text(environ, variable)
            if text is not None:
                found[field.name] = _READ.get(field.name, _as_it_is)(variable, text)
        return cls(**found)


def limited(settings: Settings, address: str) -> Settings:
    """The settings of a service on this address: only one that others than its own machine reach has limits unasked."""
    if ipaddress.ip_address(address.partition("%")[0]).is_loopback:
        return settings
    return structs.replace(settings, rate_read=settings.rate_read or READ, rate_write=settings.rate_write or WRITE)


def _text(environ: Mapping[str, str], variable: str) -> str | None:
    """The value of a variable, or of the file that its `_FILE` twin names; an empty one is as absent."""
    path = environ.get(f"{variable}_FILE")
    if not path:
        return environ.get(variable) or None
    if environ.get(variable):
        raise SettingsError(f"{variable} and {variable}_FILE are both set; set one.")
    try:
        return Path(path).read_text(encoding="utf-8").rstrip("\r\n") or None
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{variable}_FILE cannot be read: {error}") from None


def _as_it_is(variable: str, text: str) -> str:
    return text


def _level(variable: str, text: str) -> str:
    if text.lower() not in LOG_LEVELS:
        raise SettingsError(f"{variable} must be one of {', '.join(LOG_LEVELS)}, not {text!r}.")
    return text.lower()


def _bytes(variable: str, text: str) -> int:
    """A number of bytes, at least one; `8M` and the like are read as well (K, M, G: powers of 1024)."""
    match = re.fullmatch(r"([1-9][0-9]{0,14})([KMG]?)", text.strip().upper(), re.ASCII)
    if match is None:
        raise SettingsError(f"{variable} must be a number of bytes (8388608, 8M), not {text!r}.")
    return int(match[1]) * int(1024 ** " KMG".index(match[2] or " "))


def _whole(variable: str, text: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", text.strip(), re.ASCII):
        raise SettingsError(f"{variable} must be a whole number, not {text!r}.")
    return int(text)


def _seconds(variable: str, text: str) -> int:
    found = _whole(variable, text)
    if found == 0:
        raise SettingsError(f"{variable} must be one second at least.")
    return found


def _folder(variable: str, text: str) -> str:
    if not Path(text).is_dir():
        raise SettingsError(f"{variable} must be a folder, and {text!r} is none.")
    return text


def _rate(variable: str, text: str) -> Rate:
    """`1200/minute`, or `off`."""
    if text.strip().lower() == "off":
        return UNLIMITED
    match = re.fullmatch(r"([1-9][0-9]{0,8})\s*/\s*(second|minute|hour|day)", text.strip().lower(), re.ASCII)
    if match is None:
        raise SettingsError(f"{variable} must be requests in a time (1200/minute; second, hour, day), or off, not {text!r}.")
    return Rate(int(match[1]), _SECONDS[match[2]])


def _count(variable: str, text: str) -> int:
    if not re.fullmatch("[0-9]", text.strip(), re.ASCII):
        raise SettingsError(f"{variable} must be a number from 0 to 9, not {text!r}.")
    return int(text)


def _truth(variable: str, text: str) -> bool:
    if text.lower() not in ("true", "false"):
        raise SettingsError(f"{variable} must be true or false, not {text!r}.")
    return text.lower() == "true"


def _origins(variable: str, text: str) -> tuple[str, ...]:
    origins = tuple(text.replace(",", " ").split())
    for origin in origins:
        if origin != "*" and not re.fullmatch(r"https?://[^/\s]+", origin):
            raise SettingsError(f"{variable} must list origins (https://club.example), not {origin!r}.")
    return origins


def _signing_key(variable: str, text: str) -> str:
    # Imported here, since few commands need it.
    from adjudicator.services.signing import UnreadableKey, private_key

    try:
        private_key(text)
    except UnreadableKey as error:
        raise SettingsError(f"{variable}: {error}") from None
    return text


_SECONDS = {"second": 1, "minute": 60, "hour": 3_600, "day": 86_400}
_READ: dict[str, Callable[[str, str], Any]] = {
    "signing_key": _signing_key,
    "log_level": _level,
    "max_body": _bytes,
    "max_batch": _bytes,
    "spool_dir": _folder,
    "cors_origins": _origins,
    "rate_read": _rate,
    "rate_write": _rate,
    "proxies": _count,
    "tls": _truth,
    "patience_seconds": _seconds,
    "max_streams": _whole,
    "heartbeat_seconds": _seconds,
    "stream_seconds": _whole,
    "webhooks_local": _truth,
}
