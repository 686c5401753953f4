"""Results of players, leaderboards and ratings. They are filled as matches are linked to players, which none was before."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

ID = sa.String(36)
MOMENT = sa.String(27)
GAME = sa.String(40)
TOTALS = ("total_1", "total_2", "total_3")


def upgrade() -> None:
    create_results()
    create_leaderboards()
    create_ratings()


def create_results() -> None:
    op.create_table(
        "player_results",
        sa.Column("match_id", ID, nullable=False),
        number("seat"),
        sa.Column("club_id", ID, nullable=False),
        sa.Column("game", GAME, nullable=False),
        sa.Column("player_id", ID, nullable=False),
        sa.Column("happened_at", MOMENT, nullable=False),
        *map(number, ("period", "side", "rank", "rated_seats", "won")),
        *map(big, ("points", *TOTALS)),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name="fk_player_results_club_id_clubs"),
        of("player_results", "matches", "match_id"),
        of("player_results", "players", "player_id"),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_player_results"),
        sqlite_with_rowid=False,
    )
    columns = ["club_id", "player_id", "game", "happened_at", "match_id", "seat"]
    op.create_index("ix_player_results_player", "player_results", columns)
    op.create_index("ix_player_results_period", "player_results", ["club_id", "game", "period"])


def create_leaderboards() -> None:
    op.create_table(
        "leaderboards",
        *of_game(),
        sa.Column("player_id", ID, nullable=False),
        *map(number, ("played", "won")),
        *map(big, ("points", *TOTALS)),
        *keys("leaderboards", "player_id"),
        of("leaderboards", "players", "player_id"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_leaderboards_place", "leaderboards", ["club_id", "game", "points", *TOTALS, "player_id"])


def create_ratings() -> None:
    op.create_table(
        "rating_lists",
        *of_game(),
        sa.Column("system", sa.String(20), nullable=False),
        number("upto"),
        sa.Column("changed_from", sa.Integer),
        *keys("rating_lists"),
        sqlite_with_rowid=False,
    )
    rated("ratings")
    op.create_index("ix_ratings_place", "ratings", ["club_id", "game", "certain", "player_id"])
    rated("rating_steps", "period")


def rated(table: str, *numbers: str) -> None:
    op.create_table(
        table,
        *of_game(),
        *map(number, numbers),
        sa.Column("player_id", ID, nullable=False),
        sa.Column("value", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("volatility", sa.Double),
        number("contests"),
        sa.Column("certain", sa.Double, nullable=False),
        *keys(table, *numbers, "player_id"),
        of(table, "players", "player_id"),
        sqlite_with_rowid=False,
    )


def number(name: str) -> sa.Column:
    return sa.Column(name, sa.Integer, nullable=False)


def big(name: str) -> sa.Column:
    return sa.Column(name, sa.BigInteger, nullable=False)


def of_game() -> list[sa.Column]:
    return [sa.Column("club_id", ID, nullable=False), sa.Column("game", GAME, nullable=False)]


def keys(table: str, *rest: str) -> list[sa.Constraint]:
    club = sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name=f"fk_{table}_club_id_clubs")
    return [club, sa.PrimaryKeyConstraint("club_id", "game", *rest, name=f"pk_{table}")]


def of(table: str, other: str, column: str) -> sa.ForeignKeyConstraint:
    columns = ["club_id", column]
    return sa.ForeignKeyConstraint(columns, [f"{other}.club_id", f"{other}.id"], name=f"fk_{table}_club_id_{other}")


def downgrade() -> None:
    for name in ("rating_steps", "ratings", "rating_lists", "leaderboards", "player_results"):
        op.drop_table(name)
