"""What everybody can see of a match: of one in which something is hidden, what the public sees.

Whatever is told to those who may not see all (leaderboards, tournaments, webhooks, what is due through a link) reads the match
here, all of it from the same view, so that nothing of the referee's comes in between.
"""

from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy.engine import Connection

from adjudicator.services import stored
from adjudicator.services.stored import Position
from adjudicator.storage import moves
from adjudicator.storage.rows import MatchRow

COMPLETE = "complete"
ABANDONED = "abandoned"


class _State(Struct):
    ending: str | None = None


class _Head(Struct):
    state: _State = msgspec.field(default_factory=_State)


_HEAD = msgspec.json.Decoder(_Head)


def status_of(match: MatchRow) -> str:
    """Its status."""
    return match.play.public_status or match.play.status


def position_text(match: MatchRow) -> str:
    """Where it stands, as it is stored."""
    return match.play.public_position or match.play.position


def position_of(match: MatchRow) -> Position:
    """Where it stands."""
    return stored.position_of(position_text(match))


def frames_of(connection: Connection, match: MatchRow) -> list[dict[str, Any]]:
    """Its finished frames."""
    view = "referee" if match.play.public_position is None else "public"
    return stored.frames_of(moves.brought(connection, match.id, "frames", view))


def was_abandoned(match: MatchRow) -> bool:
    """Whether it was broken off, so that it counts for nobody: only its state says so.

    A match of other rules that was restored has no heads, and nobody says that it was.
    """
    head = match.play.public_head or match.play.head
    return bool(head) and _HEAD.decode(head).state.ending == ABANDONED
