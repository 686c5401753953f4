"""Results of matches, and what an organiser decides about them: corrections and sanctions, kept apart and reversible."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, structs

from adjudicator.core.errors import Fault, Malformed
from adjudicator.services.access import ID, Access, Answer
from adjudicator.services.errors import Conflict, NotFound
from adjudicator.services.later import Later
from adjudicator.services.rights import Right
from adjudicator.services.setting import Setting
from adjudicator.services.tournaments import shown
from adjudicator.services.tournaments.boards import PAIRED, Board, Slot
from adjudicator.services.tournaments.by_hand import RoundWish, slot_at
from adjudicator.services.tournaments.changing import Change, Reading, Writer, read
from adjudicator.services.tournaments.disturbing import ORGANISER, effect_of, settle, stands, waiting
from adjudicator.services.tournaments.entering import entrant_of
from adjudicator.services.tournaments.linking import require_fitting, result_of
from adjudicator.services.tournaments.shown import Entered, Sanctions
from adjudicator.services.writing import Revisions
from adjudicator.storage import matches, pairings
from adjudicator.storage.rows import MatchRow
from adjudicator.tournaments.results import Correction, Outcome, Result, Sanction, Side, faults
from adjudicator.tournaments.stage import Match


class SaidSide(Struct, frozen=True):
    """One side of a result as it is said. Without ranks, those of the points count."""

    entrant: str
    rank: int | None = None
    points: int | None = None
    measures: dict[str, int] = {}
    absent: bool = False


class Said(Struct, frozen=True):
    """A result as it is said: sides, or an outcome for which it is enough to say who was absent."""

    sides: Sequence[SaidSide] | None = None
    outcome: Outcome = "played"
    absent: Sequence[str] = ()


class Entering(Struct, frozen=True):
    """What is entered for a match: the adjudicated match that it is, or a result; neither takes back what was entered."""

    match_id: str | None = None
    result: Said | None = None


class Correcting(Struct, frozen=True):
    """An organiser's decision on a match. A dry run only says what it would disturb."""

    result: Said
    reason: str
    dry_run: bool = False


class Spot(Struct, frozen=True):
    """The match at a table of a round."""

    round: RoundWish
    table: int


class Results:
    """The results of a club's tournaments."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting

    def enter(
        self, access: Access, tournament_id: str, wish: Later[tuple[Spot, Entering]], if_match: Revisions | None
    ) -> Answer[Entered]:
        """Enter the result of a match, or link the match that will tell it.

        Raises Conflict where later things stand on the result that is there, or the match is none of these sides;
        PreconditionRequired where another result, or another match that tells it, is there already.
        """
        return self._writer(access, tournament_id, Right.ENTER_RESULTS, if_match).write(Entered, wish, enter)

    def correct(
        self, access: Access, tournament_id: str, wish: Later[tuple[Spot, Correcting]], if_match: Revisions | None
    ) -> Answer[Entered]:
        """Decide on another result than the one that came in. Where later things stand on that, it waits for a choice."""
        if wish.then(lambda said: said[1].dry_run).get_or(False):
            return Answer(read(self._setting, access, Right.RUN_TOURNAMENTS, tournament_id, wish, _tried))
        return self._writer(access, tournament_id, Right.RUN_TOURNAMENTS, if_match, needed=True).write(Entered, wish, _correct)

    def withdraw_correction(
        self, access: Access, tournament_id: str, number: int, wish: Later[tuple[Spot, str]], if_match: Revisions | None
    ) -> Answer[Entered]:
        """Take a correction of a match back (the first is number 1), with a reason."""

        def work(change: Change, said: tuple[Spot, str]) -> Entered:
            return _withdraw(change, said[0], number, said[1])

        return self._writer(access, tournament_id, Right.RUN_TOURNAMENTS, if_match, needed=True).write(Entered, wish, work)

    def sanction(
        self, access: Access, tournament_id: str, wish: Later[tuple[int | None, Sanction]], if_match: Revisions | None
    ) -> Answer[Sanctions]:
        """Change an entrant's score from a round on."""
        return self._writer(access, tournament_id, Right.RUN_TOURNAMENTS, if_match, needed=True).write(Sanctions, wish, _sanction)

    def withdraw_sanction(
        self, access: Access, tournament_id: str, number: int, wish: Later[tuple[int | None, str]], if_match: Revisions | None
    ) -> Answer[Sanctions]:
        """Take a sanction back, with a reason."""

        def work(change: Change, said: tuple[int | None, str]) -> Sanctions:
            board = change.board(said[0])
            given = list(board.stage.sanctions)
            if not 0 < number <= len(given):
                raise NotFound(f"There is no sanction {number}.")
            if given[number - 1].withdrawn:
                raise Conflict("This sanction is withdrawn already.")
            given[number - 1] = structs.replace(given[number - 1], withdrawn=True)
            told = {"stage": board.number, "number": number}
            return _with_sanctions(change, board, given, "sanction_withdrawn", told, said[1])

        return self._writer(access, tournament_id, Right.RUN_TOURNAMENTS, if_match, needed=True).write(Sanctions, wish, work)

    def _writer(
        self, access: Access, tournament_id: str, right: Right, if_match: Revisions | None, needed: bool = False
    ) -> Writer:
        return Writer(self._setting, access, right, tournament_id, if_match, needed)


def match_at(at: Change | Reading, spot: Spot) -> Slot:
    """The match of two sides or more at this table. Raises NotFound; Conflict if the round is not published."""
    status, slot = slot_at(at, spot.round, spot.table)
    if slot is None:
        raise NotFound(f"Round {spot.round.number} has no table {spot.table}.")
    if len(slot.match.sides) < 2:
        raise Conflict("A bye has no result.")
    require_published(status)
    return slot


def require_published(status: str) -> None:
    """Raises Conflict for a round that is still only paired."""
    if status == PAIRED:
        raise Conflict("The round is not published.")


def result_said(said: Said, sides: Sequence[str]) -> Result:
    """The result of a match of these sides. Raises Malformed."""
    result = Result(sides=_sides(said, sides), outcome=said.outcome, reported=True)
    wrong = list(faults(result, sides))
    if wrong:
        raise Malformed(wrong)
    return result


def _sides(said: Said, sides: Sequence[str]) -> tuple[Side, ...]:
    if said.sides is None:
        return tuple(_told_by_absence(said, sides))
    if all(each.rank is None for each in said.sides) and all(each.points is not None for each in said.sides):
        scores = [each.points or 0 for each in said.sides]
        ranks = [1 + sum(other > own for other in scores) for own in scores]
    else:
        ranks = [0 if each.rank is None else each.rank for each in said.sides]
    return tuple(
        Side(entrant=each.entrant, rank=rank, points=each.points, measures=each.measures, absent=each.absent)
        for each, rank in zip(said.sides, ranks, strict=True)
    )


def _told_by_absence(said: Said, sides: Sequence[str]) -> list[Side]:
    """Those who came are level in the first place, but for a single one who came alone."""
    if said.outcome in ("void", "abandoned"):
        return [Side(entrant=side, rank=1) for side in sides]
    if said.outcome == "double_forfeit":
        return [Side(entrant=side, rank=1, absent=True) for side in sides]
    strangers = [place for place, each in enumerate(said.absent) if each not in sides]
    if strangers:
        raise Malformed([Fault(f"/absent/{at}", "unknown_entrant", "This is no side of the match.") for at in strangers])
    came = len(sides) - len(set(said.absent))
    if said.outcome == "played" or came > 1:
        raise Malformed([Fault("/sides", "missing", "Who stood where is needed, as ranks or points of the sides.")])
    return [Side(entrant=side, rank=1 + came * (side in said.absent), absent=side in said.absent) for side in sides]


def enter(change: Change, said: tuple[Spot, Entering]) -> Entered:
    """Enter a result. Raises before anything is changed."""
    spot, what = said
    change.require_open()
    slot = match_at(change, spot)
    match = slot.match
    if match.final is not None and stands(change, slot):
        raise Conflict("Later things stand on this result: correct it, with a reason.")
    result = result_entered(change, slot, what)
    if _replaces(slot, what.match_id, result):
        change.require_seen()
    if what.match_id != slot.link:
        _link(change, slot, what.match_id)
    return _settled(change, structs.replace(slot, link=what.match_id), structs.replace(match, result=result))


def _replaces(slot: Slot, link: str | None, result: Result | None) -> bool:
    """Whether this takes the place of what somebody has entered there."""
    if slot.link is not None:
        return link != slot.link
    return slot.match.result is not None and (link is not None or result != slot.match.result)


def result_entered(change: Change, slot: Slot, what: Entering) -> Result | None:
    """The result that this enters there, None for a match that goes on. Raises Malformed, Conflict."""
    if what.match_id is None:
        return None if what.result is None else result_said(what.result, slot.match.sides)
    found = _fitting(change, slot, what.match_id)
    return result_of(change.connection, change.game, change.tournament, found, slot.match.sides)


def _fitting(change: Change, slot: Slot, match_id: str) -> MatchRow:
    """The club's match, which nobody writes meanwhile. Raises Malformed if there is none, Conflict if it is not this slot's."""
    found = matches.found(change.connection, match_id, lock=True) if ID.fullmatch(match_id) else None
    if found is None or found.club_id != change.tournament.club_id:
        raise Malformed([Fault("/match_id", "unknown_match", "The club has no match with this id.")])
    if found.tournament_id is not None and found.id != slot.link:
        raise Conflict("The match's result counts in a tournament already.")
    require_fitting(change, found, slot.match.sides)
    return found


def _link(change: Change, slot: Slot, match_id: str | None) -> None:
    """From now on this match tells the result, or none; the one that did counts nowhere."""
    if slot.link is not None:
        matches.set_tournament(change.connection, slot.link, None)
    if match_id is not None:
        matches.set_tournament(change.connection, match_id, change.tournament.id)
    pairings.link(change.connection, change.tournament.id, slot.at, match_id)


def _correct(change: Change, said: tuple[Spot, Correcting]) -> Entered:
    spot, what = said
    slot = match_at(change, spot)
    return _settled(change, slot, _corrected(slot.match, what), what.reason)


def _tried(reading: Reading, said: tuple[Spot, Correcting]) -> Entered:
    """The match as it would be, and what would wait for a choice (number 0)."""
    spot, what = said
    slot = match_at(reading, spot)
    new = _corrected(slot.match, what)
    effect = effect_of(reading, slot, new)
    row = None if effect is None else waiting(slot, new, ORGANISER, effect, reading.tournament.updated_at)
    return shown.entered(reading.connection, reading.tournament, slot, new, row)


def _corrected(match: Match, what: Correcting) -> Match:
    correction = Correction(result=result_said(what.result, match.sides), reason=what.reason)
    return structs.replace(match, corrections=(*match.corrections, correction))


def _withdraw(change: Change, spot: Spot, number: int, reason: str) -> Entered:
    slot = match_at(change, spot)
    given = list(slot.match.corrections)
    if not 0 < number <= len(given):
        raise NotFound(f"The match has no correction {number}.")
    if given[number - 1].withdrawn:
        raise Conflict("This correction is withdrawn already.")
    given[number - 1] = structs.replace(given[number - 1], withdrawn=True)
    return _settled(change, slot, structs.replace(slot.match, corrections=tuple(given)), reason)


def _settled(change: Change, slot: Slot, new: Match, reason: str | None = None) -> Entered:
    """The match behind a write, or as it is while this waits for a choice."""
    row = settle(change, slot, new, ORGANISER, reason)
    return shown.entered(change.connection, change.tournament, slot, new if row is None else slot.match, row)


def _sanction(change: Change, said: tuple[int | None, Sanction]) -> Sanctions:
    board, sanction = change.board(said[0]), said[1]
    try:
        entrant_of(board, sanction.entrant)
    except NotFound as nobody:
        raise Malformed([Fault("/entrant", "unknown_entrant", str(nobody))]) from None
    given = [*board.stage.sanctions, sanction]
    told = {"stage": board.number, "number": len(given), "sanction": sanction}
    return _with_sanctions(change, board, given, "sanction", told, sanction.reason)


def _with_sanctions(
    change: Change, board: Board, given: Sequence[Sanction], kind: str, told: dict[str, Any], reason: str
) -> Sanctions:
    board = structs.replace(board, stage=structs.replace(board.stage, sanctions=tuple(given)))
    change.put(board)
    change.note(kind, told, reason)
    return Sanctions(board.number, list(given), change.tournament.revision)
