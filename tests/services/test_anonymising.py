"""Anonymising: the name is gone wherever the player sat, what others did stays, and what could not be cleaned is told."""

import pytest
import sqlalchemy as sa

from adjudicator.services import past
from adjudicator.services.anonymising import Anonymised, Anonymising
from adjudicator.services.errors import Conflict, Redacted
from adjudicator.services.inspection import Inspection
from adjudicator.services.later import Later
from adjudicator.services.players import Player
from adjudicator.services.tournaments.entering import Entry, NewEntrant, NewMember
from adjudicator.storage.metadata import metadata
from tests.services.desk import Desk
from tests.services.roster import Roster, fide
from tests.services.test_links import MINUTE, by_link, publish
from tests.services.test_matches import void
from tests.services.test_seating import Table
from tests.services.tournaments.evening import Evening

PLAYS = [
    {"type": "play", "player": "Zelda", "card": 5},
    {"type": "play", "player": "Bo", "card": 2, "note": "Zelda coughed."},
    {"type": "remark", "note": "Zeldas are many."},
]


@pytest.fixture
def table(desk: Desk) -> Table:
    table = Table(desk, "Zelda", "Bo")
    desk.append(table.match.id, PLAYS)
    return table


def anonymise(table: Roster, player: Player, reason: str = "On request.") -> Anonymised:
    revision = table.read(player).revision
    return Anonymising(table.desk.setting).anonymise(table.access, player.id, Later(lambda: reason), revision.__eq__).value


def everything(desk: Desk) -> str:
    with desk.database.read() as connection:
        return "\n".join(str(row) for each in metadata.sorted_tables for row in connection.execute(sa.select(each)))


def test_the_name_is_gone(table: Table) -> None:
    zelda = table.add("Zelda", "Zee", ids=(fide("7"),))
    table.assign(Zelda=zelda.id, Bo=None)
    before = table.desk.report(table.match.id)
    done = anonymise(table, zelda)
    assert (done.player.name, done.player.aliases, done.player.external_ids, done.player.anonymised) == ("Player 1", [], [], True)
    assert done.matches == [table.match.id]
    assert [(each.id, each.pointer, each.why) for each in done.left] == [(table.match.id, "/moves/1/note", "mentioned")]
    rest = everything(table.desk).replace("Zelda coughed.", "").replace("Zeldas", "")
    assert "Zelda" not in rest
    assert "Zee" not in rest
    after = table.desk.report(table.match.id)
    assert after["players"] == ["Player 1", "Bo"]
    assert str(after).replace("Player 1", "Zelda") == str(before), "nothing but the name is another"
    assert table.sitting() == {"Player 1": "Player 1", "Bo": None}
    assert table.found("zel") == []


def test_histories_verify_and_the_later_past_can_be_told(table: Table) -> None:
    desk, match_id = table.desk, table.match.id
    zelda = table.add("Zelda")
    table.assign(Zelda=zelda.id, Bo=None)
    anonymise(table, zelda)
    desk.append(match_id, {"type": "remark", "note": "Later."})
    assert table.writes() == [(1, "create"), (2, "moves"), (3, "seats"), (4, "anonymisation"), (5, "moves")]
    assert Inspection(desk.setting).of_match(match_id) == []
    with desk.database.read() as connection:
        with pytest.raises(Redacted):
            past.past_at(connection, match_id, 2)
        was = past.past_at(connection, match_id, 4)
        assert (was.players, len(was.entries), was.revision) == (["Player 1", "Bo"], 3, 4)
        assert len(past.past_at(connection, match_id, 5).entries) == 4


def test_a_link_with_a_delay_shows_nothing_from_before_and_then_everything_again(table: Table) -> None:
    desk, match_id = table.desk, table.match.id
    zelda = table.add("Zelda")
    table.assign(Zelda=zelda.id, Bo=None)
    made = publish(desk, match_id, minutes=10)
    for step in (lambda: anonymise(table, zelda), lambda: desk.append(match_id, {"type": "remark", "note": "Later."})):
        desk.clock.time += 2 * MINUTE
        step()
    with pytest.raises(Redacted):
        by_link(desk, made.token)
    for revision, plies in ((5, 3), (6, 4)):
        desk.clock.time += 9 * MINUTE if revision == 5 else 2 * MINUTE
        seen = by_link(desk, made.token)["match"]
        assert (seen["revision"], seen["plies"], seen["players"]) == (revision, plies, ["Player 1", "Bo"])


def test_all_who_were_merged_are_one_person(table: Table) -> None:
    zelda, twin = table.add("Zelda"), table.add("Zee")
    table.assign(Zelda=twin.id, Bo=zelda.id)
    table.merge(twin, zelda)
    with pytest.raises(Conflict, match=zelda.id):
        anonymise(table, twin)
    done = anonymise(table, zelda)
    assert (done.player.aliases, done.matches) == ([], [table.match.id])
    assert sorted(table.sitting()) == ["Player 1", "Player 1 (2)"]
    assert table.read(twin).name == "Player 1"
    with pytest.raises(Conflict, match="anonymised"):
        table.unmerge(twin)
    with pytest.raises(Conflict, match="anonymised"):
        table.create("Zelda", "Cy", Zelda=twin.id)


def test_a_pseudonym_is_nobodys_name(table: Table) -> None:
    table.create("Player 1", "Player 3")
    table.add("Asha", "Player 2")
    assert [anonymise(table, table.add(name)).player.name for name in ("X", "Y")] == ["Player 4", "Player 5"]


def test_what_is_left_is_told(table: Table) -> None:
    zelda = table.add("Zelda")
    guest = table.create("Zelda", "Cy")
    table.assign(Zelda=zelda.id, Bo=None)
    games = dict(table.desk.setting.games)
    table.desk.use({name: game for name, game in games.items() if name != "toy"})
    done = anonymise(table, zelda)
    assert (done.matches, {(each.id, each.why) for each in done.left}) == (
        [],
        {(table.match.id, "rules_outdated"), (guest.id, "not_linked")},
    )
    table.desk.use(games)
    again = anonymise(table, zelda)
    assert (again.matches, again.player.revision) == ([table.match.id], done.player.revision), "done again, it does the rest"
    assert anonymise(table, zelda).matches == []


def test_voided_and_stopped_matches_too(table: Table) -> None:
    stopped = [{"type": "play", "player": "Bo", "card": 3}, {"type": "play", "player": "Zelda", "card": 4}]
    zelda = table.add("Zelda")
    table.match = table.desk.create({"game": "toy", "players": ["Zelda", "Bo"], "moves": stopped}, accept_stop=True)
    table.assign(Zelda=zelda.id, Bo=None)
    void(table.desk, table.desk.read(table.match.id), "Zelda was ill.")
    done = anonymise(table, zelda)
    left = [each.pointer for each in done.left if each.id == table.match.id]
    assert left == ["/void_reason", "/history/3/reason"]
    assert Inspection(table.desk.setting).of_match(table.match.id) == []
    match = table.desk.read(table.match.id)
    assert (match.players, match.voided, match.position.stopped_at) == (["Player 1", "Bo"], True, 1)


def test_in_tournaments_too(desk: Desk) -> None:
    table, evening = Table(desk, "Asha", "Bo"), Evening(desk)
    zelda = table.add("Zelda")
    evening.found(players=["Bo"], name="The Zelda cup")
    entry = Entry([NewEntrant([NewMember("Zelda", zelda.id)], seeding=None)])
    evening.entering.enter(evening.access, evening.id, Later(lambda: entry), None)
    before = evening.history()
    done = anonymise(table, zelda)
    assert [(each.kind, each.id, each.pointer) for each in done.left] == [("tournament", evening.id, "/name")]
    *old, new = evening.history()
    assert (len(old), new.kind, new.reason) == (len(before), "anonymisation", "On request.")
    assert evening.scores().keys() == {"Bo", "Player 1"}
    assert "Zelda" not in everything(desk).replace("The Zelda cup", "")
