"""One viewer looking at a stored match: everything that can be seen of it is worked out here.

The referee's and the public's sight come from the rows that the writes left. A player's is replayed on demand, and so is
every sight of an earlier moment. A match of other rules than the code's is shown as it was ruled on, and not replayed.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct, structs
from sqlalchemy.engine import Connection

from adjudicator.core.entries import Entry, Remark, tag
from adjudicator.core.game import Game, Table
from adjudicator.core.log import Log
from adjudicator.core.replay import Head, Replay
from adjudicator.core.report import Judgement, finding_part, judge_log, report_of, ruleset_part, ruling_part, score_part
from adjudicator.core.ruling import Finding, Ruling
from adjudicator.core.views import PUBLIC, REFEREE, Viewer, cut, cut_table
from adjudicator.services import stored
from adjudicator.services.appends import start_of
from adjudicator.services.errors import NoSuchPly, RulesOutdated
from adjudicator.services.seeing import Rows
from adjudicator.services.shown import Match, shown
from adjudicator.services.stored import NO_RULING, Position
from adjudicator.storage.rows import MatchRow, MoveRow


class Report(Struct):
    """A report that waits for its language. `position` is the stored one of a match of other rules, else None."""

    judged: Judgement
    position: Position | None = None

    def told(self, language: str) -> dict[str, Any]:
        """The report in this language."""
        return report_of(self.judged, language) if self.position is None else _old_report(self, self.position, language)


class Line(Struct):
    """One entry of a log as a viewer reads it."""

    ply: int
    move: dict[str, Any]
    ruling: Ruling | None
    recorded_at: str


class Look:
    """One viewer looking at one match, within a transaction. `rows` are its own."""

    def __init__(self, connection: Connection, game: Game, match: MatchRow, rows: Rows, viewer: Viewer) -> None:
        self.connection, self.game, self.match, self.rows, self.viewer = connection, game, match, rows, viewer
        self.outdated = match.rules_version != game.version
        # Until something hidden has been logged, the public reads what the referee reads.
        self._split = viewer == PUBLIC and match.play.public_head is not None
        self._view = "public" if self._split else "referee"
        self._judged: dict[int, Judgement] = {}

    def position(self) -> Position:
        """Where the match stands. Raises RulesOutdated for a player."""
        if self.viewer.player is not None:
            return stored.position(self.game, self.head())
        row = self.match.play
        return stored.position_of(row.public_position if self._split and row.public_position else row.position)

    def score(self) -> dict[str, Any]:
        """The score with all its frames. Raises RulesOutdated for a player."""
        if self.viewer.player is None:
            return self.position().score_with(self.frames())
        done = self.replayed().replay
        return score_part(self.game, done.head, done.frames)

    def frames(self) -> list[dict[str, Any]]:
        """The finished frames, as the referee or the public sees them."""
        return stored.frames_of(self.rows.brought("frames", self._view))

    def findings(self) -> list[Finding]:
        """The findings. Raises RulesOutdated for a player."""
        if self.viewer.player is not None:
            return self.replayed().replay.findings
        return [stored.finding_of(each) for each in self.rows.brought("findings", self._view)]

    def table(self) -> Table:
        """Who plays what; of a match of other rules, whose options and setup may have no reading any more, as they are stored."""
        if not self.outdated:
            return cut_table(self.game, stored.table_of(self.game, self.match), self.viewer)
        options, setup = msgspec.json.decode(self.match.options), msgspec.json.decode(self.match.setup)
        return Table(tuple(msgspec.json.decode(self.match.players)), self.match.preset, options, setup)

    def head(self) -> Head:
        """Where the match stands for this viewer. Raises RulesOutdated."""
        self._require_present_rules()
        if self.viewer.player is not None:
            return self.replayed().replay.head
        start = start_of(self.connection, self.game, stored.table_of(self.game, self.match), self.match)
        return start.public if self._split and start.public is not None else start.fresh()

    def replayed(self, at: int | None = None) -> Judgement:
        """The log judged for this viewer, up to the ply `at`. Raises NoSuchPly, RulesOutdated."""
        length = self.match.play.length
        if at is not None and at > length:
            raise NoSuchPly(f"The log has {length} entries.")
        self._require_present_rules()
        at = length if at is None else at
        if at not in self._judged:
            entries = stored.entries_of(self.game, self.rows.page(0, at))
            log = Log(self.game, stored.table_of(self.game, self.match), tuple(entries))
            self._judged[at] = judge_log(log, self.viewer)
        return self._judged[at]

    def shown(self) -> Match:
        """The match itself, as a player sees it. Raises RulesOutdated."""
        judged = self.replayed()
        found, done = shown(self.match, []), judged.replay
        found.setup = msgspec.to_builtins(judged.table.setup)
        found.position, found.frames = stored.position(self.game, done.head), done.frames
        found.void_reason, found.view = None, str(self.viewer)
        return found

    def stored_report(self) -> Report:
        """The referee's or the public's report, from the rows."""
        rulings = [ruling for row in self.rows.page(0, self.match.play.length) if (ruling := self._ruling(row)) is not None]
        game = structs.replace(self.game, version=self.match.rules_version)
        head = Head(None) if self.outdated else self.head()
        done = Replay(head, rulings, self.findings(), self.frames())
        return Report(Judgement(game, self.table(), done), self.position() if self.outdated else None)

    def lines(self, rows: Sequence[MoveRow]) -> list[Line]:
        """Entries as this viewer reads them, each with the ruling that this view's log gives it."""
        if self.viewer == REFEREE:
            return [Line(row.ply, msgspec.json.decode(row.entry), self._ruling(row), row.recorded_at) for row in rows]
        if self.viewer == PUBLIC:
            rulings = {row.ply: self._ruling(row) for row in rows}
            ended = self.match.play.public_ended
        else:
            judged = self.replayed()
            rulings = {ruling.ply: ruling for ruling in judged.replay.rulings}
            ended = judged.ended
        entries = self._entries(rows)
        return [
            Line(row.ply, self._cut(entry, ended, rulings.get(row.ply)), rulings.get(row.ply), row.recorded_at)
            for row, entry in zip(rows, entries, strict=True)
        ]

    def _entries(self, rows: Sequence[MoveRow]) -> list[Entry]:
        """The entries. Raises RulesOutdated where those of other rules have no reading any more, and so cannot be cut."""
        try:
            return stored.entries_of(self.game, rows)
        except msgspec.ValidationError:
            self._require_present_rules()
            raise

    def _cut(self, entry: Entry, ended: bool, ruling: Ruling | None) -> dict[str, Any]:
        """The entry as others than the referee read it: `stands` shows only where their own ruling is illegal."""
        seen = cut(self.game, entry, self.viewer, ended)
        if seen.stands and (ruling is None or ruling.verdict != "illegal"):
            seen = structs.replace(seen, stands=False)
        return dict(msgspec.to_builtins(seen))

    def _ruling(self, row: MoveRow) -> Ruling | None:
        """The ruling in the referee's or the public's view."""
        if self.viewer == PUBLIC and row.public_ruling is not None:
            return None if row.public_ruling == NO_RULING else stored.ruling_of(row.public_ruling)
        ruling = None if row.ruling is None else stored.ruling_of(row.ruling)
        if ruling is not None and self.viewer == PUBLIC and ruling.type == _REMARK:
            return structs.replace(ruling, player=None)
        return ruling

    def _require_present_rules(self) -> None:
        if self.outdated:
            raise RulesOutdated(self.match.rules_version, self.game.version)


_REMARK = tag(Remark)


def _old_report(report: Report, position: Position, language: str) -> dict[str, Any]:
    """The report of a match of other rules: what was ruled then, in the position of then. Its table has no reading now."""
    game, done = report.judged.game, report.judged.replay
    return {
        "game": game.name,
        "ruleset": ruleset_part(game, report.judged.table),
        "players": list(report.judged.table.players),
        "status": position.status,
        "stopped_at": position.stopped_at,
        "rulings": [ruling_part(game, each, language) for each in done.rulings],
        "findings": [finding_part(game, each, language) for each in done.findings],
        "next": {"players": position.next.players, "must": position.next.must},
        "score": position.score_with(done.frames),
        "state": {},
    }
