"""Stored matches: making one, reading it, lists of them, and what is known of them beside their logs.

Appending is in `appends`, reports and other views in `sights`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy.engine import Connection

from adjudicator.core.log import Log
from adjudicator.services import stored
from adjudicator.services.access import Access, Answer, admitted, existing, keep, recalled
from adjudicator.services.errors import Conflict, IllegalMove, PreconditionRequired, StaleRevision
from adjudicator.services.later import Later
from adjudicator.services.play import Played, play, settle, start_of_new, store
from adjudicator.services.setting import Setting, moment, time_of
from adjudicator.services.stored import Position, text
from adjudicator.storage import matches, moves
from adjudicator.storage.matches import ExternalIdTaken
from adjudicator.storage.rows import Facts, Filters, MatchRow, Play

Revisions = Callable[[int], bool]
"""An If-Match: whether it lets a write at this revision pass."""


class NewMatch(Struct, frozen=True):
    """What a match begins with. `accept_stop`: also if its log stops."""

    log: Log
    facts: Mapping[str, str] = {}
    accept_stop: bool = False


class PageWish(Struct, frozen=True):
    """Which matches are wanted: narrowed by `filters` (see `storage.rows.Filters`), at most `limit` behind the id `after`."""

    filters: Mapping[str, Any]
    after: str | None
    limit: int


class Match(Struct):
    """A match as it is shown. `frames` is None in lists, where they are left out."""

    id: str
    game: str
    preset: str
    options: dict[str, Any]
    rules_version: int
    players: list[str]
    setup: dict[str, Any]
    position: Position
    frames: list[dict[str, Any]] | None
    revision: int
    plies: int
    voided: bool
    void_reason: str | None
    facts: Facts
    created_at: str
    updated_at: str


class Page(Struct):
    """One page of a list. `more`: there is another behind it."""

    items: Sequence[Match]
    more: bool


class Matches:
    """The club's matches, for whoever has a key of it."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting

    def create(self, access: Access, new: Later[NewMatch]) -> Answer[Match]:
        """Make a match. Raises Malformed; IllegalMove; Conflict for an external id that is taken."""
        setting = self._setting
        with setting.database.read() as connection:
            admitted(connection, access, setting.now())
        work = new.then(judged)
        with setting.database.write() as connection:
            now = setting.now()
            admission = admitted(connection, access, now)
            if (kept := recalled(admission, access, Match)) is not None:
                return Answer(kept, replayed=True)
            made = insert(connection, admission.key.club_id, setting.new_id(), moment(now), *work.get())
            keep(connection, admission, access, made, now)
            return Answer(made)

    def read(self, access: Access, match_id: str, asked: Later[Any]) -> Match:
        """One match. Raises NotFound."""
        with self._setting.database.read() as connection:
            match = existing(admitted(connection, access, self._setting.now(), match_id))
            asked.get()
            return shown(match, moves.brought(connection, match_id, "frames", "referee"))

    def page(self, access: Access, wish: Later[PageWish]) -> Page:
        """The club's matches, newest first."""
        with self._setting.database.read() as connection:
            club_id = admitted(connection, access, self._setting.now()).key.club_id
            asked = wish.get()
            found = matches.listed(connection, club_id, Filters(**asked.filters), asked.after, asked.limit + 1)
        return Page([shown(match, None) for match in found[: asked.limit]], len(found) > asked.limit)

    def change_facts(
        self, access: Access, match_id: str, facts: Later[Mapping[str, str | None]], if_match: Revisions | None
    ) -> Answer[Match]:
        """Change some facts; None takes one away. What changes nothing makes no new revision."""
        return self._change(access, match_id, facts, if_match, _set_facts)

    def void(self, access: Access, match_id: str, reason: Later[str], if_match: Revisions | None) -> Answer[Match]:
        """Take the match out of all scores; it can still be read. Raises Conflict if it is voided already."""
        return self._change(access, match_id, reason, if_match, _void)

    def reinstate(self, access: Access, match_id: str, reason: Later[str], if_match: Revisions | None) -> Answer[Match]:
        """Let a voided match count again. Raises Conflict if it is not voided."""
        return self._change(access, match_id, reason, if_match, _reinstate)

    def _change(
        self,
        access: Access,
        match_id: str,
        body: Later[Any],
        if_match: Revisions | None,
        change: Callable[[MatchRow, Any], bool],
    ) -> Answer[Match]:
        setting = self._setting
        with setting.database.write() as connection:
            now = setting.now()
            admission = admitted(connection, access, now, match_id)
            if (kept := recalled(admission, access, Match)) is not None:
                return Answer(kept, replayed=True)
            match, given = existing(admission), body.get()
            require_revision(match, if_match, needed=True)
            if change(match, given):
                match.play.revision += 1
                match.play.updated_at = moment(now)
                with_external_id(lambda: matches.save_facts(connection, match))
            made = shown(match, moves.brought(connection, match_id, "frames", "referee"))
            keep(connection, admission, access, made, now)
            return Answer(made)


def insert(connection: Connection, club_id: str, match_id: str, now: str, new: NewMatch, played: Played) -> Match:
    """Write a new match that was judged. Raises IllegalMove if its log stops and may not; Conflict."""
    stop_is_accepted(new.log, played, new.accept_stop)
    match = _row(club_id, match_id, now, new)
    game = new.log.game
    settle(game, match, played, stored.position(game, played.referee.head), now)
    with_external_id(lambda: matches.add(connection, match, new.log.table.players))
    store(connection, match, played, now)
    return shown(match, [text(frame) for frame in played.referee.frames])


def shown(match: MatchRow, frames: Sequence[str] | None) -> Match:
    """The match of a row."""
    return Match(
        id=match.id,
        game=match.game,
        preset=match.preset,
        options=msgspec.json.decode(match.options),
        rules_version=match.rules_version,
        players=msgspec.json.decode(match.players),
        setup=msgspec.json.decode(match.setup),
        position=stored.position_of(match.play.position),
        frames=None if frames is None else stored.frames_of(frames),
        revision=match.play.revision,
        plies=match.play.length,
        voided=match.voided,
        void_reason=match.void_reason,
        facts=match.facts,
        created_at=match.created_at,
        updated_at=match.play.updated_at,
    )


def require_revision(match: MatchRow, if_match: Revisions | None, needed: bool) -> None:
    """Raises StaleRevision if the writer saw another revision than the present one, PreconditionRequired if it does not say."""
    if if_match is None:
        if needed:
            raise PreconditionRequired("This write needs If-Match with the match's ETag, so that nobody's change is lost.")
    elif not if_match(match.play.revision):
        raise StaleRevision(match.play.revision)


def stop_is_accepted(log: Log, played: Played, accept_stop: bool) -> None:
    """Raises IllegalMove if the log stops and the caller did not say that it may."""
    if played.referee.head.stopped_at is not None and not accept_stop:
        raise IllegalMove(log.game, played.referee.rulings[-1])


def with_external_id(write: Callable[[], None]) -> None:
    """Do a write. Raises Conflict if the external id is another match's."""
    try:
        write()
    except ExternalIdTaken as taken:
        raise Conflict(f"Another match of the club has the external_id {taken}.") from None


def judged(new: NewMatch) -> tuple[NewMatch, Played]:
    """A new match and what judging its log gave. Raises IllegalMove if the log stops and may not."""
    log = new.log
    played = play(log.game, log.table, start_of_new(log.game, log.table), log.entries)
    stop_is_accepted(log, played, new.accept_stop)
    return new, played


def _row(club_id: str, match_id: str, now: str, new: NewMatch) -> MatchRow:
    """The row of a match to be settled, which makes it revision 1."""
    game, table = new.log.game, new.log.table
    facts = Facts(**new.facts)
    return MatchRow(
        id=match_id,
        club_id=club_id,
        game=game.name,
        preset=table.preset,
        options=text(table.options),
        rules_version=game.version,
        players=text(table.players),
        setup=text(table.setup),
        voided=False,
        void_reason=None,
        happened_at=_happened_at(facts, now),
        created_at=now,
        play=Play(0, 0, "", 0, "", "", None, None, False, now),
        facts=facts,
    )


def _happened_at(facts: Facts, created_at: str) -> str:
    return created_at if facts.played_at is None else moment(time_of(facts.played_at))


def _set_facts(match: MatchRow, changes: Mapping[str, str | None]) -> bool:
    before = {name: getattr(match.facts, name) for name in changes}
    for name, value in changes.items():
        setattr(match.facts, name, value)
    match.happened_at = _happened_at(match.facts, match.created_at)
    return before != changes


def _void(match: MatchRow, reason: str) -> bool:
    if match.voided:
        raise Conflict("The match is voided already.")
    match.voided, match.void_reason = True, reason
    return True


def _reinstate(match: MatchRow, reason: str) -> bool:
    if not match.voided:
        raise Conflict("The match is not voided.")
    match.voided, match.void_reason = False, reason
    return True
