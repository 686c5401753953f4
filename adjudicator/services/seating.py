"""Who sat at a match: its seats, the players of the club to whom they are linked, and proposals where nobody has said."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy.engine import Connection

from adjudicator.core.errors import Fault
from adjudicator.core.log import require_none
from adjudicator.core.reading import escape
from adjudicator.services import history, outcomes, proposing
from adjudicator.services.access import Access, Answer, admitted, existing
from adjudicator.services.later import Later
from adjudicator.services.linking import Links, link
from adjudicator.services.matches import Noted, write_beside
from adjudicator.services.players import Person
from adjudicator.services.proposing import Proposal
from adjudicator.services.rights import Right, Role
from adjudicator.services.setting import Setting
from adjudicator.services.writing import MATCH, Revisions, Writing, require_seen, write_match_once
from adjudicator.storage import players, seats
from adjudicator.storage.rows import KeyRow, MatchRow

AT = "/seats"


class SeatShown(Struct, frozen=True):
    """A seat, from 1 in turn order. `player`: who stands for whoever was linked.

    `proposals` are there where it has no player, for those who may link it.
    """

    seat: int
    name: str
    player: Person | None
    proposals: Sequence[Proposal]


class SeatsShown(Struct, frozen=True):
    """The seats of a match that is at this revision."""

    revision: int
    seats: Sequence[SeatShown]


class Seating:
    """The seats of the club's matches."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting

    def read(self, access: Access, match_id: str, asked: Later[Any]) -> SeatsShown:
        """The seats of a match. Raises NotFound."""
        with self._setting.database.read() as connection:
            admission = admitted(connection, access, self._setting.now(), Right.SEE, match_id)
            match = existing(admission)
            asked.get()
            return _shown(connection, match, admission.key)

    def assign(self, access: Access, match_id: str, said: Later[Links], if_match: Revisions | None) -> Answer[SeatsShown]:
        """Say of every seat whose it is. What changes nothing makes no new revision.

        Raises NotFound; Malformed for a seat left out or a player whom the club does not have; StaleRevision; Conflict.
        """

        def work(writing: Writing, match: MatchRow) -> SeatsShown:
            wanted, connection = said.get(), writing.connection
            before = _linked(connection, match, wanted, if_match)
            if before != wanted:
                write_beside(self._setting, writing, match, history.SEATS, Noted({"before": before, "after": wanted}))
                outcomes.follow_anew(connection, self._setting.games, match, outcomes.mark(match))
            return _shown(connection, match, writing.key)

        return write_match_once(self._setting, access, Right.SEAT_PLAYERS, match_id, SeatsShown, work)


def _linked(connection: Connection, match: MatchRow, wanted: Links, if_match: Revisions | None) -> Links:
    """Link the seats; the links before. Who forgets a seat, or saw another revision, is told so before anything is written."""
    left_out = [row.name for row in seats.of_match(connection, match.id) if row.name not in wanted]
    message = "Every seat must be named; a guest's with null."
    require_none([Fault(f"{AT}/{escape(name)}", "missing", message) for name in left_out])
    require_seen(match.play.revision, if_match, MATCH)
    return link(connection, match, wanted, AT)


def _shown(connection: Connection, match: MatchRow, key: KeyRow) -> SeatsShown:
    rows = seats.of_match(connection, match.id)
    sitting = players.roots_of(connection, match.club_id, [row.player_id for row in rows if row.player_id is not None])
    may_link = Role.named(key.role) >= Right.SEAT_PLAYERS.least
    open_names = [row.name for row in rows if row.player_id is None] if may_link else []
    taken = {player.id for player in sitting.values()}
    proposed = proposing.proposals(connection, match.club_id, open_names, taken) if open_names else {}
    called = {player_id: Person(player.id, player.name) for player_id, player in sitting.items()}
    shown = [SeatShown(row.seat + 1, row.name, called.get(row.player_id or ""), proposed.get(row.name, ())) for row in rows]
    return SeatsShown(match.play.revision, shown)
