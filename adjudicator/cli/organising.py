"""The work of `tournaments`: the club's tournaments in the database of the environment, in the name of the admin's key."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import click
import msgspec
from msgspec import structs

from adjudicator.cli.keeping import opened
from adjudicator.cli.words import counted
from adjudicator.core.game import Game
from adjudicator.services.access import Access
from adjudicator.services.columns import table as laid_out
from adjudicator.services.errors import NotFound
from adjudicator.services.keys import admin_key, club_named
from adjudicator.services.later import Later
from adjudicator.services.names import name_of
from adjudicator.services.tournaments import records
from adjudicator.services.tournaments.by_hand import ByHand, RoundWish
from adjudicator.services.tournaments.entering import Entry, NewEntrant, NewMember
from adjudicator.services.tournaments.founding import NewTournament
from adjudicator.services.tournaments.results import Entering, Said, SaidSide, Spot
from adjudicator.services.tournaments.rounds import NotPaired, Pairing
from adjudicator.services.tournaments.shown import MatchShown, RoundShown
from adjudicator.services.tournaments.tables import Table, TableWish
from adjudicator.services.tournaments.use_cases import tournaments_of
from adjudicator.storage import tournaments as store
from adjudicator.tournaments.simulation import Play, field, result_of
from adjudicator.tournaments.stage import Match, Stage
from adjudicator.web.schemas.matches import LONGEST_TITLE
from adjudicator.web.schemas.players import LONGEST_PLAYER


class Organiser:
    """Whoever runs tournaments on the installation's own machine. `club`: by name or id; the first, if not given."""

    def __init__(self, games: Mapping[str, Game], tournament_id: str | None = None, club: str | None = None) -> None:
        self.setting, _ = opened(games)
        self.do = tournaments_of(self.setting)
        self.id = "" if tournament_id is None else tournament_id
        key = admin_key(self.setting)
        club_id = self._club() if club is None and tournament_id is not None else club_named(self.setting, club)
        self.access = Access(None, owner=replace(key, club_id=club_id))

    def _club(self) -> str:
        with self.setting.database.read() as connection:
            club_id = store.club_of(connection, self.id)
        if club_id is None:
            raise NotFound(f"There is no tournament {self.id}.")
        return club_id

    def found(self, new: NewTournament) -> str:
        """Found a tournament; its id."""
        named = structs.replace(new, name=name_of("/name", new.name, LONGEST_TITLE))
        self.id = self.do.founding.create(self.access, _given(named)).value.id
        return self.id

    def enter(self, names: Sequence[str]) -> int:
        """Add entrants: a name each, or several with a stroke between them who play as one side. How many there are now."""
        entrants = [_new_entrant(number, name) for number, name in enumerate(names)]
        return len(self.do.entering.enter(self.access, self.id, _given(Entry(entrants)), None).value.items)

    def pair(self, anyway: bool, dry_run: bool = False) -> RoundShown:
        """Pair the next round; `anyway`: where that cannot be, in the manual way. Raises NotPaired."""
        try:
            return self._pair(Pairing(dry_run=dry_run))
        except NotPaired as refused:
            if not anyway or not refused.problem.manual:
                raise
            by_hand = [ByHand(match.sides, match.table, match.bye) for match in refused.problem.manual]
            return self._pair(Pairing(by_hand, dry_run=dry_run))

    def _pair(self, wish: Pairing) -> RoundShown:
        return self.do.rounds.pair(self.access, self.id, _given(wish), None).value

    def publish(self, number: int | None = None) -> RoundShown:
        """Publish a round, the latest if not said which."""
        return self.do.rounds.publish(self.access, self.id, _given(RoundWish(self._round(number))), None).value

    def close(self, number: int | None = None) -> RoundShown:
        """Close a round, the latest if not said which."""
        return self.do.rounds.close(self.access, self.id, _given(RoundWish(self._round(number))), None).value

    def _round(self, number: int | None) -> int:
        if number is not None:
            return number
        rounds = self.do.rounds.listed(self.access, self.id, _given(None)).items
        if not rounds:
            raise NotFound("No round has been paired.")
        return rounds[-1].round

    def result(self, number: int, table: int, what: Entering) -> MatchShown:
        """Enter the result of a match."""
        wish = _given((Spot(RoundWish(number), table), what))
        return self.do.results.enter(self.access, self.id, wish, lambda revision: True).value.match

    def round(self, number: int) -> RoundShown:
        """A round."""
        return self.do.rounds.one(self.access, self.id, _given(RoundWish(number)))

    def entrant(self, name: str) -> str:
        """The id of the entrant with this id or name. Raises a usage error."""
        items = self.do.entering.listed(self.access, self.id, _given(None)).items
        found = [each.id for each in items if name in (each.id, each.name)]
        if not found:
            raise click.UsageError(f"There is no entrant {name!r}.")
        return found[0]

    def standings(self, number: int | None) -> Table:
        """The standings, as of a round or now."""
        return self.do.tables.standings(self.access, self.id, _given(TableWish(round=number)))

    def export(self) -> bytes:
        """The whole tournament as JSON."""
        return msgspec.json.encode(self.do.records.export(self.access, self.id, _given(None)))

    def rebuild(self) -> bool:
        """Whether any standings were not as they follow from the results; they are now."""
        return records.rebuild(self.setting.database, self.id)

    def play(self, seed: str, how: Play) -> int:
        """Play the tournament to its end by a seeded generator; how many rounds that took."""
        rng, rounds = Random(seed), 0
        strengths = field(rng, len(self._stage().entrants)).strengths
        by_id = dict(zip((each.id for each in self._stage().entrants), strengths.values(), strict=True))
        while self._next_round():
            rounds += 1
            stage = self._stage()
            for match in stage.rounds[-1].matches:
                if len(match.sides) > 1:
                    self.result(rounds, match.table, _played(result_of(stage, match, by_id, rng, how)))
            self.close(rounds)
        return rounds

    def measures(self) -> tuple[str, ...]:
        """What results are counted by besides ranks and points."""
        stage = self._stage()
        named = [name.partition(":")[2] for name in stage.tie_breaks] + [stage.scheme] * (stage.scheme == "stages")
        return tuple(name for name in dict.fromkeys(named) if name and name != "points")

    def _next_round(self) -> bool:
        try:
            made = self.pair(anyway=True)
        except NotPaired:
            return False
        self.publish(made.round)
        return True

    def _stage(self) -> Stage:
        return self.do.records.export(self.access, self.id, _given(None)).stages[-1].stage


def round_text(made: RoundShown) -> str:
    """The matches of a round, a line each."""
    rows = [["table", "sides", "result"], *([str(each.table), _sides(each), _result(each)] for each in made.matches)]
    departures = [f"{each.code} at table {each.table}" for each in made.departures]
    cost = f"\nnot avoided: {', '.join(departures)}" if departures else ""
    return "\n".join([f"round {made.round}, {made.status}", *laid_out(rows)]) + cost + "\n"


def standings_text(table: Table) -> str:
    """The standings in columns."""
    heading = ["rank", "id", "name", "points", "played", *table.tie_breaks]
    rows = [
        [str(row.rank), row.entrant, row.name, f"{row.points:g}", str(row.played), *map(_value, row.values.values())]
        for row in table.items
    ]
    waits = "waits" if table.pending == 1 else "wait"
    pending = f"{counted(table.pending, 'result')} {waits} for a choice\n" if table.pending else ""
    return "\n".join(laid_out([heading, *rows])) + "\n" + pending


def problem_text(refused: NotPaired) -> str:
    """Why a round could not be paired, and the manual way."""
    ways = "; ".join(f"table {each.table}: {', '.join(each.sides)}" for each in refused.problem.manual)
    return f"{refused.problem.code}: {refused}" + (f"\nwith --anyway: {ways}" if ways else "")


def _new_entrant(number: int, said: str) -> NewEntrant:
    """An entrant as it is said: blanks beside a stroke are there for the eye. Raises Malformed for what are no names."""
    members = [said] if "/" not in said else [part.strip() for part in said.split("/")]
    places = [f"/entrants/{number}/members/{place}/name" for place in range(len(members))]
    return NewEntrant([NewMember(name_of(*each, LONGEST_PLAYER)) for each in zip(places, members, strict=True)])


def _given(value: Any) -> Later[Any]:
    return Later(lambda: value)


def _value(value: int | None) -> str:
    return "" if value is None else str(value)


def _sides(match: MatchShown) -> str:
    return " - ".join(f"{side.name} ({side.entrant})" for side in match.sides) or "nobody"


def _result(match: MatchShown) -> str:
    if match.bye is not None or match.result is None:
        return "" if match.bye is None else f"bye ({match.bye})"
    found = {side.entrant: side for side in match.result.sides}
    with_points = all(side.points is not None for side in found.values())
    told = " - ".join(str(found[each.entrant].points if with_points else found[each.entrant].rank) for each in match.sides)
    words = told if with_points else f"places {told}"
    return words if match.result.outcome == "played" else f"{match.result.outcome} ({words})"


def _played(match: Match) -> Entering:
    """The drawn result as it is entered."""
    result = match.result
    assert result is not None
    sides = [SaidSide(each.entrant, each.rank, each.points, each.measures, each.absent) for each in result.sides]
    return Entering(result=Said(sides, result.outcome))
