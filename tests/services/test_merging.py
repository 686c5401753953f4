"""Merging players: names and ids lead to whom they turned out to be, chains to their end, and all of it can be taken back."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator.core.errors import Malformed
from adjudicator.services.errors import Conflict
from adjudicator.services.later import Later
from adjudicator.services.players import Player
from tests.services.desk import Desk
from tests.services.roster import Roster, fide


@pytest.fixture
def roster(desk: Desk) -> Roster:
    return Roster(desk)


def test_names_and_ids_go_along_and_come_back(roster: Roster) -> None:
    asha, twin = roster.add("Asha", "A."), roster.add("Ásha K.", "Kumar", ids=(fide("7"),))
    merged = roster.merge(twin, asha)
    assert (merged.merged_into, merged.revision, merged.name) == (asha.id, 2, "Ásha K.")
    whole = roster.read(asha)
    assert (whole.aliases, whole.external_ids, whole.revision) == (["A.", "Kumar", "Ásha K."], [fide("7")], 2)
    assert roster.found() == roster.found("kumar") == roster.found(external_id=fide("7")) == ["Asha"]
    assert roster.found(merged=True) == roster.found("kum", merged=True) == ["Ásha K."]
    back = roster.unmerge(twin)
    assert (back.merged_into, back.revision) == (None, 3)
    assert roster.read(asha).aliases == asha.aliases
    assert roster.found() == ["Asha", "Ásha K."]


def test_names_of_the_merged_cannot_be_taken_over_or_away(roster: Roster) -> None:
    asha, twin = roster.add("Asha", "A."), roster.add("Kumar", ids=(fide("7"),))
    roster.merge(twin, asha)
    seen = roster.read(asha)
    assert roster.change(asha, aliases=seen.aliases, external_ids=seen.external_ids) == seen
    assert roster.change(asha, aliases=[]).aliases == ["Kumar"]
    roster.unmerge(twin)
    assert (roster.read(asha).aliases, roster.read(asha).external_ids) == ([], [])


def test_chains_lead_to_their_end(roster: Roster) -> None:
    one, two, three = (roster.add(name) for name in ("One", "Two", "Three"))
    roster.merge(one, two)
    roster.merge(two, three)
    assert roster.read(one).merged_into == roster.read(two).merged_into == three.id
    assert roster.read(three).aliases == ["One", "Two"]
    assert roster.found("one") == ["Three"]
    four = roster.add("Four")
    assert roster.merge(four, two).merged_into == three.id, "whoever stands for another leads on"
    roster.unmerge(two)
    assert roster.read(one).merged_into == roster.read(four).merged_into == two.id, "those merged into that one go along"
    assert roster.read(three).aliases == []


def test_what_cannot_be_merged(roster: Roster) -> None:
    one, two, three = (roster.add(name) for name in ("One", "Two", "Three"))
    with pytest.raises(Malformed) as refused:
        roster.merge(one, one)
    assert [fault.code for fault in refused.value.faults] == ["same_player"]
    with pytest.raises(Malformed) as refused:
        roster.merging.merge(roster.access, one.id, later("nobody"), (1).__eq__)
    assert [(fault.pointer, fault.code) for fault in refused.value.faults] == [("/into", "unknown_player")]
    roster.merge(one, two)
    with pytest.raises(Conflict, match="merged into this one"):
        roster.merge(two, one)
    with pytest.raises(Conflict, match=two.id):
        roster.merge(one, three)
    with pytest.raises(Conflict, match=two.id):
        roster.change(one, name="Uno")
    with pytest.raises(Conflict, match="has not been merged"):
        roster.unmerge(three)


@pytest.fixture(scope="module")
def crowd(shared_desk: Desk) -> Roster:
    return Roster(shared_desk)


@given(steps=st.lists(st.tuples(st.integers(0, 4), st.integers(0, 5)), max_size=14))
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_merges_in_any_order(crowd: Roster, steps: list[tuple[int, int]]) -> None:
    """A forest kept by hand says the same: (player, whom into; 5: taken back)."""
    people = [crowd.add(f"P{number}") for number in range(5)]
    into: dict[int, int] = {}
    for one, other in steps:
        before = [crowd.read(each) for each in people]
        if other == 5 and one in into:
            crowd.unmerge(people[one])
            del into[one]
        elif other != 5 and one not in into and end(into, other) != one:
            crowd.merge(people[one], people[other])
            into[one] = other
        require_forest(crowd, people, into, before)


def end(into: dict[int, int], one: int) -> int:
    return end(into, into[one]) if one in into else one


def require_forest(crowd: Roster, people: list[Player], into: dict[int, int], before: list[Player]) -> None:
    for number, old in enumerate(before):
        new = crowd.read(old)
        root = end(into, number)
        assert new.merged_into == (None if root == number else people[root].id)
        below = [] if number in into else [f"P{each}" for each in range(5) if each != number and end(into, each) == number]
        assert new.aliases == below
        seen = (new.merged_into, new.aliases)
        assert seen == (old.merged_into, old.aliases) or new.revision > old.revision, "what is shown hangs on the revision"


def later(value: str) -> Later[str]:
    return Later(lambda: value)
