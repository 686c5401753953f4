"""Looking through the matches of a database for anything that is not as it was written."""

from msgspec import Struct

from adjudicator.services.errors import NotFound
from adjudicator.services.record import Difference
from adjudicator.services.setting import Setting
from adjudicator.services.verifying import differences
from adjudicator.storage import whole


class Inspection(Struct, frozen=True):
    """Of all clubs. Each match is seen at one moment, so that others may write meanwhile."""

    setting: Setting

    def matches(self, match_id: str | None = None) -> list[str]:
        """The ids of all matches, or this one. Raises NotFound."""
        with self.setting.database.read() as connection:
            if match_id is None:
                return whole.ids(connection)
            if whole.club_of(connection, match_id) is None:
                raise NotFound("There is no match with this id.")
            return [match_id]

    def of_match(self, match_id: str) -> list[Difference]:
        """What is wrong with one match."""
        with self.setting.database.read() as connection:
            found = whole.read(connection, match_id)
        return differences(self.setting.games, found)

    def strays(self, match_id: str | None = None) -> list[tuple[str, Difference]]:
        """(match id, what is wrong) of rows that are parts of no match of their club."""
        with self.setting.database.read() as connection:
            found = whole.strays(connection, match_id)
        return [(stray, Difference(f"There are rows of {table}, and no match in their club.")) for table, stray in found]
