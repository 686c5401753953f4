"""From rows to what the kernel works with, and back: the table, heads, entries and rulings of a stored match."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from adjudicator.core.entries import Entry
from adjudicator.core.game import Game, Next, Table
from adjudicator.core.log import entry_union
from adjudicator.core.replay import Head, next_of, status
from adjudicator.core.report import score_part
from adjudicator.core.ruling import Finding, Ruling
from adjudicator.storage.rows import MatchRow, MoveRow

NO_RULING = "null"
"""How a missing public ruling is stored."""


class Position(Struct):
    """Where a match stands in one view. `score` is that of a report, but of its frames it has only those of a hold."""

    status: str
    stopped_at: int | None
    next: Next
    score: dict[str, Any]

    def score_with(self, frames: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """The score with these finished frames before those of a hold."""
        return self.score | {"frames": [*frames, *self.score["frames"]]}


_ENCODER = msgspec.json.Encoder()
_PLAYERS = msgspec.json.Decoder(tuple[str, ...])
_RULING = msgspec.json.Decoder(Ruling | None)
_FINDING = msgspec.json.Decoder(Finding)
_POSITION = msgspec.json.Decoder(Position)


def text(value: Any) -> str:
    """A value as it is stored."""
    return _ENCODER.encode(value).decode()


def texts(values: Sequence[Any]) -> list[str]:
    """Values as they are stored, each by itself: JSON has no line break within."""
    return _ENCODER.encode_lines(values).decode().split("\n")[:-1]


def table_of(game: Game, match: MatchRow) -> Table:
    """Who plays what."""
    options, setup = _decoder(game.options).decode(match.options), _decoder(game.setup).decode(match.setup)
    return Table(_PLAYERS.decode(match.players), match.preset, options, setup)


def public_setup(game: Game | None, match: MatchRow) -> dict[str, Any]:
    """The setup without what is not for everybody; of a game that is gone nothing, since nothing says what that is."""
    setup: dict[str, Any] = msgspec.json.decode(match.setup)
    if game is None:
        return {}
    shown_at_end = match.play.public_ended
    lines = game.hidden.get(game.setup, {})
    return {name: setup[name] for name in setup if name not in lines or (shown_at_end and lines[name].until_end)}


def head_of(game: Game, stored: str) -> Head:
    """A head, in the format that the game has now."""
    found = _decoder(_head_type(game.state)).decode(stored)
    return Head(found.state, found.stopped_at)


def entries_of(game: Game, rows: Iterable[MoveRow]) -> list[Entry]:
    """The entries of these rows, with all that the referee wrote."""
    return decoded(game, (row.entry for row in rows))


def decoded(game: Game, texts: Iterable[str]) -> list[Entry]:
    """Entries from the texts in which they are stored."""
    decode = _decoder(entry_union(game.entries)).decode
    return [decode(each) for each in texts]


def ruling_of(stored: str) -> Ruling | None:
    """A ruling; None if there is none."""
    return _RULING.decode(stored)


def finding_of(stored: str) -> Finding:
    """A finding."""
    return _FINDING.decode(stored)


def position_of(stored: str) -> Position:
    """A position."""
    return _POSITION.decode(stored)


def position(game: Game, head: Head) -> Position:
    """Where the match stands at this head."""
    return Position(status(head), head.stopped_at, next_of(game, head.state), score_part(game, head, []))


def frames_of(stored: Sequence[str]) -> list[dict[str, Any]]:
    """Frames."""
    return [msgspec.json.decode(each) for each in stored]


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


@cache
def _head_type(state: type[Struct]) -> type[Struct]:
    """The kernel's Head with the state's type filled in."""
    return msgspec.defstruct("Head", [("state", state), ("stopped_at", int | None, None)])
