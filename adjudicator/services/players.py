"""Players of a club: who they are, under which names they go, and lists of them. Merging is in `merging`."""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy.engine import Connection

from adjudicator.services.access import ID, Access, Answer, admitted, require_right
from adjudicator.services.errors import Conflict, NotFound, UnknownKey
from adjudicator.services.folding import folded, words
from adjudicator.services.later import Later
from adjudicator.services.rights import Right, Role
from adjudicator.services.setting import Setting
from adjudicator.services.writing import Revisions, Writing, require_seen, write_once
from adjudicator.storage import players
from adjudicator.storage.players import DetailRows, PlayerFilters, PlayerRow
from adjudicator.storage.rows import KeyRow

MOST_WORDS = 8
"""Of a search; further ones are not looked at."""


class ExternalId(Struct, frozen=True, order=True):
    """What another system (a federation, say) calls a player."""

    system: str
    value: str


class Person(Struct, frozen=True):
    """A player, as seats and boards name them."""

    id: str
    name: str


class Player(Struct):
    """A player as shown. `aliases` and `external_ids` hold those of all who were merged into this one too.

    `merged_into`: the player who stands for this one now. `names_only`: the viewer gets neither aliases nor external ids.
    """

    id: str
    name: str
    aliases: list[str]
    external_ids: list[ExternalId]
    merged_into: str | None
    anonymised: bool
    revision: int
    created_at: str
    updated_at: str
    names_only: bool = False


class Details(Struct, frozen=True):
    """What is said of a player; None: nothing."""

    name: str | None = None
    aliases: Sequence[str] | None = None
    external_ids: Sequence[ExternalId] | None = None


class PlayersWish(Struct, frozen=True):
    """Which players are wanted: at most `limit` behind the player `after`, of whom a name has all the words of `search`."""

    after: str | None
    limit: int
    search: str | None = None
    external_id: ExternalId | None = None
    merged: bool = False


class PlayersPage(Struct):
    """One page of a list. `more`: there is another behind it."""

    items: Sequence[Player]
    more: bool


class Players:
    """The players of a club, for whoever has a key of it."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting

    def create(self, access: Access, details: Later[Details]) -> Answer[Player]:
        """Add a player. Raises Conflict for an external id that is another's."""

        def work(writing: Writing) -> Player:
            said = details.get()
            players.hold(writing.connection, writing.key.club_id)
            row = new_row(writing, self._setting.new_id(), str(said.name))
            players.add(writing.connection, [row])
            write_details(writing.connection, row, said.aliases or (), said.external_ids or ())
            return shown(writing.connection, row)

        return write_once(self._setting, access, Right.KEEP_PLAYERS, Player, work)

    def page(self, access: Access, wish: Later[PlayersWish]) -> PlayersPage:
        """The club's players by name. Raises Forbidden for a search by what the key may not see; UnknownKey."""
        with self._setting.database.read() as connection:
            key = admitted(connection, access, self._setting.now(), Right.SEE_PLAYERS).key
            asked = wish.get()
            if asked.external_id is not None:
                require_right(key, Right.SEE_WHOLE_PLAYERS)
            found = players.listed(connection, key.club_id, _filters(asked, key), asked.after, asked.limit + 1)
            if found is None:
                raise UnknownKey
            items = seen_by(key, all_shown(connection, key.club_id, found[: asked.limit]))
        return PlayersPage(items, len(found) > asked.limit)

    def one(self, access: Access, player_id: str, asked: Later[Any]) -> Player:
        """The player. Raises NotFound."""
        with self._setting.database.read() as connection:
            key = admitted(connection, access, self._setting.now(), Right.SEE_PLAYERS).key
            row = existing_player(connection, key.club_id, player_id)
            asked.get()
            return seen_by(key, [shown(connection, row)])[0]

    def change(
        self, access: Access, player_id: str, details: Later[Details], if_match: Revisions | None
    ) -> Answer[Player]:
        """Change what is said of a player; what changes nothing makes no new revision.

        Names and ids that came by a merge stay where they are. Raises NotFound; StaleRevision; Conflict.
        """

        def work(writing: Writing) -> Player:
            row = held_player(writing, player_id)
            said = details.get()
            require_seen(row.revision, if_match, "player")
            require_changeable(row)
            return changed(writing, row, said)

        return write_once(self._setting, access, Right.KEEP_PLAYERS, Player, work)


def changed(writing: Writing, row: PlayerRow, said: Details) -> Player:
    """The player with what is said of them, written; at a new revision if anything is shown differently. Raises Conflict."""
    connection = writing.connection
    before, own = shown(connection, row), _own_details(connection, row)
    row.name = row.name if said.name is None else said.name
    row.folded = folded(row.name)
    aliases = _own_part(said.aliases, before.aliases, own.aliases)
    ids = _own_part(said.external_ids, before.external_ids, own.external_ids)
    players.save(connection, row)
    write_details(connection, row, aliases, ids)
    if shown(connection, row) != before:
        touch(writing, row)
    return shown(connection, row)


def new_row(writing: Writing, player_id: str, name: str) -> PlayerRow:
    """The row of a new player."""
    return PlayerRow(player_id, writing.key.club_id, name, folded(name), None, player_id, None, 1, writing.now, writing.now)


def touch(writing: Writing, row: PlayerRow) -> None:
    """Write a player who has changed, at the next revision."""
    row.revision, row.updated_at = row.revision + 1, writing.now
    players.save(writing.connection, row)


def write_details(connection: Connection, row: PlayerRow, aliases: Iterable[str], ids: Iterable[ExternalId]) -> None:
    """Write a player's own other names and external ids. Raises Conflict for an id that is another player's."""
    aliases = [each for each in dict.fromkeys(aliases) if each != row.name]
    ids = list(dict.fromkeys(ids))
    for each in ids:
        owner = players.owner(connection, row.club_id, each.system, each.value)
        if owner not in (None, row.id):
            raise Conflict(f"The external id {each.value} of {each.system} is that of the player {owner}.")
    players.forget_details(connection, row)
    players.add_details(connection, [details_of(row, aliases, ids)])


def details_of(row: PlayerRow, aliases: Sequence[str], ids: Sequence[ExternalId]) -> DetailRows:
    """The rows of a player's own other names and external ids, and of the words of all names."""
    of_name = {(word, True) for word in words(row.name)}
    of_words = of_name | {(word, False) for name in aliases for word in words(name)}
    names, called = [(name, folded(name)) for name in aliases], [(each.system, each.value) for each in ids]
    return DetailRows(row, names, sorted(of_words), called)


class _Own(Struct, frozen=True):
    """A player's other names and external ids, without those that came by a merge."""

    aliases: list[str]
    external_ids: list[ExternalId]


def _own_details(connection: Connection, row: PlayerRow) -> _Own:
    aliases = [each.name for each in players.names_of(connection, row.club_id, [row.id])]
    ids = [ExternalId(each.system, each.value) for each in players.external_ids_of(connection, row.club_id, [row.id])]
    return _Own(aliases, ids)


def _own_part(said: Sequence[Any] | None, shown: Sequence[Any], own: Sequence[Any]) -> Sequence[Any]:
    """What is said, if anything is, without what is shown of those who were merged into the player."""
    return own if said is None else [each for each in said if each in own or each not in shown]


def existing_player(connection: Connection, club_id: str, player_id: str) -> PlayerRow:
    """The club's player. Raises NotFound, also for another club's."""
    row = players.find(connection, club_id, player_id) if ID.fullmatch(player_id) else None
    if row is None:
        raise NotFound("There is no player with this id.")
    return row


def held_player(writing: Writing, player_id: str) -> PlayerRow:
    """The player, to be written; nobody else writes players of the club meanwhile. Raises NotFound."""
    players.hold(writing.connection, writing.key.club_id)
    return existing_player(writing.connection, writing.key.club_id, player_id)


def require_changeable(row: PlayerRow) -> None:
    """Raises Conflict for a player who was merged into another, or anonymised."""
    if row.anonymised_at is not None:
        raise Conflict("The player has been anonymised.")
    if row.merged_into is not None:
        raise Conflict(f"The player has been merged into {row.root_id}.")


def shown(connection: Connection, row: PlayerRow) -> Player:
    """The player of a row."""
    return all_shown(connection, row.club_id, [row])[0]


def all_shown(connection: Connection, club_id: str, rows: Sequence[PlayerRow]) -> list[Player]:
    """The players of these rows."""
    of_roots = players.cluster(connection, club_id, [row.id for row in rows if row.merged_into is None])
    others = [row for row in rows if row.merged_into is not None]
    found = {row.id: _bare(row) for row in rows}
    member = {each.id: found[each.root_id] for each in of_roots} | {each.id: found[each.id] for each in others}
    for each in of_roots:
        if each.merged_into is not None:
            member[each.id].aliases.append(each.name)
    for name in players.names_of(connection, club_id, list(member)):
        member[name.player_id].aliases.append(name.name)
    for called in players.external_ids_of(connection, club_id, list(member)):
        member[called.player_id].external_ids.append(ExternalId(called.system, called.value))
    return [_in_order(found[row.id]) for row in rows]


def _bare(row: PlayerRow) -> Player:
    return Player(
        id=row.id,
        name=row.name,
        aliases=[],
        external_ids=[],
        merged_into=None if row.merged_into is None else row.root_id,
        anonymised=row.anonymised_at is not None,
        revision=row.revision,
        created_at=row.created_at,
        updated_at=row.updated_at,
    )


def _in_order(player: Player) -> Player:
    player.aliases = sorted({each for each in player.aliases if each != player.name})
    player.external_ids.sort()
    return player


def seen_by(key: KeyRow, found: Sequence[Player]) -> list[Player]:
    """The players, without what the key may not see."""
    if Role.named(key.role) >= Right.SEE_WHOLE_PLAYERS.least:
        return list(found)
    for player in found:
        player.aliases, player.external_ids, player.names_only = [], [], True
    return list(found)


def _filters(wish: PlayersWish, key: KeyRow) -> PlayerFilters:
    return PlayerFilters(
        words=[] if wish.search is None else words(wish.search)[:MOST_WORDS],
        external_id=None if wish.external_id is None else (wish.external_id.system, wish.external_id.value),
        merged=wish.merged,
        names_only=Role.named(key.role) < Right.SEE_WHOLE_PLAYERS.least,
    )

