"""Linking the seats of a match to players of the club."""

from collections.abc import Iterator, Mapping

from sqlalchemy.engine import Connection

from adjudicator.core.errors import Fault
from adjudicator.core.log import require_none
from adjudicator.core.reading import escape
from adjudicator.services.errors import Conflict
from adjudicator.storage import players, seats
from adjudicator.storage.players import PlayerRow
from adjudicator.storage.rows import MatchRow
from adjudicator.storage.seats import SeatRow

Links = Mapping[str, str | None]
"""The name at the table -> the player's id, or None for a guest."""


def link(connection: Connection, match: MatchRow, said: Links, at: str) -> Links:
    """Link the seats that are named; others stay as they are. The links of these seats before.

    Raises Malformed with every fault, `at` being the pointer of what is said; Conflict for a player who has been anonymised.
    """
    players.hold(connection, match.club_id)
    present = seats.of_match(connection, match.id)
    wanted = {player_id for player_id in said.values() if player_id is not None}
    known = {row.id: row for row in players.of_ids(connection, match.club_id, wanted)}
    require_none([*_faults(present, said, known, at)])
    for row in known.values():
        if row.anonymised_at is not None:
            raise Conflict(f"The player {row.id} has been anonymised.")
    seats.link(connection, match.id, said)
    return {row.name: row.player_id for row in present if row.name in said}


def _faults(present: list[SeatRow], said: Links, known: Mapping[str, PlayerRow], at: str) -> Iterator[Fault]:
    names = {row.name for row in present}
    after = {row.name: row.player_id for row in present} | dict(said)
    taken: set[str] = set()
    for name, player_id in after.items():
        pointer = f"{at}/{escape(name)}"
        if name not in names:
            yield Fault(pointer, "not_at_table", "Nobody of this name sits at the table.")
        elif name in said and player_id is not None and player_id not in known:
            yield Fault(pointer, "unknown_player", "The club has no player with this id.")
        elif player_id is not None:
            root = known[player_id].root_id if player_id in known else player_id
            if root in taken:
                yield Fault(pointer, "twice", "This player sits at the table already.")
            taken.add(root)
