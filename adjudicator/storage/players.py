"""Players of a club: their rows, their other names, what other systems call them, and lists of them."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from adjudicator.storage.player_tables import player_ids, player_names, player_words, players
from adjudicator.storage.tables import clubs

LAST = "\U0010ffff"
"""Behind every other character."""


@dataclass(slots=True)
class PlayerRow:
    """A player; see `player_tables.players`."""

    id: str
    club_id: str
    name: str
    folded: str
    merged_into: str | None
    root_id: str
    anonymised_at: str | None
    revision: int
    created_at: str
    updated_at: str


@dataclass(slots=True, frozen=True)
class NameRow:
    """A name of a player, and how it is searched for. `main`: their name itself, not another one of theirs."""

    player_id: str
    name: str
    folded: str
    main: bool = False


@dataclass(slots=True, frozen=True)
class ExternalRow:
    """What another system calls a player."""

    player_id: str
    system: str
    value: str


@dataclass(slots=True, frozen=True)
class DetailRows:
    """What is kept of a player besides the row: other names with their folded form, words of all names (and whether of the name
    itself), external ids as system and value."""

    player: PlayerRow
    names: Sequence[tuple[str, str]]
    words: Sequence[tuple[str, bool]]
    external_ids: Sequence[tuple[str, str]]


@dataclass(slots=True, frozen=True)
class PlayerFilters:
    """What a list of players is narrowed to. `words`: prefixes of folded words, all of which must be found.

    `merged`: those who were merged into others, or the others. `names_only`: words are looked for in present names alone.
    """

    words: Sequence[str] = ()
    external_id: tuple[str, str] | None = None
    merged: bool = False
    names_only: bool = False


_COLUMNS = tuple(players.c[field.name] for field in fields(PlayerRow))


def hold(connection: Connection, club_id: str) -> None:
    """Until the transaction ends nobody else writes players of this club. (SQLite's writers are alone anyway.)"""
    connection.execute(sa.select(clubs.c.id).where(clubs.c.id == club_id).with_for_update(key_share=True))


def add(connection: Connection, rows: Sequence[PlayerRow]) -> None:
    """New players, still without words, other names and ids."""
    if rows:
        connection.execute(sa.insert(players), [_values(row) for row in rows])


def save(connection: Connection, row: PlayerRow) -> None:
    """Write what has changed of a player."""
    connection.execute(sa.update(players).where(players.c.id == row.id).values(_values(row)))


def _values(row: PlayerRow) -> dict[str, Any]:
    return {column.name: getattr(row, column.name) for column in _COLUMNS}


def find(connection: Connection, club_id: str, player_id: str) -> PlayerRow | None:
    """The club's player with this id."""
    return next(iter(of_ids(connection, club_id, [player_id])), None)


def of_ids(connection: Connection, club_id: str, ids: Collection[str]) -> list[PlayerRow]:
    """The club's players with these ids, as far as there are such."""
    return _rows(connection, players.c.club_id == club_id, players.c.id.in_(ids))


def roots_of(connection: Connection, club_id: str, ids: Collection[str]) -> dict[str, PlayerRow]:
    """Who stands for each of these players now."""
    rows = of_ids(connection, club_id, ids)
    roots = {row.id: row for row in of_ids(connection, club_id, {row.root_id for row in rows})}
    return {row.id: roots[row.root_id] for row in rows}


def cluster(connection: Connection, club_id: str, roots: Collection[str]) -> list[PlayerRow]:
    """These players and all who were merged into them, the oldest first."""
    return _rows(connection, players.c.club_id == club_id, players.c.root_id.in_(roots))


def everybody(connection: Connection, club_id: str) -> list[PlayerRow]:
    """All players of the club, the oldest first."""
    return _rows(connection, players.c.club_id == club_id)


def count(connection: Connection, club_id: str, *conditions: sa.ColumnElement[bool]) -> int:
    """How many players the club has, those who were merged into others left out."""
    single = sa.and_(players.c.club_id == club_id, players.c.merged_into.is_(None), *conditions)
    return connection.scalar(sa.select(sa.func.count()).select_from(players).where(single)) or 0


def _rows(connection: Connection, *conditions: sa.ColumnElement[bool]) -> list[PlayerRow]:
    rows = connection.execute(sa.select(*_COLUMNS).where(*conditions).order_by(players.c.id))
    return [PlayerRow(*row) for row in rows]


def names_of(connection: Connection, club_id: str, ids: Collection[str] | None) -> list[NameRow]:
    """The other names of these players (None: of all of the club), in their order."""
    query = _of(player_names, club_id, ids, "player_id", "name", "folded").order_by(player_names.c.name)
    return [NameRow(*row) for row in connection.execute(query)]


def external_ids_of(connection: Connection, club_id: str, ids: Collection[str] | None) -> list[ExternalRow]:
    """What other systems call these players (None: all of the club), by system."""
    query = _of(player_ids, club_id, ids, "player_id", "system", "value").order_by(player_ids.c.system, player_ids.c.value)
    return [ExternalRow(*row) for row in connection.execute(query)]


def _of(table: sa.Table, club_id: str, ids: Collection[str] | None, *columns: str) -> sa.Select[Any]:
    query = sa.select(*(table.c[name] for name in columns)).where(table.c.club_id == club_id)
    return query if ids is None else query.where(table.c.player_id.in_(ids))


def owner(connection: Connection, club_id: str, system: str, value: str) -> str | None:
    """The id of the club's player whom this system calls so."""
    return connection.scalar(
        sa.select(player_ids.c.player_id).where(
            player_ids.c.club_id == club_id, player_ids.c.system == system, player_ids.c.value == value
        )
    )


def forget_details(connection: Connection, row: PlayerRow) -> None:
    """A player's other names, words and external ids are about to be written anew."""
    for table in (player_names, player_words, player_ids):
        connection.execute(sa.delete(table).where(table.c.player_id == row.id))


def add_details(connection: Connection, details: Sequence[DetailRows]) -> None:
    """Other names, words and external ids of players. No id may be another player's."""
    _add(connection, player_names, ("name", "folded"), [(each.player, row) for each in details for row in each.names])
    _add(connection, player_words, ("word", "of_name"), [(each.player, row) for each in details for row in each.words])
    _add(connection, player_ids, ("system", "value"), [(each.player, row) for each in details for row in each.external_ids])


def _add(
    connection: Connection, table: sa.Table, columns: tuple[str, str], rows: Sequence[tuple[PlayerRow, tuple[Any, Any]]]
) -> None:
    values = [
        {"player_id": player.id, "club_id": player.club_id, **dict(zip(columns, row, strict=True))} for player, row in rows
    ]
    if values:
        connection.execute(sa.insert(table), values)


def listed(
    connection: Connection, club_id: str, filters: PlayerFilters, after: str | None, limit: int
) -> list[PlayerRow] | None:
    """The club's players in the order of their folded names, at most `limit` of them behind the player `after` (None: nobody)."""
    query = sa.select(*_COLUMNS).where(players.c.club_id == club_id, *_conditions(club_id, filters))
    if after is not None:
        last = find(connection, club_id, after)
        if last is None:
            return None
        behind = sa.tuple_(sa.literal(last.folded), sa.literal(last.id))
        query = query.where(sa.tuple_(players.c.folded, players.c.id) > behind)
    rows = connection.execute(query.order_by(players.c.folded, players.c.id).limit(limit))
    return [PlayerRow(*row) for row in rows]


def _conditions(club_id: str, filters: PlayerFilters) -> Iterator[sa.ColumnElement[bool]]:
    """What is said of one who was merged into another is said of that one too, unless the merged themselves are looked for."""
    yield players.c.merged_into.is_not(None) if filters.merged else players.c.merged_into.is_(None)
    alone = filters.merged or filters.names_only
    if filters.external_id is not None:
        system, value = filters.external_id
        called = sa.and_(player_ids.c.club_id == club_id, player_ids.c.system == system, player_ids.c.value == value)
        yield players.c.id.in_(_found(player_ids, called, alone))
    for word in filters.words:
        has = [player_words.c.club_id == club_id, player_words.c.word >= word, player_words.c.word < word + LAST]
        if filters.names_only:
            has.append(player_words.c.of_name.is_(True))
        yield players.c.id.in_(_found(player_words, sa.and_(*has), alone))


def _found(table: sa.Table, condition: sa.ColumnElement[bool], alone: bool) -> sa.Select[Any]:
    """The ids of the players whose row here fulfils this, or (not `alone`) of those for whom these stand."""
    if alone:
        return sa.select(table.c.player_id).where(condition)
    who = players.alias()
    return sa.select(who.c.root_id).join(table, table.c.player_id == who.c.id).where(condition)


def named(connection: Connection, club_id: str, names: Collection[str], column: str = "name") -> list[NameRow]:
    """Under which of these names (exact ones, or with the column `folded` folded ones) which players go, merged ones too."""
    return _all_names(connection, club_id, players.c[column].in_(names), player_names.c[column].in_(names))


def all_names(connection: Connection, club_id: str, ids: Collection[str]) -> list[NameRow]:
    """All names of these players."""
    return _all_names(connection, club_id, players.c.id.in_(ids), player_names.c.player_id.in_(ids))


def _all_names(
    connection: Connection, club_id: str, of_main: sa.ColumnElement[bool], of_other: sa.ColumnElement[bool]
) -> list[NameRow]:
    main = sa.select(players.c.id, players.c.name, players.c.folded).where(players.c.club_id == club_id, of_main)
    other = sa.select(player_names.c.player_id, player_names.c.name, player_names.c.folded)
    found = [NameRow(*row, main=True) for row in connection.execute(main)]
    return found + [NameRow(*row) for row in connection.execute(other.where(player_names.c.club_id == club_id, of_other))]


def with_words(connection: Connection, club_id: str, beginnings: Collection[str], limit: int) -> list[str]:
    """The ids of at most so many players of whom a word of a name begins like one of these."""
    begins = sa.or_(*(sa.and_(player_words.c.word >= each, player_words.c.word < each + LAST) for each in beginnings))
    query = sa.select(player_words.c.player_id).where(player_words.c.club_id == club_id, begins).distinct().limit(limit)
    return list(connection.scalars(query))
