"""Players of a club, and who sat where."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

ID = sa.String(36)
FOLDED = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
MOMENT = sa.String(27)


def upgrade() -> None:
    with op.batch_alter_table("clubs") as table:
        table.add_column(sa.Column("revision", sa.Integer, nullable=False, server_default="1"))
    create_players()
    create_names()
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
        sa.Column("folded", FOLDED, nullable=False),
        sa.Column("merged_into", ID),
        sa.Column("root_id", ID, nullable=False),
        sa.Column("anonymised_at", MOMENT),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("updated_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name="fk_players_club_id_clubs"),
        sa.ForeignKeyConstraint(["club_id", "merged_into"], ["players.club_id", "players.id"], name="fk_players_club_id_players"),
        sa.ForeignKeyConstraint(["club_id", "root_id"], ["players.club_id", "players.id"], name="fk_players_root"),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
        sa.UniqueConstraint("club_id", "id", name="uq_players_club_id_id"),
        sa.CheckConstraint("revision >= 1", name=op.f("ck_players_revision")),
    )
    for columns in (["club_id", "folded", "id"], ["club_id", "name"], ["club_id", "root_id"]):
        op.create_index(f"ix_players_{'_'.join(columns[:2])}", "players", columns)


def create_names() -> None:
    op.create_table(
        "player_names",
        sa.Column("player_id", ID, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("club_id", ID, nullable=False),
        sa.Column("folded", FOLDED, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name="fk_player_names_club_id_clubs"),
        of_player("player_names"),
        sa.PrimaryKeyConstraint("player_id", "name", name="pk_player_names"),
        sqlite_with_rowid=False,
    )
    for name in ("name", "folded"):
        op.create_index(f"ix_player_names_club_id_{name}", "player_names", ["club_id", name])
    op.create_table(
        "player_words",
        sa.Column("club_id", ID, nullable=False),
        sa.Column("word", FOLDED, nullable=False),
        sa.Column("player_id", ID, nullable=False),
        sa.Column("of_name", sa.Boolean, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name="fk_player_words_club_id_clubs"),
        of_player("player_words"),
        sa.PrimaryKeyConstraint("club_id", "word", "player_id", "of_name", name="pk_player_words"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_player_words_player_id", "player_words", ["player_id"])
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
    op.create_index("ix_player_ids_player_id", "player_ids", ["player_id"])


def of_player(table: str) -> sa.ForeignKeyConstraint:
    columns = ["club_id", "player_id"]
    return sa.ForeignKeyConstraint(columns, ["players.club_id", "players.id"], name=f"fk_{table}_club_id_players")


def downgrade() -> None:
    op.drop_index("ix_seats_club_id_player_id", "seats")
    with op.batch_alter_table("seats") as table:
        table.drop_constraint("fk_seats_club_id_players", type_="foreignkey")
        table.drop_column("player_id")
    for name in ("player_ids", "player_words", "player_names", "players"):
        op.drop_table(name)
    with op.batch_alter_table("clubs") as table:
        table.drop_column("revision")
