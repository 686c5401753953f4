"""Clubs as they show themselves: a name, and how much they have."""

from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from adjudicator.storage.tables import clubs, matches


@dataclass(slots=True)
class ClubRow:
    """A club."""

    id: str
    name: str
    revision: int
    created_at: str


def find(connection: Connection, club_id: str, writes: bool = False) -> ClubRow:
    """The club. `writes`: until the transaction ends nobody else changes it. Raises NoResultFound."""
    query = sa.select(clubs.c.id, clubs.c.name, clubs.c.revision, clubs.c.created_at).where(clubs.c.id == club_id)
    return ClubRow(*connection.execute(query.with_for_update(key_share=True) if writes else query).one())


def rename(connection: Connection, row: ClubRow) -> None:
    """Write the club's name and revision."""
    connection.execute(sa.update(clubs).where(clubs.c.id == row.id).values(name=row.name, revision=row.revision))


def matches_of(connection: Connection, club_id: str) -> int:
    """How many matches the club has, voided ones too."""
    return connection.scalar(sa.select(sa.func.count()).select_from(matches).where(matches.c.club_id == club_id)) or 0
