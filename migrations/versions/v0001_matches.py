"""Clubs, keys, matches with their logs, and kept results of writes."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

ID = sa.String(36)
MOMENT = sa.String(27)


def club(table: str) -> tuple[sa.Column, sa.ForeignKeyConstraint]:
    key = sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name=f"fk_{table}_club_id_clubs")
    return sa.Column("club_id", ID, nullable=False), key


def of_match(table: str) -> sa.ForeignKeyConstraint:
    columns = ["club_id", "match_id"]
    return sa.ForeignKeyConstraint(columns, ["matches.club_id", "matches.id"], name=f"fk_{table}_club_id_matches")


def upgrade() -> None:
    create_clubs()
    create_matches()
    create_log()
    create_brought("frames")
    create_brought("findings")
    create_idempotency()


def create_clubs() -> None:
    op.create_table(
        "clubs",
        sa.Column("id", ID, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_clubs"),
    )
    op.create_table(
        "api_keys",
        sa.Column("id", ID, nullable=False),
        *club("api_keys"),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_api_keys"),
        sa.UniqueConstraint("digest", name="uq_api_keys_digest"),
        sa.UniqueConstraint("label", name="uq_api_keys_label"),
    )


def create_matches() -> None:
    op.create_table(
        "matches",
        sa.Column("id", ID, nullable=False),
        *club("matches"),
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
        *(sa.Column(name, sa.Text) for name in ("title", "played_at", "place", "table", "referee", "external_id")),
        sa.Column("happened_at", MOMENT, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("updated_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
        sa.UniqueConstraint("club_id", "id", name="uq_matches_club_id_id"),
        sa.UniqueConstraint("club_id", "external_id", name="uq_matches_club_id_external_id"),
        sa.CheckConstraint("revision >= 1", name=op.f("ck_matches_revision")),
        sa.CheckConstraint("length >= 0", name=op.f("ck_matches_length")),
        sa.CheckConstraint("status IN ('in_progress', 'complete', 'held', 'stopped')", name=op.f("ck_matches_status")),
    )


def create_log() -> None:
    op.create_table(
        "seats",
        sa.Column("match_id", ID, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        *club("seats"),
        sa.Column("name", sa.Text, nullable=False),
        of_match("seats"),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_seats"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_seats_club_id_name", "seats", ["club_id", "name", "match_id"])
    op.create_table(
        "moves",
        sa.Column("match_id", ID, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        *club("moves"),
        sa.Column("entry", sa.Text, nullable=False),
        sa.Column("ruling", sa.Text),
        sa.Column("public_ruling", sa.Text),
        sa.Column("recorded_at", MOMENT, nullable=False),
        of_match("moves"),
        sa.PrimaryKeyConstraint("match_id", "ply", name="pk_moves"),
        sa.CheckConstraint("ply >= 1", name=op.f("ck_moves_ply")),
        sqlite_with_rowid=False,
    )


def create_brought(table: str) -> None:
    op.create_table(
        table,
        sa.Column("match_id", ID, nullable=False),
        sa.Column("view", sa.String(10), nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        *club(table),
        sa.Column("data", sa.Text, nullable=False),
        of_match(table),
        sa.PrimaryKeyConstraint("match_id", "view", "revision", "place", name=f"pk_{table}"),
        sa.CheckConstraint("view IN ('referee', 'public')", name=op.f(f"ck_{table}_view")),
        sqlite_with_rowid=False,
    )


def create_idempotency() -> None:
    op.create_table(
        "idempotency",
        sa.Column("key_id", ID, nullable=False),
        sa.Column("scope", sa.Text, nullable=False),
        sa.Column("word", sa.String(255), nullable=False),
        *club("idempotency"),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("result", sa.Text, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["key_id"], ["api_keys.id"], name="fk_idempotency_key_id_api_keys"),
        sa.PrimaryKeyConstraint("key_id", "scope", "word", name="pk_idempotency"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_idempotency_created_at", "idempotency", ["created_at"])


def downgrade() -> None:
    for table in ("idempotency", "findings", "frames", "moves", "seats", "matches", "api_keys", "clubs"):
        op.drop_table(table)
