"""What a viewer may see of a stored match: the match, its log, report, score, and what may be done now."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy.engine import Connection

from adjudicator.core.game import Action, Game
from adjudicator.core.views import REFEREE, Viewer
from adjudicator.services.access import Access
from adjudicator.services.appends import present_game
from adjudicator.services.later import Later
from adjudicator.services.look import Line, Look, Report
from adjudicator.services.seeing import seen
from adjudicator.services.setting import Setting
from adjudicator.services.shown import Match, as_public, shown


class Wish(Struct, frozen=True):
    """Whose sight is wanted (None: the most that the key may see); of a report at which ply (None: now); of the log how many
    entries behind which ply."""

    view: str | None = None
    at: int | None = None
    after: int = 0
    limit: int = 0


class Score(Struct):
    """The score alone, with every frame."""

    score: dict[str, Any]


class Lines(Struct):
    """A page of a log. `more`: there is another behind it."""

    items: Sequence[Line]
    more: bool


class Sight(Struct):
    """What was asked for (`what`), for whom, of which match at which revision under which rules: all that its ETag hangs on."""

    game: Game
    viewer: Viewer
    revision: int
    rules_version: int
    what: Any


class Sights:
    """What somebody may see of matches, by their ids or (None) by the token of a link."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting

    def match(self, access: Access, match_id: str | None, wish: Later[Wish]) -> Match:
        """The match itself. Raises NotFound, UnknownView; RulesOutdated for a player's view."""
        with self._setting.database.read() as connection:
            found = seen(connection, self._setting, access, match_id)
            viewer = found.viewer(wish.get().view)
            if viewer.player is not None:
                return Look(connection, present_game(self._setting, found.match), found.match, found.rows, viewer).shown()
            if viewer == REFEREE:
                return shown(found.match, found.rows.brought("frames", "referee"))
            split = found.match.play.public_head is not None
            return as_public(self._setting, found.match, found.rows.brought("frames", "public" if split else "referee"))

    def report(self, access: Access, match_id: str | None, wish: Later[Wish]) -> Sight:
        """The report, now or at an earlier ply. Raises NotFound, UnknownView, NoSuchPly, RulesOutdated."""
        with self._setting.database.read() as connection:
            look, asked = self._look(connection, access, match_id, wish)
            if asked.at is not None or look.viewer.player is not None:
                return _sight(look, Report(look.replayed(asked.at)))
            return _sight(look, look.stored_report())

    def score(self, access: Access, match_id: str | None, wish: Later[Wish]) -> Sight:
        """The score with all its frames."""
        with self._setting.database.read() as connection:
            look, _ = self._look(connection, access, match_id, wish)
            return _sight(look, Score(look.score()))

    def actions(self, access: Access, match_id: str | None, wish: Later[Wish]) -> Sight:
        """What may be done now, as far as the viewer can know. Raises RulesOutdated."""
        with self._setting.database.read() as connection:
            look, _ = self._look(connection, access, match_id, wish)
            found: Sequence[Action] = look.game.actions(look.head().state, look.viewer.player)
            return _sight(look, found)

    def lines(self, access: Access, match_id: str | None, wish: Later[Wish]) -> Sight:
        """A page of the log."""
        with self._setting.database.read() as connection:
            look, asked = self._look(connection, access, match_id, wish)
            rows = look.rows.page(asked.after, asked.limit + 1)
            return _sight(look, Lines(look.lines(rows[: asked.limit]), len(rows) > asked.limit))

    def _look(self, connection: Connection, access: Access, match_id: str | None, later: Later[Wish]) -> tuple[Look, Wish]:
        found = seen(connection, self._setting, access, match_id)
        wish = later.get()
        viewer = found.viewer(wish.view)
        return Look(connection, present_game(self._setting, found.match), found.match, found.rows, viewer), wish


def _sight(look: Look, what: Any) -> Sight:
    return Sight(look.game, look.viewer, look.match.play.revision, look.match.rules_version, what)
