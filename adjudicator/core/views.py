"""The choke point: what a viewer may not see is cut out of the log before the log is judged.

Every output that is not the referee's passes `cut` here. Which fields are cut is each game's own table (`hidden.py`).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import UNSET, Struct, structs

from adjudicator.core.entries import Entry, Remark
from adjudicator.core.errors import UnknownView
from adjudicator.core.game import Audience, Game, Hidden, Setup, Table

_PREFIX = "player:"


class Viewer(Struct, frozen=True):
    """Who reads: the referee (sees all), or the public, or one player (`player` is the name)."""

    referee: bool = False
    player: str | None = None

    def __str__(self) -> str:
        if self.referee:
            return "referee"
        return "public" if self.player is None else _PREFIX + self.player


REFEREE = Viewer(referee=True)
PUBLIC = Viewer()


def viewer_of(word: str, players: Sequence[str]) -> Viewer:
    """The viewer that `referee`, `public` or `player:NAME` names. Raises UnknownView, also for nobody at the table."""
    if word == "referee":
        return REFEREE
    if word == "public":
        return PUBLIC
    if not word.startswith(_PREFIX):
        raise UnknownView("A view is referee, public or player:NAME.")
    name = word.removeprefix(_PREFIX)
    if name not in players:
        raise UnknownView("Nobody of this name sits at the table.")
    return Viewer(player=name)


def cut_table(game: Game, table: Table, viewer: Viewer, ended: bool = False) -> Table:
    """The table as this viewer may see it. It says whose it is, so that what follows from no entry (totals) can be kept back."""
    if viewer.referee:
        return table
    setup = _cut_fields(table.setup, game.hidden.get(game.setup, {}), viewer, ended)
    return structs.replace(table, setup=setup, viewer=viewer.player, all_shown=ended)


def cut(game: Game, entry: Entry, viewer: Viewer, ended: bool = False) -> Entry:
    """The entry as this viewer may see it: no notes, of a remark only its place, hidden fields as in the game's cut table.

    `ended`: the game is over for this viewer, so that what is hidden only until then is shown.
    """
    if viewer.referee:
        return entry
    if isinstance(entry, Remark):
        return _NO_REMARK
    if entry.note is not UNSET:
        entry = structs.replace(entry, note=UNSET)
    fields = game.hidden.get(type(entry))
    return _cut_fields(entry, fields, viewer, ended) if fields else entry


def returns_at_end(game: Game) -> bool:
    """Whether some field is hidden only until the end of the game."""
    return any(line.until_end for fields in game.hidden.values() for line in fields.values())


def hides(game: Game, thing: Entry | Setup) -> bool:
    """Whether something in this entry or setup is not for everybody's eyes (so that a public head is needed).

    Where some facts stay hidden until the end, so do the totals made of them: there that is so from the setup on.
    """
    if isinstance(thing, Setup) and returns_at_end(game):
        return True
    fields = game.hidden.get(type(thing), {})
    return any(getattr(thing, name) is not UNSET for name in fields)


_NO_REMARK = Remark()


def _cut_fields(thing: Any, fields: Mapping[str, Hidden], viewer: Viewer, ended: bool) -> Any:
    gone: dict[str, Any] = {}
    for name, line in fields.items():
        value = getattr(thing, name)
        if value is UNSET or (ended and line.until_end):
            continue
        left = _left(value, thing, line, viewer)
        if left is not value:
            gone[name] = left
    return structs.replace(thing, **gone) if gone else thing


def _left(value: Any, thing: Any, line: Hidden, viewer: Viewer) -> Any:
    """What is left of a hidden field's value for this viewer; UNSET if nothing is."""
    if line.audience is Audience.ACTOR:
        return value if viewer.player is not None and thing.player == viewer.player else UNSET
    if line.audience is Audience.EACH_OWN and viewer.player is not None and viewer.player in value:
        return {viewer.player: value[viewer.player]}
    return UNSET
