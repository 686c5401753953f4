"""Judging stored matches of older rules under the present ones: what would differ, and, if that is wanted, doing it."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy.engine import Connection

from adjudicator.core.errors import Fault, Malformed
from adjudicator.core.game import Game
from adjudicator.core.log import Log
from adjudicator.services import comparing, history, settled, stored
from adjudicator.services.appends import present_game
from adjudicator.services.comparing import Change, Difference, Ruled, Summary
from adjudicator.services.errors import NotFound
from adjudicator.services.history import Scribe
from adjudicator.services.past import Judged, Readjudication, raw_of
from adjudicator.services.play import play, rows_of, settle_anew, start_of_new, store_anew
from adjudicator.services.rejudged import log_of
from adjudicator.services.setting import Setting, moment
from adjudicator.services.stored import text
from adjudicator.services.writing import Writing, scribe_of
from adjudicator.storage import history as history_rows
from adjudicator.storage import matches, moves
from adjudicator.storage.rows import KeyRow, MatchRow, MoveRow

_PAGE = 500


class Comparison(Struct):
    """A match under its own rules and the present ones. `score` is None where it is the same."""

    match_id: str
    club_id: str
    game: str
    version: Change[int]
    summary: Summary
    first_difference: Difference | None
    score: Change[dict[str, Any]] | None
    applied: bool

    @property
    def differs(self) -> bool:
        """Whether anything that is told of the match is another thing under the present rules."""
        status = self.summary.status
        return self.first_difference is not None or self.score is not None or status.before != status.after


class Unreadable(Struct):
    """A match whose options, setup or entries have no reading under the present rules, and why. It is left as it is."""

    match_id: str
    club_id: str
    game: str
    faults: Sequence[Fault]


class Readjudications:
    """Judging the matches of all clubs anew, for whoever runs the installation (`key`: in whose name)."""

    def __init__(self, setting: Setting, key: KeyRow) -> None:
        self._setting, self._key = setting, key

    def waiting(self, game: str | None = None) -> list[str]:
        """The ids of all matches, or those of one game, that were judged by older rules than the present ones."""
        wanted = [self._setting.games[game]] if game is not None else list(self._setting.games.values())
        return [match_id for each in wanted for match_id in self._of_older_rules(each)]

    def _of_older_rules(self, game: Game) -> Iterator[str]:
        after = ""
        while True:
            with self._setting.database.read() as connection:
                found = matches.of_older_rules(connection, game.name, game.version, after, _PAGE)
            yield from found
            if len(found) < _PAGE:
                return
            after = found[-1]

    def compare(self, match_id: str) -> Comparison | Unreadable:
        """What the present rules make of a match. Nothing is written. Raises NotFound, RulesOutdated."""
        with self._setting.database.read() as connection:
            return self._judge(connection, match_id, apply=False)

    def apply(self, match_id: str) -> Comparison | Unreadable:
        """Let the present rules hold for a match from now on; what was ruled before stays in nothing but its digest."""
        return self._setting.database.write(lambda connection: self._judge(connection, match_id, apply=True))

    def _judge(self, connection: Connection, match_id: str, apply: bool) -> Comparison | Unreadable:
        match = matches.found(connection, match_id, lock=apply)
        if match is None:
            raise NotFound("There is no match with this id.")
        game = present_game(self._setting, match)
        rows = moves.page(connection, match_id, 0, match.play.length)
        try:
            log = log_of(game, match, rows)
        except Malformed as malformed:
            return Unreadable(match.id, match.club_id, match.game, malformed.faults)
        anew = _Anew(connection, match, rows, log)
        # Somebody else may have been here since the match was listed.
        if apply and match.rules_version < game.version:
            writing = Writing(connection, self._key, moment(self._setting.now()))
            before = settled.seen(match)
            anew.write(scribe_of(self._setting, writing), writing.now)
            settled.tell(self._setting, writing, match, before, anew=True)
        return anew.comparison


class _Anew:
    """One match, judged by the present rules."""

    def __init__(self, connection: Connection, match: MatchRow, rows: Sequence[MoveRow], log: Log) -> None:
        self.connection, self.match, self.rows, self.log = connection, match, rows, log
        self.played = play(log.game, log.table, start_of_new(log.game, log.table), log.entries)
        self.where = stored.position(log.game, self.played.referee.head)
        # Other rules may write an entry otherwise; it stays as it was written.
        pairs = zip(rows, rows_of(0, self.played), strict=True)
        self.new_rows = [(row.ply, row.entry, ruling, public) for row, (_, _, ruling, public) in pairs]
        self.comparison = self._compared()

    def _compared(self) -> Comparison:
        match, old = self.match, stored.position_of(self.match.play.position)
        before: list[Ruled] = [(row.entry, row.ruling) for row in self.rows]
        after: list[Ruled] = [(entry, ruling) for _, entry, ruling, _ in self.new_rows]
        frames = stored.frames_of(moves.brought(self.connection, match.id, "frames", "referee"))
        scores = Change(old.score_with(frames), self.where.score_with(self.played.referee.frames))
        return Comparison(
            match_id=match.id,
            club_id=match.club_id,
            game=match.game,
            version=Change(match.rules_version, self.log.game.version),
            summary=comparing.summary(before, after, None, Change(old.status, self.where.status)),
            first_difference=comparing.first_difference(before, after),
            score=None if text(scores.before) == text(scores.after) else scores,
            applied=False,
        )

    def write(self, scribe: Scribe, now: str) -> None:
        """Write the rulings, all that follows from them, and the row of the history."""
        match, log = self.match, self.log
        recorded = [row.recorded_at for row in self.rows]
        old = history.rulings_digest((row.ruling, row.public_ruling) for row in self.rows)
        before = _judged(match)
        settle_anew(log.game, match, log.table, self.played, self.where, now)
        new = history.rulings_digest((ruling, public) for _, _, ruling, public in self.new_rows)
        noted = scribe.row(match, history.READJUDICATION, text(Readjudication(before, _judged(match), old, new)))
        matches.save_judged_anew(self.connection, match, log.table.players)
        store_anew(self.connection, match, self.played, self.new_rows, recorded, 1)
        history_rows.add(self.connection, match, noted)
        self.comparison.applied = True


def _judged(match: MatchRow) -> Judged:
    return Judged(match.rules_version, raw_of(match.options), match.play.status)
