"""The cut table: which field of what who may see. Everything else of a log is public."""

from adjudicator.core import game
from adjudicator.core.entries import Entry
from adjudicator.core.game import Audience, Hidden

from .moves import Draw, Setup

HIDDEN: dict[type[Entry] | type[game.Setup], dict[str, Hidden]] = {
    Setup: {"hands": Hidden(Audience.EACH_OWN)},
    Draw: {"cards": Hidden(Audience.ACTOR)},
}
