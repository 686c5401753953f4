"""What is found of matches that point at others, and at which others point: players, tournaments, links, results."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from adjudicator.services.inspection import Inspection
from adjudicator.services.keys import Keys, NewKey, admin_key
from adjudicator.services.later import Later
from adjudicator.services.links import Delay, Links
from adjudicator.services.redacting import Redactions
from adjudicator.services.rights import Role
from adjudicator.storage import matches, seats
from adjudicator.tournaments.stage import Swiss
from tests.games.cases import GAMES
from tests.services.desk import Desk
from tests.services.league import League
from tests.services.test_verifying import OF_MATCH
from tests.services.tournaments.evening import ALWAYS, NAMES, Evening, won


def told(desk: Desk) -> list[str]:
    """Everything that is found, without the ids of matches."""
    inspection = Inspection(desk.setting)
    found = [str(each) for match_id in inspection.matches() for each in inspection.of_match(match_id)]
    return [*found, *(str(each) for _, each in inspection.around())]


class TestSeats:
    def test_another_player_of_the_club(self, desk: Desk) -> None:
        league = League(desk)
        asha, bo, cleo = map(league.add, ("Asha", "Bo", "Cleo"))
        made, later = league.match(asha, bo), league.match(None, None)
        league.link(later, asha, bo)
        assert told(desk) == []
        for match_id in (made, later):
            self.link(desk, match_id, Asha=cleo.id)
            assert told(desk) == [f"The seat of Asha is linked to the player {cleo.id}, and no write says so."]
            self.link(desk, match_id, Asha=bo.id, Bo=asha.id)
            assert len(told(desk)) == 2
            self.link(desk, match_id, Asha=asha.id, Bo=bo.id)
        assert told(desk) == []

    def test_somebody_at_a_table_of_which_nobody_said_who_sat_there(self, desk: Desk) -> None:
        league = League(desk)
        self.link(desk, league.match(None, None), Bo=league.add("Bo").id)
        assert len(told(desk)) == 1

    def test_whoever_is_renamed_by_a_correction_stays_and_nobody_else_comes(self, desk: Desk) -> None:
        league = League(desk)
        asha, bo, cleo = map(league.add, ("Asha", "Bo", "Cleo"))
        match_id = league.match(asha, bo, cards="", end=False)
        desk.correct(match_id, {"op": "seats", "players": ["Ash", "Bo"]})
        desk.correct(match_id, {"op": "seats", "players": ["Bo", "Ash"]})
        assert told(desk) == []
        self.link(desk, match_id, Ash=cleo.id)
        assert len(told(desk)) == 1

    def test_a_link_that_was_taken_away_may_be_one_of_a_restored_match(self, desk: Desk) -> None:
        league = League(desk)
        self.link(desk, league.match(league.add("Asha"), None), Asha=None)
        assert told(desk) == []

    def test_what_was_redacted_is_not_known(self, desk: Desk) -> None:
        league = League(desk)
        asha, cleo = league.add("Asha"), league.add("Cleo")
        match_id = league.match(asha, None)
        Redactions(desk.setting, admin_key(desk.setting)).redact(match_id, 1, "A name.")
        self.link(desk, match_id, Asha=cleo.id)
        assert told(desk) == []
        league.link(match_id, asha, None)
        self.link(desk, match_id, Asha=cleo.id)
        assert len(told(desk)) == 1, "said again since"

    def link(self, desk: Desk, match_id: str, **players: str | None) -> None:
        desk.database.write(lambda connection: seats.link(connection, match_id, players))


def linked_match(evening: Evening) -> str:
    """The id of a match from which a result of the tournament comes."""
    evening.found(Swiss(rounds=1), NAMES[:2])
    evening.next_round()
    match_id = evening.desk.create(won(*(side.name for side in evening.match(1, 1).sides))).id
    evening.link(1, 1, match_id)
    return match_id


def test_the_tournament_in_which_a_match_counts(desk: Desk) -> None:
    match_id = linked_match(Evening(desk))
    assert told(desk) == []
    other = Evening(desk).found().id
    for tournament in (None, other):
        desk.database.write(lambda connection, now=tournament: matches.set_tournament(connection, match_id, now))
        assert told(desk) == ["It says that it counts in another tournament than it does."]


class TestWhatIsGone:
    """By somebody with the file, whom no foreign key holds."""

    @pytest.fixture
    def path(self, tmp_path: Path) -> Path:
        return tmp_path / "club.db"

    @pytest.fixture
    def desk(self, path: Path) -> Iterator[Desk]:
        desk = Desk(f"sqlite:///{path}", GAMES)
        yield desk
        desk.database.close()

    def tamper(self, path: Path, *statements: str) -> None:
        with closing(sqlite3.connect(path)) as connection:
            for statement in statements:
                connection.execute(statement)
            connection.commit()

    def test_a_match_that_something_still_points_at(self, desk: Desk, path: Path) -> None:
        league = League(desk)
        match_id = linked_match(Evening(desk))
        league.seating.assign(desk.access, match_id, Later(lambda: {"Asha": league.add("Asha").id, "Bo": None}), ALWAYS)
        Links(desk.setting).publish(desk.access, match_id, Later(Delay), None)
        Keys(desk.setting, lambda: "secret").add(NewKey("Table 3", Role.REFEREE, match_id=match_id))
        assert told(desk) == []
        parts = [f"DELETE FROM {table.name}" for table in OF_MATCH]
        self.tamper(path, "DELETE FROM matches", *parts)
        pointing = ("api_keys", "links", "pairings", "player_results")
        assert sorted(told(desk)) == [f"There are rows of {table}, and no match in their club." for table in pointing]
        assert [found for found, _ in Inspection(desk.setting).around(match_id)] == [match_id] * 4
        assert Inspection(desk.setting).around("0" * 36) == []
        self.tamper(path, *(f"DELETE FROM {table}" for table in pointing))
        assert told(desk) == [], "what nothing points at is not missed"

    def test_a_player_who_sat_there(self, desk: Desk, path: Path) -> None:
        league = League(desk)
        league.match(league.add("Asha"), league.add("Bo"), end=False)
        self.tamper(path, "DELETE FROM players WHERE name = 'Asha'")
        assert told(desk) == ["A seat is linked to a player whom the club has not."]

    def test_a_match_in_another_club_is_told_by_whoever_sat_there(self, desk: Desk, path: Path) -> None:
        league = League(desk)
        linked, unlinked = league.match(league.add("Asha"), None, end=False), league.match(None, None)
        other = Keys(desk.setting, lambda: "secret").add_club("Other")
        own = [("matches", "id"), *((table.name, "match_id") for table in OF_MATCH)]
        for match_id, found in ((unlinked, []), (linked, ["A seat is linked to a player whom the club has not."])):
            self.tamper(path, *(f"UPDATE {table} SET club_id = '{other}' WHERE {key} = '{match_id}'" for table, key in own))
            assert told(desk) == found
