"""Tournaments."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

ID = sa.String(36)
MOMENT = sa.String(27)


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", ID, nullable=False),
        sa.Column("club_id", ID, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("updated_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name="fk_tournaments_club_id_clubs"),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
        sa.UniqueConstraint("club_id", "id", name="uq_tournaments_club_id_id"),
        sa.CheckConstraint("revision >= 1", name=op.f("ck_tournaments_revision")),
    )


def downgrade() -> None:
    op.drop_table("tournaments")
