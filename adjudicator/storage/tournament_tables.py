"""The tables of tournaments: tournament > stage > round > pairing. What is JSON here is the tournaments package's own."""

import sqlalchemy as sa

from adjudicator.storage.schema import ID, MOMENT, club, metadata

tournaments = sa.Table(
    "tournaments",
    metadata,
    sa.Column("id", ID, primary_key=True),
    club(),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("settings", sa.Text, nullable=False),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("created_at", MOMENT, nullable=False),
    sa.Column("updated_at", MOMENT, nullable=False),
    sa.UniqueConstraint("club_id", "id"),
    sa.CheckConstraint("revision >= 1", name="revision"),
)
