"""Rounds: paired by the computation around what the organiser has paired by hand, published, and closed."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count
from typing import Any, TypeVar

from msgspec import Struct, structs

from adjudicator.core.errors import Fault, Malformed
from adjudicator.services.access import Access, Answer
from adjudicator.services.errors import Conflict, NotFound
from adjudicator.services.later import Later
from adjudicator.services.rights import Right
from adjudicator.services.setting import Setting
from adjudicator.services.stored import text
from adjudicator.services.tournaments import boards, shown
from adjudicator.services.tournaments.boards import (
    CLOSED,
    PAIRED,
    PUBLISHED,
    Board,
    Slot,
    bare_stage,
    match_of,
    slot_of,
    stage_row,
)
from adjudicator.services.tournaments.changing import Change, Reading, Writer, read
from adjudicator.services.tournaments.shown import Entered, Rounds, RoundShown
from adjudicator.services.writing import Revisions
from adjudicator.storage import pairings, tournaments
from adjudicator.storage.tournament_rows import PairingRow, RoundRow, StageEntrantRow, StageRow
from adjudicator.tournaments.entrants import Entrant
from adjudicator.tournaments.invariants import departures, faults_of_round
from adjudicator.tournaments.pairing import propose
from adjudicator.tournaments.proposal import Problem, Proposal
from adjudicator.tournaments.stage import Bye, FreePlay, KnockOut, Match, Round, Stage, with_round

R = TypeVar("R")


class NotPaired(Conflict):
    """The next round cannot be paired: why, and the matches that the organiser may adopt instead (409)."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class ByHand(Struct, frozen=True):
    """A match or a bye that an organiser pairs; without a table, it gets one that is free."""

    sides: Sequence[str]
    table: int | None = None
    bye: Bye | None = None


class Pairing(Struct, frozen=True):
    """The next round is to be paired around these."""

    fixed: Sequence[ByHand] = ()
    stage: int | None = None
    dry_run: bool = False


class RoundWish(Struct, frozen=True):
    """A round of a stage; if not said which stage, of the latest one."""

    number: int
    stage: int | None = None


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
            row = stage_row(reading.connection, reading.tournament.id, asked.stage)
            items = _shown(reading, boards.load(reading.connection, reading.tournament, row, asked.number))
            if not items:
                raise NotFound(f"There is no round {asked.number}.")
            return items[0]

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


def round_of(at: Change | Reading, wish: RoundWish) -> Board:
    """The stage that has this round. Raises NotFound."""
    board = at.board(wish.stage)
    if wish.number not in board.rounds:
        raise NotFound(f"There is no round {wish.number}.")
    return board


def slot_at(at: Change | Reading, wish: RoundWish, table: int) -> tuple[str, Slot | None]:
    """(how far a round has got, its match at a table, if there is one). Raises NotFound without such a round."""
    stage = stage_row(at.connection, at.tournament.id, wish.stage).stage
    status = round_row(at, stage, wish.number).status
    found = tournaments.parts(at.connection, at.tournament.id, PairingRow, stage=stage, round=wish.number, table=table)
    return status, slot_of(found[0]) if found else None


def round_row(at: Change | Reading, stage: int, number: int) -> RoundRow:
    """The row of a round. Raises NotFound."""
    found = tournaments.parts(at.connection, at.tournament.id, RoundRow, stage=stage, round=number)
    if not found:
        raise NotFound(f"There is no round {number}.")
    return found[0]


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
    return Rounds(board.number, _shown(reading, board), reading.tournament.revision)


def _shown(reading: Reading, board: Board) -> list[RoundShown]:
    """The rounds of a board, as far as they are to be seen."""
    names, revision = shown.names_of(reading.connection, reading.tournament.id), reading.tournament.revision
    seen = [at for at, row in board.rounds.items() if reading.all_shown or row.status != PAIRED]
    return [shown.round_shown(board, at, names, revision, reading.all_shown) for at in sorted(seen)]


def _proposal(board: Board, said: Pairing) -> Proposal:
    """Raises Conflict, NotPaired, Malformed."""
    unseen = [row.round for row in board.rounds.values() if row.status == PAIRED]
    if unseen:
        raise Conflict(f"Round {unseen[0]} is paired and not published: publish it, or take it back.")
    fixed = _matches(said.fixed)
    _require_sound(board.stage, Round(number=board.stage.next_round, matches=tuple(fixed)), {"/matches": "/fixed"})
    return proposal_of(board.stage, fixed)


def _pair(change: Change, said: Pairing) -> RoundShown:
    change.require_open()
    board = change.board(said.stage)
    proposal = _proposal(board, said)
    row = paired_row(board, proposal, change.now)
    board = board.with_round(row, proposal.as_round())
    change.put(board)
    change.note("pair", _told(board, row.round))
    return shown_of(change, board, row.round)


def _proposed(reading: Reading, said: Pairing) -> RoundShown:
    board = reading.board(said.stage)
    proposal = _proposal(board, said)
    row = paired_row(board, proposal, reading.tournament.updated_at)
    board = board.with_round(row, proposal.as_round())
    names = shown.names_of(reading.connection, reading.tournament.id)
    return shown.round_shown(board, row.round, names, reading.tournament.revision)


def _publish(change: Change, wish: RoundWish) -> RoundShown:
    board = round_of(change, wish)
    row = board.rounds[wish.number]
    if row.status != PAIRED:
        raise Conflict("The round is published already.")
    board = board.with_round(replace(row, status=PUBLISHED, published_at=change.now))
    change.put(board)
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


def add_match(change: Change, said: tuple[RoundWish, ByHand]) -> Entered:
    """Add a match by hand, without a table of its own behind all others. Raises Conflict, Malformed."""
    wish, new = said
    change.require_open()
    row = stage_row(change.connection, change.tournament.id, wish.stage)
    status = round_row(change, row.stage, wish.number).status
    if status == CLOSED:
        raise Conflict("The round is closed.")
    table = _behind_all(change, row, wish.number) if new.table is None else new.table
    added = _matches([structs.replace(new, table=table)])[0]
    _require_room(change, row, wish.number, added)
    slot = Slot(row.stage, wish.number, Match(table=table, sides=()))
    change.put_match(slot, added, counts=status != PAIRED)
    change.note("match", {"stage": row.stage, "round": wish.number, "match": added})
    return shown.entered(change.connection, change.tournament, slot, added)


def _behind_all(change: Change, row: StageRow, number: int) -> int:
    return 1 + pairings.last_table(change.connection, change.tournament.id, row.stage, number)


def _require_room(change: Change, row: StageRow, number: int, added: Match) -> None:
    """Raises Conflict, Malformed. In free play everybody plays as often as they like: only the own table and sides count."""
    stage = bare_stage(change.tournament, row)
    if isinstance(stage.format, KnockOut):
        raise Conflict("The matches of a knock-out follow from its bracket.")
    free = isinstance(stage.format, FreePlay)

    def kept(kind: type[R], **where: Any) -> list[R]:
        return tournaments.parts(change.connection, change.tournament.id, kind, stage=row.stage, **where)

    beside = kept(PairingRow, round=number, **({"table": added.table} if free else {}))
    known = kept(StageEntrantRow, **({"entrant": added.sides} if free else {}))
    stage = structs.replace(stage, entrants=tuple(Entrant(id=each.entrant) for each in known))
    matches = (*map(match_of, beside), added)
    _require_sound(stage, Round(number=number, matches=matches), {f"/matches/{len(beside)}": "", "/matches": "/sides"})


def _matches(fixed: Sequence[ByHand]) -> list[Match]:
    """The matches by hand, those without a table at the first free ones."""
    taken = {each.table for each in fixed}
    free: Iterator[int] = (table for table in count(1) if table not in taken)
    return [
        Match(table=next(free) if each.table is None else each.table, sides=tuple(each.sides), bye=each.bye, manual=True)
        for each in fixed
    ]


def _require_sound(stage: Stage, each: Round, renamed: dict[str, str]) -> None:
    """Raises Malformed with what may not be of a round, the pointers beginning otherwise."""
    found = [
        Fault(_renamed(fault.pointer, renamed), fault.code, fault.message) for fault in faults_of_round(stage, each)
    ]
    if found:
        raise Malformed(found)


def _renamed(pointer: str, renamed: dict[str, str]) -> str:
    start = next((start for start in renamed if pointer.startswith(start)), "")
    return renamed.get(start, "") + pointer.removeprefix(start)


def _told(board: Board, number: int) -> dict[str, Any]:
    """A round as the history keeps it."""
    row, found = board.rounds[number], board.stage.round(number)
    return {"stage": board.number, "round": number, "status": row.status, "matches": () if found is None else found.matches}
