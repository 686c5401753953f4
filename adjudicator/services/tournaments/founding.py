"""Tournaments: founding one, what is known of it, and the stages that follow the first."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from adjudicator.core.errors import Fault, Malformed
from adjudicator.core.game import Game
from adjudicator.core.log import decode_ruleset
from adjudicator.services.access import Access, Answer, admitted, require_key
from adjudicator.services.errors import Conflict
from adjudicator.services.later import Later
from adjudicator.services.rights import Right
from adjudicator.services.setting import Setting
from adjudicator.services.stored import text
from adjudicator.services.tournaments import maintained, shown
from adjudicator.services.tournaments.boards import CLOSED, PUBLISHED, Board, bare_stage
from adjudicator.services.tournaments.changing import FINISHED, Change, Reading, Writer, read
from adjudicator.services.tournaments.shown import Overview
from adjudicator.services.writing import Revisions, Writing, write_once
from adjudicator.storage import tournaments
from adjudicator.storage.tournament_rows import RoundRow, StageEntrantRow, StageRow, TournamentRow
from adjudicator.storage.tournaments import TournamentFilters
from adjudicator.tournaments.invariants import faults
from adjudicator.tournaments.stage import Format
from adjudicator.tournaments.standings import qualified, reseeded, standings
from adjudicator.tournaments.tie_breaks import defaults

OPEN = "open"
SETTINGS = ("place", "starts_at", "note")


class NewStage(Struct, frozen=True):
    """A stage to be. None: as the game and the format have it by default."""

    format: Format
    name: str | None = None
    scheme: str | None = None
    tie_breaks: Sequence[str] | None = None


class NewTournament(Struct, frozen=True):
    """A tournament to be, and its first stage. Without a seed, one is drawn."""

    name: str
    game: str
    stage: NewStage
    ruleset: Any = None
    seed: str | None = None
    settings: Mapping[str, str] = {}


class NextStage(Struct, frozen=True):
    """A stage to follow: for those named, in this order, or the first `count` of the standings."""

    stage: NewStage
    entrants: Sequence[str] | None = None
    count: int | None = None


class TournamentsWish(Struct, frozen=True):
    """Which tournaments are wanted: at most `limit` behind the id `after`."""

    after: str | None
    limit: int
    game: str | None = None
    status: str | None = None


class TournamentsPage(Struct):
    """One page of a list. `more`: there is another behind it."""

    items: Sequence[Overview]
    more: bool


class Founding:
    """The tournaments of a club, for whoever has a key of it."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting

    def create(self, access: Access, new: Later[NewTournament]) -> Answer[Overview]:
        """Found a tournament. Raises Malformed for names that mean nothing."""
        setting = self._setting
        return write_once(setting, access, Right.RUN_TOURNAMENTS, Overview, lambda writing: found(setting, writing, new.get()))

    def page(self, access: Access, wish: Later[TournamentsWish]) -> TournamentsPage:
        """The club's tournaments, newest first. Raises UnknownKey."""
        with self._setting.database.read() as connection:
            key = admitted(connection, access, self._setting.now(), Right.SEE_TOURNAMENTS).key
            asked = wish.get()
            require_key(asked.after)
            filters = TournamentFilters(asked.game, asked.status)
            rows = tournaments.listed(connection, key.club_id, filters, asked.after, asked.limit + 1)
            sizes = tournaments.sizes(connection, [row.id for row in rows])
            items = [shown.overview(connection, row, sizes) for row in rows[: asked.limit]]
        return TournamentsPage(items, len(rows) > asked.limit)

    def one(self, access: Access, tournament_id: str, asked: Later[Any]) -> Overview:
        """The tournament. Raises NotFound."""

        def look(reading: Reading, asked: Any) -> Overview:
            return shown.overview(reading.connection, reading.tournament)

        return read(self._setting, access, Right.SEE_TOURNAMENTS, tournament_id, asked, look)

    def change(
        self, access: Access, tournament_id: str, wish: Later[Mapping[str, Any]], if_match: Revisions | None
    ) -> Answer[Overview]:
        """Change what is known of a tournament (None takes it away), or finish it or open it again.

        Raises Conflict if it is to be finished while a round is open.
        """
        writer = Writer(self._setting, access, Right.RUN_TOURNAMENTS, tournament_id, if_match, needed=True)
        return writer.write(Overview, wish, _changed)

    def follow(
        self, access: Access, tournament_id: str, wish: Later[NextStage], if_match: Revisions | None
    ) -> Answer[Overview]:
        """Add a stage for those who qualified in the latest one.

        Raises Conflict if a place is shared across the cut: then the organiser must name who goes on.
        """
        return Writer(self._setting, access, Right.RUN_TOURNAMENTS, tournament_id, if_match).write(Overview, wish, _followed)


def found(setting: Setting, writing: Writing, new: NewTournament) -> Overview:
    """Write a new tournament with its first stage."""
    game = setting.games.get(new.game)
    if game is None:
        raise Malformed([Fault("/game", "unknown_game", f"The games are {', '.join(sorted(setting.games))}.")])
    row = TournamentRow(
        id=setting.new_id(),
        club_id=writing.key.club_id,
        name=new.name,
        game=game.name,
        ruleset=None if new.ruleset is None else text(_ruleset(game, new.ruleset)),
        settings=text(new.settings),
        seed=new.seed or setting.salt(),
        status=OPEN,
        revision=1,
        created_at=writing.now,
        updated_at=writing.now,
    )
    stage = _stage_row(game, row, new.stage, 1)
    tournaments.add(writing.connection, row)
    tournaments.put(writing.connection, row, [stage])
    known = {"name": row.name, "game": row.game, "seed": row.seed, "stage": shown.stage_shown(row, stage)}
    Change(setting, writing, row).record("found", known)
    return shown.overview(writing.connection, row)


def _ruleset(game: Game, raw: Any) -> Mapping[str, Any]:
    """Preset and all options, resolved. Raises Malformed."""
    faults: list[Fault] = []
    preset, options = decode_ruleset(game, raw, faults)
    if faults:
        raise Malformed(faults)
    return {"preset": preset, "options": options}


def _stage_row(game: Game, tournament: TournamentRow, new: NewStage, number: int) -> StageRow:
    """The row of a new stage. Raises Malformed for a scheme, a tie-break or a format that cannot be."""
    counting = game.counting
    names = defaults(new.format, counting.tie_breaks) if new.tie_breaks is None else dict.fromkeys(new.tie_breaks)
    row = StageRow(number, new.name, text(new.format), new.scheme or counting.scheme, text(list(names)))
    wrong = faults(bare_stage(tournament, row))
    if wrong:
        raise Malformed(wrong)
    return row


def _changed(change: Change, said: Mapping[str, Any]) -> Overview:
    row = change.tournament
    settings = msgspec.json.decode(row.settings)
    before = {"name": row.name, "status": row.status, **{name: settings.get(name) for name in SETTINGS}}
    after = {**before, **said}
    if before["status"] != FINISHED == after["status"]:
        _require_played(change)
    if after != before:
        row.name, row.status = after["name"], after["status"]
        row.settings = text({name: after[name] for name in SETTINGS if after[name] is not None})
        change.note("change", {"before": {name: before[name] for name in said}, "after": said})
    return shown.overview(change.connection, row)


def _require_played(change: Change) -> None:
    """Raises Conflict while a round is open, of whichever stage: what was only paired, nobody has seen."""
    rounds = tournaments.parts(change.connection, change.tournament.id, RoundRow)
    for row in sorted(rounds, key=lambda row: (row.stage, row.round)):
        if row.status == PUBLISHED:
            where = f"Round {row.round} of stage {row.stage}"
            raise Conflict(f"{where} is open: close it first. A match that is not played out can be void or abandoned.")


def _followed(change: Change, said: NextStage) -> Overview:
    change.require_open()
    board = change.board()
    if any(row.status != CLOSED for row in board.rounds.values()) or not board.rounds:
        raise Conflict("The rounds of the latest stage are not all closed.")
    ids = _going_on(board, said)
    row = _stage_row(change.game, change.tournament, said.stage, board.number + 1)
    tournaments.put(change.connection, change.tournament, [row])
    entrants = [StageEntrantRow(row.stage, each.id, each.seed, 1, "[]") for each in reseeded(board.stage, ids)]
    tournaments.put(change.connection, change.tournament, entrants)
    maintained.keep(change.connection, change.tournament, change.board(row.stage))
    change.note("stage", {"stage": shown.stage_shown(change.tournament, row), "entrants": ids})
    return shown.overview(change.connection, change.tournament)


def _going_on(board: Board, said: NextStage) -> list[str]:
    """Who goes on, the best first. Raises Malformed for strangers, Conflict if the cut goes through a shared place."""
    rows = standings(board.published)
    if said.entrants is not None:
        known = {row.entrant for row in rows}
        strangers = [place for place, each in enumerate(said.entrants) if each not in known]
        if strangers:
            raise Malformed([Fault(f"/entrants/{at}", "unknown_entrant", "Nobody has this id here.") for at in strangers])
        return list(dict.fromkeys(said.entrants))
    sure, level = qualified(rows, len(rows) if said.count is None else said.count)
    if level:
        raise Conflict(f"The place that the cut goes through is shared by {', '.join(level)}: name the entrants who go on.")
    return sure
