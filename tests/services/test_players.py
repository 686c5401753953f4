"""Players: exact names, folded search, other names and ids, lists."""

import pytest

from adjudicator.services.errors import Conflict, Forbidden, NotFound, StaleRevision, UnknownKey
from adjudicator.services.keys import Keys
from adjudicator.services.later import Later
from adjudicator.services.players import Details, PlayersWish
from adjudicator.services.rights import Role
from tests.services.desk import Desk
from tests.services.roster import NOTHING, Roster, fide


@pytest.fixture
def roster(desk: Desk) -> Roster:
    return Roster(desk)


def test_a_player_is_shown_as_added(roster: Roster) -> None:
    player = roster.add("किरण  O’Brien", "Kiran", "K. O'B.", ids=(fide("7"),))
    assert (player.name, player.aliases, player.external_ids) == ("किरण  O’Brien", ["K. O'B.", "Kiran"], [fide("7")])
    assert (player.revision, player.merged_into, player.anonymised) == (1, None, False)
    assert roster.read(player) == player


def test_a_retry_adds_one_player(roster: Roster) -> None:
    first, again = roster.add("Asha", word="a"), roster.add("Asha", word="a")
    assert first == again
    assert roster.found() == ["Asha"]


def test_two_players_may_have_one_name(roster: Roster) -> None:
    assert roster.add("Asha").id != roster.add("Asha").id
    assert roster.found() == ["Asha", "Asha"]


def test_search(roster: Roster) -> None:
    roster.add("Łukasz Ångström", "Luki")
    roster.add("Asha Kumar")
    roster.add("王小明", "Wang Xiaoming")
    roster.add("किरण")
    for search, names in {
        "ang": ["Łukasz Ångström"],
        "ANGSTRÖM luk": ["Łukasz Ångström"],
        "luki": ["Łukasz Ångström"],
        "kum ash": ["Asha Kumar"],
        "umar": [],
        "asha x": [],
        "王小": ["王小明"],
        "xiao": ["王小明"],
        "कि": ["किरण"],
        "क": ["किरण"],
    }.items():
        assert roster.found(search) == names, search


def test_pages_are_in_the_order_of_folded_names(roster: Roster) -> None:
    for name in ("Zoë", "ábel", "Abel", "bo", "Öner", "Bo", "王"):
        roster.add(name)
    wish = PlayersWish(None, 3)
    seen = []
    while True:
        page = roster.players.page(roster.access, Later(lambda wish=wish: wish))
        seen += [player.name for player in page.items]
        if not page.more:
            break
        wish = PlayersWish(page.items[-1].id, 3)
    assert seen == ["ábel", "Abel", "bo", "Bo", "Öner", "Zoë", "王"]
    with pytest.raises(UnknownKey):
        roster.found(after="nobody")


def test_what_changes_and_what_does_not(roster: Roster) -> None:
    player = roster.add("Asha", "A.", ids=(fide("7"),))
    changed = roster.change(player, name="Asha Kumar", external_ids=[])
    assert (changed.name, changed.aliases, changed.external_ids, changed.revision) == ("Asha Kumar", ["A."], [], 2)
    assert roster.change(player, name="Asha Kumar", aliases=["A.", "A."]).revision == 2, "what changes nothing is no new revision"
    assert roster.found("kumar") == ["Asha Kumar"]
    assert roster.change(player, aliases=["Asha Kumar", "Ash"]).aliases == ["Ash"], "a name is no other name of its own"
    assert roster.found("a.") == ["Asha Kumar"]


def test_a_change_must_have_seen_the_present(roster: Roster) -> None:
    player = roster.add("Asha")
    with pytest.raises(StaleRevision, match="player is at revision 1"):
        roster.players.change(roster.access, player.id, Later(lambda: Details("Bo")), (2).__eq__)
    with pytest.raises(NotFound):
        roster.players.change(roster.access, "nobody", Later(lambda: Details("Bo")), (1).__eq__)
    assert roster.read(player) == player


def test_an_external_id_is_one_players(roster: Roster) -> None:
    asha, bo = roster.add("Asha", ids=(fide("7"),)), roster.add("Bo", ids=(fide("8"),))
    with pytest.raises(Conflict, match=asha.id):
        roster.add("Chen", ids=(fide("7"),))
    with pytest.raises(Conflict, match=asha.id):
        roster.change(bo, name="Bob", external_ids=[fide("7")])
    assert roster.read(bo) == bo
    assert roster.found(external_id=fide("7")) == ["Asha"]
    assert roster.found(external_id=fide("9")) == []


def test_a_viewer_gets_names_and_nothing_else(roster: Roster) -> None:
    player, other = roster.add("Asha", "Ash", ids=(fide("7"),)), roster.add("Zoë", "Asha Z.")
    roster.merge(other, player)
    viewer = roster.of(Role.VIEWER)
    seen = viewer.read(player)
    assert (seen.name, seen.aliases, seen.external_ids, seen.names_only) == ("Asha", [], [], True)
    assert viewer.found("ash") == ["Asha"]
    assert (viewer.found("z"), roster.found("z")) == ([], ["Asha"]), "nor can they be tried out"
    with pytest.raises(Forbidden):
        viewer.found(external_id=fide("7"))


def test_another_club_has_other_players(desk: Desk, roster: Roster) -> None:
    player = roster.add("Asha", ids=(fide("7"),))
    Keys(desk.setting, lambda: "unused").add_club("Other")
    other = roster.of(Role.ADMIN, "Other")
    with pytest.raises(NotFound):
        other.players.one(other.access, player.id, NOTHING)
    assert other.found() == []
    assert other.add("Bo", ids=(fide("7"),)).external_ids == [fide("7")]
