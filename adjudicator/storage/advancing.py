"""An entry appended in one statement (PostgreSQL): all that it writes, if nobody has written the match since it was read."""

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects import postgresql
from sqlalchemy.engine import Connection

from adjudicator.storage.moves import NewMove
from adjudicator.storage.prepared import Prepared
from adjudicator.storage.rows import HistoryRow, Kept, MatchRow, Play
from adjudicator.storage.tables import history, idempotency, matches, moves

_PLAY = tuple(Play.__dataclass_fields__)
_HISTORY = tuple(HistoryRow.__dataclass_fields__)
_ENTRY = ("ply", "entry", "ruling", "public_ruling")
_SAME, _RESULT = ("key_id", "scope", "word"), ("digest", "result", "created_at")
_KEPT = (*_SAME, *_RESULT)


def advance(
    connection: Connection, match: MatchRow, seen: int, entry: NewMove, write: HistoryRow, kept: Kept | None
) -> bool:
    """Write the match as it is now, a new entry, the write's own row of the history, and the result to be kept.

    False: the match is no longer at the revision `seen`, and nothing was written.
    """
    values: dict[str, Any] = {"match_id": match.id, "seen": seen}
    values |= {f"new_{name}": getattr(match.play, name) for name in _PLAY}
    values |= {f"write_{name}": getattr(write, name) for name in _HISTORY}
    values |= zip(_ENTRY, entry, strict=True)
    if kept is None:
        return bool(_ADVANCE.run(connection, values).rowcount)
    values |= {f"kept_{name}": getattr(kept, name) for name in (*_KEPT, "before")}
    return bool(_ADVANCE_AND_KEEP.run(connection, values).rowcount)


def _advancing() -> tuple[sa.Insert, sa.CTE]:
    """The statement that keeps no result, and the part of it that saves the match."""
    here = sa.and_(matches.c.id == bindparam("match_id"), matches.c.revision == bindparam("seen"))
    saving = sa.update(matches).where(here).values({name: bindparam(f"new_{name}") for name in _PLAY})
    saved = saving.returning(matches.c.id.label("match_id"), matches.c.club_id).cte("saved")
    write = {name: bindparam(f"write_{name}", type_=history.c[name].type) for name in _HISTORY}
    written = _insert(history, saved, write).cte("written")
    entry = {name: bindparam(name, type_=moves.c[name].type) for name in _ENTRY}
    return _insert(moves, saved, {**entry, "recorded_at": write["recorded_at"]}).add_cte(written), saved


def _insert(table: sa.Table, saved: sa.CTE, values: Mapping[str, Any]) -> sa.Insert:
    """A row of the match that was saved, if it was."""
    rows = sa.select(saved.c.match_id, saved.c.club_id, *values.values())
    return sa.insert(table).from_select(["match_id", "club_id", *values], rows)


def _keeping(statement: sa.Insert, saved: sa.CTE) -> sa.Insert:
    """The statement with this in it: the result takes the place of one that is too old to count, and others that are, go."""
    values = {name: bindparam(f"kept_{name}", type_=idempotency.c[name].type) for name in _KEPT}
    rows = sa.select(saved.c.club_id, *values.values())
    insert = postgresql.insert(idempotency).from_select(["club_id", *_KEPT], rows)
    kept = insert.on_conflict_do_update(index_elements=_SAME, set_={name: insert.excluded[name] for name in _RESULT})
    same = sa.and_(*(idempotency.c[name] == values[name] for name in _SAME))
    old = sa.delete(idempotency).where(idempotency.c.created_at <= bindparam("kept_before"), sa.not_(same))
    return statement.add_cte(kept.cte("kept"), old.cte("old"))


_ADVANCE = Prepared(_advancing()[0])
_ADVANCE_AND_KEEP = Prepared(_keeping(*_advancing()))
