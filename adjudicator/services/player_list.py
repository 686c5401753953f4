"""What a list of players makes of the players of a club: who is new, who changes, who stays. Nothing is written here.

A row is about the player whose id it has, as an export says it, and an id of nobody is refused. Without one it is about the one
who has one of its external ids; else about the only player of exactly this name who has no other id in its systems; else about
somebody new. Names and ids are added, and nothing is taken away; the name of a player is another one only where an id says who is
meant and the name is none of theirs yet.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from adjudicator.core.errors import Fault
from adjudicator.services.players import ExternalId, Player

MOST_ALIASES, MOST_IDS = 50, 20
Status = Literal["created", "updated", "unchanged", "refused"]
STATUSES: tuple[Status, ...] = ("created", "updated", "unchanged", "refused")


class Row(Struct, frozen=True):
    """A row of a list. With `faults` (their pointers are columns) nothing else of it counts."""

    number: int
    name: str = ""
    aliases: Sequence[str] = ()
    external_ids: Sequence[ExternalId] = ()
    faults: Sequence[Fault] = ()
    player_id: str = ""


class Outcome(Struct):
    """What comes of a row; `player_id` is None for a row that is refused, and in a dry run for somebody new."""

    row: int
    name: str
    status: Status
    player_id: str | None = None
    faults: list[Fault] = []


class Entry(Struct):
    """A player in the register: all names and ids; whether they are new, have changed, or cannot (anonymised)."""

    id: str
    name: str
    aliases: list[str]
    external_ids: list[ExternalId]
    new: bool = False
    changed: bool = False
    fixed: bool = False


class Register:
    """The players of a club by names and ids, on the way through a list. `stands_for`: id -> who stands for them."""

    def __init__(self, known: Iterable[Player], stands_for: Mapping[str, str], new_id: Callable[[], str]) -> None:
        self._stands_for, self._new_id = stands_for, new_id
        self.entries: dict[str, Entry] = {}
        self._by_name: dict[str, list[Entry]] = {}
        self._by_id: dict[ExternalId, Entry] = {}
        for player in known:
            self._enter(Entry(player.id, player.name, player.aliases, player.external_ids, fixed=player.anonymised))

    def _enter(self, entry: Entry) -> Entry:
        self.entries[entry.id] = entry
        if not entry.fixed:
            self._by_name.setdefault(entry.name, []).append(entry)
        self._by_id |= dict.fromkeys(entry.external_ids, entry)
        return entry

    def take(self, row: Row) -> Outcome:
        """Go on with a row."""
        if row.faults:
            return Outcome(row.number, row.name, "refused", faults=list(row.faults))
        if row.player_id and row.player_id not in self._stands_for:
            message = "The club has no player with this id. A row without one is about whom its other cells tell."
            return _refused(row, "player", "unknown_player", message)
        owners = {self._by_id[each].id for each in row.external_ids if each in self._by_id}
        meant = self._stands_for.get(row.player_id, row.player_id)
        owners |= {meant} & self.entries.keys()
        if len(owners) > 1:
            return _refused(row, "id", "several_players", f"These are ids of several players: {', '.join(sorted(owners))}.")
        if owners:
            return self._update(row, self.entries[owners.pop()], meant=True)
        namesakes = self._namesakes(row)
        if len(namesakes) > 1:
            return _refused(row, "name", "ambiguous", f"{len(namesakes)} players have this name; an external id must say who.")
        if namesakes:
            return self._update(row, namesakes[0], meant=False)
        aliases = list(dict.fromkeys(each for each in row.aliases if each != row.name))
        ids = list(dict.fromkeys(row.external_ids))
        made = self._enter(Entry(self._new_id(), row.name, aliases, ids, new=True))
        return Outcome(row.number, row.name, "created", made.id)

    def _namesakes(self, row: Row) -> list[Entry]:
        systems = {each.system for each in row.external_ids}
        return [
            entry for entry in self._by_name.get(row.name, ())
            if not systems & {each.system for each in entry.external_ids}
        ]

    def _update(self, row: Row, entry: Entry, meant: bool) -> Outcome:
        renamed = meant and row.name not in (entry.name, *entry.aliases)
        name = row.name if renamed else entry.name
        aliases = [each for each in dict.fromkeys([*entry.aliases, *row.aliases]) if each != name]
        ids = list(dict.fromkeys([*entry.external_ids, *row.external_ids]))
        if len(aliases) > MOST_ALIASES or len(ids) > MOST_IDS:
            column = "aliases" if len(aliases) > MOST_ALIASES else "id"
            return _refused(row, column, "too_long", "With these the player would have too many.")
        if (name, sorted(aliases), sorted(ids)) == (entry.name, sorted(entry.aliases), sorted(entry.external_ids)):
            return Outcome(row.number, row.name, "unchanged", entry.id)
        if entry.fixed:
            return _refused(row, "player", "anonymised", "This player has been anonymised.")
        if renamed:
            self._by_name[entry.name].remove(entry)
            self._by_name.setdefault(name, []).append(entry)
        entry.name, entry.aliases, entry.external_ids, entry.changed = name, aliases, ids, True
        self._by_id |= dict.fromkeys(ids, entry)
        return Outcome(row.number, row.name, "updated", entry.id)


def _refused(row: Row, column: str, code: str, message: str) -> Outcome:
    return Outcome(row.number, row.name, "refused", faults=[Fault(column, code, message)])


def counts(outcomes: Iterable[Outcome]) -> Mapping[Status, int]:
    """How many rows had which outcome."""
    found = dict.fromkeys(STATUSES, 0)
    for each in outcomes:
        found[each.status] += 1
    return found
