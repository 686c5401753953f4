"""Other names for members of entrants who were anonymised, in all tournaments of their club."""

import re
from collections.abc import Collection
from dataclasses import replace

from adjudicator.services.setting import Setting
from adjudicator.services.tournaments.changing import Change
from adjudicator.services.writing import Writing
from adjudicator.storage import tournaments
from adjudicator.storage.tournament_rows import EntrantRow, MemberRow

ANONYMISATION = "anonymisation"


def rename_members(
    setting: Setting, writing: Writing, ids: Collection[str], pseudonym: str, named: re.Pattern[str], reason: str
) -> list[tuple[str, str]]:
    """Give members who are one of these players the pseudonym; what the histories held of the name is forgotten.

    (tournament, pointer) of every free text in which the name still stands.
    """
    left: list[tuple[str, str]] = []
    for tournament_id in tournaments.with_players(writing.connection, writing.key.club_id, ids):
        tournament = tournaments.find(writing.connection, writing.key.club_id, tournament_id, writes=True)
        assert tournament is not None
        change = Change(setting, writing, tournament)
        mine = [row for row in tournaments.parts(writing.connection, tournament_id, MemberRow) if row.player_id in ids]
        new = [replace(row, name=pseudonym) for row in mine if row.name != pseudonym]
        if new:
            tournaments.put(writing.connection, tournament, new)
            tournaments.forget_writes(writing.connection, tournament, named)
            change.note(ANONYMISATION, {"entrants": sorted({row.entrant for row in new})}, reason)
            change.finish()
        texts = {"/name": tournament.name, "/settings": tournament.settings}
        for row in tournaments.parts(writing.connection, tournament_id, EntrantRow):
            texts[f"/entrants/{row.entrant}/name"] = row.name or ""
        left += [(tournament_id, pointer) for pointer, text in texts.items() if named.search(text)]
    return left
