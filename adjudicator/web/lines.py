"""Lines of a log, as they are shown."""

from collections.abc import Iterable
from typing import Any

from adjudicator.core.game import Game
from adjudicator.core.report import ruling_part
from adjudicator.services.look import Line


def line_parts(game: Game, lines: Iterable[Line], tongue: str) -> list[dict[str, Any]]:
    """Entries, each with its ruling in this language."""
    return [
        {
            "ply": line.ply,
            "move": line.move,
            "ruling": None if line.ruling is None else ruling_part(game, line.ruling, tongue),
            "recorded_at": line.recorded_at,
        }
        for line in lines
    ]
