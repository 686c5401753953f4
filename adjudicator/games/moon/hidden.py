"""The cut table: a dealt hand is its player's, kitty and discard are those of whoever declared; what is played is public."""

from adjudicator.core.entries import Entry
from adjudicator.core.game import Audience, Hidden, Setup

from .moves import Deal, Declare

HIDDEN: dict[type[Entry] | type[Setup], dict[str, Hidden]] = {
    Deal: {"hands": Hidden(Audience.EACH_OWN), "kitty": Hidden(Audience.NOBODY)},
    Declare: {"kitty": Hidden(Audience.ACTOR), "discard": Hidden(Audience.ACTOR)},
}
