"""Looking through the matches of a database for anything that is not as it was written."""

from msgspec import Struct

from adjudicator.services.errors import NotFound
from adjudicator.services.record import Difference, unsaid_links
from adjudicator.services.setting import Setting
from adjudicator.services.verifying import differences, is_garbled
from adjudicator.storage import seats, whole


class Inspection(Struct, frozen=True):
    """Of all clubs. Each match is seen at one moment, so that others may write meanwhile."""

    setting: Setting

    def matches(self, match_id: str | None = None) -> list[str]:
        """The ids of all matches, or this one, but for those that are not UTF-8 (see `around`). Raises NotFound."""
        with self.setting.database.read_garbled() as connection:
            if match_id is None:
                return [each for each in whole.ids(connection) if not is_garbled(each)]
            if whole.club_of(connection, match_id) is None:
                raise NotFound("There is no match with this id.")
            return [match_id]

    def of_match(self, match_id: str) -> list[Difference]:
        """What is wrong with one match."""
        with self.setting.database.read_garbled() as connection:
            found, sitting = whole.read(connection, match_id), seats.of_match(connection, match_id)
        return differences(self.setting.games, found) or list(unsaid_links(found.history, sitting))

    def around(self, match_id: str | None = None) -> list[tuple[str, Difference]]:
        """(match id, what is wrong) with what points at a match, and at what matches point: it must be there, in their club."""
        with self.setting.database.read_garbled() as connection:
            pointing = whole.strays(connection, match_id)
            strangers = whole.with_strangers(connection, match_id)
            elsewhere = whole.elsewhere(connection, match_id)
            nameless = [each for each in whole.ids(connection) if is_garbled(each)] if match_id is None else []
        return [
            *((each, Difference(f"There are rows of {table}, and no match in their club.")) for table, each in pointing),
            *((each, Difference("A seat is linked to a player whom the club has not.")) for each in strangers),
            *((each, Difference("It says that it counts in another tournament than it does.")) for each in elsewhere),
            *((each, Difference("The id of the match is not UTF-8.")) for each in nameless),
        ]
