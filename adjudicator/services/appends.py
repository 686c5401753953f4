"""Appending to the log of a stored match: one read, one transaction, and the log itself is not read."""

import datetime
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from msgspec import Struct
from sqlalchemy.engine import Connection

from adjudicator.core.entries import Entry
from adjudicator.core.errors import AdjudicatorError, Fault, TooLarge
from adjudicator.core.game import Game, Table
from adjudicator.core.log import MAX_ENTRIES, Log, decode_entries, require_none
from adjudicator.core.reading import Document, escape
from adjudicator.core.replay import begin, replay
from adjudicator.core.report import judge_log
from adjudicator.core.ruling import Finding, Ruling
from adjudicator.core.views import PUBLIC
from adjudicator.services import history, settled, stored
from adjudicator.services.access import Access, Answer, admitted, digest, existing, keep, recalled, to_be_kept
from adjudicator.services.errors import Conflict, IllegalMove, RulesOutdated, Stopped
from adjudicator.services.history import Scribe
from adjudicator.services.later import Later
from adjudicator.services.play import Played, Start, brings_nothing, play, rows_of, settle, store
from adjudicator.services.recent import Recent
from adjudicator.services.rights import Right
from adjudicator.services.setting import Setting, moment
from adjudicator.services.stored import Position
from adjudicator.services.writing import MATCH, Revisions, Writing, require_seen
from adjudicator.storage import history as history_rows
from adjudicator.storage import matches, moves
from adjudicator.storage.advancing import Advance, advance
from adjudicator.storage.keys import Admission
from adjudicator.storage.moves import NewMove
from adjudicator.storage.rows import HistoryRow, KeyRow, MatchRow

Done = TypeVar("Done")
_MOVES = "moves"
MOST_ADVANCED = 256
"""Matches that are remembered as this process left them."""


class Append(Struct, frozen=True):
    """Entries to append: `body` is one entry, or `{"moves": [...]}`.

    `accept_stop`: an entry at which adjudication stops is stored all the same, and what follows it without rulings.
    `require_none` is called with the faults of the body, and raises Malformed; also if there are faults beside it.
    """

    body: Document
    if_match: Revisions | None = None
    accept_stop: bool = False
    require_none: Callable[[Sequence[Fault]], None] = require_none


class Written(Struct):
    """What appended entries brought: their rulings, and the findings and frames that are new with them."""

    game: str
    rules_version: int
    revision: int
    rulings: list[Ruling]
    findings: list[Finding]
    frames: list[dict[str, Any]]
    position: Position


class Appends:
    """Appending to the matches of a club, for whoever has a key of it."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._left: Recent[tuple[KeyRow, MatchRow]] = Recent(MOST_ADVANCED)

    def append(self, access: Access, match_id: str, wish: Later[Append], dry_run: bool = False) -> Answer[Written]:
        """Append all the entries or none; a dry run only says what would come of it.

        Raises NotFound, Malformed, TooLarge, StaleRevision, Conflict, RulesOutdated, Stopped, IllegalMove.
        """
        database, asked = self._setting.database, _Asked(access, match_id, wish)
        if dry_run:
            with database.read() as connection:
                return self._once(connection, asked, _tell)
        if _is_one_entry(wish):
            quick = self._as_left(asked)
            quick = quick or database.write_at_once(lambda connection: self._once(connection, asked, self._advance))
            if quick is not None:
                return quick
        return database.write(lambda connection: self._once(connection, asked, self._store, lock=True), piped=True)

    def _once(
        self, connection: Connection, asked: "_Asked", finish: "Callable[[Connection, _Judged], Done]", lock: bool = False
    ) -> Answer[Written] | Done:
        """Judge, unless the same was asked before, and finish."""
        now = self._setting.now()
        admission = admitted(connection, asked.access, now, Right.APPEND, asked.match_id, writes=lock)
        if (kept := recalled(admission, asked.access, Written)) is not None:
            return Answer(kept, replayed=True)
        return finish(connection, self._judged(connection, asked, admission, now))

    def _as_left(self, asked: "_Asked") -> Answer[Written] | None:
        """Advance the match as this process left it, without a look at it: if anything is other now, nothing is written.

        Then what is there decides; and so it does on whatever would be refused.
        """
        left = self._left.take(_name(asked))
        if left is None:
            return None

        def work(connection: Connection) -> Answer[Written] | None:
            try:
                return self._advance(connection, self._judged(connection, asked, Admission(*left, None), self._setting.now()))
            except AdjudicatorError:
                return None

        return self._setting.database.write_at_once(work)

    def _judged(self, connection: Connection, asked: "_Asked", admission: Admission, now: datetime.datetime) -> "_Judged":
        match = existing(admission)
        game, played = self._play(connection, match, asked.wish.get())
        return _Judged(asked, admission, now, game, match, played)

    def _play(self, connection: Connection, match: MatchRow, wish: Append) -> tuple[Game, Played]:
        game = present_game(self._setting, match)
        if match.rules_version != game.version:
            require_seen(match.play.revision, wish.if_match, MATCH, needed=False)
            raise RulesOutdated(match.rules_version, game.version)
        table = stored.table_of(game, match)
        start = start_of(connection, game, table, match)
        entries = _decoded(game, table, match, wish, start)
        require_seen(match.play.revision, wish.if_match, MATCH, needed=False)
        if match.voided:
            raise Conflict("The match is voided; reinstate it before logging on.")
        played = play(game, table, start, entries)
        _require_going_on(game, match, played, wish.accept_stop)
        return game, played

    def _advance(self, connection: Connection, new: "_Judged") -> Answer[Written] | None:
        """In one statement, if no more is to be written than what every entry writes, and nobody wrote meanwhile."""
        match, key = new.match, new.admission.key
        chain, before = match.play.chain, settled.seen(match)
        if not brings_nothing(new.played):
            return None
        written, (entry,), row = self._settle(new)
        if not settled.goes_on(match, before):
            return None
        kept = to_be_kept(new.admission, new.asked.access, written, new.now)
        if not advance(connection, Advance(match, chain, key, entry, row, kept)):
            return None
        self._left.keep(_name(new.asked), (key, match))
        return Answer(written)

    def _store(self, connection: Connection, new: "_Judged") -> Answer[Written]:
        """In a transaction that holds the match: whatever is to be written, and told."""
        match, before, now = new.match, settled.seen(new.match), moment(new.now)
        written, rows, row = self._settle(new)
        matches.save_play(connection, match)
        store(connection, match, new.played, rows, now)
        history_rows.add(connection, match, row)
        settled.tell(self._setting, Writing(connection, new.admission.key, now), match, before)
        keep(connection, new.admission, new.asked.access, written, new.now)
        return Answer(written)

    def _settle(self, new: "_Judged") -> tuple[Written, Sequence[NewMove], HistoryRow]:
        """The match as it is now, and what is to be written of the entries and of this write."""
        match, played, now = new.match, new.played, moment(new.now)
        where = stored.position(new.game, played.referee.head)
        rows = rows_of(match.play.length, played)
        settle(new.game, match, played, where, now)
        scribe = Scribe(new.admission.key, now, self._setting.salt)
        row = scribe.row(match, history.MOVES, history.payload({}, rows))
        return _written(match, played, where), rows, row


class _Asked(Struct):
    """Who wants what appended to which match."""

    access: Access
    match_id: str
    wish: Later[Append]


class _Judged(Struct):
    """Entries that may be appended, judged behind the match as it was read."""

    asked: _Asked
    admission: Admission
    now: datetime.datetime
    game: Game
    match: MatchRow
    played: Played


def _name(asked: _Asked) -> tuple[str, str]:
    """What is remembered of a match is for the key that wrote it, and no other."""
    return digest(asked.access.key or ""), asked.match_id


def _is_one_entry(wish: Later[Append]) -> bool:
    asked = wish.get_or(None)
    return asked is not None and isinstance(asked.body.value, dict) and _MOVES not in asked.body.value


def _tell(connection: Connection, new: _Judged) -> Answer[Written]:
    return Answer(_written(new.match, new.played, stored.position(new.game, new.played.referee.head)))


def present_game(setting: Setting, match: MatchRow) -> Game:
    """The match's game. Raises RulesOutdated if the installation has it no longer."""
    game = setting.games.get(match.game)
    if game is None:
        raise RulesOutdated(match.rules_version, None)
    return game


def start_of(connection: Connection, game: Game, table: Table, match: MatchRow) -> Start:
    """Where a match of the present rules stands. Heads of another format than the game's are made anew from the log."""

    def past() -> list[Entry]:
        return stored.entries_of(game, moves.page(connection, match.id, 0, match.play.length))

    row = match.play
    if row.state_format == game.state_format:
        public = None if row.public_head is None else stored.head_of(game, row.public_head)
        return Start(lambda: stored.head_of(game, row.head), public, row.public_ended, past)
    entries = past()
    judged = None if row.public_head is None else judge_log(Log(game, table, tuple(entries)), PUBLIC)
    public = None if judged is None else judged.replay.head
    return Start(lambda: replay(game, begin(game, table), entries).head, public, row.public_ended, past)


def _decoded(game: Game, table: Table, match: MatchRow, wish: Append, start: Start) -> Sequence[Entry]:
    """The entries of the body. Raises Malformed with every fault, TooLarge if the log would be longer than a log may be."""
    faults = list(wish.body.faults)
    raw = wish.body.value
    many = isinstance(raw, dict) and _MOVES in raw
    listed = _listed(raw, faults) if many else [raw]
    if match.play.length + len(listed) > MAX_ENTRIES:
        raise TooLarge(f"A match holds at most {MAX_ENTRIES} entries; this one has {match.play.length} already.")
    found: list[Fault] = []
    entries = decode_entries(game, table, listed, f"/{_MOVES}" if many else "", found)
    faults += found if many else [Fault(fault.pointer.removeprefix("/0"), fault.code, fault.message) for fault in found]
    if not faults:
        faults += _table_faults(game, table, match, start, entries)
    wish.require_none(faults)
    return entries


def _listed(raw: dict[str, Any], faults: list[Fault]) -> list[Any]:
    faults += [Fault(f"/{escape(key)}", "unknown_field", "Only moves can stand beside moves.") for key in raw if key != _MOVES]
    entries = raw[_MOVES]
    if isinstance(entries, list) and entries:
        return entries
    kind = "wrong_length" if isinstance(entries, list) else "wrong_type"
    faults.append(Fault(f"/{_MOVES}", kind, "A list with at least one entry is needed here."))
    return []


def _table_faults(game: Game, table: Table, match: MatchRow, start: Start, entries: Sequence[Entry]) -> list[Fault]:
    """What a game finds wrong with a table may hang on the first entries, so it is asked until something has begun.

    Before a match that has not begun there are remarks at most, unless it has stopped at its first entry: that one counts.
    """
    head = start.peek()
    if head.state.started:
        return []
    past = start.past() if head.stopped_at is not None else []
    return list(game.malformed_table(table, (*past, *entries)))


def _require_going_on(game: Game, match: MatchRow, played: Played, accept_stop: bool) -> None:
    """Raises Stopped if the match has stopped before, IllegalMove if it stops now, unless the caller accepts that."""
    stopped_at = played.referee.head.stopped_at
    if accept_stop or stopped_at is None:
        return
    if stopped_at <= match.play.length:
        raise Stopped(stopped_at)
    raise IllegalMove(game, played.referee.rulings[-1])


def _written(match: MatchRow, played: Played, where: Position) -> Written:
    done = played.referee
    return Written(
        game=match.game,
        rules_version=match.rules_version,
        revision=match.play.revision,
        rulings=done.rulings,
        findings=done.findings,
        frames=done.frames,
        position=where,
    )
