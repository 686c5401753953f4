"""Rows as the repositories hand them over and take them. JSON stays text."""

from dataclasses import dataclass


@dataclass(slots=True, frozen=True)
class KeyRow:
    """An API key: whose it is, and the SHA-256 of what its owner says."""

    id: str
    club_id: str
    digest: str


@dataclass(slots=True)
class Facts:
    """What is known of a match beside its log."""

    title: str | None = None
    played_at: str | None = None
    place: str | None = None
    table: str | None = None
    referee: str | None = None
    external_id: str | None = None


@dataclass(slots=True)
class Play:
    """What an append changes of a match, and must know of it."""

    revision: int
    length: int
    status: str
    state_format: int
    head: str
    position: str
    public_head: str | None
    public_position: str | None
    public_ended: bool
    updated_at: str


@dataclass(slots=True)
class MatchRow:
    """A match. `happened_at` is what `since` and `until` look at."""

    id: str
    club_id: str
    game: str
    preset: str
    options: str
    rules_version: int
    players: str
    setup: str
    voided: bool
    void_reason: str | None
    happened_at: str
    created_at: str
    play: Play
    facts: Facts


@dataclass(slots=True, frozen=True)
class MoveRow:
    """An entry of a log with its rulings; see `tables.moves` for what their absence means."""

    ply: int
    entry: str
    ruling: str | None
    public_ruling: str | None
    recorded_at: str


@dataclass(slots=True, frozen=True)
class Recall:
    """A kept result of a write, and the digest of the body that it answered."""

    digest: str
    result: str


@dataclass(slots=True, frozen=True)
class Scope:
    """Where an Idempotency-Key counts: the word itself, and method and path with query."""

    word: str
    scope: str


@dataclass(slots=True, frozen=True)
class Filters:
    """What a list of matches is narrowed to; None: not at all. `since` is included, `until` is not."""

    game: str | None = None
    status: str | None = None
    player: str | None = None
    external_id: str | None = None
    since: str | None = None
    until: str | None = None
    voided: bool | None = None
