"""What matches came to for players of the club: written as matches are completed, corrected, voided, or linked to players.

A match counts once it is over, as everybody can see it: of a match in which something is hidden, the public's status and
score. So a leaderboard, which viewers see, tells nothing that they may not know. An abandoned or voided match counts for
nobody. Whether anything has changed is told by the match's row; only then is anything else looked at.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from operator import add, sub
from typing import Any

import msgspec
from sqlalchemy.engine import Connection

from adjudicator.core.game import Game
from adjudicator.services import everybody
from adjudicator.services.everybody import COMPLETE
from adjudicator.services.periods import period_of
from adjudicator.storage import leaderboards, ratings, results
from adjudicator.storage.leaderboard_tables import SUMS, TOTALS
from adjudicator.storage.results import ResultRow, Sums
from adjudicator.storage.rows import MatchRow
from adjudicator.tournaments.results import result_of_score
from adjudicator.tournaments.tallies import tallies

Games = Mapping[str, Game]
Mark = tuple[str, str]
"""What a match came to, as far as its row tells: the position that counts, and when it happened."""


_NAMES = msgspec.json.Decoder(tuple[str, ...])


def mark(match: MatchRow) -> Mark | None:
    """What the match came to; None if it does not count now."""
    if match.voided or everybody.status_of(match) != COMPLETE:
        return None
    return everybody.position_text(match), match.happened_at


def follow(connection: Connection, games: Games, match: MatchRow, before: Mark | None) -> None:
    """Let results and leaderboards follow a write to a match, of which this was the mark before."""
    if mark(match) != before:
        follow_anew(connection, games, match, before)


def follow_anew(connection: Connection, games: Games, match: MatchRow, before: Mark | None) -> None:
    """The same where frames or seats may be others, which no mark tells."""
    if before is None and mark(match) is None:
        return
    results.take_turn(connection, match.club_id)
    was = {} if before is None else results.of_match(connection, match.id)
    _change(connection, match.club_id, match.game, was, present(connection, games, match))


def present(connection: Connection, games: Games, match: MatchRow) -> dict[ResultRow, str]:
    """The results that the match has now, each with who stands for its player."""
    seats = [] if mark(match) is None else results.linked(connection, match.id)
    if not seats or match.game not in games:
        return {}
    return dict(_rows(games[match.game], match, seats, everybody.frames_of(connection, match)))


def settle(connection: Connection, club_id: str, game: str, was: dict[ResultRow, str], now: dict[ResultRow, str]) -> bool:
    """Make the stored results these; whether any was another."""
    if was.keys() != now.keys():
        _change(connection, club_id, game, was, now)
    return was.keys() != now.keys()


def _change(connection: Connection, club_id: str, game: str, was: dict[ResultRow, str], now: dict[ResultRow, str]) -> None:
    """Write what differs, and add it to the leaderboard."""
    gone, come = was.keys() - now.keys(), now.keys() - was.keys()
    if not gone and not come:
        return
    results.remove(connection, gone)
    results.add(connection, sorted(come, key=lambda row: row.seat))
    sums: dict[str, list[int]] = defaultdict(lambda: [0] * len(SUMS))
    for rows, roots, step in ((gone, was, sub), (come, now, add)):
        for row in rows:
            sums[roots[row]] = list(map(step, sums[roots[row]], row.sums))
    changed = {root: Sums(*each) for root, each in sums.items() if any(each)}
    leaderboards.add(connection, club_id, game, changed)
    rated = [row.period for row in gone | come if row.rated_seats]
    if rated:
        ratings.changed(connection, club_id, game, min(rated))


def moved(connection: Connection, club_id: str, ids: Sequence[str], old_root: str, new_root: str) -> None:
    """These players are stood for by another one from now on."""
    results.take_turn(connection, club_id, alone=True)
    for game, sums in results.games_of(connection, club_id, ids).items():
        less = Sums(*(-each for each in sums))
        leaderboards.add(connection, club_id, game, {old_root: less, new_root: sums})
    for game, period in results.first_rated(connection, club_id, ids).items():
        ratings.changed(connection, club_id, game, period)


def _rows(
    game: Game, match: MatchRow, seats: Sequence[tuple[int, str, str]], frames: Sequence[dict[str, Any]]
) -> Iterator[tuple[ResultRow, str]]:
    """(result, who stands for its player) of every linked seat."""
    if everybody.was_abandoned(match):
        return
    score = everybody.position_of(match).score
    names, winners = _NAMES.decode(match.players), score["winner"] or ()
    result = result_of_score(names, score["standings"], frames, lambda players: players[0], game.counting.measures)
    earned = tallies(game.counting, result)
    side_of = {name: side for side, row in enumerate(score["standings"]) for name in row["players"]}
    rated = len(names) if len(seats) == len(names) and len(result.sides) > 1 else 0
    for seat, player_id, root_id in seats:
        name = names[seat]
        side = result.sides[side_of[name]]
        tally = earned[side.entrant]
        totals = (*tally.totals, *(0 for _ in TOTALS))[: len(TOTALS)]
        numbers = (side_of[name], side.rank, rated, int(name in winners), tally.points, *totals)
        yield ResultRow(
            match.id, seat, match.club_id, match.game, player_id, match.happened_at, period_of(match.happened_at), *numbers
        ), root_id
