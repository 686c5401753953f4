"""What becomes of a tournament when an adjudicated match of it is completed, corrected, voided or reinstated."""

from msgspec import structs

from adjudicator.services.setting import Setting
from adjudicator.services.tournaments.boards import slot_of
from adjudicator.services.tournaments.changing import Change
from adjudicator.services.tournaments.disturbing import LOG, settle, waits
from adjudicator.services.tournaments.linking import result_of
from adjudicator.services.writing import Writing
from adjudicator.storage import pairings
from adjudicator.storage.rows import MatchRow


def follow(setting: Setting, writing: Writing, match: MatchRow) -> None:
    """Take over what the match says now, in its write's own transaction: at once, or when the organiser has chosen.

    Of a transaction that may be piped: nothing is looked at but what prepared statements gave.
    """
    game = setting.games.get(match.game)
    found = pairings.linked(writing.connection, match.club_id, str(match.tournament_id), match.id)
    if found is None or game is None:
        return
    tournament, slot = found[0], slot_of(found[1])
    change, old = Change(setting, writing, tournament), slot.match
    result = result_of(writing.connection, game, tournament, match, old.sides)
    if result != old.result or waits(change, slot):
        settle(change, slot, structs.replace(old, result=result), LOG)
    change.finish()
