"""The cut table: which field of which entry who may see (SAB-7.4 and the last lines of the rules)."""

from collections.abc import Mapping

from adjudicator.core.entries import Adjust, Entry
from adjudicator.core.game import Audience, Hidden, Setup

from .moves import Break, Discard, Gold, Map, Path, Repair, Rockfall, Round, Summary

_ACTOR, _OWN = Hidden(Audience.ACTOR), Hidden(Audience.EACH_OWN)
_DREW = {"drew": _ACTOR}

HIDDEN: Mapping[type[Entry] | type[Setup], Mapping[str, Hidden]] = {
    Round: {"roles": _OWN, "hands": _OWN, "goals": Hidden(Audience.NOBODY)},
    Path: _DREW,
    Break: _DREW,
    Repair: _DREW,
    Rockfall: _DREW,
    Map: _DREW | {"saw": _ACTOR},
    Discard: _DREW | {"card": _ACTOR},
    Gold: {"nuggets": Hidden(Audience.ACTOR, until_end=True)},
    Summary: {"nuggets": Hidden(Audience.EACH_OWN, until_end=True)},
    Adjust: {"points": Hidden(Audience.ACTOR, until_end=True)},
}
