"""A match as it was behind any of its writes: its history folded, from the first row on, and nothing else read.

What the history keeps of a correction (`Amendment`) and of a readjudication is written and read here, so that a reader can
go back and forth.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import takewhile
from typing import Any, TypeVar

import msgspec
from msgspec import Raw, Struct
from sqlalchemy.engine import Connection

from adjudicator.services import history
from adjudicator.services.errors import NotFound, Redacted
from adjudicator.storage import history as history_rows
from adjudicator.storage.rows import HistoryRow

T = TypeVar("T")


class Past(Struct):
    """A match behind the write `revision`, which was done at `written_at`.

    `options`, `setup` and `entries` are JSON texts as they were stored; `recorded`: when each entry was written down.
    """

    revision: int
    written_at: str
    game: str
    preset: str
    options: str
    rules_version: int
    players: list[str]
    setup: str
    facts: dict[str, str]
    voided: bool
    void_reason: str | None
    created_at: str
    entries: list[str]
    recorded: list[str]


class Names(Struct, frozen=True):
    """The players before and after a correction, in turn order."""

    before: list[str]
    after: list[str]


class Swap(Struct, frozen=True):
    """JSON before and after."""

    before: Raw
    after: Raw


class Splice(Struct, frozen=True):
    """From `ply` on, the entries `before` give way to `after`; all others stay."""

    ply: int
    before: list[Raw]
    after: list[Raw]

    def on(self, entries: Sequence[str]) -> list[str]:
        """The log after the correction."""
        return self._put(entries, [text_of(each) for each in self.after])

    def times(self, recorded: Sequence[str], now: str) -> list[str]:
        """When each entry was written down, after a correction done `now`.

        Whatever stays keeps its time; so does, where as many entries come as go, an entry that is the same in its place.
        """
        new = [now] * len(self.after)
        if len(self.before) == len(self.after):
            old = recorded[self.ply - 1 : self.ply - 1 + len(self.before)]
            pairs = zip(self.before, self.after, old, strict=True)
            new = [time if text_of(before) == text_of(after) else now for before, after, time in pairs]
        return self._put(recorded, new)

    def _put(self, items: Sequence[T], new: Sequence[T]) -> list[T]:
        start = self.ply - 1
        return [*items[:start], *new, *items[start + len(self.before) :]]


class Amendment(Struct, frozen=True, omit_defaults=True):
    """What the history keeps of a correction: the ops as they were sent, and what changed; None where nothing did.

    `rulings`: digest of all rulings behind it, from the first ply on (`history.rulings_digest`).
    """

    ops: Raw
    rulings: str
    players: Names | None = None
    setup: Swap | None = None
    moves: Splice | None = None


class Judged(Struct, frozen=True):
    """By which version of the rules a match was judged, with which options (all of them), and where it stood then."""

    version: int
    options: Raw
    status: str


class Readjudication(Struct, frozen=True):
    """What the history keeps of a readjudication. `rulings`: digests of all rulings, the older ones and those behind it."""

    before: Judged
    after: Judged
    rulings_before: str
    rulings: str


def splice_of(before: Sequence[str], after: Sequence[str]) -> Splice | None:
    """The smallest range in which two logs differ, None if they do not."""
    if before == after:
        return None
    shorter = min(len(before), len(after))
    head = next((place for place in range(shorter) if before[place] != after[place]), shorter)
    longest_tail = shorter - head
    tail = next((back for back in range(longest_tail) if before[-1 - back] != after[-1 - back]), longest_tail)
    old, new = before[head : len(before) - tail], after[head : len(after) - tail]
    return Splice(head + 1, [raw_of(each) for each in old], [raw_of(each) for each in new])


def raw_of(text: str) -> Raw:
    """JSON text, to stand in other JSON as it is."""
    return Raw(text.encode())


def text_of(raw: Raw) -> str:
    """The JSON text again."""
    return bytes(raw).decode()


def past_at(connection: Connection, match_id: str, revision: int) -> Past:
    """The match behind the write `revision`. Raises NotFound if there is no such write; Redacted."""
    rows = takewhile(lambda row: row.revision <= revision, history_rows.whole(connection, match_id))
    found = past_of(rows)
    if found is None or found.revision != revision:
        raise NotFound("The match has no such revision.")
    return found


def past_of(rows: Iterable[HistoryRow]) -> Past | None:
    """The match behind the last of these rows, the first of which is the match's first; None without rows. Raises Redacted."""
    past: Past | Redacted | None = None
    for row in rows:
        past = behind(past, row)
    if isinstance(past, Redacted):
        raise past
    return past


def behind(past: Past | Redacted | None, row: HistoryRow) -> Past | Redacted:
    """The match behind the next write, or (None) its first; `past` may be changed. Redacted: what is needed to tell is gone.

    An anonymisation holds the whole match, so that one goes on from there.
    """
    if isinstance(past, Redacted) and row.kind != history.ANONYMISATION:
        return past
    try:
        return _gone_on(past, row) if isinstance(past, Past) else begun(row)
    except Redacted as refusal:
        return refusal


def begun(row: HistoryRow) -> Past:
    """The match behind a write that holds all of it: its first, or an anonymisation. Raises Redacted."""
    start = _told(row, Whole)
    return Past(
        revision=row.revision,
        written_at=row.recorded_at,
        game=start.game,
        preset=start.preset,
        options=text_of(start.options),
        rules_version=start.rules_version,
        players=start.players,
        setup=text_of(start.setup),
        facts=start.facts,
        voided=start.voided,
        void_reason=start.void_reason,
        created_at=start.created_at or row.recorded_at,
        entries=[text_of(each) for each in start.moves],
        recorded=start.recorded_at or [row.recorded_at] * len(start.moves),
    )


def _gone_on(past: Past, row: HistoryRow) -> Past:
    """The match behind this next write; `past` itself, changed. Raises Redacted if what was written is needed and is gone."""
    if row.kind == history.ANONYMISATION:
        return begun(row)
    step = _STEPS.get(row.kind)
    if step is not None:
        step(past, row)
    past.revision, past.written_at = row.revision, row.recorded_at
    return past


class Whole(Struct, omit_defaults=True):
    """What `create`, `adopted` and `anonymisation` hold; the last two of older times too.

    `redacted`: the revisions of which the payloads are gone; `rulings`: digest of all rulings (`history.rulings_digest`).
    """

    game: str
    preset: str
    options: Raw
    rules_version: int
    players: list[str]
    setup: Raw
    facts: dict[str, str]
    voided: bool
    moves: list[Raw]
    void_reason: str | None = None
    created_at: str | None = None
    recorded_at: list[str] | None = None
    redacted: list[int] = []
    rulings: str = ""


class _Moves(Struct):
    """What `moves` holds."""

    moves: list[Raw]


class _Facts(Struct):
    """What `facts` holds: None where there was, or is, no such fact."""

    after: dict[str, str | None]


def _append(past: Past, row: HistoryRow) -> None:
    new = _told(row, _Moves).moves
    past.entries += [text_of(each) for each in new]
    past.recorded += [row.recorded_at] * len(new)


def _correct(past: Past, row: HistoryRow) -> None:
    made = _told(row, Amendment)
    if made.players is not None:
        past.players = made.players.after
    if made.setup is not None:
        past.setup = text_of(made.setup.after)
    if made.moves is not None:
        past.recorded = made.moves.times(past.recorded, row.recorded_at)
        past.entries = made.moves.on(past.entries)


def _change_facts(past: Past, row: HistoryRow) -> None:
    known: dict[str, str | None] = {**past.facts, **_told(row, _Facts).after}
    past.facts = {name: value for name, value in known.items() if value is not None}


def _void(past: Past, row: HistoryRow) -> None:
    past.voided, past.void_reason = row.kind == history.VOID, row.reason


def _readjudicate(past: Past, row: HistoryRow) -> None:
    judged = _told(row, Readjudication).after
    past.rules_version, past.options = judged.version, text_of(judged.options)


_STEPS: Mapping[str, Callable[[Past, HistoryRow], None]] = {
    history.MOVES: _append,
    history.CORRECTION: _correct,
    history.FACTS: _change_facts,
    history.VOID: _void,
    history.REINSTATE: _void,
    history.READJUDICATION: _readjudicate,
}
"""Other kinds of write leave all of this as it is."""


def _told(row: HistoryRow, kind: Callable[..., T]) -> T:
    if row.payload is None:
        raise Redacted(row.revision)
    found: T = _decoder(kind).decode(row.payload)
    return found


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)
