"""Looking through the matches of a database for anything that is not as it was written."""

from msgspec import Struct

from adjudicator.services.errors import NotFound
from adjudicator.services.record import Difference
from adjudicator.services.setting import Setting
from adjudicator.services.verifying import differences, is_garbled
from adjudicator.storage import whole


class Inspection(Struct, frozen=True):
    """Of all clubs. Each match is seen at one moment, so that others may write meanwhile."""

    setting: Setting

    def matches(self, match_id: str | None = None) -> list[str]:
        """The ids of all matches, or this one, but for those that are not UTF-8 (see `strays`). Raises NotFound."""
        with self.setting.database.read_garbled() as connection:
            if match_id is None:
                return [each for each in whole.ids(connection) if not is_garbled(each)]
            if whole.club_of(connection, match_id) is None:
                raise NotFound("There is no match with this id.")
            return [match_id]

    def of_match(self, match_id: str) -> list[Difference]:
        """What is wrong with one match."""
        with self.setting.database.read_garbled() as connection:
            found = whole.read(connection, match_id)
        return differences(self.setting.games, found)

    def strays(self, match_id: str | None = None) -> list[tuple[str, Difference]]:
        """(match id, what is wrong) of rows that are parts of no match of their club, and of matches without a readable id."""
        with self.setting.database.read_garbled() as connection:
            found = whole.strays(connection, match_id)
            nameless = [each for each in whole.ids(connection) if is_garbled(each)] if match_id is None else []
        return [
            *((stray, Difference(f"There are rows of {table}, and no match in their club.")) for table, stray in found),
            *((each, Difference("The id of the match is not UTF-8.")) for each in nameless),
        ]
