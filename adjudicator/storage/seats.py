"""Who sat where: the seats of matches, and the players of the club to whom they are linked."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from adjudicator.storage.tables import seats


@dataclass(slots=True, frozen=True)
class SeatRow:
    """A seat, from 0 in turn order. `player_id`: None for a guest, or as long as nobody has said."""

    seat: int
    name: str
    player_id: str | None


def of_match(connection: Connection, match_id: str) -> list[SeatRow]:
    """The seats of a match, in turn order."""
    query = sa.select(seats.c.seat, seats.c.name, seats.c.player_id).where(seats.c.match_id == match_id)
    return [SeatRow(*row) for row in connection.execute(query.order_by(seats.c.seat))]


def link(connection: Connection, match_id: str, players: Mapping[str, str | None]) -> None:
    """The seats with these names are those of these players from now on; None: of a guest."""
    named = sa.and_(seats.c.match_id == match_id, seats.c.name == bindparam("of_name"))
    values = [{"of_name": name, "new_player": player_id} for name, player_id in players.items()]
    connection.execute(sa.update(seats).where(named).values(player_id=bindparam("new_player")), values)


def linked_before(connection: Connection, club_id: str, names: Collection[str]) -> list[tuple[str, str]]:
    """(name, player) of all seats of the club with one of these names that are linked, each pair once."""
    query = sa.select(seats.c.name, seats.c.player_id).where(seats.c.club_id == club_id, seats.c.name.in_(names))
    return [(row.name, row.player_id) for row in connection.execute(query.where(seats.c.player_id.is_not(None)).distinct())]


def matches_of(connection: Connection, club_id: str, players: Collection[str]) -> list[str]:
    """The ids of all matches with a seat of one of these players, in their order."""
    query = sa.select(seats.c.match_id).where(seats.c.club_id == club_id, seats.c.player_id.in_(players))
    return list(connection.scalars(query.distinct().order_by(seats.c.match_id)))


def unlinked(connection: Connection, club_id: str, names: Collection[str]) -> list[str]:
    """The ids of all matches with a seat of one of these names that is linked to nobody, in their order."""
    query = sa.select(seats.c.match_id).where(seats.c.club_id == club_id, seats.c.name.in_(names))
    return list(connection.scalars(query.where(seats.c.player_id.is_(None)).distinct().order_by(seats.c.match_id)))


def is_taken(connection: Connection, club_id: str, name: str) -> bool:
    """Whether anybody of this name sits at a match of the club."""
    query = sa.select(seats.c.match_id).where(seats.c.club_id == club_id, seats.c.name == name).limit(1)
    return connection.scalar(query) is not None
