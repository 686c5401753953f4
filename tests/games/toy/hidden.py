"""The cut table: which field of what who may see."""

from adjudicator.core.game import Audience, Hidden

from .moves import Setup

HIDDEN = {Setup: {"hands": Hidden(Audience.EACH_OWN)}}
