"""Taking a player's name out of a match: other names at the table and in its entries, and a history that does not hold them.

The match is judged again, since rulings name players. What its writes held of the names is forgotten; the write that says so
holds the whole match as it is now, so that its later past can still be told. Free texts stay as they were written.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Literal

import msgspec
from msgspec import UNSET, Struct, structs
from sqlalchemy.engine import Connection

from adjudicator.core.entries import Entry
from adjudicator.core.game import Game
from adjudicator.core.renaming import renamed
from adjudicator.services import history, stored
from adjudicator.services.history import Scribe
from adjudicator.services.past import Whole, raw_of
from adjudicator.services.play import play, rows_of, settle_anew, start_of_new, store_anew
from adjudicator.services.stored import text
from adjudicator.storage import history as history_rows
from adjudicator.storage import matches, moves
from adjudicator.storage.moves import NewMove
from adjudicator.storage.rows import HistoryRow, MatchRow

OUTDATED, MENTIONED, NOT_LINKED = "rules_outdated", "mentioned", "not_linked"
MATCH: Literal["match"] = "match"
TOURNAMENT: Literal["tournament"] = "tournament"
WHYS = (OUTDATED, MENTIONED, NOT_LINKED)


class Left(Struct, frozen=True):
    """A place where a name may still stand: in which match or tournament, where (a pointer into it, or its log), and why."""

    kind: Literal["match", "tournament"]
    id: str
    pointer: str
    why: str


class Renaming(Struct, frozen=True):
    """Other names for those at a table (old -> new), every name that the history must forget, and why."""

    names: Mapping[str, str]
    forget: Collection[str]
    reason: str


def rename(connection: Connection, game: Game, match: MatchRow, what: Renaming, scribe: Scribe, now: str) -> None:
    """Rename those at the table. The match must be of the game's present rules."""
    names = what.names
    rows = moves.page(connection, match.id, 0, match.play.length)
    before = stored.table_of(game, match)
    players = tuple(names.get(name, name) for name in before.players)
    table = structs.replace(before, players=players, setup=renamed(before.setup, names))
    played = play(game, table, start_of_new(game, table), [renamed(entry, names) for entry in stored.entries_of(game, rows)])
    new_rows, recorded = rows_of(0, played), [row.recorded_at for row in rows]
    match.players, match.setup = text(table.players), text(table.setup)
    settle_anew(game, match, table, played, stored.position(game, played.referee.head), now)
    gone = _forget(connection, match.id, mention(text(name)[1:-1] for name in what.forget))
    noted = scribe.row(match, history.ANONYMISATION, text(_whole(match, new_rows, recorded, gone)), what.reason)
    matches.save_judged_anew(connection, match, players, names)
    store_anew(connection, match, played, new_rows, recorded, 1)
    history_rows.add(connection, match, noted)


def mention(names: Iterable[str]) -> re.Pattern[str]:
    """What finds one of these names in a text, as words of their own."""
    either = "|".join(re.escape(name) for name in names)
    return re.compile(rf"(?<!\w)(?:{either})(?!\w)")


def _forget(connection: Connection, match_id: str, named: re.Pattern[str]) -> list[int]:
    """Redact what holds a name; the revisions, those that were redacted before too."""
    gone = []
    for row in history_rows.whole(connection, match_id):
        if row.payload is None or named.search(row.payload):
            history_rows.redact(connection, match_id, row.revision)
            gone.append(row.revision)
    return gone


def _whole(match: MatchRow, rows: Sequence[NewMove], recorded: list[str], gone: list[int]) -> Whole:
    facts = {name: getattr(match.facts, name) for name in match.facts.__slots__}
    return Whole(
        game=match.game,
        preset=match.preset,
        options=raw_of(match.options),
        rules_version=match.rules_version,
        players=msgspec.json.decode(match.players),
        setup=raw_of(match.setup),
        facts={name: value for name, value in facts.items() if value is not None},
        voided=match.voided,
        moves=[raw_of(entry) for _, entry, _, _ in rows],
        void_reason=match.void_reason,
        created_at=match.created_at,
        recorded_at=recorded,
        redacted=gone,
        rulings=history.rulings_digest((ruling, public) for _, _, ruling, public in rows),
    )


def mentions(
    match: MatchRow, entries: Sequence[Entry], writes: Iterable[HistoryRow], named: re.Pattern[str]
) -> Iterator[Left]:
    """Every free text of a match in which a name stands."""
    said = {f"/{name}": getattr(match.facts, name) for name in match.facts.__slots__} | {"/void_reason": match.void_reason}
    said |= {f"/moves/{place}/note": entry.note for place, entry in enumerate(entries) if entry.note is not UNSET}
    said |= {f"/history/{row.revision}/reason": row.reason for row in writes}
    for pointer, words in said.items():
        if words is not None and named.search(words):
            yield Left(MATCH, match.id, pointer, MENTIONED)
