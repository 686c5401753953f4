"""A result that comes from an adjudicated match: which sides sat at it, and what its score says of them."""

from collections.abc import Callable, Mapping, Sequence

import msgspec
from msgspec import structs
from sqlalchemy.engine import Connection

from adjudicator.core.game import Game
from adjudicator.services import everybody
from adjudicator.services.errors import Conflict
from adjudicator.services.everybody import COMPLETE
from adjudicator.services.tournaments import shown
from adjudicator.services.tournaments.changing import Change
from adjudicator.services.tournaments.shown import Member
from adjudicator.storage import results, tournaments
from adjudicator.storage.rows import MatchRow
from adjudicator.storage.tournament_rows import TournamentRow
from adjudicator.tournaments.results import Result, Side, result_of_score


def require_fitting(change: Change, match: MatchRow, sides: Sequence[str]) -> None:
    """Raises Conflict if the match was not played by these sides, or under another game or ruleset than the tournament's."""
    tournament = change.tournament
    if match.game != tournament.game:
        raise Conflict(f"The match is one of {match.game}, the tournament one of {tournament.game}.")
    if tournament.ruleset is not None:
        wanted = msgspec.json.decode(tournament.ruleset)["options"]
        options = msgspec.json.decode(match.options)
        others = sorted(name for name in wanted if wanted[name] != options.get(name))
        if others:
            raise Conflict(f"The match is played under another ruleset than the tournament: {', '.join(others)}.")
    entrant_of = seated(change.connection, tournament, match, sides)
    at_table = [entrant_of(side) for side in _sides(change.game, match)]
    if sorted(map(str, at_table)) != sorted(sides):
        names = shown.names_of(change.connection, tournament.id, sides)
        wanted_names = ", ".join(names[side] for side in sides)
        raise Conflict(f"Not the sides of this match sat at that table; here it is {wanted_names}.")


def result_of(
    connection: Connection, game: Game, tournament: TournamentRow, match: MatchRow, sides: Sequence[str]
) -> Result | None:
    """What the match says of these sides: nothing as long as it is not over, or if others sit at it now."""
    if match.voided:
        return Result(sides=tuple(Side(entrant=side, rank=1) for side in sides), outcome="void", match=match.id)
    if everybody.status_of(match) != COMPLETE:
        return None
    score = everybody.position_of(match).score
    entrant_of = seated(connection, tournament, match, sides)
    if sorted(str(entrant_of(row["players"])) for row in score["standings"]) != sorted(sides):
        return None
    found = result_of_score(
        msgspec.json.decode(match.players),
        score["standings"],
        everybody.frames_of(connection, match),
        lambda named: str(entrant_of(named)),
        game.counting.measures,
        reported=score["reported"],
        match=match.id,
    )
    return structs.replace(found, outcome="abandoned") if everybody.was_abandoned(match) else found


def seated(
    connection: Connection, tournament: TournamentRow, match: MatchRow, sides: Sequence[str]
) -> Callable[[Sequence[str]], str | None]:
    """Names at the table of one side -> which of these entrants that is: by those names, or as players of the club."""
    members = shown.members_of(connection, tournament.id, sides)
    by_names = {frozenset(each.name for each in found): entrant for entrant, found in members.items()}
    by_players: Mapping[frozenset[str], str] | None = None

    def entrant_of(names: Sequence[str]) -> str | None:
        nonlocal by_players
        found = by_names.get(frozenset(names))
        if found is not None:
            return found
        if by_players is None:
            by_players = _by_players(connection, tournament.id, match, members)
        return by_players.get(frozenset(names))

    return entrant_of


def _by_players(
    connection: Connection, tournament_id: str, match: MatchRow, members: Mapping[str, list[Member]]
) -> dict[frozenset[str], str]:
    """Names at the table -> entrant, for the entrants whose members all sit there as players of the club."""
    at_table = msgspec.json.decode(match.players, type=list[str])
    name_of = {root: at_table[seat] for seat, _, root in results.linked(connection, match.id)}
    roots = tournaments.roots_of_members(connection, tournament_id)
    found = {}
    for entrant, named in members.items():
        names = [name_of.get(roots.get((entrant, place), "")) for place in range(len(named))]
        if all(name is not None for name in names):
            found[frozenset(str(name) for name in names)] = entrant
    return found


def _sides(game: Game, match: MatchRow) -> list[list[str]]:
    at_table = msgspec.json.decode(match.players, type=list[str])
    return [[at_table[seat] for seat in side] for side in game.sides(len(at_table))]
