"""The cut table: nothing on a carrom board is hidden."""

from collections.abc import Mapping

from adjudicator.core.entries import Entry
from adjudicator.core.game import Hidden, Setup

HIDDEN: Mapping[type[Entry] | type[Setup], Mapping[str, Hidden]] = {}
