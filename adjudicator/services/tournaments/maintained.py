"""The kept standings of a stage: rows that all follow from results.

A write that changes one match only marks it as not counted (`follow`), so that closing a match costs the same however large its
tournament is. Before anybody looks at the standings they are brought up to date (`catch_up`): what adds up by what has come
in (`adding`), everything else by working the whole stage out.
"""

from collections.abc import Iterator

from msgspec import structs
from sqlalchemy.engine import Connection

from adjudicator.services.stored import text
from adjudicator.services.tournaments import adding
from adjudicator.services.tournaments.boards import Board, Slot, load, pairing_of, stage_row
from adjudicator.services.tournaments.standing_rows import row_of
from adjudicator.storage import pairings, tournaments
from adjudicator.storage.tournament_rows import StageRow, StandingRow, TournamentRow
from adjudicator.tournaments.stage import Match
from adjudicator.tournaments.standings import standings


def follow(connection: Connection, tournament: TournamentRow, slot: Slot, new: Match, counts: bool = True) -> None:
    """Write that the match of a slot is another one now; its standings follow when they are next looked at.

    `counts`: its round is published; else it is in no standings yet.
    """
    old = slot.match
    changed = counts and (new.sides, new.final) != (old.sides, old.final)
    anew = changed and slot.counted and old.final is not None and not adding.take_out(connection, tournament, slot)
    counted = slot.counted and not changed
    if old.sides:
        result = None if new.result is None else text(new.result)
        pairings.change(connection, tournament.id, slot.at, result, text(new.corrections), not counted)
    else:
        tournaments.put(connection, tournament, [pairing_of(structs.replace(slot, match=new, counted=counted))])
    if anew:
        keep(connection, tournament, load(connection, tournament, stage_row(connection, tournament.id, slot.stage)))


def catch_up(connection: Connection, tournament: TournamentRow) -> None:
    """Count what is not counted yet, of a tournament that nobody else writes until the transaction ends."""
    for row in tournaments.parts(connection, tournament.id, StageRow):
        new = pairings.uncounted(connection, tournament.id, row.stage)
        if not new:
            continue
        if adding.add(connection, tournament, row, new):
            pairings.count(connection, tournament.id, row.stage)
        else:
            keep(connection, tournament, load(connection, tournament, row))


def keep(connection: Connection, tournament: TournamentRow, board: Board) -> bool:
    """Write what differs of the standings, which are those of now from then on; whether anything did."""
    kept = {row.entrant: row for row in tournaments.parts(connection, tournament.id, StandingRow, stage=board.number)}
    now = {row.entrant: row for row in rows_of(board)}
    gone = [row for entrant, row in kept.items() if entrant not in now]
    changed = [row for entrant, row in now.items() if kept.get(entrant) != row]
    tournaments.drop(connection, tournament.id, gone)
    tournaments.put(connection, tournament, changed)
    pairings.count(connection, tournament.id, board.number)
    return bool(gone or changed)


def rows_of(board: Board) -> Iterator[StandingRow]:
    """The standings as they must be, best first."""
    stage = board.published
    return (row_of(stage, board.number, row) for row in standings(stage))
