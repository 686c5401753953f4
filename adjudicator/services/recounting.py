"""Leaderboards made again from the matches themselves: what is kept must be what this gives."""

from collections.abc import Sequence

from msgspec import Struct
from sqlalchemy.engine import Connection

from adjudicator.core.game import Game
from adjudicator.services import outcomes
from adjudicator.services.ratings import RatingLists, Recomputed
from adjudicator.services.setting import Setting
from adjudicator.storage import keys, leaderboards, matches, results


class Recounted(Struct, frozen=True):
    """What was not as it should be, of a club and game, and is now: matches with other results, players with other sums."""

    club: str
    game: str
    matches: int
    players: int


class ClubRatings(Struct, frozen=True):
    """The ratings of a game of a club, as they were computed."""

    club: str
    recomputed: Recomputed


class Recounting:
    """The work of the installation's own machine, over all clubs."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting

    def leaderboards(self, games: Sequence[Game]) -> list[Recounted]:
        """Make the leaderboards of these games again, one transaction for each club and game."""
        return [self._recounted(*club, game) for club in self._clubs() for game in games]

    def _recounted(self, club_id: str, club: str, game: Game) -> Recounted:
        return self._setting.database.write(lambda connection: self._recount(connection, club_id, club, game))

    def _recount(self, connection: Connection, club_id: str, club: str, game: Game) -> Recounted:
        results.take_turn(connection, club_id, alone=True)
        changed = [
            self._match(connection, game, match_id)
            for match_id in results.linked_matches(connection, club_id, game.name)
        ]
        kept = leaderboards.everybody(connection, club_id, game.name)
        true = results.summed(connection, club_id, game.name)
        wrong = sorted(player for player in kept.keys() | true.keys() if kept.get(player) != true.get(player))
        for player_id in wrong:
            leaderboards.put(connection, club_id, game.name, player_id, true.get(player_id))
        return Recounted(club, game.name, sum(changed), len(wrong))

    def _match(self, connection: Connection, game: Game, match_id: str) -> bool:
        """Make the results of a match what they are; whether they were others."""
        match = matches.found(connection, match_id)
        if match is None:
            return False
        was = results.of_match(connection, match_id)
        now = outcomes.present(connection, self._setting.games, match)
        return outcomes.settle(connection, match.club_id, game.name, was, now)

    def ratings(self, games: Sequence[Game], apply: bool) -> list[ClubRatings]:
        """Compute the ratings of these games from the first result on; kept only if that is asked for."""
        return [self._rate(*club, game, apply) for club in self._clubs() for game in games]

    def _rate(self, club_id: str, club: str, game: Game, apply: bool) -> ClubRatings:
        lists, database = RatingLists(self._setting), self._setting.database
        if apply:
            return ClubRatings(club, database.write(lambda connection: lists.recomputed(connection, club_id, game, False, True)))
        with database.read() as connection:
            return ClubRatings(club, lists.recomputed(connection, club_id, game, True, True))

    def _clubs(self) -> list[tuple[str, str]]:
        """(id, name) of every club."""
        with self._setting.database.read() as connection:
            return [(club_id, name) for club_id, name, _ in keys.all_clubs(connection)]
