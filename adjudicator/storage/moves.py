"""The log of a match and what its entries brought: moves, frames, findings. `view` is `referee` or `public`."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from adjudicator.storage.prepared import Prepared
from adjudicator.storage.rows import MatchRow, MoveRow
from adjudicator.storage.tables import findings, frames, moves

NewMove = tuple[int, str, str | None, str | None]
"""Of an entry: ply, entry, ruling, the public's ruling; see `tables.moves`."""

BROUGHT = {"frames": frames, "findings": findings}

BLOCK = 32
"""Entries that one statement inserts: what is the same for all of a match is bound once then."""


def _block() -> Prepared:
    """Inserts BLOCK entries. Its parameters: ply, entry, ruling, public ruling of each, then match, club, time."""
    own = [moves.c[name] for name in ("ply", "entry", "ruling", "public_ruling")]
    names = [[f"{column.name}_{number}" for column in own] for number in range(BLOCK)]
    binds: list[tuple[Any, ...]] = [tuple(map(bindparam, row)) for row in names]
    rows = sa.values(*(sa.column(column.name, column.type) for column in own)).data(binds).cte("rows")
    of_all = {name: f"of_{name}" for name in ("match_id", "club_id", "recorded_at")}
    columns = [bindparam(of_all[column.name]) if column.name in of_all else rows.c[column.name] for column in moves.c]
    order = [*chain.from_iterable(names), *of_all.values()]
    return Prepared(sa.insert(moves).from_select([column.name for column in moves.c], sa.select(*columns)), order)


_INSERT = Prepared(sa.insert(moves))
_INSERT_BLOCK = _block()
_ROW = (moves.c.ply, moves.c.entry, moves.c.ruling, moves.c.public_ruling, moves.c.recorded_at)
_PAGE = Prepared(
    sa.select(*_ROW)
    .where(moves.c.match_id == bindparam("match_id"), moves.c.ply > bindparam("after"))
    .order_by(moves.c.ply)
    .limit(bindparam("count"))
)
_CUT = Prepared(sa.delete(moves).where(moves.c.match_id == bindparam("of_match"), moves.c.ply >= bindparam("start")))
_SET_PUBLIC = Prepared(
    sa.update(moves)
    .where(moves.c.match_id == bindparam("of_match"), moves.c.ply == bindparam("at_ply"))
    .values(public_ruling=bindparam("new_ruling"))
)
_INSERTS = {name: Prepared(sa.insert(table)) for name, table in BROUGHT.items()}
_READS = {
    name: Prepared(
        sa.select(table.c.data)
        .where(table.c.match_id == bindparam("match_id"), table.c.view == bindparam("view"))
        .order_by(table.c.revision, table.c.place)
    )
    for name, table in BROUGHT.items()
}


def add(connection: Connection, match: MatchRow, rows: Iterable[NewMove], now: str) -> None:
    """Entries behind those that are there. The primary key refuses a ply that is taken."""
    of_all, rest = (match.id, match.club_id, now), list(rows)
    while len(rest) >= BLOCK:
        _INSERT_BLOCK.run_ordered(connection, [*chain.from_iterable(rest[:BLOCK]), *of_all])
        del rest[:BLOCK]
    _INSERT.run_rows(
        connection,
        [(match.id, ply, match.club_id, entry, ruling, public_ruling, now) for ply, entry, ruling, public_ruling in rest],
    )


def rewrite(connection: Connection, match: MatchRow, rows: Sequence[tuple[NewMove, str]], start: int) -> None:
    """The log from the ply `start` on is this from now on: entries, each with the time at which it was written down."""
    _CUT.run(connection, {"of_match": match.id, "start": start})
    _INSERT.run_rows(
        connection,
        [(match.id, ply, match.club_id, entry, ruling, public, at) for (ply, entry, ruling, public), at in rows],
    )


def page(connection: Connection, match_id: str, after: int, limit: int) -> list[MoveRow]:
    """At most `limit` entries behind the ply `after`."""
    rows = _PAGE.run(connection, {"match_id": match_id, "after": after, "count": limit})
    return [MoveRow(*row) for row in rows]


def replace_public_rulings(connection: Connection, match_id: str, rulings: Iterable[tuple[int, str]]) -> None:
    """The public's rulings at these plies are others from now on."""
    values = [{"of_match": match_id, "at_ply": ply, "new_ruling": ruling} for ply, ruling in rulings]
    if values:
        _SET_PUBLIC.run_all(connection, values)


def add_brought(connection: Connection, match: MatchRow, name: str, view: str, data: Sequence[str]) -> None:
    """Frames or findings (`name`) that the write with the match's present revision brought in a view."""
    if not data:
        return
    of_write = {"match_id": match.id, "club_id": match.club_id, "view": view, "revision": match.play.revision}
    _INSERTS[name].run_all(connection, [{**of_write, "place": place, "data": each} for place, each in enumerate(data)])


def brought(connection: Connection, match_id: str, name: str, view: str) -> list[str]:
    """All frames or findings of a view, in their order."""
    return [data for (data,) in _READS[name].run(connection, {"match_id": match_id, "view": view})]


def copy_to_public(connection: Connection, match_id: str) -> None:
    """What the referee's view has so far is the public's as well."""
    for table in BROUGHT.values():
        names = ["match_id", "view", "revision", "place", "club_id", "data"]
        columns = [sa.literal("public") if name == "view" else table.c[name] for name in names]
        source = sa.select(*columns).where(table.c.match_id == match_id, table.c.view == "referee")
        connection.execute(sa.insert(table).from_select(names, source))


def forget_brought(connection: Connection, match_id: str, *views: str) -> None:
    """The frames and findings of these views are about to be written anew."""
    for table in BROUGHT.values():
        connection.execute(sa.delete(table).where(table.c.match_id == match_id, table.c.view.in_(views)))
