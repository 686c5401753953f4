"""What becomes of a tournament when an adjudicated match of it is completed, corrected, voided or reinstated."""

from msgspec import structs

from adjudicator.services.setting import Setting
from adjudicator.services.tournaments.adding import added
from adjudicator.services.tournaments.boards import match_of
from adjudicator.services.tournaments.changing import Change
from adjudicator.services.tournaments.disturbing import LOG, note, settle, waits
from adjudicator.services.tournaments.linking import result_of
from adjudicator.services.writing import Writing
from adjudicator.storage import tournaments
from adjudicator.storage.rows import MatchRow
from adjudicator.storage.tournament_rows import PairingRow


def follow(setting: Setting, writing: Writing, match: MatchRow) -> None:
    """Take over what the match says now, in its write's own transaction: at once, or when the organiser has chosen.

    Of a transaction that may be piped: nothing is looked at but what prepared statements gave.
    """
    tournament = tournaments.find(writing.connection, match.club_id, str(match.tournament_id), writes=True)
    game = setting.games.get(match.game)
    if tournament is None or game is None:
        return
    rows = tournaments.parts(writing.connection, tournament.id, PairingRow, match_id=match.id)
    for row in rows:
        change = Change(setting, writing, tournament)
        old = match_of(row)
        result = result_of(writing.connection, game, tournament, match, old.sides)
        if result is not None and added(change, row, result):
            note(change, row.stage, (row.round, row.table), old, structs.replace(old, result=result), LOG)
        elif result != old.result or waits(change, row.stage, (row.round, row.table)):
            settle(change, change.board(row.stage), (row.round, row.table), structs.replace(old, result=result), LOG)
        change.finish()
