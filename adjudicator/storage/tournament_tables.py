"""The tables of tournaments: tournament > stage > round > pairing. What is JSON here is the tournaments package's own."""

from typing import Any

import sqlalchemy as sa

from adjudicator.storage.schema import FOLDED, ID, MOMENT, club, metadata, of, of_match

ENTRANT = sa.String(8)


def of_tournament() -> sa.ForeignKeyConstraint:
    """A row of a tournament belongs to the tournament's own club."""
    return of("tournaments", "tournament_id")


def _part(name: str, numbers: tuple[str, ...], *columns: Any) -> sa.Table:
    """Rows of a tournament that these numbers tell apart."""
    return sa.Table(
        name,
        metadata,
        sa.Column("tournament_id", ID, primary_key=True),
        *(sa.Column(number, sa.Integer, primary_key=True, autoincrement=False) for number in numbers),
        club(),
        *columns,
        of_tournament(),
        sqlite_with_rowid=False,
    )


tournaments = sa.Table(
    "tournaments",
    metadata,
    sa.Column("id", ID, primary_key=True),
    club(),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("ruleset", sa.Text),
    sa.Column("settings", sa.Text, nullable=False),
    sa.Column("seed", sa.Text, nullable=False),
    sa.Column("status", sa.String(10), nullable=False),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("created_at", MOMENT, nullable=False),
    sa.Column("updated_at", MOMENT, nullable=False),
    sa.UniqueConstraint("club_id", "id"),
    sa.CheckConstraint("status IN ('open', 'finished')", name="status"),
    sa.CheckConstraint("revision >= 1", name="revision"),
)
"""`ruleset`: what a linked match must be played under, NULL for any. `settings`: place, time, note. `seed`: of all lots."""

stages = _part(
    "stages",
    ("stage",),
    sa.Column("name", sa.Text),
    sa.Column("format", sa.Text, nullable=False),
    sa.Column("scheme", sa.String(40), nullable=False),
    sa.Column("tie_breaks", sa.Text, nullable=False),
)

entrants = _part(
    "entrants",
    (),
    sa.Column("entrant", ENTRANT, primary_key=True),
    sa.Column("name", sa.Text),
)
"""`entrant`: its number, in four digits. `name`: NULL for one that goes by its members' names."""

entrant_members = _part(
    "entrant_members",
    (),
    sa.Column("entrant", ENTRANT, primary_key=True),
    sa.Column("place", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("player_id", ID),
    of("players", "player_id"),
    sa.Index("ix_entrant_members_club_id_player_id", "club_id", "player_id"),
)
"""Who an entrant is: by the names that stand in logs, and the club's players as far as they are known."""

stage_entrants = _part(
    "stage_entrants",
    ("stage",),
    sa.Column("entrant", ENTRANT, primary_key=True),
    sa.Column("seeding", sa.Integer),
    sa.Column("joined", sa.Integer, nullable=False),
    sa.Column("absences", sa.Text, nullable=False),
)

rounds = _part(
    "rounds",
    ("stage", "round"),
    sa.Column("status", sa.String(10), nullable=False),
    sa.Column("cost", sa.Text, nullable=False),
    sa.Column("departures", sa.Text, nullable=False),
    sa.Column("paired_at", MOMENT, nullable=False),
    sa.Column("published_at", MOMENT),
    sa.Column("closed_at", MOMENT),
    sa.CheckConstraint("status IN ('paired', 'published', 'closed')", name="status"),
)

pairings = _part(
    "pairings",
    ("stage", "round", "table"),
    sa.Column("sides", sa.Text, nullable=False),
    sa.Column("bye", sa.String(20)),
    sa.Column("manual", sa.Boolean, nullable=False),
    sa.Column("match_id", ID),
    sa.Column("result", sa.Text),
    sa.Column("corrections", sa.Text, nullable=False),
    sa.Column("uncounted", sa.Boolean, nullable=False, server_default=sa.false()),
    of_match(),
    sa.UniqueConstraint("club_id", "match_id"),
)
"""The matches of rounds. `match_id`: the adjudicated match from which the result comes. `uncounted`: what it comes to is not in
`standings` yet."""
sa.Index(
    "ix_pairings_uncounted",
    *(pairings.c[name] for name in ("tournament_id", "stage", "uncounted")),
    sqlite_where=pairings.c.uncounted == sa.true(),
    postgresql_where=pairings.c.uncounted == sa.true(),
)

sanctions = _part(
    "sanctions",
    ("stage", "number"),
    sa.Column("entrant", ENTRANT, nullable=False),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("points", sa.Integer, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("withdrawn", sa.Boolean, nullable=False),
)

standings = _part(
    "standings",
    ("stage",),
    sa.Column("entrant", ENTRANT, primary_key=True),
    sa.Column("sort_key", FOLDED, nullable=False),
    sa.Column("score", sa.BigInteger, nullable=False),
    sa.Column("played", sa.Integer, nullable=False),
    sa.Column("tie_break_values", sa.Text, nullable=False),
    sa.Index("ix_standings_sort_key", "tournament_id", "stage", "sort_key", "entrant"),
)
"""The standings in the order of `sort_key`, equal ones on one place; all of it follows from the other tables. They are those of
now but for the pairings that are `uncounted`."""

disturbances = _part(
    "disturbances",
    ("number",),
    sa.Column("stage", sa.Integer, nullable=False),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("table", sa.Integer, nullable=False),
    sa.Column("origin", sa.String(10), nullable=False),
    sa.Column("change", sa.Text, nullable=False),
    sa.Column("effect", sa.Text, nullable=False),
    sa.Column("state", sa.String(10), nullable=False),
    sa.Column("reason", sa.Text),
    sa.Column("created_at", MOMENT, nullable=False),
    sa.Column("settled_at", MOMENT),
    sa.CheckConstraint("origin IN ('log', 'organiser')", name="origin"),
    sa.CheckConstraint("state IN ('pending', 'accepted', 'kept', 'repaired', 'overtaken')", name="state"),
)
"""Other results of matches on which later things stand, waiting for the organiser's choice. `change`: result and corrections
of the pairing as they would be; `effect`: what that would change."""

tournament_history = _part(
    "tournament_history",
    ("revision",),
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("recorded_at", MOMENT, nullable=False),
    sa.Column("key_id", ID, nullable=False),
    sa.Column("key_label", sa.Text, nullable=False),
    sa.Column("key_role", sa.String(10), nullable=False),
    sa.Column("reason", sa.Text),
    sa.Column("payload", sa.Text, nullable=False),
    sa.CheckConstraint("revision >= 1", name="revision"),
)
"""Every write, with the revision that it made."""
