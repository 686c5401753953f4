"""Who may do what: the roles of API keys, and the least role that each use case needs."""

from enum import Enum, IntEnum


class Role(IntEnum):
    """What a key may do in its club; each role may do all that those before it may."""

    VIEWER = 1
    REFEREE = 2
    ORGANISER = 3
    ADMIN = 4

    @classmethod
    def named(cls, name: str) -> "Role":
        """The role that is written so (`viewer`)."""
        return cls[name.upper()]


class Right(Enum):
    """A use case: the least role that may do it."""

    def __init__(self, words: str, least: Role) -> None:
        self.words, self.least = words, least

    SEE = "see matches, as the public sees them", Role.VIEWER
    SEE_ALL = "see matches as the referee or a player sees them", Role.REFEREE
    CREATE = "store matches", Role.REFEREE
    APPEND = "log entries", Role.REFEREE
    CORRECT = "correct logs", Role.REFEREE
    CHANGE_FACTS = "change what is known of matches", Role.REFEREE
    READ_HISTORY = "read who wrote what", Role.REFEREE
    EXPORT = "export matches, and sign their results", Role.REFEREE
    VOID = "void and reinstate matches", Role.ORGANISER
    PUBLISH = "publish matches by a link", Role.ORGANISER
    SEE_CLUB = "see the club", Role.VIEWER
    CHANGE_CLUB = "change the club", Role.ADMIN
    SEE_PLAYERS = "see players by name", Role.VIEWER
    SEE_WHOLE_PLAYERS = "see players' other names and external ids", Role.REFEREE
    KEEP_PLAYERS = "add and change players", Role.REFEREE
    SEAT_PLAYERS = "say which players sat at matches", Role.REFEREE
    MERGE_PLAYERS = "merge players", Role.ORGANISER
    IMPORT_PLAYERS = "import players", Role.ORGANISER
    ANONYMISE_PLAYERS = "anonymise players", Role.ORGANISER
    SEE_TOURNAMENTS = "see tournaments, as far as they are published", Role.VIEWER
    SEE_DRAFTS = "see all of a tournament, its history too", Role.REFEREE
    ENTER_RESULTS = "enter results of tournaments", Role.REFEREE
    RUN_TOURNAMENTS = "run tournaments", Role.ORGANISER
    SEE_STANDINGS = "see leaderboards and ratings", Role.VIEWER
    RATE = "compute ratings", Role.ORGANISER
    KEEP_WEBHOOKS = "keep webhooks", Role.ORGANISER


ROLES = tuple(role.name.lower() for role in Role)
"""The roles as they are written, the least first."""
STATES = ("in_progress", "held", "stopped", "complete", "voided", "outdated")
"""What may stand against a use case in a match itself: its status, or that it is voided, or of rules no longer judged."""
