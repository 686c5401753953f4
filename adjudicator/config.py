"""Settings: `ADJUDICATOR_*` variables, each also as `..._FILE` (the path of a file that holds the value, for secrets).

Read once, by the composition root. What a layer must know of them it is given.
"""

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


def _folder(variable: str, text: str) -> str:
    if not Path(text).is_dir():
        raise SettingsError(f"{variable} must be a folder, and {text!r} is none.")
    return text


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


_READ: dict[str, Callable[[str, str], Any]] = {
    "signing_key": _signing_key,
    "log_level": _level,
    "max_body": _bytes,
    "max_batch": _bytes,
    "spool_dir": _folder,
    "cors_origins": _origins,
}
