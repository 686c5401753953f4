"""Importing players of a club from a list, whole or as far as its rows are good; and all of them for an export."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy.engine import Connection

from adjudicator.core.errors import Fault
from adjudicator.core.log import require_none
from adjudicator.services.access import Access, Answer, admitted
from adjudicator.services.later import Later
from adjudicator.services.player_list import Outcome, Register, Row, Status, counts
from adjudicator.services.players import Details, Player, all_shown, changed, details_of, new_row
from adjudicator.services.rights import Right
from adjudicator.services.setting import Setting
from adjudicator.services.writing import Writing, write_once
from adjudicator.storage import players

ATOMIC, BEST_EFFORT = "atomic", "best_effort"


class ListWish(Struct, frozen=True):
    """A list to be imported. `atomic`: all of it or nothing; `dry_run`: only say what would come of it."""

    rows: Sequence[Row]
    atomic: bool = True
    dry_run: bool = False


class Imported(Struct):
    """What came of a list."""

    dry_run: bool
    counts: Mapping[Status, int]
    rows: list[Outcome]


class PlayerLists:
    """Lists of all players of a club."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting

    def load(self, access: Access, wish: Later[ListWish]) -> Answer[Imported]:
        """Import a list. Raises Malformed with every fault of every row, if it is to be whole and is not."""
        dry_run = wish.then(lambda asked: asked.dry_run).get_or(False)

        def work(writing: Writing) -> Imported:
            asked = wish.get()
            if not dry_run:
                players.hold(writing.connection, writing.key.club_id)
            register = self._register(writing.connection, writing.key.club_id)
            outcomes = [register.take(row) for row in asked.rows]
            if dry_run:
                return _dry(outcomes)
            if asked.atomic:
                require_none([_placed(each, fault) for each in outcomes for fault in each.faults])
            _write(writing, register)
            return Imported(False, counts(outcomes), outcomes)

        return write_once(self._setting, access, Right.IMPORT_PLAYERS, Imported, work, dry_run)

    def _register(self, connection: Connection, club_id: str) -> Register:
        rows = players.everybody(connection, club_id)
        known = all_shown(connection, club_id, [row for row in rows if row.merged_into is None])
        return Register(known, {row.id: row.root_id for row in rows}, self._setting.new_id)

    def all(self, access: Access, asked: Later[Any]) -> list[Player]:
        """Every player who stands for themselves, by name."""
        with self._setting.database.read() as connection:
            key = admitted(connection, access, self._setting.now(), Right.SEE_WHOLE_PLAYERS).key
            asked.get()
            everybody = [row for row in players.everybody(connection, key.club_id) if row.merged_into is None]
            return all_shown(connection, key.club_id, sorted(everybody, key=lambda row: (row.folded, row.id)))


def _dry(outcomes: list[Outcome]) -> Imported:
    """What would come of a list. Who would be new has no id yet."""
    for each in outcomes:
        each.player_id = None if each.status == "created" else each.player_id
    return Imported(True, counts(outcomes), outcomes)


def _placed(outcome: Outcome, fault: Fault) -> Fault:
    return Fault(f"/rows/{outcome.row}/{fault.pointer}", fault.code, fault.message)


def _write(writing: Writing, register: Register) -> None:
    connection = writing.connection
    new = [(new_row(writing, entry.id, entry.name), entry) for entry in register.entries.values() if entry.new]
    players.add(connection, [row for row, _ in new])
    players.add_details(connection, [details_of(row, entry.aliases, entry.external_ids) for row, entry in new])
    old = {entry.id: entry for entry in register.entries.values() if entry.changed and not entry.new}
    for row in players.of_ids(connection, writing.key.club_id, list(old)):
        entry = old[row.id]
        changed(writing, row, Details(entry.name, entry.aliases, entry.external_ids))
