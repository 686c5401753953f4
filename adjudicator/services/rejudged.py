"""A stored match judged anew from its log, write by write as its history tells: what its rows must be."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec
from msgspec import Struct

from adjudicator.core.entries import Entry
from adjudicator.core.game import Game
from adjudicator.core.log import Log, decode_log
from adjudicator.core.reading import Document
from adjudicator.core.replay import Head, begin
from adjudicator.core.views import hides
from adjudicator.services import history, stored
from adjudicator.services.play import Played, Start, play, rows_of, start_of_new
from adjudicator.services.stored import text
from adjudicator.storage.moves import NewMove
from adjudicator.storage.rows import HistoryRow, MatchRow, MoveRow, Play
from adjudicator.storage.whole import KINDS, BroughtRow, Kind

WHOLE_LOG = (history.CREATE, history.ADOPTED, history.CORRECTION, history.READJUDICATION, history.ANONYMISATION)
"""The kinds of write behind which every ruling, frame and finding is that write's."""


class Write(Struct, frozen=True):
    """A write whose rulings still stand: it made this revision, and `length` entries were in the log behind it."""

    revision: int
    length: int


class Rejudged(Struct):
    """What judging gave. `digests`: that of the rulings which each write made, by its revision."""

    moves: list[NewMove]
    brought: dict[Kind, list[BroughtRow]]
    digests: dict[int, str]
    play: Play


def writes_of(rows: Sequence[HistoryRow]) -> list[Write]:
    """The writes that made the rulings of today: the last one that judged the whole log, and what was appended to it."""
    base = max((place for place, row in enumerate(rows) if row.kind in WHOLE_LOG), default=0)
    return [Write(row.revision, row.length) for row in rows[base:] if row.kind in (*WHOLE_LOG, history.MOVES)]


def log_of(game: Game, match: MatchRow, rows: Sequence[MoveRow]) -> Log:
    """The log that the rows hold, read as strictly as one that is sent. Raises Malformed; msgspec.DecodeError."""
    read = msgspec.json.decode
    raw = {
        "game": game.name,
        "ruleset": {"preset": match.preset, "options": read(match.options)},
        "players": read(match.players),
        "setup": read(match.setup),
        "moves": [read(row.entry) for row in rows],
    }
    return decode_log({game.name: game}, Document(raw))


def rejudged(log: Log, writes: Sequence[Write], row: Play) -> Rejudged:
    """Judge the log in these writes; `row` is what the match's own row says, in the result what it must say."""
    made = Rejudged([], {kind: [] for kind in KINDS}, {}, row)
    judging = _Judging(log)
    for write in writes:
        played = judging.go_on(write.length)
        rows = rows_of(len(made.moves), played)
        made.digests[write.revision] = history.rulings_digest([(ruling, public) for _, _, ruling, public in rows])
        made.moves += rows
        _take(made, played, write.revision)
    made.play = judging.play_row(row)
    return made


class _Judging:
    """A log on the way through its writes."""

    def __init__(self, log: Log) -> None:
        self._log, self._done = log, 0
        self._head = begin(log.game, log.table)
        self._public, self._ended = start_of_new(log.game, log.table).public, False

    def go_on(self, length: int) -> Played:
        """Judge the entries up to that ply as one write."""
        log = self._log
        new = log.entries[self._done : length]
        past = list(log.entries[: self._done])
        played = play(log.game, log.table, Start(self._make(new), self._public, self._ended, lambda: past), new)
        self._head, self._done = played.referee.head, length
        if played.public is not None:
            self._public, self._ended = played.public.replay.head, played.public.ended
        return played

    def _make(self, new: Sequence[Entry]) -> Any:
        """What makes the referee's head. Only where the public's own begins with these entries, two are needed."""
        game, head = self._log.game, self._head
        if self._public is not None or not any(hides(game, entry) for entry in new):
            return lambda: head
        kept = text(head)
        return lambda: stored.head_of(game, kept)

    def play_row(self, row: Play) -> Play:
        game, where = self._log.game, stored.position(self._log.game, self._head)
        return replace(
            row,
            length=self._done,
            status=where.status,
            head=text(self._head),
            position=text(where),
            public_ended=self._ended,
            **_public_columns(game, self._public),
        )


def _public_columns(game: Game, head: Head | None) -> dict[str, Any]:
    if head is None:
        return {"public_head": None, "public_position": None, "public_status": None}
    seen = stored.position(game, head)
    return {"public_head": text(head), "public_position": text(seen), "public_status": seen.status}


def _take(made: Rejudged, played: Played, revision: int) -> None:
    """Add what a write brought, as `play.store` writes it down."""
    public = played.public
    if public is not None and public.anew:
        rulings = {ruling.ply: text(ruling) for ruling in public.replay.rulings}
        made.moves = [(ply, entry, own, rulings.get(ply, stored.NO_RULING)) for ply, entry, own, _ in made.moves]
        made.brought["frames", "public"], made.brought["findings", "public"] = [], []
    elif public is not None and public.split:
        for name in ("frames", "findings"):
            made.brought[name, "public"] = list(made.brought[name, "referee"])
    for view, done in (("referee", played.referee), ("public", None if public is None else public.replay)):
        if done is not None:
            made.brought["frames", view] += _numbered(revision, done.frames)
            made.brought["findings", view] += _numbered(revision, done.findings)


def _numbered(revision: int, things: Sequence[Any]) -> list[BroughtRow]:
    return [BroughtRow(revision, place, text(thing)) for place, thing in enumerate(things)]
