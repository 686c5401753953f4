"""The tables of clubs, keys and matches."""

import sqlalchemy as sa

from adjudicator.storage.schema import ID, MOMENT, club, metadata, of, of_match

clubs = sa.Table(
    "clubs",
    metadata,
    sa.Column("id", ID, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("revision", sa.Integer, nullable=False, server_default="1"),
    sa.Column("created_at", MOMENT, nullable=False),
)

api_keys = sa.Table(
    "api_keys",
    metadata,
    sa.Column("id", ID, primary_key=True),
    club(),
    sa.Column("digest", sa.String(64), nullable=False, unique=True),
    sa.Column("label", sa.Text, nullable=False),
    sa.Column("created_at", MOMENT, nullable=False),
    sa.Column("role", sa.String(10), nullable=False),
    sa.Column("match_id", ID),
    sa.Column("expires_at", MOMENT),
    sa.Column("revoked_at", MOMENT),
    of_match(),
    sa.UniqueConstraint("club_id", "label"),
    sa.CheckConstraint("role IN ('viewer', 'referee', 'organiser', 'admin')", name="role"),
)
"""`digest`: SHA-256 of the key in hex. `label`: what it is for; the first club's `admin` is the installation's own.
`match_id`: the only match that the key is good for, NULL for all of the club's."""

matches = sa.Table(
    "matches",
    metadata,
    sa.Column("id", ID, primary_key=True),
    club(),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("preset", sa.String(40), nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("players", sa.Text, nullable=False),
    sa.Column("setup", sa.Text, nullable=False),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("length", sa.Integer, nullable=False),
    sa.Column("status", sa.String(20), nullable=False),
    sa.Column("voided", sa.Boolean, nullable=False),
    sa.Column("void_reason", sa.Text),
    sa.Column("state_format", sa.Integer, nullable=False),
    sa.Column("head", sa.Text, nullable=False),
    sa.Column("position", sa.Text, nullable=False),
    sa.Column("public_head", sa.Text),
    sa.Column("public_position", sa.Text),
    sa.Column("public_ended", sa.Boolean, nullable=False),
    sa.Column("public_status", sa.String(20)),
    sa.Column("chain", sa.String(64), nullable=False),
    sa.Column("title", sa.Text),
    sa.Column("played_at", sa.Text),
    sa.Column("place", sa.Text),
    sa.Column("table", sa.Text),
    sa.Column("referee", sa.Text),
    sa.Column("external_id", sa.Text),
    sa.Column("tournament_id", ID),
    sa.Column("happened_at", MOMENT, nullable=False),
    sa.Column("created_at", MOMENT, nullable=False),
    sa.Column("updated_at", MOMENT, nullable=False),
    sa.UniqueConstraint("club_id", "id"),
    sa.UniqueConstraint("club_id", "external_id"),
    sa.CheckConstraint("revision >= 1", name="revision"),
    sa.CheckConstraint("length >= 0", name="length"),
    sa.CheckConstraint("status IN ('in_progress', 'complete', 'held', 'stopped')", name="status"),
)
"""`length`: entries in the log. `head`: all that is needed to go on, in the format `state_format`; `position`: status, next and
score at the head. The public ones are there once something hidden has been logged; `public_ended`: the game has ended in
the public's log. `chain`: that of the latest write in the history. `tournament_id`: where its result counts, NULL for most:
there it is a pairing's. `happened_at`: `played_at` in UTC, or `created_at`."""

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("match_id", ID, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    club(),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("player_id", ID),
    of_match(),
    of("players", "player_id"),
    sa.Index("ix_seats_club_id_name", "club_id", "name", "match_id"),
    sa.Index("ix_seats_club_id_player_id", "club_id", "player_id", "match_id"),
    sqlite_with_rowid=False,
)
"""`player_id`: the club's player who sat there, NULL for a guest or as long as nobody has said."""

moves = sa.Table(
    "moves",
    metadata,
    sa.Column("match_id", ID, primary_key=True),
    sa.Column("ply", sa.Integer, primary_key=True),
    club(),
    sa.Column("entry", sa.Text, nullable=False),
    sa.Column("ruling", sa.Text),
    sa.Column("public_ruling", sa.Text),
    sa.Column("recorded_at", MOMENT, nullable=False),
    of_match(),
    sa.CheckConstraint("ply >= 1", name="ply"),
    sqlite_with_rowid=False,
)
"""`ruling`: codes and params, NULL behind a stop. `public_ruling`: NULL where the public's is the referee's; the JSON `null`
where the public has none."""


def _brought(name: str) -> sa.Table:
    """What entries brought about, a row each: in a view, in the order of (revision, place)."""
    return sa.Table(
        name,
        metadata,
        sa.Column("match_id", ID, primary_key=True),
        sa.Column("view", sa.String(10), primary_key=True),
        sa.Column("revision", sa.Integer, primary_key=True),
        sa.Column("place", sa.Integer, primary_key=True),
        club(),
        sa.Column("data", sa.Text, nullable=False),
        of_match(),
        sa.CheckConstraint("view IN ('referee', 'public')", name="view"),
        sqlite_with_rowid=False,
    )


frames = _brought("frames")
findings = _brought("findings")

history = sa.Table(
    "history",
    metadata,
    sa.Column("match_id", ID, primary_key=True),
    sa.Column("revision", sa.Integer, primary_key=True),
    club(),
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("recorded_at", MOMENT, nullable=False),
    sa.Column("key_id", ID, nullable=False),
    sa.Column("key_label", sa.Text, nullable=False),
    sa.Column("key_role", sa.String(10), nullable=False),
    sa.Column("reason", sa.Text),
    sa.Column("length", sa.Integer, nullable=False),
    sa.Column("payload", sa.Text),
    sa.Column("salt", sa.String(32)),
    sa.Column("digest", sa.String(64), nullable=False),
    sa.Column("chain", sa.String(64), nullable=False),
    of_match(),
    sa.CheckConstraint("revision >= 1", name="revision"),
    sa.CheckConstraint("(payload IS NULL) = (salt IS NULL)", name="redacted"),
    sqlite_with_rowid=False,
)
"""Every write, with the revision that it made. `length`: entries in the log behind it. `digest`: SHA-256 of salt and payload,
both NULL once the payload was redacted; `chain`: SHA-256 of all else of the row, digest included, and the chain of the row
before (of the first: the match's id). The key is told as it was then, so that a row means the same in another installation."""

links = sa.Table(
    "links",
    metadata,
    sa.Column("match_id", ID, primary_key=True),
    club(),
    sa.Column("digest", sa.String(64), nullable=False, unique=True),
    sa.Column("delay_plies", sa.Integer),
    sa.Column("delay_minutes", sa.Integer),
    sa.Column("created_at", MOMENT, nullable=False),
    of_match(),
    sa.CheckConstraint("delay_plies IS NULL OR delay_minutes IS NULL", name="one_delay"),
)
"""Published links: `digest` is SHA-256 of the token in hex."""

installation = sa.Table(
    "installation",
    metadata,
    sa.Column("name", sa.String(40), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
    sa.Column("created_at", MOMENT, nullable=False),
)
"""What belongs to the installation and to no club: `signing_key`, its Ed25519 key (32 bytes in hex)."""

idempotency = sa.Table(
    "idempotency",
    metadata,
    sa.Column("key_id", ID, sa.ForeignKey("api_keys.id"), primary_key=True),
    sa.Column("scope", sa.Text, primary_key=True),
    sa.Column("word", sa.String(255), primary_key=True),
    club(),
    sa.Column("digest", sa.String(64), nullable=False),
    sa.Column("result", sa.Text, nullable=False),
    sa.Column("created_at", MOMENT, nullable=False),
    sa.Index("ix_idempotency_created_at", "created_at"),
    sqlite_with_rowid=False,
)
"""The result of a write by its Idempotency-Key (`word`). `scope`: method and path with query; `digest`: SHA-256 of the body."""
