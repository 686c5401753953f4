"""Rounds: paired by the computation around what the organiser has paired by hand, published, and closed."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from msgspec import Struct, structs

from adjudicator.services.access import Access, Answer
from adjudicator.services.errors import Conflict, NotFound
from adjudicator.services.later import Later
from adjudicator.services.rights import Right
from adjudicator.services.setting import Setting
from adjudicator.services.stored import text
from adjudicator.services.tournaments import adding, shown
from adjudicator.services.tournaments.boards import CLOSED, PAIRED, PUBLISHED, Board, bare_stage, stage_row
from adjudicator.services.tournaments.by_hand import ByHand, RoundWish, add_match, matches_by_hand, require_sound
from adjudicator.services.tournaments.changing import Change, Reading, Writer, read
from adjudicator.services.tournaments.shown import Entered, Rounds, RoundShown
from adjudicator.services.writing import Revisions
from adjudicator.storage import pairings
from adjudicator.storage.tournament_rows import RoundRow
from adjudicator.tournaments.invariants import departures
from adjudicator.tournaments.pairing import propose
from adjudicator.tournaments.proposal import Problem, Proposal
from adjudicator.tournaments.stage import FreePlay, Match, Round, Stage, with_round

NO_ROUND = 0
"""They are numbered from 1."""


class NotPaired(Conflict):
    """The next round cannot be paired: why, and the matches that the organiser may adopt instead (409)."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class Pairing(Struct, frozen=True):
    """The next round is to be paired around these."""

    fixed: Sequence[ByHand] = ()
    stage: int | None = None
    dry_run: bool = False


class Undone(Struct):
    """A round that is no more. `revision`: the tournament's behind this write."""

    stage: int
    round: int
    revision: int


class RoundsOfClub:
    """The rounds of a club's tournaments."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting

    def listed(self, access: Access, tournament_id: str, stage: Later[int | None]) -> Rounds:
        """The rounds of a stage; for viewers, those that are published."""
        return read(self._setting, access, Right.SEE_TOURNAMENTS, tournament_id, stage, _rounds)

    def one(self, access: Access, tournament_id: str, wish: Later[RoundWish]) -> RoundShown:
        """A round. Raises NotFound; for viewers also where it is not published yet."""

        def look(reading: Reading, asked: RoundWish) -> RoundShown:
            board = reading.board(asked.stage, asked.number)
            if asked.number not in _seen(reading, board):
                raise NotFound(f"There is no round {asked.number}.")
            return _shown(reading, board, [asked.number])[0]

        return read(self._setting, access, Right.SEE_TOURNAMENTS, tournament_id, wish, look)

    def pair(self, access: Access, tournament_id: str, wish: Later[Pairing], if_match: Revisions | None) -> Answer[RoundShown]:
        """Pair the next round; a dry run only proposes. Raises NotPaired; Malformed for pairings by hand that cannot be."""
        if wish.then(lambda asked: asked.dry_run).get_or(False):
            return Answer(read(self._setting, access, Right.RUN_TOURNAMENTS, tournament_id, wish, _proposed))
        return self._writer(access, tournament_id, if_match).write(RoundShown, wish, _pair)

    def publish(
        self, access: Access, tournament_id: str, wish: Later[RoundWish], if_match: Revisions | None
    ) -> Answer[RoundShown]:
        """Let everybody see a round, and results come in. Raises Conflict if it is published."""
        return self._writer(access, tournament_id, if_match).write(RoundShown, wish, _publish)

    def close(self, access: Access, tournament_id: str, wish: Later[RoundWish], if_match: Revisions | None) -> Answer[RoundShown]:
        """Close a round: what changes in it from now on is the organiser's to decide. Raises Conflict if results are awaited."""
        return self._writer(access, tournament_id, if_match).write(RoundShown, wish, _close)

    def unpair(
        self, access: Access, tournament_id: str, wish: Later[tuple[RoundWish, str]], if_match: Revisions | None
    ) -> Answer[Undone]:
        """Take back the newest round, with a reason. Raises Conflict if it is published."""

        def work(change: Change, said: tuple[RoundWish, str]) -> Undone:
            board = round_of(change, said[0])
            row = board.rounds[said[0].number]
            if row.status != PAIRED:
                raise Conflict("The round is published: people may have seen their pairings.")
            change.put(board.without_round(row.round))
            change.note("unpair", _told(board, row.round), said[1])
            return Undone(board.number, row.round, change.tournament.revision)

        return self._writer(access, tournament_id, if_match).write(Undone, wish, work)

    def add(
        self, access: Access, tournament_id: str, wish: Later[tuple[RoundWish, ByHand]], if_match: Revisions | None
    ) -> Answer[Entered]:
        """Add a match or a bye by hand to a round that is not closed."""
        return self._writer(access, tournament_id, if_match).write(Entered, wish, add_match)

    def _writer(self, access: Access, tournament_id: str, if_match: Revisions | None) -> Writer:
        return Writer(self._setting, access, Right.RUN_TOURNAMENTS, tournament_id, if_match)


def round_of(change: Change, wish: RoundWish, whole: bool = False) -> Board:
    """The stage that has this round; unless it is wanted as a whole, of the others no match is looked at. Raises NotFound."""
    board = change.board(wish.stage, None if whole else wish.number)
    if wish.number not in board.rounds:
        raise NotFound(f"There is no round {wish.number}.")
    return board


def shown_of(change: Change, board: Board, number: int) -> RoundShown:
    """The round as it is shown to whoever writes it."""
    return shown.round_shown(board, number, shown.names_of(change.connection, change.tournament.id), change.tournament.revision)


def proposal_of(stage: Stage, fixed: Sequence[Match]) -> Proposal:
    """The next round around these. Raises NotPaired; of free play, a round is what it is given."""
    proposal = propose(stage, fixed)
    problem = proposal.problem
    if problem is not None and not isinstance(stage.format, FreePlay):
        raise NotPaired(problem)
    return proposal


def paired_row(board: Board, proposal: Proposal, now: str) -> RoundRow:
    """The row of a round that is paired so."""
    stage = with_round(board.stage, proposal.as_round())
    left = departures(stage, proposal.round)
    return RoundRow(board.number, proposal.round, PAIRED, text(proposal.cost), text(left), now, None, None)


def _rounds(reading: Reading, number: int | None) -> Rounds:
    board = reading.board(number)
    return Rounds(board.number, _shown(reading, board, _seen(reading, board)), reading.tournament.revision)


def _seen(reading: Reading, board: Board) -> list[int]:
    """The rounds that are to be seen, in order."""
    return sorted(at for at, row in board.rounds.items() if reading.all_shown or row.status != PAIRED)


def _shown(reading: Reading, board: Board, numbers: Sequence[int]) -> list[RoundShown]:
    names, revision = shown.names_of(reading.connection, reading.tournament.id), reading.tournament.revision
    return [shown.round_shown(board, at, names, revision, reading.all_shown) for at in numbers]


def _proposal(board: Board, said: Pairing) -> Proposal:
    """Raises Conflict, NotPaired, Malformed."""
    unseen = [row.round for row in board.rounds.values() if row.status == PAIRED]
    if unseen:
        raise Conflict(f"Round {unseen[0]} is paired and not published: publish it, or take it back.")
    fixed = matches_by_hand(said.fixed)
    require_sound(board.stage, Round(number=board.stage.next_round, matches=tuple(fixed)), {"/matches": "/fixed"})
    return proposal_of(board.stage, fixed)


def _to_pair(at: Change | Reading, number: int | None) -> Board:
    """The stage of which a round is to be paired. Free play is paired without a look at what was played."""
    row = stage_row(at.connection, at.tournament.id, number)
    free = isinstance(bare_stage(at.tournament, row).format, FreePlay)
    return at.board(number, NO_ROUND if free else None)


def _pair(change: Change, said: Pairing) -> RoundShown:
    change.require_open()
    board = _to_pair(change, said.stage)
    proposal = _proposal(board, said)
    row = paired_row(board, proposal, change.now)
    board = board.with_round(row, proposal.as_round())
    change.put(structs.replace(board, counts=False))
    change.note("pair", _told(board, row.round))
    return shown_of(change, board, row.round)


def _proposed(reading: Reading, said: Pairing) -> RoundShown:
    board = _to_pair(reading, said.stage)
    proposal = _proposal(board, said)
    row = paired_row(board, proposal, reading.tournament.updated_at)
    board = board.with_round(row, proposal.as_round())
    names = shown.names_of(reading.connection, reading.tournament.id)
    return shown.round_shown(board, row.round, names, reading.tournament.revision)


def _publish(change: Change, wish: RoundWish) -> RoundShown:
    stage = stage_row(change.connection, change.tournament.id, wish.stage)
    adds_up = adding.adds_up(bare_stage(change.tournament, stage))
    board = round_of(change, wish, whole=not adds_up)
    row = board.rounds[wish.number]
    if row.status != PAIRED:
        raise Conflict("The round is published already.")
    board = board.with_round(replace(row, status=PUBLISHED, published_at=change.now))
    change.put(board)
    if adds_up:
        pairings.uncount_byes(change.connection, change.tournament.id, stage.stage, row.round)
    change.note("publish", _told(board, row.round))
    return shown_of(change, board, row.round)


def _close(change: Change, wish: RoundWish) -> RoundShown:
    board = round_of(change, wish)
    row, found = board.rounds[wish.number], board.stage.round(wish.number)
    if row.status != PUBLISHED:
        raise Conflict("The round is closed already." if row.status == CLOSED else "The round is not published.")
    open_tables = [] if found is None else [match.table for match in found.matches if not match.settled]
    if open_tables:
        raise Conflict(f"Results are awaited from table {', '.join(map(str, open_tables))}.")
    board = board.with_round(replace(row, status=CLOSED, closed_at=change.now))
    change.put(board)
    change.note("close", {"stage": board.number, "round": row.round})
    return shown_of(change, board, row.round)


def _told(board: Board, number: int) -> dict[str, Any]:
    """A round as the history keeps it."""
    row, found = board.rounds[number], board.stage.round(number)
    return {"stage": board.number, "round": number, "status": row.status, "matches": () if found is None else found.matches}
