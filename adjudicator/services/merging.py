"""Merging players who turned out to be one, and taking that back.

A merged player keeps row, id, names and links; it only points at whom it stands for. So its names lead to that one, chains of
merges lead to their end (`root_id`), and each merge can be taken back alone, in any order.
"""

from collections.abc import Sequence
from typing import Any

from adjudicator.core.errors import Fault, Malformed
from adjudicator.services import outcomes
from adjudicator.services.access import Access, Answer
from adjudicator.services.errors import Conflict
from adjudicator.services.later import Later
from adjudicator.services.players import Player, held_player, require_changeable, shown, touch
from adjudicator.services.rights import Right
from adjudicator.services.setting import Setting
from adjudicator.services.writing import Revisions, Writing, require_seen, write_once
from adjudicator.storage import players
from adjudicator.storage.players import PlayerRow


class Merging:
    """Merging the players of a club."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting

    def merge(self, access: Access, player_id: str, into: Later[str], if_match: Revisions | None) -> Answer[Player]:
        """Let another player stand for this one. Raises NotFound; Malformed for no such other; StaleRevision; Conflict."""

        def work(writing: Writing) -> Player:
            row, wanted = held_player(writing, player_id), into.get()
            other = _other(writing, row, wanted)
            require_seen(row.revision, if_match, "player")
            require_changeable(row)
            if other.root_id == row.id:
                raise Conflict("That player has been merged into this one.")
            if other.anonymised_at is not None:
                raise Conflict("The other player has been anonymised.")
            row.merged_into = other.id
            return _moved(writing, row, row.root_id, other.root_id)

        return write_once(self._setting, access, Right.MERGE_PLAYERS, Player, work)

    def unmerge(self, access: Access, player_id: str, asked: Later[Any], if_match: Revisions | None) -> Answer[Player]:
        """Let a merged player stand for themselves again. Raises NotFound; StaleRevision; Conflict if they do already."""

        def work(writing: Writing) -> Player:
            row = held_player(writing, player_id)
            asked.get()
            require_seen(row.revision, if_match, "player")
            if row.anonymised_at is not None:
                raise Conflict("The player has been anonymised.")
            if row.merged_into is None:
                raise Conflict("The player has not been merged into another.")
            row.merged_into = None
            return _moved(writing, row, row.root_id, row.id)

        return write_once(self._setting, access, Right.MERGE_PLAYERS, Player, work)


def _other(writing: Writing, row: PlayerRow, wanted: str) -> PlayerRow:
    other = players.find(writing.connection, row.club_id, wanted)
    if other is None:
        raise Malformed([Fault("/into", "unknown_player", "The club has no player with this id.")])
    if other.id == row.id:
        raise Malformed([Fault("/into", "same_player", "A player cannot be merged into themselves.")])
    return other


def _moved(writing: Writing, row: PlayerRow, old_root: str, new_root: str) -> Player:
    """All for whom the player stands go along. Whoever is shown differently then is at a new revision."""
    both = players.cluster(writing.connection, row.club_id, {old_root, new_root})
    rows = {each.id: each for each in both} | {row.id: row}
    along = _below(row, list(rows.values()))
    for each in along:
        each.root_id = new_root
    for player_id in dict.fromkeys([*(each.id for each in along), old_root, new_root]):
        touch(writing, rows[player_id])
    outcomes.moved(writing.connection, row.club_id, [each.id for each in along], old_root, new_root)
    return shown(writing.connection, row)


def _below(row: PlayerRow, rows: Sequence[PlayerRow]) -> list[PlayerRow]:
    """The player and all who were merged into them, over however many steps."""
    found = [row]
    for one in found:
        found += [each for each in rows if each.merged_into == one.id]
    return found
