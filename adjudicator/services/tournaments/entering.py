"""Entrants: before the first round and later, away for a while or for good, and back again."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import UNSET, Struct, UnsetType, structs

from adjudicator.core.errors import Fault, Malformed
from adjudicator.services.access import ID, Access, Answer
from adjudicator.services.errors import Conflict, NotFound
from adjudicator.services.later import Later
from adjudicator.services.rights import Right
from adjudicator.services.setting import Setting
from adjudicator.services.tournaments import shown
from adjudicator.services.tournaments.boards import Board
from adjudicator.services.tournaments.changing import Change, Reading, Writer, read
from adjudicator.services.tournaments.shown import Entrants, Member
from adjudicator.services.writing import Revisions
from adjudicator.storage import players, tournaments
from adjudicator.storage.tournament_rows import EntrantRow, MemberRow
from adjudicator.tournaments.entrants import Absence, Entrant
from adjudicator.tournaments.invariants import faults
from adjudicator.tournaments.stage import KnockOut, Stage

MOST = 9_999


class NewMember(Struct, frozen=True):
    """Somebody who is to play: by name, by the club's player, or both."""

    name: str | None = None
    player_id: str | None = None


class NewEntrant(Struct, frozen=True):
    """An entrant to be; without a name of its own it goes by its members'."""

    members: Sequence[NewMember]
    name: str | None = None
    seeding: int | None = None


class Entry(Struct, frozen=True):
    """Entrants for a stage; if not said which, the latest one."""

    entrants: Sequence[NewEntrant]
    stage: int | None = None


class ChangedEntrant(Struct, frozen=True):
    """What is to be changed of an entrant."""

    name: str | UnsetType | None = UNSET
    members: Sequence[NewMember] | UnsetType = UNSET
    seeding: int | UnsetType | None = UNSET
    stage: int | None = None


class Leave(Struct, frozen=True):
    """From which round to which an entrant is away: from the next one to be paired, and for good, unless said otherwise."""

    first: int | None = None
    last: int | None = None
    reason: str | None = None
    stage: int | None = None


class Return(Struct, frozen=True):
    """An entrant is back for the next round to be paired."""

    reason: str | None = None
    stage: int | None = None


class Entering:
    """The entrants of a club's tournaments."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting

    def listed(self, access: Access, tournament_id: str, stage: Later[int | None]) -> Entrants:
        """The entrants of a stage."""

        def look(reading: Reading, number: int | None) -> Entrants:
            return shown.entrants(reading.connection, reading.tournament, reading.board(number))

        return read(self._setting, access, Right.SEE_TOURNAMENTS, tournament_id, stage, look)

    def enter(self, access: Access, tournament_id: str, wish: Later[Entry], if_match: Revisions | None) -> Answer[Entrants]:
        """Add entrants: those who come after the first pairing are there from the next one on.

        Raises Conflict if the stage takes nobody in any more; Malformed for names that are taken, or no player's id.
        """
        return self._write(access, tournament_id, wish, if_match, False, _enter)

    def change(
        self, access: Access, tournament_id: str, entrant: str, wish: Later[ChangedEntrant], if_match: Revisions | None
    ) -> Answer[Entrants]:
        """Change an entrant's names or number; the number only before the first pairing of the stage."""
        return self._write(access, tournament_id, wish, if_match, True, lambda change, said: _alter(change, entrant, said))

    def leave(
        self, access: Access, tournament_id: str, entrant: str, wish: Later[Leave], if_match: Revisions | None
    ) -> Answer[Entrants]:
        """Do not pair an entrant for some rounds, or any more."""
        return self._write(access, tournament_id, wish, if_match, False, lambda change, said: _leave(change, entrant, said))

    def come_back(
        self, access: Access, tournament_id: str, entrant: str, wish: Later[Return], if_match: Revisions | None
    ) -> Answer[Entrants]:
        """Pair an entrant again. Raises Conflict if it is not away."""
        return self._write(access, tournament_id, wish, if_match, False, lambda change, said: _come_back(change, entrant, said))

    def _write(self, access: Access, tournament_id: str, wish: Any, if_match: Any, needed: bool, work: Any) -> Answer[Entrants]:
        def do(change: Change, said: Any) -> Entrants:
            change.require_open()
            board = work(change, said)
            return shown.entrants(change.connection, change.tournament, board)

        return Writer(self._setting, access, Right.RUN_TOURNAMENTS, tournament_id, if_match, needed).write(Entrants, wish, do)


def _enter(change: Change, said: Entry) -> Board:
    board = change.board(said.stage)
    if isinstance(board.stage.format, KnockOut) and board.rounds:
        raise Conflict("A knock-out takes nobody in after its first round was paired.")
    known = tournaments.parts(change.connection, change.tournament.id, EntrantRow)
    if len(known) + len(said.entrants) > MOST:
        raise Conflict(f"A tournament has at most {MOST} entrants.")
    first = 1 + max((int(row.entrant) for row in known), default=0)
    numbered = [(f"{number:04}", new) for number, new in enumerate(said.entrants, first)]
    for place, (entrant, new) in enumerate(numbered):
        _write_names(change, entrant, new.name, new.members, f"/entrants/{place}/members")
    added = [_entrant(board.stage, entrant, new) for entrant, new in numbered]
    stage = structs.replace(board.stage, entrants=(*board.stage.entrants, *added))
    _require_apart(change, stage)
    board = structs.replace(board, stage=stage)
    change.put(board)
    names = shown.names_of(change.connection, change.tournament.id)
    change.note("enter", {"stage": board.number, "entrants": [{"id": each.id, "name": names[each.id]} for each in added]})
    return board


def _entrant(stage: Stage, id: str, new: NewEntrant) -> Entrant:
    known = tuple(member.player_id for member in new.members if member.player_id is not None)
    return Entrant(id=id, players=known, seed=new.seeding, joined=stage.next_round)


def _alter(change: Change, id: str, said: ChangedEntrant) -> Board:
    board = change.board(said.stage)
    entrant = entrant_of(board, id)
    before = {each.id: each for each in shown.entrants(change.connection, change.tournament, board).items}[id]
    if said.seeding is not UNSET and said.seeding != entrant.seed:
        if board.rounds:
            raise Conflict("The first round of the stage has been paired by these numbers.")
        entrant = structs.replace(entrant, seed=said.seeding)
    if said.name is not UNSET or said.members is not UNSET:
        members = before.members if said.members is UNSET else said.members
        own = _own_name(change, id) if said.name is UNSET else said.name
        _write_names(change, id, own, [NewMember(each.name, each.player_id) for each in members], "/members")
        entrant = structs.replace(entrant, players=tuple(each.player_id for each in members if each.player_id is not None))
    board = _with_entrant(board, entrant)
    _require_apart(change, board.stage)
    after = {each.id: each for each in shown.entrants(change.connection, change.tournament, board).items}[id]
    if after != before:
        change.put(board)
        change.note("entrant", {"stage": board.number, "before": before, "after": after})
    return board


def _leave(change: Change, id: str, said: Leave) -> Board:
    board = change.board(said.stage)
    entrant = entrant_of(board, id)
    first = board.stage.next_round if said.first is None else said.first
    if first < board.stage.next_round:
        raise Conflict(f"Round {first} has been paired; the next one is round {board.stage.next_round}.")
    if said.last is not None and said.last < first:
        raise Malformed([Fault("/last", "out_of_range", "An absence ends in the round in which it begins, or later.")])
    others = tuple(each for each in entrant.absences if each.first < first and each.last is not None)
    board = _with_entrant(board, structs.replace(entrant, absences=(*others, Absence(first, said.last))))
    change.put(board)
    change.note("leave", {"stage": board.number, "entrant": id, "first": first, "last": said.last}, said.reason)
    return board


def _come_back(change: Change, id: str, said: Return) -> Board:
    board = change.board(said.stage)
    entrant, number = entrant_of(board, id), board.stage.next_round
    if entrant.present(number) or entrant.joined > number:
        raise Conflict("This entrant is not away.")
    ended = tuple(_until(entrant.absences, number))
    board = _with_entrant(board, structs.replace(entrant, absences=ended))
    change.put(board)
    change.note("return", {"stage": board.number, "entrant": id, "round": number}, said.reason)
    return board


def _until(absences: Sequence[Absence], number: int) -> Iterator[Absence]:
    """The absences as they were before this round."""
    for each in absences:
        if each.first < number:
            yield each if each.last is not None and each.last < number else Absence(each.first, number - 1)


def entrant_of(board: Board, id: str) -> Entrant:
    """The entrant of a stage. Raises NotFound."""
    found = next((each for each in board.stage.entrants if each.id == id), None)
    if found is None:
        raise NotFound("The stage has no entrant with this id.")
    return found


def _with_entrant(board: Board, entrant: Entrant) -> Board:
    entrants = tuple(entrant if each.id == entrant.id else each for each in board.stage.entrants)
    return structs.replace(board, stage=structs.replace(board.stage, entrants=entrants))


def _own_name(change: Change, id: str) -> str | None:
    rows = tournaments.parts(change.connection, change.tournament.id, EntrantRow, entrant=id)
    return rows[0].name


def _write_names(change: Change, id: str, name: str | None, members: Sequence[NewMember], at: str) -> None:
    """Write an entrant's own name and members. Raises Malformed for an id that is no player's."""
    connection, tournament = change.connection, change.tournament
    tournaments.drop(connection, tournament.id, tournaments.parts(connection, tournament.id, MemberRow, entrant=id))
    found = [_member(change, each, f"{at}/{place}") for place, each in enumerate(members)]
    rows = [MemberRow(id, place, each.name, each.player_id) for place, each in enumerate(found)]
    tournaments.put(connection, tournament, [EntrantRow(id, name), *rows])


def _member(change: Change, new: NewMember, at: str) -> Member:
    if new.player_id is None:
        return Member(str(new.name))
    known = ID.fullmatch(new.player_id)
    row = players.find(change.connection, change.tournament.club_id, new.player_id) if known else None
    if row is None:
        raise Malformed([Fault(f"{at}/player_id", "unknown_player", "The club has no player with this id.")])
    return Member(row.name if new.name is None else new.name, row.id)


def _require_apart(change: Change, stage: Stage) -> None:
    """Names tell sides apart in logs, so nobody shares one; and no player plays for two. Raises Malformed."""
    names = shown.names_of(change.connection, change.tournament.id).values()
    members = [each.name for row in shown.members_of(change.connection, change.tournament.id).values() for each in row]
    twice = sorted(name for times in (Counter(names), Counter(members)) for name, count in times.items() if count > 1)
    found = [Fault("/entrants", "name_twice", f"Two would be called {name}.") for name in dict.fromkeys(twice)]
    found += [fault for fault in faults(stage) if fault.pointer.startswith("/entrants")]
    if found:
        raise Malformed(found)
