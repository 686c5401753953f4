"""A new match, judged and made plain data before anything is written: another process may do that than the one that writes."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from adjudicator.core.log import Log
from adjudicator.services import history, stored
from adjudicator.services.errors import IllegalMove
from adjudicator.services.play import Brought, Played, brought_by, play, rows_of, settle, start_of_new
from adjudicator.services.stored import Position, text
from adjudicator.storage.moves import NewMove
from adjudicator.storage.rows import Facts, MatchRow, Play


class NewMatch(Struct, frozen=True):
    """What a match begins with. `accept_stop`: also if its log stops.

    `player_ids`: which players of the club sit there (see `linking.Links`).
    """

    log: Log
    facts: Mapping[str, str] = {}
    accept_stop: bool = False
    player_ids: Mapping[str, str | None] = {}


class Judged(Struct, frozen=True):
    """A new match that was judged, and where it stands."""

    new: NewMatch
    played: Played
    where: Position


class Ready(Struct, frozen=True):
    """All that is stored of a new match, as texts and numbers. Its row has no id, club, time and chain yet.

    `names`: who sits there, in turn order. `payload`: what the history keeps.
    """

    match: MatchRow
    names: tuple[str, ...]
    player_ids: Mapping[str, str | None]
    rows: list[NewMove]
    brought: list[Brought]
    payload: str


def judge(new: NewMatch) -> Judged:
    """Judge a new match. Raises IllegalMove if its log stops and may not."""
    log = new.log
    played = play(log.game, log.table, start_of_new(log.game, log.table), log.entries)
    if played.referee.head.stopped_at is not None and not new.accept_stop:
        raise IllegalMove(log.game, played.referee.rulings[-1])
    return Judged(new, played, stored.position(log.game, played.referee.head))


def ready(judged: Judged) -> Ready:
    """What is stored of it."""
    new, played = judged.new, judged.played
    match, rows = _row(new), rows_of(0, played)
    settle(new.log.game, match, played, judged.where, "")
    payload = history.payload(_beginning(new), rows)
    return Ready(match, new.log.table.players, new.player_ids, rows, brought_by(played), payload)


def _row(new: NewMatch) -> MatchRow:
    """The row of a match to be settled, which makes it revision 1."""
    game, table = new.log.game, new.log.table
    return MatchRow(
        id="",
        club_id="",
        game=game.name,
        preset=table.preset,
        options=text(table.options),
        rules_version=game.version,
        players=text(table.players),
        setup=text(table.setup),
        voided=False,
        void_reason=None,
        happened_at="",
        created_at="",
        play=Play(0, 0, "", 0, "", "", None, None, False, None, "", ""),
        facts=Facts(**new.facts),
    )


def _beginning(new: NewMatch) -> Mapping[str, Any]:
    """What a match begins with, but for its entries, as the history keeps it."""
    table = new.log.table
    return {
        "game": new.log.game.name,
        "preset": table.preset,
        "options": table.options,
        "rules_version": new.log.game.version,
        "players": table.players,
        "setup": table.setup,
        "facts": new.facts,
        "voided": False,
        **({"player_ids": new.player_ids} if new.player_ids else {}),
    }
