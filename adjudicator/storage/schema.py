"""What all tables share.

Every row belongs to a club; times are RFC 3339 texts in UTC of one width, so that they sort as they stand.
"""

import sqlalchemy as sa

MOMENT = sa.String(27)
ID = sa.String(36)
FOLDED = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
"""A text that is compared by its code points, in every database alike: for prefixes, and for pages in this order."""

metadata = sa.MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)


def club() -> sa.Column[str]:
    """The club that a row belongs to."""
    return sa.Column("club_id", ID, sa.ForeignKey("clubs.id"), nullable=False)


def of(table: str, column: str) -> sa.ForeignKeyConstraint:
    """A row that points at another one belongs to that one's club."""
    return sa.ForeignKeyConstraint(["club_id", column], [f"{table}.club_id", f"{table}.id"])


def of_match() -> sa.ForeignKeyConstraint:
    """A row of a match belongs to the match's own club."""
    return of("matches", "match_id")
