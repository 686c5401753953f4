"""Storing exported matches again: with their ids, revisions, times and history, after a look at whether all of it is true.

What is not in an export (the heads) is made anew. A match of other rules than the present ones is taken as it was ruled on.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from sqlalchemy.engine import Connection

from adjudicator.core.errors import AdjudicatorError, Fault, Malformed
from adjudicator.core.faults import is_moment
from adjudicator.core.game import Game
from adjudicator.core.log import require_none
from adjudicator.core.reading import Document
from adjudicator.core.texts import Texts
from adjudicator.services import exported, stored
from adjudicator.services.errors import Conflict
from adjudicator.services.exported import Exported, Json, facts_of, history_of, part_of
from adjudicator.services.matches import happened_at, with_external_id
from adjudicator.services.record import Difference, record, told
from adjudicator.services.setting import Setting
from adjudicator.services.stored import text
from adjudicator.services.verifying import judged, judged_anew
from adjudicator.storage import whole
from adjudicator.storage.rows import KeyRow, MatchRow, MoveRow, Play
from adjudicator.storage.whole import BroughtRow, Whole

SHOWN = 20
"""Differences that a refusal names."""
NOT_JUDGED = 0
"""The format of a head that is still to be made from the log; no game has it."""


class Tampered(AdjudicatorError):
    """An exported match that is not as it was written: damaged, or changed by somebody."""

    def __init__(self, differences: list[Difference]) -> None:
        more = [f"and {len(differences) - SHOWN} more"] if len(differences) > SHOWN else []
        told = [*map(str, differences[:SHOWN]), *more]
        super().__init__("The match is not as it was written:\n" + "\n".join(f"    {line}" for line in told))
        self.differences = differences


class Restoring:
    """Stores exported matches as matches of one club."""

    def __init__(self, setting: Setting, key: KeyRow) -> None:
        self._setting, self._club_id = setting, key.club_id

    def restore(self, document: Document) -> tuple[Whole, bool]:
        """The match of an export, and whether it is new: the same match may be there already.

        Raises Malformed, Tampered; Conflict for an id or external id that another match has.
        """
        found = read(self._setting.games, document)
        found.match.club_id = self._club_id
        return found, self._setting.database.write(lambda connection: self._store(connection, found))

    def _store(self, connection: Connection, found: Whole) -> bool:
        club_id = whole.club_of(connection, found.match.id)
        if club_id is None:
            with_external_id(lambda: whole.write(connection, found))
            return True
        present = whole.read(connection, found.match.id) if club_id == self._club_id else None
        if present is None or exported.written(present) != exported.written(found):
            raise Conflict(f"There is another match with the id {found.match.id}, or this one in another state.")
        return False


def is_export(document: Document) -> bool:
    """Whether this says that it is an exported match."""
    return isinstance(document.value, dict) and document.value.get("format") == exported.FORMAT


def read(games: Mapping[str, Game], document: Document) -> Whole:
    """The rows of an exported match, looked at. Raises Malformed with every fault; Tampered."""
    found = rows(_decoded(document), document.value)
    refuse([*record(found), *told(found)])
    try:
        anew = judged_anew(games, found)
    except Malformed as malformed:
        raise Malformed([Fault(_moved(each.pointer), each.code, each.message) for each in malformed.faults]) from None
    if anew is not None:
        play, row = anew.play, found.match.play
        row.head, row.public_head = play.head, play.public_head
        row.state_format = games[found.match.game].state_format
    else:
        _require_words(games.get(found.match.game), found)
    refuse([*judged(games, found, anew)])
    return found


def _require_words(game: Game | None, found: Whole) -> None:
    """Raises Malformed if a ruling of other rules has no sentences here: it would be shown as it stands."""
    sentences = () if game is None else _sentences(game.texts, found)
    message = "There are no words for this here."
    require_none([Fault(pointer, "unknown_code", message) for pointer, tell in sentences if not _works(tell)])


def _sentences(texts: Texts, found: Whole) -> Iterator[tuple[str, Callable[[], str]]]:
    """(pointer, what makes the sentence) of every violation, effect and finding."""
    for place, row in enumerate(found.moves):
        for column, kept in (("ruling", row.ruling), ("public_ruling", row.public_ruling)):
            ruling = stored.ruling_of(kept or stored.NO_RULING)
            for each in () if ruling is None else ruling.violations:
                yield f"/moves/{place}/{column}", partial(texts.violation, each.code, each.params)
            for effect in () if ruling is None else ruling.effects:
                yield f"/moves/{place}/{column}", partial(texts.effect, effect)
    for view in ("referee", "public"):
        for place, brought in enumerate(found.brought["findings", view]):
            finding = stored.finding_of(brought.data)
            yield f"/{view}/findings/{place}/data", partial(texts.violation, finding.code, finding.params)


def _works(tell: Callable[[], str]) -> bool:
    try:
        tell()
    except (LookupError, ValueError, TypeError, AttributeError):
        return False
    return True


def refuse(differences: list[Difference]) -> None:
    """Raises Tampered if there are any."""
    if differences:
        raise Tampered(differences)


def _decoded(document: Document) -> Exported:
    """Raises Malformed."""
    part = part_of(Exported, document)
    played_at = part.facts.played_at
    if played_at is not None and not is_moment(played_at):
        raise Malformed([Fault("/facts/played_at", "not_a_time", "This is no RFC 3339 time with its offset.")])
    return part


def rows(part: Exported, raw: Json) -> Whole:
    """The rows of a match, without heads, and of no club yet. Texts are those of `raw`, whose values `part` has looked at."""
    players = list(enumerate(part.players))
    brought = {(name, view): _brought(name, raw[view]) for name, view in whole.KINDS}
    return Whole(_match(part, raw), players, [_move(each) for each in raw["moves"]], brought, history_of(part.history))


def _move(raw: Json) -> MoveRow:
    public = text(raw["public_ruling"]) if "public_ruling" in raw else None
    return MoveRow(raw["ply"], text(raw["move"]), _text(raw["ruling"]), public, raw["recorded_at"])


def _brought(name: str, raw: Json | None) -> list[BroughtRow]:
    return [] if raw is None else [BroughtRow(each["revision"], each["place"], text(each["data"])) for each in raw[name]]


def _text(value: Any) -> str | None:
    return None if value is None else text(value)


def _match(part: Exported, raw: Json) -> MatchRow:
    facts = facts_of(part.facts)
    return MatchRow(
        id=part.id,
        club_id="",
        game=part.game,
        preset=part.ruleset.preset,
        options=text(part.ruleset.options),
        rules_version=part.ruleset.version,
        players=text(part.players),
        setup=text(part.setup),
        voided=part.voided,
        void_reason=part.void_reason,
        happened_at=happened_at(facts, part.created_at),
        created_at=part.created_at,
        play=_play(part, raw),
        facts=facts,
    )


def _play(part: Exported, raw: Json) -> Play:
    public = part.public
    return Play(
        revision=part.revision,
        length=len(part.moves),
        status=part.referee.position.status,
        state_format=NOT_JUDGED,
        head="",
        position=text(raw["referee"]["position"]),
        public_head=None if public is None else "",
        public_position=None if public is None else text(raw["public"]["position"]),
        public_ended=public is not None and public.ended,
        public_status=None if public is None else public.position.status,
        chain=part.chain,
        updated_at=part.updated_at,
    )


def _moved(pointer: str) -> str:
    """From a pointer into a log to one into an export."""
    return re.sub(r"^/moves/(\d+)", r"/moves/\1/move", pointer)
