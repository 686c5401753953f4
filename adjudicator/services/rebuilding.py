"""A match as it was, made again: its past judged anew, with rows as if it had just been stored."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from msgspec import Struct, structs

from adjudicator.core.game import Game
from adjudicator.services import stored
from adjudicator.services.errors import RulesOutdated
from adjudicator.services.past import Past
from adjudicator.services.play import Played, play, rows_of, settle, start_of_new
from adjudicator.services.stored import text
from adjudicator.storage.rows import Facts, MatchRow, MoveRow, Play


class PastRows(Struct, frozen=True):
    """The log of a match as it was, and what its entries brought. See seeing.Rows."""

    rows: Sequence[MoveRow]
    played: Played

    def page(self, after: int, count: int) -> Sequence[MoveRow]:
        """At most `count` entries behind the ply `after`."""
        return self.rows[after : after + count]

    def brought(self, name: str, view: str) -> Sequence[str]:
        """All `frames` or `findings` of the view `referee` or `public`, in their order."""
        public = self.played.public
        done = self.played.referee if view == "referee" or public is None else public.replay
        found: list[Any] = done.frames if name == "frames" else done.findings
        return [text(each) for each in found]


def rebuilt(game: Game, match: MatchRow, past: Past) -> tuple[MatchRow, PastRows]:
    """The match as it was; `match` is what it is now. Raises RulesOutdated if it was judged by rules that are no more."""
    if past.rules_version != game.version:
        raise RulesOutdated(past.rules_version, game.version)
    was = replace(
        match,
        preset=past.preset,
        options=past.options,
        rules_version=past.rules_version,
        players=text(past.players),
        setup=past.setup,
        voided=past.voided,
        void_reason=past.void_reason,
        play=Play(past.revision - 1, 0, "", 0, "", "", None, None, False, None, "", past.written_at),
        facts=Facts(**past.facts),
    )
    table = stored.table_of(game, was)
    entries = stored.decoded(game, past.entries)
    played = play(game, table, start_of_new(game, table), entries)
    settle(game, was, played, stored.position(game, played.referee.head), past.written_at)
    rows = [MoveRow(*row, time) for row, time in zip(rows_of(0, played), past.recorded, strict=True)]
    return was, PastRows(rows, played)


def without_entries(past: Past) -> Past:
    """The match before anything of it is told: as it began, revision 0."""
    return structs.replace(past, revision=0, written_at=past.created_at, voided=False, void_reason=None, entries=[], recorded=[])
