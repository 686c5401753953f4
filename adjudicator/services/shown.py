"""A match as it is shown, to the referee and to the public."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from adjudicator.core.views import PUBLIC, REFEREE
from adjudicator.services import stored
from adjudicator.services.rights import Right, Role
from adjudicator.services.setting import Setting
from adjudicator.services.stored import Position
from adjudicator.storage.rows import Facts, KeyRow, MatchRow


class Match(Struct):
    """A match as it is shown in a view. `frames` is None in lists, where they are left out."""

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
    view: str = str(REFEREE)


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


def sees_public_only(key: KeyRow) -> bool:
    """Whether the key never sees more than the public does."""
    return Role.named(key.role) < Right.SEE_ALL.least


def as_public(setting: Setting, match: MatchRow, frames: Sequence[str] | None) -> Match:
    """The match of a row as the public sees it; `frames` are the public's."""
    seen = shown(match, frames)
    seen.setup = stored.public_setup(setting.games.get(match.game), match)
    if match.play.public_position is not None:
        seen.position = stored.position_of(match.play.public_position)
    # What a referee writes freely may tell what is hidden; of a correction, too, others do not get the reason.
    seen.void_reason = None
    seen.view = str(PUBLIC)
    return seen
