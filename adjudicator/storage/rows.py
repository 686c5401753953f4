"""Rows as the repositories hand them over and take them. JSON stays text."""

from dataclasses import dataclass


@dataclass(slots=True, frozen=True)
class KeyRow:
    """An API key: whose it is, the SHA-256 of what its owner says, and what it is good for.

    `match_id`: the only match that it is good for, None for all of the club's. Times are moments, None: never.
    """

    id: str
    club_id: str
    digest: str
    label: str
    role: str
    match_id: str | None = None
    created_at: str = ""
    expires_at: str | None = None
    revoked_at: str | None = None


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
    public_status: str | None
    chain: str
    updated_at: str


@dataclass(slots=True)
class MatchRow:
    """A match. `happened_at` is what `since` and `until` look at. `tournament_id`: where its result counts."""

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
    tournament_id: str | None = None


@dataclass(slots=True, frozen=True)
class MoveRow:
    """An entry of a log with its rulings; see `tables.moves` for what their absence means."""

    ply: int
    entry: str
    ruling: str | None
    public_ruling: str | None
    recorded_at: str


@dataclass(slots=True, frozen=True)
class HistoryRow:
    """One write to a match; see `tables.history`. The key that wrote is told as it was then."""

    revision: int
    kind: str
    recorded_at: str
    key_id: str
    key_label: str
    key_role: str
    reason: str | None
    length: int
    payload: str | None
    salt: str | None
    digest: str
    chain: str


@dataclass(slots=True, frozen=True)
class LinkRow:
    """A published link: the SHA-256 of its token, and by how much it lags behind, in entries or minutes (None: not at all)."""

    match_id: str
    club_id: str
    digest: str
    delay_plies: int | None
    delay_minutes: int | None
    created_at: str


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
class Kept:
    """A result to be kept for equal requests, whose body has this digest. What was kept by the time `before` is to go."""

    key_id: str
    club_id: str
    scope: str
    word: str
    digest: str
    result: str
    created_at: str
    before: str


@dataclass(slots=True, frozen=True)
class Filters:
    """What a list of matches is narrowed to; None: not at all. `since` is included, `until` is not.

    `status` is the referee's, or the public's (`public`).
    """

    game: str | None = None
    status: str | None = None
    public: bool = False
    match_id: str | None = None
    player: str | None = None
    player_id: str | None = None
    external_id: str | None = None
    since: str | None = None
    until: str | None = None
    voided: bool | None = None
