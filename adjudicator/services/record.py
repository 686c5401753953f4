"""The history of a match by itself, and the match as its history tells it: what of the rows is not as it was written."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from adjudicator.services import history, past
from adjudicator.services.errors import Redacted
from adjudicator.services.linking import Links
from adjudicator.services.matches import happened_at
from adjudicator.services.past import Past
from adjudicator.services.stored import text
from adjudicator.storage.rows import Facts, HistoryRow
from adjudicator.storage.seats import SeatRow
from adjudicator.storage.whole import Whole

FIRST = (history.CREATE, history.ADOPTED)


class Difference(Struct, frozen=True):
    """Something that is not as it was written. `revision` and `ply`: where, as far as it lies at one."""

    message: str
    revision: int | None = None
    ply: int | None = None

    def __str__(self) -> str:
        places = (("revision", self.revision), ("ply", self.ply))
        return ", ".join([f"{name} {place}" for name, place in places if place is not None] + [self.message])


def record(found: Whole) -> Iterator[Difference]:
    """The history by itself: every revision, its link and its payload; and that the match's row and log end where it ends."""
    before, number = history.start_of_chain(found.match.id), None
    for row in found.history:
        if number is None:
            yield from _first(row)
        elif row.revision != number + 1:
            yield Difference(f"The history goes from revision {number} to {row.revision}.", row.revision)
        yield from _link(before, row)
        before, number = row.chain, row.revision
    if number is None:
        yield Difference("The match has no history.")
        return
    yield from _redactions(found.history)
    yield from _end(found, found.history[-1])


def _first(row: HistoryRow) -> Iterator[Difference]:
    if row.kind not in FIRST or (row.kind == history.CREATE and row.revision != 1):
        yield Difference(f"The history begins with {row.kind} at revision {row.revision}.", row.revision)


def _link(before: str, row: HistoryRow) -> Iterator[Difference]:
    if row.kind not in history.KINDS:
        yield Difference(f"No write is of the kind {row.kind}.", row.revision)
    if history.linked(before, row) != row.chain:
        yield Difference("The chain breaks here: this row, or the one before it, is not as it was written.", row.revision)
    if row.payload is not None and history.payload_digest(row.salt or "", row.payload) != row.digest:
        yield Difference("What was written is not what its digest is of.", row.revision)


def _end(found: Whole, last: HistoryRow) -> Iterator[Difference]:
    play = found.match.play
    for name, said, wanted in (
        ("revision", play.revision, last.revision),
        ("chain", play.chain, last.chain),
        ("length", play.length, last.length),
        ("updated_at", play.updated_at, last.recorded_at),
    ):
        if said != wanted:
            yield Difference(f"The match says {name} {said}, its history {wanted}.", last.revision)
    plies = [row.ply for row in found.moves]
    if plies != list(range(1, last.length + 1)):
        first = next((wanted for wanted, ply in enumerate(plies, 1) if ply != wanted), len(plies) + 1)
        message = f"The log has {len(plies)} entries where {last.length} were written, or not each in its place."
        yield Difference(message, last.revision, first)


def _redactions(rows: Sequence[HistoryRow]) -> Iterator[Difference]:
    """What is gone was redacted by a write of its own."""
    gone = {row.revision for row in rows if row.payload is None}
    for row in rows:
        if row.kind in (history.REDACTION, history.ANONYMISATION) and row.payload is not None:
            gone.difference_update(_redacted(row.payload))
    for revision in sorted(gone):
        yield Difference("What was written is gone, and no later write says that it was redacted.", revision)


class _Redaction(Struct):
    revision: int = 0
    redacted: list[int] = []


def _redacted(payload: str) -> list[int]:
    """Of a redaction its one revision, of an anonymisation all of which something is gone."""
    try:
        said = msgspec.json.decode(payload, type=_Redaction)
    except msgspec.MsgspecError:
        return []
    return [said.revision, *said.redacted]


def told(found: Whole) -> Iterator[Difference]:
    """The match as its history tells it, as far as nothing on the way was redacted, or is not what its digest is of."""
    behind: Past | Redacted | None = None
    for row in found.history:
        if row.payload is not None and history.payload_digest(row.salt or "", row.payload) != row.digest:
            return
        try:
            behind = past.behind(behind, row)
        except msgspec.MsgspecError as error:
            yield Difference(f"What was written cannot be read: {error}", row.revision)
            return
    if isinstance(behind, Past):
        yield from _as_told(found, behind)


def _as_told(found: Whole, behind: Past) -> Iterator[Difference]:
    match = found.match
    facts = {name: value for name in match.facts.__slots__ if (value := getattr(match.facts, name)) is not None}
    for name, said, wanted in (
        ("game", match.game, behind.game),
        ("preset", match.preset, behind.preset),
        ("options", match.options, behind.options),
        ("rules_version", match.rules_version, behind.rules_version),
        ("players", match.players, text(behind.players)),
        ("seats", found.seats, list(enumerate(behind.players))),
        ("setup", match.setup, behind.setup),
        ("facts", facts, behind.facts),
        ("voided", match.voided, behind.voided),
        ("void_reason", match.void_reason, behind.void_reason),
        ("created_at", match.created_at, behind.created_at),
        ("happened_at", match.happened_at, _found_at(match.facts, behind.created_at)),
    ):
        if said != wanted:
            yield Difference(f"The match says {name} {said}, its history {wanted}.")
    for row, entry, time in zip(found.moves, behind.entries, behind.recorded, strict=False):
        if row.entry != entry:
            yield Difference(f"The log has {row.entry}, the history {entry}.", ply=row.ply)
        if row.recorded_at != time:
            yield Difference(f"The log says recorded_at {row.recorded_at}, the history {time}.", ply=row.ply)


def unsaid_links(rows: Sequence[HistoryRow], sitting: Sequence[SeatRow]) -> Iterator[Difference]:
    """Seats that are linked to somebody other than the history says, as far as nothing of that was redacted.

    Behind a correction of names it may be any seat's player. A seat that is not linked at all may be one of a restored match.
    """
    said, renamed = _Links(), False
    for row in rows:
        if row.kind in (history.CREATE, history.SEATS):
            said, renamed = _links(row), False
        elif row.kind in (history.CORRECTION, history.ANONYMISATION):
            renamed |= row.kind == history.ANONYMISATION or _links(row).players is not None
    linked = said.after or said.player_ids
    if linked is None:
        return
    for seat in sitting:
        known = set(linked.values()) if renamed else {linked.get(seat.name)}
        if seat.player_id is not None and seat.player_id not in known:
            yield Difference(f"The seat of {seat.name} is linked to the player {seat.player_id}, and no write says so.")


class _Links(Struct):
    """Who was linked, as a new match says it (`player_ids`), or a later write (`after`); of a correction, other names.

    None of all that: it is not known.
    """

    player_ids: Links | None = {}
    after: Links | None = None
    players: Any = None


def _links(row: HistoryRow) -> _Links:
    try:
        return _UNKNOWN if row.payload is None else msgspec.json.decode(row.payload, type=_Links)
    except msgspec.MsgspecError:
        return _UNKNOWN


_UNKNOWN = _Links(player_ids=None, players=())


def _found_at(facts: Facts, created_at: str) -> str | None:
    try:
        return happened_at(facts, created_at)
    except (ValueError, OverflowError):
        return None
