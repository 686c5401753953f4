"""The history of a match: every write is a row, and the rows are a chain that shows any later change.

A row's `digest` is SHA-256 over a random salt and the payload; its `chain` is SHA-256 over the chain of the row before and
everything else of the row, the digest included. So a payload can be redacted (its salt with it, or short ones could be
guessed), and the chain still verifies. Before the first row stands the match's id, so that no other match's history fits.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from adjudicator.storage.moves import NewMove
from adjudicator.storage.rows import HistoryRow, KeyRow, MatchRow

CREATE, MOVES, CORRECTION, FACTS, SEATS = "create", "moves", "correction", "facts", "seats"
VOID, REINSTATE, PUBLISH, WITHDRAW = "void", "reinstate", "publish", "withdraw"
READJUDICATION, REDACTION, ANONYMISATION, ADOPTED = "readjudication", "redaction", "anonymisation", "adopted"
KINDS = (
    CREATE, MOVES, CORRECTION, FACTS, SEATS, VOID, REINSTATE, PUBLISH, WITHDRAW, READJUDICATION, REDACTION,
    ANONYMISATION, ADOPTED,
)
"""The kinds of write. `adopted`: the first row of a match that was stored before there were histories."""


class Scribe:
    """Writes down what one key does at one time. `salt` gives 32 random hex digits."""

    def __init__(self, key: KeyRow, now: str, salt: Callable[[], str]) -> None:
        self._key, self._now, self._salt = key, now, salt

    def row(self, match: MatchRow, kind: str, payload: str, reason: str | None = None) -> HistoryRow:
        """The row of the write that has made the match's present revision; the match's chain goes on with it."""
        salt, key = self._salt(), self._key
        digest = payload_digest(salt, payload)
        parts = (match.play.revision, kind, self._now, key.id, key.label, key.role, reason, match.play.length)
        match.play.chain = chain_of(match.play.chain, *parts, digest)
        return HistoryRow(*parts, payload, salt, digest, match.play.chain)


def payload_digest(salt: str, payload: str) -> str:
    """SHA-256 in hex of a salted payload."""
    return hashlib.sha256(f"{salt}{payload}".encode()).hexdigest()


def chain_of(before: str, *parts: Any) -> str:
    """SHA-256 in hex of the chain before and the parts of a row, as a JSON array without blanks."""
    return hashlib.sha256(msgspec.json.encode([before, *parts])).hexdigest()


def start_of_chain(match_id: str) -> str:
    """The chain before a match's first row."""
    return match_id


def linked(before: str, row: HistoryRow) -> str:
    """The chain that the row must have behind the chain before it."""
    who = (row.key_id, row.key_label, row.key_role)
    return chain_of(before, row.revision, row.kind, row.recorded_at, *who, row.reason, row.length, row.digest)


def rulings_digest(rows: Iterable[tuple[str | None, str | None]]) -> str:
    """SHA-256 in hex of rulings, the referee's and the public's of each entry, as they are stored."""
    return hashlib.sha256("".join([f"{ruling or ''}\n{public or ''}\n" for ruling, public in rows]).encode()).hexdigest()


def payload(members: Mapping[str, Any], rows: Sequence[NewMove] | None = None) -> str:
    """A payload: these members, and of entries the entries themselves and the digest of their rulings."""
    if rows is None:
        return msgspec.json.encode(members).decode()
    told = {**members, "rulings": rulings_digest([(ruling, public) for _, _, ruling, public in rows])}
    return f'{msgspec.json.encode(told).decode()[:-1]},"moves":[{",".join([row[1] for row in rows])}]}}'
