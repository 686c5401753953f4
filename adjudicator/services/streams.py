"""Live streams of a match, made from its history and its rows when they are read: there is no table of events.

An event is of the revision that made it. What happened comes first, once for each write: `moves` or `correction`, in the
order of the revisions. What is the case now comes last, and at the beginning of every stream: `status` and `score`, of the
latest revision. So a stream that breaks off anywhere is resumed behind the last revision that was heard of: of what happened
nothing is lost and nothing comes twice; what is the case is told anew, which a listener cannot mind.

The log is read as it is now. Where it has been corrected since some entries were logged, their `moves` has no lines: the
correction follows, and the log is to be read again.
"""

import datetime
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy.engine import Connection

from adjudicator.core.errors import AdjudicatorError
from adjudicator.core.game import Game
from adjudicator.core.ruling import Finding
from adjudicator.core.views import REFEREE
from adjudicator.services import history
from adjudicator.services.access import Access
from adjudicator.services.appends import present_game
from adjudicator.services.delays import LOGGING
from adjudicator.services.feed import Feed
from adjudicator.services.later import Later
from adjudicator.services.look import Line, Look
from adjudicator.services.past import Amendment
from adjudicator.services.seeing import Glimpse, glimpse, looked_at
from adjudicator.services.setting import Setting
from adjudicator.storage import history as history_rows
from adjudicator.storage.rows import Facts, HistoryRow

MOVES, CORRECTION, STATUS, SCORE = "moves", "correction", "status", "score"
CORRECTING = (history.CORRECTION, history.READJUDICATION, history.ANONYMISATION)
"""The kinds of write that may change what was logged or ruled before."""
BATCH = 200
"""The most writes that are read at once."""


class StreamWish(Struct, frozen=True):
    """Whose stream is wanted, and behind which revision it is resumed (None: from now on)."""

    view: str | None = None
    after: int | None = None


class Moves(Struct):
    """Entries were logged. `plies`: in the log behind them. `lines`: None where the log was corrected since."""

    plies: int
    lines: Sequence[Line] | None
    findings: Sequence[Finding]


class Correction(Struct):
    """The log was corrected or judged anew: why, and the first ply that changed (None: none did), for the referee alone."""

    reason: str | None
    ply: int | None


class Status(Struct):
    """What is the case beside the score."""

    status: str
    stopped_at: int | None
    voided: bool
    facts: Facts


class Told(Struct):
    """An event. `what`: Moves, a Correction (None: its reader learns only that there was one), a Status or a score."""

    kind: str
    revision: int
    what: Any


class Streams:
    """Opens streams. An open one says something at least every `heartbeat`, and ends after `longest`."""

    def __init__(self, setting: Setting, feed: Feed, heartbeat: datetime.timedelta, longest: datetime.timedelta) -> None:
        self._setting, self._feed, self._heartbeat, self._longest = setting, feed, heartbeat, longest

    def open(self, access: Access, match_id: str | None, wish: Later[StreamWish]) -> "Stream":
        """A stream of the match with this id, or of the link whose token was brought.

        Raises what reading the match raises; TooManyStreams.
        """
        wakings = self._feed.wakings
        reader = _Reader(self._setting, access, match_id, wish)
        first = reader.read()
        return Stream(self._setting, self._feed, reader, first, wakings, self._heartbeat, self._longest)


class Stream:
    """An open stream: an iterator over batches of events, where an empty one is a sign of life. To be closed."""

    def __init__(
        self,
        setting: Setting,
        feed: Feed,
        reader: "_Reader",
        first: Sequence[Told],
        wakings: int,
        heartbeat: datetime.timedelta,
        longest: datetime.timedelta,
    ) -> None:
        self._setting, self._feed, self._reader, self._first, self._wakings = setting, feed, reader, first, wakings
        self._heartbeat, self._longest = heartbeat, longest
        self._seat = feed.sit()
        self.close = self._seat.leave

    @property
    def game(self) -> Game:
        """The match's game."""
        return self._reader.game

    def __iter__(self) -> Iterator[Sequence[Told]]:
        try:
            yield from self._batches()
        finally:
            self.close()

    def _batches(self) -> Iterator[Sequence[Told]]:
        told = self._setting.now()
        until = told + self._longest
        yield self._first
        while (now := self._setting.now()) < until and not self._feed.ended:
            try:
                batch = self._reader.read()
            except AdjudicatorError:
                # The key or the link is no longer good, or the database cannot be read: the client may come again.
                return
            if batch or now - told >= self._heartbeat:
                told = now
                yield batch
            if not self._reader.more:
                silence = told + self._heartbeat - now
                self._wakings = self._feed.wait(self._wakings, silence.total_seconds())


class _Reader:
    """Reads what is new, as one viewer sees it. `more`: there is more to be read at once."""

    game: Game

    def __init__(self, setting: Setting, access: Access, match_id: str | None, wish: Later[StreamWish]) -> None:
        self._setting, self._access, self._match_id, self._wish = setting, access, match_id, wish
        self._after: int | None = None
        self._status: Status | None = None
        self._score: dict[str, Any] | None = None
        self.more = False

    def read(self) -> list[Told]:
        """What is new since it was read last. Raises Unauthenticated, Forbidden, NotFound, UnknownView, Busy and the like."""
        with self._setting.database.read() as connection:
            found = glimpse(connection, self._setting, self._access, self._match_id)
            if self._after == found.revision and self._status is not None:
                return []
            return self._read(connection, found)

    def _read(self, connection: Connection, found: Glimpse) -> list[Told]:
        wish = self._wish.get()
        seen = looked_at(connection, self._setting, found)
        self.game = present_game(self._setting, seen.match)
        look = Look(connection, self.game, seen.match, seen.rows, seen.viewer(wish.view))
        after = wish.after if self._after is None else self._after
        # Who names a revision that is not there yet begins anew.
        after = found.revision if after is None or after > found.revision else after
        length, rows = _writes(connection, look, after)
        self._after = rows[-1].revision if rows else found.revision
        self.more = self._after < found.revision
        happened = _happened(connection, look, length, rows)
        return happened if self.more else [*happened, *self._present(look, rows)]

    def _present(self, look: Look, rows: Sequence[HistoryRow]) -> Iterator[Told]:
        """What is the case, as far as it is news."""
        match, where = look.match, look.position()
        status = Status(where.status, where.stopped_at, match.voided, match.facts)
        beside = any(row.kind not in LOGGING and row.kind not in CORRECTING for row in rows)
        if beside or status != self._status:
            yield Told(STATUS, match.play.revision, status)
        if where.score != self._score:
            yield Told(SCORE, match.play.revision, where.score)
        self._status, self._score = status, where.score


def _writes(connection: Connection, look: Look, after: int) -> tuple[int, list[HistoryRow]]:
    """(entries in the log behind the revision `after`, the writes from there to what is seen, at most a batch)."""
    found = history_rows.page(connection, look.match.id, max(0, after - 1), BATCH + 1)
    length = found.pop(0).length if found and found[0].revision == after else 0
    return length, [row for row in found[:BATCH] if row.revision <= look.match.play.revision]


def _happened(connection: Connection, look: Look, length: int, rows: Sequence[HistoryRow]) -> list[Told]:
    """An event for every write that logged or corrected; `length`: entries in the log before them."""
    corrected = _corrected(connection, look)
    ends = [row.length for row in rows]
    spans = {row.revision: (before, row.length) for before, row in zip([length, *ends], rows, strict=False)}
    live = [spans[row.revision] for row in rows if row.kind in LOGGING and row.revision > corrected]
    lines = look.lines(look.rows.page(live[0][0], live[-1][1] - live[0][0])) if live else []
    findings = look.findings() if live else []
    told = []
    for row in rows:
        if row.kind in LOGGING:
            first, last = spans[row.revision]
            what = Moves(row.length, None, [])
            if row.revision > corrected:
                what.lines = [line for line in lines if first < line.ply <= last]
                what.findings = [finding for finding in findings if first < finding.proved_at <= last]
            told.append(Told(MOVES, row.revision, what))
        elif row.kind in CORRECTING:
            told.append(Told(CORRECTION, row.revision, _correction(row) if look.viewer == REFEREE else None))
    return told


def _corrected(connection: Connection, look: Look) -> int:
    """The revision up to which the log that was written is not the one that can be shown."""
    revision = look.match.play.revision
    if look.outdated and look.viewer != REFEREE:
        return revision
    return history_rows.latest(connection, look.match.id, CORRECTING, revision)


def _correction(row: HistoryRow) -> Correction:
    if row.kind != history.CORRECTION or row.payload is None:
        return Correction(row.reason, None)
    moves = _AMENDMENT.decode(row.payload).moves
    return Correction(row.reason, None if moves is None else moves.ply)


_AMENDMENT = msgspec.json.Decoder(Amendment)
