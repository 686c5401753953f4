"""Who sat at a match: links of seats to players, proposals by name, and what corrections leave of them."""

from typing import Any

import pytest

from adjudicator.core.errors import Malformed
from adjudicator.services import history
from adjudicator.services.errors import PreconditionRequired, StaleRevision
from adjudicator.services.later import Later
from adjudicator.services.matches import PageWish
from adjudicator.services.new_match import NewMatch
from adjudicator.services.proposing import alike
from adjudicator.services.rights import Role
from adjudicator.services.seating import Seating, SeatsShown
from adjudicator.services.shown import Match
from adjudicator.storage import history as history_rows
from tests.services.desk import Desk
from tests.services.roster import NOTHING, Roster


class Table(Roster):
    """A roster and the seats of one match."""

    def __init__(self, desk: Desk, *players: str, **links: str | None) -> None:
        super().__init__(desk)
        self.seating = Seating(desk.setting)
        self.match = self.create(*players, **links) if players else None

    def create(self, *players: str, **links: str | None) -> Match:
        log = self.desk.decode({"game": "toy", "players": list(players)})
        return self.desk.matches.create(self.access, Later(lambda: NewMatch(log, player_ids=links))).value

    def shown(self) -> SeatsShown:
        return self.seating.read(self.access, self.match.id, NOTHING)

    def assign(self, revision: int | None = None, **links: Any) -> SeatsShown:
        wanted = (self.shown().revision if revision is None else revision).__eq__
        return self.seating.assign(self.access, self.match.id, Later(lambda: links), wanted).value

    def sitting(self) -> dict[str, str | None]:
        return {seat.name: seat.player and seat.player.name for seat in self.shown().seats}

    def proposed(self, name: str) -> list[tuple[str, str]]:
        (seat,) = [seat for seat in self.shown().seats if seat.name == name]
        return [(each.name, each.reason) for each in seat.proposals]

    def matches_of(self, player_id: str) -> list[str]:
        wish = PageWish({"player_id": player_id}, None, 200)
        return [match.id for match in self.desk.matches.page(self.access, Later(lambda: wish)).items]

    def writes(self) -> list[tuple[int, str]]:
        with self.desk.database.read() as connection:
            return [(row.revision, row.kind) for row in history_rows.whole(connection, self.match.id)]


@pytest.fixture
def table(desk: Desk) -> Table:
    return Table(desk, "Asha", "Bo")


def codes(refused: pytest.ExceptionInfo[Malformed]) -> list[tuple[str, str]]:
    return [(fault.pointer, fault.code) for fault in refused.value.faults]


def test_nobody_is_linked_unasked(table: Table) -> None:
    table.add("Asha")
    assert table.sitting() == {"Asha": None, "Bo": None}


def test_linking_is_a_write_of_the_match(table: Table) -> None:
    asha = table.add("Asha Kumar")
    made = table.assign(Asha=asha.id, Bo=None)
    assert (made.revision, table.desk.read(table.match.id).revision) == (2, 2)
    assert table.sitting() == {"Asha": "Asha Kumar", "Bo": None}
    assert table.writes() == [(1, history.CREATE), (2, history.SEATS)]
    assert table.assign(Asha=asha.id, Bo=None).revision == 2, "what changes nothing is no new revision"
    assert table.matches_of(asha.id) == [table.match.id]
    assert table.assign(Asha=None, Bo=asha.id).revision == 3
    assert table.sitting() == {"Asha": None, "Bo": "Asha Kumar"}


def test_what_cannot_be_linked(table: Table) -> None:
    asha, twin = table.add("Asha"), table.add("Twin")
    table.merge(twin, asha)
    for links, fault in (
        ({"Asha": asha.id}, ("/seats/Bo", "missing")),
        ({"Asha": "nobody", "Bo": None}, ("/seats/Asha", "unknown_player")),
        ({"Asha": None, "Bo": None, "C/D": None}, ("/seats/C~1D", "not_at_table")),
        ({"Asha": asha.id, "Bo": asha.id}, ("/seats/Bo", "twice")),
        ({"Asha": asha.id, "Bo": twin.id}, ("/seats/Bo", "twice")),
    ):
        with pytest.raises(Malformed) as refused:
            table.assign(**links)
        assert codes(refused) == [fault]
    with pytest.raises(StaleRevision):
        table.assign(7, Asha=None, Bo=None)
    with pytest.raises(PreconditionRequired):
        table.seating.assign(table.access, table.match.id, Later(lambda: {"Asha": None, "Bo": None}), None)
    assert table.writes() == [(1, history.CREATE)]


def test_a_new_match_may_say_who_sits_there(desk: Desk) -> None:
    asha = Roster(desk).add("Asha K.")
    table = Table(desk, "Asha", "Bo", Asha=asha.id)
    assert table.sitting() == {"Asha": "Asha K.", "Bo": None}
    assert table.shown().revision == 1
    for links, fault in (
        ({"Chen": asha.id}, ("/player_ids/Chen", "not_at_table")),
        ({"Bo": "x"}, ("/player_ids/Bo", "unknown_player")),
    ):
        with pytest.raises(Malformed) as refused:
            table.create("Asha", "Bo", **links)
        assert codes(refused) == [fault]
    assert table.matches_of(asha.id) == [table.match.id]


def test_a_merge_carries_seats_along_and_back(table: Table) -> None:
    asha, twin = table.add("Asha"), table.add("Ásha")
    table.assign(Asha=twin.id, Bo=None)
    table.merge(twin, asha)
    assert table.sitting()["Asha"] == "Asha"
    assert table.matches_of(asha.id) == table.matches_of(twin.id) == [table.match.id]
    assert table.shown().revision == 2, "the match itself has not changed"
    table.unmerge(twin)
    assert table.sitting()["Asha"] == "Ásha"
    assert table.matches_of(asha.id) == []


def test_proposals_have_reasons(desk: Desk) -> None:
    table = Table(desk, "Asha", "bo  LEE")
    table.add("Kumari", "Asha")
    for name in ("Asha", "ÁSHA", "Asha Kumar", "Aisha", "Bo Lee", "Zed"):
        table.add(name)
    assert table.proposed("Asha") == [
        ("Asha", "name"),
        ("Kumari", "alias"),
        ("ÁSHA", "folded"),
        ("Asha Kumar", "similar"),
        ("Aisha", "similar"),
    ]
    assert table.proposed("bo  LEE") == [("Bo Lee", "folded")]


def test_whoever_sat_there_under_the_name_is_proposed_again(desk: Desk) -> None:
    table = Table(desk, "Ace", "Bo")
    dev, other = table.add("Dev"), table.add("Other")
    table.assign(Ace=dev.id, Bo=other.id)
    table.match = table.create("Ace", "Cy")
    assert table.proposed("Ace") == [("Dev", "seated_before")]
    table.assign(Ace=None, Cy=dev.id)
    assert table.proposed("Ace") == [], "nobody sits at a table twice"


def test_a_merged_players_name_proposes_whom_they_are(table: Table) -> None:
    kumar, asha = table.add("Kumar"), table.add("Asha")
    table.merge(asha, kumar)
    assert table.proposed("Asha") == [("Kumar", "alias")]


def test_a_viewer_sees_players_and_no_proposals(table: Table) -> None:
    asha = table.add("Asha")
    table.add("Bo")
    table.assign(Asha=asha.id, Bo=None)
    viewer = table.of(Role.VIEWER)
    seen = table.seating.read(viewer.access, table.match.id, NOTHING)
    assert [seat.player and seat.player.id for seat in seen.seats] == [asha.id, None]
    assert [seat.proposals for seat in seen.seats] == [(), ()]


@pytest.mark.parametrize(
    ("ops", "sitting"),
    [
        ([["Bo", "Asha"]], {"Bo": "B", "Asha": "A"}),
        ([["Asha", "Bob"]], {"Asha": "A", "Bob": "B"}),
        ([["Bob", "Asha"]], {"Bob": "B", "Asha": "A"}),
        ([["Ann", "Bob"], ["Bob", "Ann"]], {"Bob": "B", "Ann": "A"}),
        ([["Ann", "Asha"], ["Asha", "Cy"]], {"Asha": "A", "Cy": "B"}),
    ],
)
def test_a_correction_of_seats_keeps_who_sat_there(desk: Desk, ops: list[list[str]], sitting: dict[str, str]) -> None:
    table = Table(desk, "Asha", "Bo")
    table.assign(Asha=table.add("A").id, Bo=table.add("B").id)
    desk.correct(table.match.id, *({"op": "seats", "players": players} for players in ops))
    assert table.sitting() == sitting


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ("asha", "aisha", True),
        ("asha kumar", "asha k", True),
        ("asha kumar", "kumar asha", True),
        ("asha", "asha kumar", True),
        ("asha", "bo", False),
        ("jo", "joe", True),
        ("anna", "hanna", True),
        ("anna", "ben", False),
        ("王小明", "王小", True),
    ],
)
def test_likeness(one: str, other: str, found: bool) -> None:
    assert alike(one, other) == alike(other, one) == found
