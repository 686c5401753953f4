"""Matches: the row that a match goes on from, its facts, and lists of matches."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from adjudicator.storage.player_tables import players
from adjudicator.storage.prepared import Prepared
from adjudicator.storage.rows import Facts, Filters, MatchRow, Play
from adjudicator.storage.tables import matches, seats

_OWN = ("id", "club_id", "game", "preset", "options", "rules_version", "players", "setup", "voided", "void_reason")
_TIMES = ("happened_at", "created_at")
_PLAY = tuple(Play.__dataclass_fields__)
_FACTS = tuple(Facts.__dataclass_fields__)
_NAMES = (*_OWN, *_TIMES, *_PLAY, *_FACTS, "tournament_id")
_OWN_END = len(_OWN) + len(_TIMES)
_PLAY_END = _OWN_END + len(_PLAY)
_FACTS_END = _PLAY_END + len(_FACTS)
COLUMNS = tuple(matches.c[name] for name in _NAMES)


class ExternalIdTaken(ValueError):
    """Another match of the club has this external id."""


def match_of(values: Sequence[Any]) -> MatchRow:
    """The match whose COLUMNS these are, as SQLAlchemy or the driver has them."""
    play, facts = Play(*values[_OWN_END:_PLAY_END]), Facts(*values[_PLAY_END:_FACTS_END])
    match = MatchRow(*(*values[:_OWN_END], play, facts, values[_FACTS_END]))
    match.voided, match.play.public_ended = bool(match.voided), bool(match.play.public_ended)
    return match


_INSERT = Prepared(sa.insert(matches))
_INSERT_SEAT = Prepared(sa.insert(seats).values({name: bindparam(name) for name in ("match_id", "seat", "club_id", "name")}))
_SAVE = Prepared(
    sa.update(matches)
    .where(matches.c.id == bindparam("match_id"))
    .values({name: bindparam(f"new_{name}") for name in _PLAY})
)


def add(connection: Connection, match: MatchRow, names: Sequence[str]) -> None:
    """A new match and its seats, `names` in turn order. Raises ExternalIdTaken."""
    values: dict[str, Any] = {name: getattr(match, name) for name in (*_OWN, *_TIMES, "tournament_id")}
    values |= {name: getattr(match.play, name) for name in _PLAY}
    values |= {name: getattr(match.facts, name) for name in _FACTS}
    with _naming_the_taken(connection, match.facts):
        _INSERT.run(connection, values)
    _INSERT_SEAT.run_rows(connection, [(match.id, seat, match.club_id, name) for seat, name in enumerate(names)])


def save_play(connection: Connection, match: MatchRow) -> None:
    """Write what an append changed."""
    values = {f"new_{name}": getattr(match.play, name) for name in _PLAY}
    _SAVE.run(connection, {"match_id": match.id, **values})


def save_judged_anew(
    connection: Connection, match: MatchRow, names: Sequence[str], called: Mapping[str, str] = MappingProxyType({})
) -> None:
    """Write what judging another log, or by other rules, changed. `names`: the players in turn order.

    `called`: what those who were at the table before are called now. Their links to players of the club stay with them.
    """
    save_play(connection, match)
    values = {name: getattr(match, name) for name in ("options", "rules_version", "players", "setup")}
    connection.execute(sa.update(matches).where(matches.c.id == match.id).values(values))
    mine = seats.c.match_id == match.id
    linked = connection.execute(sa.select(seats.c.name, seats.c.player_id).where(mine))
    known = {called.get(row.name, row.name): row.player_id for row in linked}
    connection.execute(sa.delete(seats).where(mine))
    of_match = {"match_id": match.id, "club_id": match.club_id}
    rows = [{**of_match, "seat": seat, "name": name, "player_id": known.get(name)} for seat, name in enumerate(names)]
    connection.execute(sa.insert(seats), rows)


def save_facts(connection: Connection, match: MatchRow) -> None:
    """Write facts, voiding, and the revision. Raises ExternalIdTaken."""
    values: dict[str, Any] = {name: getattr(match.facts, name) for name in _FACTS}
    values |= {"voided": match.voided, "void_reason": match.void_reason, "happened_at": match.happened_at}
    values |= {"revision": match.play.revision, "updated_at": match.play.updated_at, "chain": match.play.chain}
    with _naming_the_taken(connection, match.facts):
        connection.execute(sa.update(matches).where(matches.c.id == match.id).values(values))


def set_tournament(connection: Connection, match_id: str, tournament_id: str | None) -> None:
    """The match's result counts there from now on, or nowhere."""
    connection.execute(sa.update(matches).where(matches.c.id == match_id).values(tournament_id=tournament_id))


def listed(connection: Connection, club_id: str, filters: Filters, after: str | None, limit: int) -> list[MatchRow]:
    """The club's matches, newest first, at most `limit` of them behind the match `after`."""
    query = sa.select(*COLUMNS).where(matches.c.club_id == club_id, *_conditions(club_id, filters))
    if after is not None:
        query = query.where(matches.c.id < after)
    rows = connection.execute(query.order_by(matches.c.id.desc()).limit(limit))
    return [match_of(row) for row in rows]


def exists(connection: Connection, club_id: str, match_id: str) -> bool:
    """Whether the club has this match."""
    query = sa.select(matches.c.id).where(matches.c.club_id == club_id, matches.c.id == match_id)
    return connection.scalar(query) is not None


def found(connection: Connection, match_id: str, lock: bool = False) -> MatchRow | None:
    """Any club's match. `lock`: nobody else writes it until the transaction ends."""
    query = sa.select(*COLUMNS).where(matches.c.id == match_id)
    row = connection.execute(query.with_for_update() if lock else query).first()
    return None if row is None else match_of(row)


def of_older_rules(connection: Connection, game: str, version: int, after: str, limit: int) -> list[str]:
    """The ids, at most `limit` behind `after`, of every club's matches of this game under rules older than `version`."""
    older = sa.and_(matches.c.game == game, matches.c.rules_version < version, matches.c.id > after)
    return list(connection.scalars(sa.select(matches.c.id).where(older).order_by(matches.c.id).limit(limit)))


def by_external_id(connection: Connection, club_id: str, external_id: str) -> str | None:
    """The id of the club's match with this external id."""
    query = sa.select(matches.c.id).where(matches.c.club_id == club_id, matches.c.external_id == external_id)
    return connection.scalar(query)


_PUBLIC_STATUS = sa.func.coalesce(matches.c.public_status, matches.c.status)


def _conditions(club_id: str, filters: Filters) -> Iterator[sa.ColumnElement[bool]]:
    if filters.game is not None:
        yield matches.c.game == filters.game
    if filters.status is not None:
        yield (_PUBLIC_STATUS if filters.public else matches.c.status) == filters.status
    if filters.match_id is not None:
        yield matches.c.id == filters.match_id
    if filters.external_id is not None:
        yield matches.c.external_id == filters.external_id
    if filters.since is not None:
        yield matches.c.happened_at >= filters.since
    if filters.until is not None:
        yield matches.c.happened_at < filters.until
    if filters.voided is not None:
        yield matches.c.voided == filters.voided
    if filters.player is not None:
        named = sa.select(seats.c.match_id).where(seats.c.club_id == club_id, seats.c.name == filters.player)
        yield matches.c.id.in_(named)
    if filters.player_id is not None:
        own = sa.select(players.c.root_id).where(players.c.club_id == club_id, players.c.id == filters.player_id)
        same = sa.select(players.c.id).where(players.c.club_id == club_id, players.c.root_id.in_(own))
        seated = sa.select(seats.c.match_id).where(seats.c.club_id == club_id, seats.c.player_id.in_(same))
        yield matches.c.id.in_(seated)


class _naming_the_taken:
    """Inside, a clash of external ids raises ExternalIdTaken."""

    def __init__(self, connection: Connection, facts: Facts) -> None:
        self._clash: Any = (sa.exc.IntegrityError, connection.dialect.loaded_dbapi.IntegrityError)
        self._external_id = facts.external_id

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, self._clash) and "external_id" in str(error):
            raise ExternalIdTaken(self._external_id) from error
