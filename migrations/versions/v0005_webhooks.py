"""Webhooks and their deliveries."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

ID = sa.String(36)
MOMENT = sa.String(27)


def upgrade() -> None:
    op.create_table(
        "webhooks",
        sa.Column("id", ID, nullable=False),
        sa.Column("club_id", ID, nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("events", sa.Text, nullable=False),
        sa.Column("active", sa.Boolean, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name="fk_webhooks_club_id_clubs"),
        sa.PrimaryKeyConstraint("id", name="pk_webhooks"),
        sa.UniqueConstraint("club_id", "id", name="uq_webhooks_club_id_id"),
    )
    op.create_table(
        "deliveries",
        sa.Column("id", ID, nullable=False),
        sa.Column("club_id", ID, nullable=False),
        sa.Column("webhook_id", ID, nullable=False),
        sa.Column("event", sa.String(40), nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("due_at", MOMENT, nullable=False),
        sa.Column("lease", ID),
        sa.Column("lease_until", MOMENT),
        sa.Column("attempted_at", MOMENT),
        sa.Column("status", sa.Integer),
        sa.Column("error", sa.Text),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name="fk_deliveries_club_id_clubs"),
        sa.ForeignKeyConstraint(
            ["club_id", "webhook_id"], ["webhooks.club_id", "webhooks.id"], name="fk_deliveries_club_id_webhooks"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_deliveries"),
        sa.CheckConstraint("state IN ('waiting', 'delivered', 'failed')", name=op.f("ck_deliveries_state")),
    )
    op.create_index("ix_deliveries_state_due_at", "deliveries", ["state", "due_at"])
    op.create_index("ix_deliveries_webhook_id_id", "deliveries", ["webhook_id", "id"])
    op.create_index("ix_deliveries_club_id_created_at", "deliveries", ["club_id", "created_at"])


def downgrade() -> None:
    op.drop_table("deliveries")
    op.drop_table("webhooks")
