"""Correcting the log of a stored match: ops make another log of it, the whole of which is judged from the start.

Nothing is erased: what was replaced stays in the history.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from sqlalchemy.engine import Connection

from adjudicator.core.amending import UndoOp, amended, names_behind
from adjudicator.core.entries import Note, tag
from adjudicator.core.errors import Fault
from adjudicator.core.faults import faults_of
from adjudicator.core.log import Log, require_none
from adjudicator.core.reading import Document
from adjudicator.services import comparing, history, settled, stored
from adjudicator.services.access import Access, Answer
from adjudicator.services.appends import present_game
from adjudicator.services.comparing import Change, Difference, Ruled, Summary
from adjudicator.services.errors import Conflict, IllegalMove, RulesOutdated
from adjudicator.services.history import Scribe
from adjudicator.services.later import Later
from adjudicator.services.past import Amendment, Names, Splice, Swap, raw_of, splice_of
from adjudicator.services.play import Played, play, rows_of, settle_anew, start_of_new, store_anew
from adjudicator.services.rights import Right
from adjudicator.services.setting import Setting
from adjudicator.services.stored import Position, text
from adjudicator.services.writing import MATCH, Revisions, Writing, require_seen, scribe_of, write_match_once
from adjudicator.storage import history as history_rows
from adjudicator.storage import matches, moves
from adjudicator.storage.moves import NewMove
from adjudicator.storage.rows import MatchRow, MoveRow

RULING = "ruling"
"""The kind of entry by which a referee decides what a match waits for."""


class Body(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a correction says. The ops are those of `core.amending`, which reads them."""

    ops: Annotated[list[Any], Meta(min_length=1)]
    reason: Note | UnsetType = UNSET
    dry_run: bool = False
    accept_stop: bool = False


class Correction(Struct, frozen=True):
    """A correction as it was sent: `body` is a Body. `require_none`: as of an Append."""

    body: Document
    if_match: Revisions | None = None
    require_none: Callable[[Sequence[Fault]], None] = require_none


class Unneeded(Struct, frozen=True):
    """An entry that says more than it has to: its `stands` meets no illegal ruling, or it is a `ruling` that is not owed."""

    ply: int
    type: str
    what: Literal["stands", "ruling"]


class Corrected(Struct):
    """A match behind a correction, or as it would be: where it stands, every frame, and what differs."""

    game: str
    rules_version: int
    revision: int
    position: Position
    frames: list[dict[str, Any]]
    summary: Summary
    first_difference: Difference | None
    unneeded: list[Unneeded]


class Corrections:
    """Correcting the matches of a club, for whoever has a key of it."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting

    def correct(self, access: Access, match_id: str, wish: Later[Correction]) -> Answer[Corrected]:
        """Do all the ops or none; a dry run only says what would come of it. What changes nothing makes no revision.

        Raises NotFound, Malformed, TooLarge, PreconditionRequired, StaleRevision, Conflict, RulesOutdated, IllegalMove.
        """
        dry_run = wish.then(_is_dry).get_or(False)

        def work(writing: Writing, match: MatchRow) -> Corrected:
            before = settled.seen(match)
            done = _work(self._setting, writing.connection, match, wish.get())
            if not dry_run and done.changed:
                done.write(scribe_of(self._setting, writing), writing.now)
                settled.tell(self._setting, writing, match, before, anew=True)
            return done.outcome()

        return write_match_once(self._setting, access, Right.CORRECT, match_id, Corrected, work, dry_run)


def _is_dry(wish: Correction) -> bool:
    raw = wish.body.value
    return isinstance(raw, dict) and raw.get("dry_run") is True


def _work(setting: Setting, connection: Connection, match: MatchRow, wish: Correction) -> "_Work":
    """The correction, judged, in the order in which requests are: body, If-Match, rules."""
    game = present_game(setting, match)
    if match.rules_version != game.version:
        require_seen(match.play.revision, wish.if_match, MATCH)
        raise RulesOutdated(match.rules_version, game.version)
    rows = moves.page(connection, match.id, 0, match.play.length)
    before = Log(game, stored.table_of(game, match), tuple(stored.entries_of(game, rows)))
    body, after = _read(before, wish)
    require_seen(match.play.revision, wish.if_match, MATCH)
    if match.voided:
        raise Conflict("The match is voided; reinstate it before correcting it.")
    work = _Work(connection, match, rows, body, after)
    if not body.accept_stop:
        work.require_no_earlier_stop()
    return work


def _read(log: Log, wish: Correction) -> tuple[Body, Log]:
    """The correction and the corrected log. Raises Malformed with every fault; TooLarge."""
    raw, faults = wish.body.value, list(wish.body.faults)
    faults += faults_of(Body, raw, "")
    listed = raw.get("ops") if isinstance(raw, dict) else None
    ops: list[Any] = listed if isinstance(listed, list) else []
    if isinstance(raw, dict) and "reason" not in raw and not _is_lone_undo(ops):
        faults.append(Fault("/reason", "missing", "A correction needs its reason, unless it only takes back the last entry."))
    after = amended(log, ops, "/ops", faults)
    wish.require_none(faults)
    return msgspec.convert(raw, Body), after


def _is_lone_undo(ops: Sequence[Any]) -> bool:
    return len(ops) == 1 and isinstance(ops[0], dict) and ops[0].get("op") == UndoOp.__struct_config__.tag


class _Work:
    """One correction of one match: the log before (`rows`) and after, and what judging the latter gave."""

    def __init__(self, connection: Connection, match: MatchRow, rows: Sequence[MoveRow], body: Body, after: Log) -> None:
        self.connection, self.match, self.rows, self.body, self.after = connection, match, rows, body, after
        game, table = after.game, after.table
        self.old = stored.position_of(match.play.position)
        self.played: Played = play(game, table, start_of_new(game, table), after.entries)
        self.where = stored.position(game, self.played.referee.head)
        self.new_rows: list[NewMove] = rows_of(0, self.played)
        self.splice = splice_of([row.entry for row in rows], [row[1] for row in self.new_rows])
        self.called = names_behind(msgspec.json.decode(match.players, type=tuple[str, ...]), body.ops)
        self.players = _swapped(match.players, text(table.players))
        self.setup = _swapped(match.setup, text(table.setup))

    @property
    def changed(self) -> bool:
        """Whether log, players or setup are others than before."""
        return any(part is not None for part in (self.splice, self.players, self.setup))

    def require_no_earlier_stop(self) -> None:
        """Raises IllegalMove if the log stops where it did not, or before the entry at which it did."""
        stop, before = self.where.stopped_at, self.old.stopped_at
        if stop is not None and (before is None or stop < _moved(before, self.splice)):
            raise IllegalMove(self.after.game, self.played.referee.rulings[-1])

    def write(self, scribe: Scribe, now: str) -> None:
        """Write the log, all that follows from it, and the row of the history."""
        match, splice = self.match, self.splice
        recorded = [row.recorded_at for row in self.rows]
        if splice is not None:
            recorded = splice.times(recorded, now)
        match.players, match.setup = text(self.after.table.players), text(self.after.table.setup)
        settle_anew(self.after.game, match, self.after.table, self.played, self.where, now)
        reason = None if self.body.reason is UNSET else self.body.reason
        noted = scribe.row(match, history.CORRECTION, text(self._amendment()), reason)
        matches.save_judged_anew(self.connection, match, self.after.table.players, self.called)
        store_anew(self.connection, match, self.played, self.new_rows, recorded, self._start())
        history_rows.add(self.connection, match, noted)

    def _amendment(self) -> Amendment:
        return Amendment(
            ops=raw_of(text(self.body.ops)),
            rulings=history.rulings_digest((ruling, public) for _, _, ruling, public in self.new_rows),
            players=None if self.players is None else Names(*map(msgspec.json.decode, self.players)),
            setup=None if self.setup is None else Swap(*map(raw_of, self.setup)),
            moves=self.splice,
        )

    def _start(self) -> int:
        """The first ply of which the row is another."""
        kept = [(row.ply, row.entry, row.ruling, row.public_ruling) for row in self.rows]
        pairs = zip(kept, self.new_rows, strict=False)
        return next((old[0] for old, new in pairs if old != new), min(len(kept), len(self.new_rows)) + 1)

    def outcome(self) -> Corrected:
        """The answer, at the match's present revision."""
        before: list[Ruled] = [(row.entry, row.ruling) for row in self.rows]
        after: list[Ruled] = [(entry, ruling) for _, entry, ruling, _ in self.new_rows]
        status = Change(self.old.status, self.where.status)
        return Corrected(
            game=self.match.game,
            rules_version=self.match.rules_version,
            revision=self.match.play.revision,
            position=self.where,
            frames=self.played.referee.frames,
            summary=comparing.summary(before, after, self.splice, status),
            first_difference=comparing.first_difference(before, after),
            unneeded=list(_unneeded(self.after, self.played)),
        )


def _swapped(before: str, after: str) -> tuple[str, str] | None:
    return None if before == after else (before, after)


def _moved(ply: int, splice: Splice | None) -> int:
    """Where the entry of a ply is behind a splice; if it was spliced itself, the same ply, or the first one behind the range."""
    if splice is None or ply < splice.ply:
        return ply
    if ply < splice.ply + len(splice.before):
        return min(ply, splice.ply + len(splice.after))
    return ply + len(splice.after) - len(splice.before)


def _unneeded(log: Log, played: Played) -> Iterator[Unneeded]:
    done = played.referee
    for entry, ruling in zip(log.entries, done.rulings, strict=False):
        if entry.stands and ruling.verdict not in ("illegal", "impossible"):
            yield Unneeded(ruling.ply, tag(type(entry)), "stands")
    stop = done.head.stopped_at
    # A ruling that answers nothing is impossible for its place: judging stops there, while nothing is owed.
    if stop is not None and not done.head.state.held and tag(type(log.entries[stop - 1])) == RULING:
        yield Unneeded(stop, RULING, "ruling")
