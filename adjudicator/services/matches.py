"""Stored matches: making one, lists of them, and what is known of them beside their logs.

Appending is in `appends`, reading one in `sights`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from msgspec import Struct

from adjudicator.core.views import PUBLIC, REFEREE
from adjudicator.services import everybody, history, settled
from adjudicator.services.access import Access, Answer, admitted, require_key, require_right
from adjudicator.services.errors import Conflict
from adjudicator.services.later import Later
from adjudicator.services.linking import link
from adjudicator.services.new_match import NewMatch, Ready, judge, ready
from adjudicator.services.play import add_brought
from adjudicator.services.rights import Right
from adjudicator.services.setting import Setting, moment, time_of
from adjudicator.services.shown import Match, as_public, sees_public_only, shown
from adjudicator.services.writing import MATCH, Revisions, Writing, require_seen, scribe_of, write_match_once, write_once
from adjudicator.storage import history as history_rows
from adjudicator.storage import matches, moves
from adjudicator.storage.matches import ExternalIdTaken
from adjudicator.storage.rows import Facts, Filters, MatchRow


class PageWish(Struct, frozen=True):
    """Which matches are wanted: narrowed by `filters` (see `storage.rows.Filters`), at most `limit` behind the id `after`.

    `view`: `referee` or `public`; None: the most that the key may see.
    """

    filters: Mapping[str, Any]
    after: str | None
    limit: int
    view: str | None = None


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
            admitted(connection, access, setting.now(), Right.CREATE)
        work = new.then(lambda each: ready(judge(each)))

        def write(writing: Writing) -> Match:
            return _shown(insert(setting, writing, work.get()), work.get())

        return write_once(setting, access, Right.CREATE, Match, write)

    def page(self, access: Access, wish: Later[PageWish]) -> Page:
        """The club's matches, newest first. Raises Forbidden for a view that the key may not have; UnknownKey."""
        with self._setting.database.read() as connection:
            key = admitted(connection, access, self._setting.now(), Right.SEE).key
            asked = wish.get()
            if asked.view == str(REFEREE):
                require_right(key, Right.SEE_ALL)
            public = asked.view == str(PUBLIC) or sees_public_only(key)
            require_key(asked.after)
            filters = Filters(**asked.filters, public=public, match_id=key.match_id)
            found = matches.listed(connection, key.club_id, filters, asked.after, asked.limit + 1)
        items = [as_public(self._setting, each, None) if public else shown(each, None) for each in found[: asked.limit]]
        return Page(items, len(found) > asked.limit)

    def change_facts(
        self, access: Access, match_id: str, facts: Later[Mapping[str, str | None]], if_match: Revisions | None
    ) -> Answer[Match]:
        """Change some facts; None takes one away. What changes nothing makes no new revision."""
        return self._change(access, match_id, facts, if_match, FACTS_CHANGE)

    def void(self, access: Access, match_id: str, reason: Later[str], if_match: Revisions | None) -> Answer[Match]:
        """Take the match out of all scores; it can still be read. Raises Conflict if it is voided already."""
        return self._change(access, match_id, reason, if_match, VOIDING)

    def reinstate(self, access: Access, match_id: str, reason: Later[str], if_match: Revisions | None) -> Answer[Match]:
        """Let a voided match count again. Raises Conflict if it is not voided."""
        return self._change(access, match_id, reason, if_match, REINSTATING)

    def _change(
        self, access: Access, match_id: str, body: Later[Any], if_match: Revisions | None, change: "Change"
    ) -> Answer[Match]:
        def work(writing: Writing, match: MatchRow) -> Match:
            given = body.get()
            require_seen(match.play.revision, if_match, MATCH)
            before = settled.seen(match, everybody.COMPLETE)
            noted = change.make(match, given)
            if noted is not None:
                write_beside(self._setting, writing, match, change.kind, noted)
                settled.tell(self._setting, writing, match, before)
            return shown(match, moves.brought(writing.connection, match.id, "frames", "referee"))

        return write_match_once(self._setting, access, change.right, match_id, Match, work)


class Noted(Struct, frozen=True):
    """What the history keeps of a change."""

    payload: Mapping[str, Any]
    reason: str | None = None


class Change(Struct, frozen=True):
    """A change of a match beside its log: who may make it, its kind in the history, and what makes it (None: no change)."""

    right: Right
    kind: str
    make: Callable[[MatchRow, Any], Noted | None]


def write_beside(setting: Setting, writing: Writing, match: MatchRow, kind: str, noted: Noted) -> None:
    """Write what was changed of the match beside its log, as its next revision. Raises Conflict for an external id taken."""
    match.play.revision += 1
    match.play.updated_at = writing.now
    row = scribe_of(setting, writing).row(match, kind, history.payload(noted.payload), noted.reason)
    with_external_id(lambda: matches.save_facts(writing.connection, match))
    history_rows.add(writing.connection, match, row)


def insert(setting: Setting, writing: Writing, new: Ready) -> MatchRow:
    """Write a new match. Raises Conflict; Malformed for players whom the club does not have."""
    connection, match = writing.connection, _placed(setting, writing, new.match)
    noted = scribe_of(setting, writing).row(match, history.CREATE, new.payload)
    with_external_id(lambda: matches.add(connection, match, new.names))
    if new.player_ids:
        link(connection, match, new.player_ids, "/player_ids")
    if new.rows:
        moves.add(connection, match, new.rows, writing.now)
    add_brought(connection, match, new.brought)
    history_rows.add(connection, match, noted)
    settled.tell_of_new(setting, writing, match, linked=bool(new.player_ids))
    return match


def _placed(setting: Setting, writing: Writing, row: MatchRow) -> MatchRow:
    """The row of a new match with its id, club and times, and the beginning of its chain."""
    match_id, now = setting.new_id(), writing.now
    return replace(
        row,
        id=match_id,
        club_id=writing.key.club_id,
        happened_at=happened_at(row.facts, now),
        created_at=now,
        play=replace(row.play, chain=history.start_of_chain(match_id), updated_at=now),
    )


def _shown(match: MatchRow, new: Ready) -> Match:
    frames = [data for name, view, data in new.brought if (name, view) == ("frames", str(REFEREE))]
    return shown(match, [*chain.from_iterable(frames)])


def with_external_id(write: Callable[[], None]) -> None:
    """Do a write. Raises Conflict if the external id is another match's."""
    try:
        write()
    except ExternalIdTaken as taken:
        raise Conflict(f"Another match of the club has the external_id {taken}.") from None


def happened_at(facts: Facts, created_at: str) -> str:
    """The time by which a match is found."""
    return created_at if facts.played_at is None else moment(time_of(facts.played_at))


def _set_facts(match: MatchRow, changes: Mapping[str, str | None]) -> Noted | None:
    before = {name: getattr(match.facts, name) for name in changes}
    for name, value in changes.items():
        setattr(match.facts, name, value)
    match.happened_at = happened_at(match.facts, match.created_at)
    return Noted({"before": before, "after": changes}) if before != changes else None


def _void(match: MatchRow, reason: str) -> Noted:
    if match.voided:
        raise Conflict("The match is voided already.")
    match.voided, match.void_reason = True, reason
    return Noted({}, reason)


def _reinstate(match: MatchRow, reason: str) -> Noted:
    if not match.voided:
        raise Conflict("The match is not voided.")
    match.voided, match.void_reason = False, reason
    return Noted({}, reason)


FACTS_CHANGE = Change(Right.CHANGE_FACTS, history.FACTS, _set_facts)
VOIDING = Change(Right.VOID, history.VOID, _void)
REINSTATING = Change(Right.VOID, history.REINSTATE, _reinstate)
