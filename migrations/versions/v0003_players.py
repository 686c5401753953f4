"""Players of a club, and who sat where."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

ID = sa.String(36)
MOMENT = sa.String(27)


def upgrade() -> None:
    create_players()
    with op.batch_alter_table("seats") as table:
        table.add_column(sa.Column("player_id", ID))
        table.create_foreign_key("fk_seats_club_id_players", "players", ["club_id", "player_id"], ["club_id", "id"])
    op.create_index("ix_seats_club_id_player_id", "seats", ["club_id", "player_id", "match_id"])


def create_players() -> None:
    op.create_table(
        "players",
        sa.Column("id", ID, nullable=False),
        sa.Column("club_id", ID, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("folded", sa.Text, nullable=False),
        sa.Column("merged_into", ID),
        sa.Column("anonymised_at", MOMENT),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("updated_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name="fk_players_club_id_clubs"),
        sa.ForeignKeyConstraint(["club_id", "merged_into"], ["players.club_id", "players.id"], name="fk_players_club_id_players"),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
        sa.UniqueConstraint("club_id", "id", name="uq_players_club_id_id"),
        sa.CheckConstraint("revision >= 1", name=op.f("ck_players_revision")),
    )
    op.create_index("ix_players_club_id_folded", "players", ["club_id", "folded", "id"])
    op.create_table(
        "player_names",
        sa.Column("player_id", ID, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("club_id", ID, nullable=False),
        sa.Column("folded", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name="fk_player_names_club_id_clubs"),
        of_player("player_names"),
        sa.PrimaryKeyConstraint("player_id", "name", name="pk_player_names"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_player_names_club_id_folded", "player_names", ["club_id", "folded", "player_id"])
    op.create_table(
        "player_ids",
        sa.Column("club_id", ID, nullable=False),
        sa.Column("system", sa.String(40), nullable=False),
        sa.Column("value", sa.String(100), nullable=False),
        sa.Column("player_id", ID, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name="fk_player_ids_club_id_clubs"),
        of_player("player_ids"),
        sa.PrimaryKeyConstraint("club_id", "system", "value", name="pk_player_ids"),
        sqlite_with_rowid=False,
    )


def of_player(table: str) -> sa.ForeignKeyConstraint:
    columns = ["club_id", "player_id"]
    return sa.ForeignKeyConstraint(columns, ["players.club_id", "players.id"], name=f"fk_{table}_club_id_players")


def downgrade() -> None:
    op.drop_index("ix_seats_club_id_player_id", "seats")
    with op.batch_alter_table("seats") as table:
        table.drop_constraint("fk_seats_club_id_players", type_="foreignkey")
        table.drop_column("player_id")
    for name in ("player_ids", "player_names", "players"):
        op.drop_table(name)
