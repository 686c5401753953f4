"""An entry appended in one statement (PostgreSQL): all that it writes, if everything that it was judged by still holds.

That is the match with its whole past (its chain), the key, and that the same was not asked before. So it does not matter when
these were read, or that another process has written since: then nothing is written.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from adjudicator.storage.moves import NewMove
from adjudicator.storage.prepared import Prepared
from adjudicator.storage.rows import HistoryRow, Kept, KeyRow, MatchRow, Play
from adjudicator.storage.tables import api_keys, history, idempotency, matches, moves

_PLAY = tuple(Play.__dataclass_fields__)
_HISTORY = tuple(HistoryRow.__dataclass_fields__)
_ENTRY = ("ply", "entry", "ruling", "public_ruling")
_SAME = ("key_id", "scope", "word")
_KEPT = (*_SAME, "digest", "result", "created_at")
_KEY = ("digest", "role", "label")


class Advance(Struct, frozen=True):
    """The match as it is now, a new entry, the write's own row of the history, and the result to be kept.

    `seen`: the chain of the match that the entry was judged behind; `key`: the key that may write it.
    """

    match: MatchRow
    seen: str
    key: KeyRow
    entry: NewMove
    write: HistoryRow
    kept: Kept | None


def advance(connection: Connection, new: Advance) -> bool:
    """Write all of it. False: the match or the key is not as it was seen, or a result is kept; and nothing was written."""
    match, entry, write, kept = new.match, new.entry, new.write, new.kept
    values: dict[str, Any] = {"match_id": match.id, "seen": new.seen}
    values |= {f"key_{name}": getattr(new.key, name) for name in _KEY}
    values |= {f"new_{name}": getattr(match.play, name) for name in _PLAY}
    values |= {f"write_{name}": getattr(write, name) for name in _HISTORY}
    values |= zip(_ENTRY, entry, strict=True)
    if kept is None:
        return bool(_ADVANCE.run(connection, values).rowcount)
    values |= {f"kept_{name}": getattr(kept, name) for name in (*_KEPT, "before")}
    return bool(_ADVANCE_AND_KEEP.run(connection, values).rowcount)


def _advancing(keeps: bool) -> sa.Insert:
    """The statement. `keeps`: with a result to be kept."""
    saved = _saving(keeps).returning(matches.c.id.label("match_id"), matches.c.club_id).cte("saved")
    write = {name: bindparam(f"write_{name}", type_=history.c[name].type) for name in _HISTORY}
    written = _insert(history, saved, write).cte("written")
    entry = {name: bindparam(name, type_=moves.c[name].type) for name in _ENTRY}
    inserted = _insert(moves, saved, {**entry, "recorded_at": write["recorded_at"]}).add_cte(written)
    return inserted.add_cte(*_keeping(saved)) if keeps else inserted


def _saving(keeps: bool) -> sa.Update:
    """The part of it that saves the match, on which all others hang."""
    here = [matches.c.id == bindparam("match_id"), matches.c.chain == bindparam("seen"), sa.exists().where(_good_key())]
    if keeps:
        here.append(~sa.exists().where(*(idempotency.c[name] == bindparam(f"kept_{name}") for name in _SAME)))
    return sa.update(matches).where(*here).values({name: bindparam(f"new_{name}") for name in _PLAY})


def _good_key() -> sa.ColumnElement[bool]:
    """The key is what it was, and good for something at the time of the write."""
    expires = api_keys.c.expires_at
    return sa.and_(
        api_keys.c.id == bindparam("write_key_id"),
        api_keys.c.club_id == matches.c.club_id,
        *(api_keys.c[name] == bindparam(f"key_{name}") for name in _KEY),
        api_keys.c.revoked_at.is_(None),
        sa.or_(expires.is_(None), expires > bindparam("write_recorded_at")),
    )


def _insert(table: sa.Table, saved: sa.CTE, values: Mapping[str, Any]) -> sa.Insert:
    """A row of the match that was saved, if it was."""
    rows = sa.select(saved.c.match_id, saved.c.club_id, *values.values())
    return sa.insert(table).from_select(["match_id", "club_id", *values], rows)


def _keeping(saved: sa.CTE) -> Iterator[sa.CTE]:
    """The result is kept; those that are too old to count, go."""
    values = {name: bindparam(f"kept_{name}", type_=idempotency.c[name].type) for name in _KEPT}
    rows = sa.select(saved.c.club_id, *values.values())
    yield sa.insert(idempotency).from_select(["club_id", *_KEPT], rows).cte("kept")
    yield sa.delete(idempotency).where(idempotency.c.created_at <= bindparam("kept_before")).cte("old")


_ADVANCE = Prepared(_advancing(keeps=False))
_ADVANCE_AND_KEEP = Prepared(_advancing(keeps=True))
