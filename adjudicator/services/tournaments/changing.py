"""One write to a tournament: rights, revision, history and standings, all in one transaction, all of it or nothing."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from msgspec import Struct
from sqlalchemy.engine import Connection

from adjudicator.core.game import Game
from adjudicator.services.access import ID, Access, Answer, admitted
from adjudicator.services.errors import Conflict, NotFound, RulesOutdated
from adjudicator.services.later import Later
from adjudicator.services.rights import Right, Role
from adjudicator.services.setting import Setting
from adjudicator.services.stored import text
from adjudicator.services.tournaments import boards, maintained
from adjudicator.services.tournaments.boards import Board, Slot, stage_row
from adjudicator.services.webhooks.outbox import follow_tournament
from adjudicator.services.writing import Revisions, Writing, require_seen, write_once
from adjudicator.storage import pairings, tournaments
from adjudicator.storage.rows import KeyRow
from adjudicator.storage.tournament_rows import TournamentRow, TournamentWriteRow
from adjudicator.tournaments.stage import Match

R = TypeVar("R", bound=Struct)
B = TypeVar("B")
TOURNAMENT = "tournament"
FINISHED = "finished"


class Change:
    """A tournament in the hands of one writer, until the transaction ends.

    What is put into it (`put`) is written by `finish`, with the standings that follow, under the next revision. A single match
    (`put_match`) is written at once, without a look at its stage. `seen`: the writer has said which revision they saw.
    """

    def __init__(self, setting: Setting, writing: Writing, tournament: TournamentRow, seen: bool = False) -> None:
        self.setting, self.writing, self.tournament, self._seen = setting, writing, tournament, seen
        self.connection, self.now = writing.connection, writing.now
        self._before: dict[int, Board] = {}
        self._after: dict[int, Board] = {}
        self._noted = False

    def board(self, number: int | None = None, only: int | None = None) -> Board:
        """A stage as it is now; if not said which, the latest one. `only`: see `boards.load`. Raises NotFound."""
        row = stage_row(self.connection, self.tournament.id, number)
        if row.stage not in self._after:
            self._before[row.stage] = self._after[row.stage] = boards.load(self.connection, self.tournament, row, only)
        return self._after[row.stage]

    def put(self, board: Board) -> None:
        """The stage is to be this."""
        self._after[board.number] = board

    def put_match(self, slot: Slot, new: Match, counts: bool = True) -> None:
        """The match of this slot is to be this, with the slot's link. `counts`: its round is published."""
        assert self._after.pop(slot.stage, None) is self._before.pop(slot.stage, None)
        maintained.follow(self.connection, self.tournament, slot, new, counts)

    def note(self, kind: str, payload: Mapping[str, Any], reason: str | None = None) -> None:
        """Write down, once, what is done. Makes the next revision."""
        self.tournament.revision, self.tournament.updated_at = self.tournament.revision + 1, self.now
        self.record(kind, payload, reason)
        follow_tournament(self.setting, self.writing, self.tournament, kind, payload)
        self._noted = True

    def record(self, kind: str, payload: Mapping[str, Any], reason: str | None = None) -> None:
        """Write down what made the present revision."""
        row, key = self.tournament, self.writing.key
        who = (key.id, key.label, key.role)
        tournaments.put(self.connection, row, [TournamentWriteRow(row.revision, kind, self.now, *who, reason, text(payload))])

    def finish(self) -> None:
        """Write it all, if anything was noted."""
        if not self._noted:
            return
        tournaments.save(self.connection, self.tournament)
        for number, board in self._after.items():
            if board is not self._before[number]:
                boards.save(self.connection, self.tournament, self._before[number], board)
                if board.counts:
                    maintained.keep(self.connection, self.tournament, board)

    @property
    def game(self) -> Game:
        """Raises RulesOutdated if the installation has it no longer."""
        return game_of(self.setting, self.tournament)

    def require_seen(self) -> None:
        """Raises PreconditionRequired if the writer has not said which revision they saw; whether it fits was looked at."""
        if not self._seen:
            require_seen(self.tournament.revision, None, TOURNAMENT)

    def require_open(self) -> None:
        """Raises Conflict if the tournament is finished."""
        if self.tournament.status == FINISHED:
            raise Conflict("The tournament is finished; open it again first.")


class Writer(Struct, frozen=True):
    """Who wants to write which tournament. `needed`: they must say (`if_match`) which revision they saw."""

    setting: Setting
    access: Access
    right: Right
    tournament_id: str
    if_match: Revisions | None = None
    needed: bool = False

    def write(self, kind: type[R], given: Later[B], work: Callable[[Change, B], R]) -> Answer[R]:
        """Do the work; its result, a `kind`, is kept under the Idempotency-Key. Raises NotFound; StaleRevision."""

        def once(writing: Writing) -> R:
            row = existing(writing.connection, writing.key, self.tournament_id, writes=True)
            said = given.get()
            require_seen(row.revision, self.if_match, TOURNAMENT, self.needed)
            change = Change(self.setting, writing, row, seen=self.if_match is not None)
            made = work(change, said)
            change.finish()
            return made

        return write_once(self.setting, self.access, self.right, kind, once)


class Reading(Struct, frozen=True):
    """A look at a tournament: `all_shown` unless only what is published is to be seen."""

    connection: Connection
    tournament: TournamentRow
    all_shown: bool

    def board(self, number: int | None = None, only: int | None = None) -> Board:
        """A stage; if not said which, the latest one. `only`: see `boards.load`. Raises NotFound."""
        row = stage_row(self.connection, self.tournament.id, number)
        return boards.load(self.connection, self.tournament, row, only)

    def require_kept(self, stage: int) -> None:
        """See that the kept standings of a stage are those of now: if not, the look is taken again when they are."""
        if pairings.is_behind(self.connection, self.tournament.id, stage):
            raise _Behind


class _Behind(Exception):
    """The kept standings are to be worked out before they are looked at."""


def read(
    setting: Setting, access: Access, right: Right, tournament_id: str, given: Later[B], look: Callable[[Reading, B], R]
) -> R:
    """What a look at a tournament shows. Raises NotFound, also for another club's."""

    def once(connection: Connection, writes: bool = False) -> R:
        key = admitted(connection, access, setting.now(), right).key
        row = existing(connection, key, tournament_id, writes)
        if writes:
            maintained.catch_up(connection, row)
        return look(Reading(connection, row, sees_drafts(key)), given.get())

    try:
        with setting.database.read() as connection:
            return once(connection)
    except _Behind:
        return setting.database.write(lambda connection: once(connection, writes=True))


def sees_drafts(key: KeyRow) -> bool:
    """Whether the key sees more of tournaments than what is published."""
    return Role.named(key.role) >= Right.SEE_DRAFTS.least


def existing(connection: Connection, key: KeyRow, tournament_id: str, writes: bool = False) -> TournamentRow:
    """The tournament of the key's club. Raises NotFound."""
    row = tournaments.find(connection, key.club_id, tournament_id, writes) if ID.fullmatch(tournament_id) else None
    if row is None:
        raise NotFound("There is no tournament with this id.")
    return row


def game_of(setting: Setting, tournament: TournamentRow) -> Game:
    """The tournament's game. Raises RulesOutdated if the installation has it no longer."""
    game = setting.games.get(tournament.game)
    if game is None:
        raise RulesOutdated(0, None)
    return game
