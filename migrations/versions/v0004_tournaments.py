"""Tournaments."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

ID = sa.String(36)
MOMENT = sa.String(27)
ENTRANT = sa.String(8)
FOLDED = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
TABLES = (
    "tournament_history", "disturbances", "standings", "sanctions", "pairings", "rounds", "stage_entrants", "entrant_members",
    "entrants", "stages", "tournaments",
)


def part(name: str, key: tuple[str, ...], *columns: Any) -> None:
    op.create_table(
        name,
        sa.Column("tournament_id", ID, nullable=False),
        *columns,
        sa.Column("club_id", ID, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name=f"fk_{name}_club_id_clubs"),
        reference(name, "tournaments", "tournament_id"),
        sa.PrimaryKeyConstraint("tournament_id", *key, name=f"pk_{name}"),
        sqlite_with_rowid=False,
    )


def reference(name: str, other: str, column: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["club_id", column], [f"{other}.club_id", f"{other}.id"], name=f"fk_{name}_club_id_{other}"
    )


def number(name: str) -> sa.Column:
    return sa.Column(name, sa.Integer, nullable=False)


def text(name: str, nullable: bool = False) -> sa.Column:
    return sa.Column(name, sa.Text, nullable=nullable)


def entrant() -> sa.Column:
    return sa.Column("entrant", ENTRANT, nullable=False)


def time(name: str, nullable: bool = False) -> sa.Column:
    return sa.Column(name, MOMENT, nullable=nullable)


def check(table: str, name: str, condition: str) -> sa.CheckConstraint:
    return sa.CheckConstraint(condition, name=op.f(f"ck_{table}_{name}"))


def upgrade() -> None:
    create_tournaments()
    create_entrants()
    create_rounds()
    create_what_follows()
    op.add_column("matches", sa.Column("tournament_id", ID))


def create_tournaments() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", ID, nullable=False),
        sa.Column("club_id", ID, nullable=False),
        text("name"),
        sa.Column("game", sa.String(40), nullable=False),
        text("ruleset", nullable=True),
        text("settings"),
        text("seed"),
        sa.Column("status", sa.String(10), nullable=False),
        number("revision"),
        time("created_at"),
        time("updated_at"),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name="fk_tournaments_club_id_clubs"),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
        sa.UniqueConstraint("club_id", "id", name="uq_tournaments_club_id_id"),
        check("tournaments", "status", "status IN ('open', 'finished')"),
        check("tournaments", "revision", "revision >= 1"),
    )
    scheme = sa.Column("scheme", sa.String(40), nullable=False)
    part("stages", ("stage",), number("stage"), text("name", nullable=True), text("format"), scheme, text("tie_breaks"))


def create_entrants() -> None:
    part("entrants", ("entrant",), entrant(), text("name", nullable=True))
    part(
        "entrant_members",
        ("entrant", "place"),
        entrant(),
        number("place"),
        text("name"),
        sa.Column("player_id", ID),
        reference("entrant_members", "players", "player_id"),
    )
    op.create_index("ix_entrant_members_club_id_player_id", "entrant_members", ["club_id", "player_id"])
    part(
        "stage_entrants",
        ("stage", "entrant"),
        number("stage"),
        entrant(),
        sa.Column("seeding", sa.Integer),
        number("joined"),
        text("absences"),
    )


def create_rounds() -> None:
    part(
        "rounds",
        ("stage", "round"),
        number("stage"),
        number("round"),
        sa.Column("status", sa.String(10), nullable=False),
        text("cost"),
        text("departures"),
        time("paired_at"),
        time("published_at", nullable=True),
        time("closed_at", nullable=True),
        check("rounds", "status", "status IN ('paired', 'published', 'closed')"),
    )
    part(
        "pairings",
        ("stage", "round", "table"),
        number("stage"),
        number("round"),
        number("table"),
        text("sides"),
        sa.Column("bye", sa.String(20)),
        sa.Column("manual", sa.Boolean, nullable=False),
        sa.Column("match_id", ID),
        text("result", nullable=True),
        text("corrections"),
        reference("pairings", "matches", "match_id"),
        sa.UniqueConstraint("club_id", "match_id", name="uq_pairings_club_id_match_id"),
    )


def create_what_follows() -> None:
    part(
        "sanctions",
        ("stage", "number"),
        number("stage"),
        number("number"),
        entrant(),
        number("round"),
        number("points"),
        text("reason"),
        sa.Column("withdrawn", sa.Boolean, nullable=False),
    )
    part(
        "standings",
        ("stage", "entrant"),
        number("stage"),
        entrant(),
        sa.Column("sort_key", FOLDED, nullable=False),
        sa.Column("score", sa.BigInteger, nullable=False),
        number("played"),
        text("tie_break_values"),
    )
    op.create_index("ix_standings_sort_key", "standings", ["tournament_id", "stage", "sort_key", "entrant"])
    create_disturbances()
    part(
        "tournament_history",
        ("revision",),
        number("revision"),
        sa.Column("kind", sa.String(20), nullable=False),
        time("recorded_at"),
        sa.Column("key_id", ID, nullable=False),
        text("key_label"),
        sa.Column("key_role", sa.String(10), nullable=False),
        text("reason", nullable=True),
        text("payload"),
        check("tournament_history", "revision", "revision >= 1"),
    )


def create_disturbances() -> None:
    part(
        "disturbances",
        ("number",),
        number("number"),
        number("stage"),
        number("round"),
        number("table"),
        sa.Column("origin", sa.String(10), nullable=False),
        text("change"),
        text("effect"),
        sa.Column("state", sa.String(10), nullable=False),
        text("reason", nullable=True),
        time("created_at"),
        time("settled_at", nullable=True),
        check("disturbances", "origin", "origin IN ('log', 'organiser')"),
        check("disturbances", "state", "state IN ('pending', 'accepted', 'kept', 'repaired', 'overtaken')"),
    )


def downgrade() -> None:
    op.drop_column("matches", "tournament_id")
    op.drop_index("ix_standings_sort_key", "standings")
    op.drop_index("ix_entrant_members_club_id_player_id", "entrant_members")
    for name in TABLES:
        op.drop_table(name)
