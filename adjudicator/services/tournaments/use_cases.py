"""All use cases of tournaments together."""

from msgspec import Struct

from adjudicator.services.setting import Setting
from adjudicator.services.tournaments.disturbing import Disturbing
from adjudicator.services.tournaments.entering import Entering
from adjudicator.services.tournaments.founding import Founding
from adjudicator.services.tournaments.records import Records
from adjudicator.services.tournaments.result_import import ResultLists
from adjudicator.services.tournaments.results import Results
from adjudicator.services.tournaments.rounds import RoundsOfClub
from adjudicator.services.tournaments.tables import Tables


class Tournaments(Struct, frozen=True):
    """What can be done with the tournaments of a club."""

    founding: Founding
    entering: Entering
    rounds: RoundsOfClub
    results: Results
    disturbing: Disturbing
    tables: Tables
    records: Records
    lists: ResultLists


def tournaments_of(setting: Setting) -> Tournaments:
    """The use cases, given what they need."""
    return Tournaments(
        Founding(setting),
        Entering(setting),
        RoundsOfClub(setting),
        Results(setting),
        Disturbing(setting),
        Tables(setting),
        Records(setting),
        ResultLists(setting),
    )
