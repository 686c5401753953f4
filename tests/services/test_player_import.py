"""Lists of players: whom a row is about, what comes of it, all or nothing, and what a dry run leaves."""

import pytest

from adjudicator.core.errors import Fault, Malformed
from adjudicator.services.later import Later
from adjudicator.services.player_import import Imported, ListWish, PlayerLists
from adjudicator.services.player_list import Row
from tests.services.desk import Desk
from tests.services.roster import NOTHING, Roster, fide
from tests.services.test_anonymising import anonymise


@pytest.fixture
def roster(desk: Desk) -> Roster:
    return Roster(desk)


def load(roster: Roster, *rows: Row, atomic: bool = True, dry_run: bool = False) -> Imported:
    wish = ListWish(rows, atomic, dry_run)
    return PlayerLists(roster.desk.setting).load(roster.access, Later(lambda: wish)).value


def told(found: Imported) -> list[tuple[int, str, str | None]]:
    return [(each.row, each.status, each.faults[0].code if each.faults else None) for each in found.rows]


def test_whom_a_row_is_about(roster: Roster) -> None:
    asha, bo = roster.add("Asha", ids=(fide("7"),)), roster.add("Bo")
    for _ in range(2):
        roster.add("Cy")
    found = load(
        roster,
        Row(2, "Asha Kumar", ["Ash"], [fide("7")]),
        Row(3, "Bo", external_ids=[fide("8")]),
        Row(4, "Bo", external_ids=[fide("9")]),
        Row(5, "Dev"),
        Row(6, "Dev", ["D."]),
        Row(7, "Dev", ["D."]),
        Row(8, "Cy"),
        Row(9, "Somebody", external_ids=[fide("7"), fide("8")]),
        Row(10, "x", faults=[Fault("name", "too_long", "")]),
        atomic=False,
    )
    assert told(found) == [
        (2, "updated", None),
        (3, "updated", None),
        (4, "created", None),
        (5, "created", None),
        (6, "updated", None),
        (7, "unchanged", None),
        (8, "refused", "ambiguous"),
        (9, "refused", "several_players"),
        (10, "refused", "too_long"),
    ]
    assert found.counts == {"created": 2, "updated": 3, "unchanged": 1, "refused": 3}
    assert (roster.read(asha).name, roster.read(asha).aliases, roster.read(asha).revision) == ("Asha Kumar", ["Ash"], 2)
    assert roster.read(bo).external_ids == [fide("8")]
    assert roster.found() == ["Asha Kumar", "Bo", "Bo", "Cy", "Cy", "Dev"]
    assert roster.found("d.") == roster.found("dev") == ["Dev"]


def test_all_or_nothing(roster: Roster) -> None:
    bad = Row(3, "", faults=[Fault("name", "too_short", "")])
    with pytest.raises(Malformed) as refused:
        load(roster, Row(2, "Asha"), bad, Row(4, "x", faults=[Fault("id:fide", "too_long", "")]))
    assert [fault.pointer for fault in refused.value.faults] == ["/rows/3/name", "/rows/4/id:fide"]
    assert roster.found() == []
    assert load(roster, Row(2, "Asha"), bad, atomic=False).counts["created"] == 1
    assert roster.found() == ["Asha"]


def test_a_dry_run_says_the_same_and_stores_nothing(roster: Roster) -> None:
    roster.add("Asha")
    rows = [Row(2, "Asha", ["A."]), Row(3, "Bo"), Row(4, "Bo")]
    dry = load(roster, *rows, dry_run=True)
    assert (roster.found(), [each.player_id is None for each in dry.rows]) == (["Asha"], [False, True, False])
    assert told(load(roster, *rows)) == told(dry)
    assert [status for _, status, _ in told(load(roster, *rows))] == ["unchanged"] * 3, "sent again, it changes nothing"


def test_merged_and_anonymised_players(roster: Roster) -> None:
    asha, twin = roster.add("Asha"), roster.add("Kumar", ids=(fide("7"),))
    roster.merge(twin, asha)
    found = load(roster, Row(2, "Kumar", external_ids=[fide("7")]), Row(3, "Kumar"))
    assert [(each.status, each.player_id == asha.id) for each in found.rows] == [("unchanged", True), ("created", False)]
    again = load(roster, Row(2, "Asha", ["Ash"], player_id=twin.id), Row(3, "Asha"))
    assert [(each.status, each.player_id) for each in again.rows] == [("updated", asha.id), ("unchanged", asha.id)]
    anonymise(roster, asha)
    found = load(roster, Row(2, "Player 1", player_id=asha.id), Row(3, "Asha", player_id=asha.id), atomic=False)
    assert told(found) == [(2, "unchanged", None), (3, "refused", "anonymised")]


def test_an_id_that_nobody_of_the_club_has(roster: Roster) -> None:
    roster.add("Asha", ids=(fide("7"),))
    rows = (Row(2, "Asha", external_ids=[fide("7")], player_id="of another club"), Row(3, "Bo", player_id="x"), Row(4, "Cy"))
    found = load(roster, *rows, atomic=False)
    assert told(found) == [(2, "refused", "unknown_player"), (3, "refused", "unknown_player"), (4, "created", None)]
    with pytest.raises(Malformed) as refused:
        load(roster, *rows)
    assert [fault.pointer for fault in refused.value.faults] == ["/rows/2/player", "/rows/3/player"]


def test_a_name_that_is_theirs_already_is_no_reason_for_another_one(roster: Roster) -> None:
    asha = roster.add("Asha", "Ash", ids=(fide("7"),))
    load(roster, Row(2, "Ash", external_ids=[fide("7")]))
    assert roster.read(asha) == asha, "a name that is theirs already"


def test_what_is_exported_is_who_stands_for_themselves(roster: Roster) -> None:
    asha, twin = roster.add("Zoë"), roster.add("Kumar", ids=(fide("7"),))
    roster.add("Abel")
    roster.merge(twin, asha)
    found = PlayerLists(roster.desk.setting).all(roster.access, NOTHING)
    assert [(each.name, each.aliases, each.external_ids) for each in found] == [
        ("Abel", [], []),
        ("Zoë", ["Kumar"], [fide("7")]),
    ]
