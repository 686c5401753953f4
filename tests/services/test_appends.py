"""Appending: what is refused and leaves nothing behind, what a stop does, what a dry run says."""

import pytest
from msgspec import structs

from adjudicator.core.errors import Fault, Malformed, TooLarge
from adjudicator.core.game import Game
from adjudicator.core.log import MAX_ENTRIES
from adjudicator.services.access import Access
from adjudicator.services.appends import Append
from adjudicator.services.errors import Conflict, IllegalMove, NotFound, StaleRevision, Stopped, Unauthenticated
from adjudicator.services.later import Later
from tests.services.desk import Desk
from tests.services.test_matches import void

PLAY = {"type": "play", "player": "Asha", "card": 3}
OUT_OF_TURN = {"type": "play", "player": "Asha", "card": 4}
NO_CARD = {"type": "play", "player": "Bo", "card": 12}
REMARK = {"type": "remark", "note": "A spectator coughed."}


def test_an_illegal_entry_is_refused_with_its_ruling_and_nothing_is_stored(desk: Desk, toy: dict) -> None:
    match_id = desk.create(toy).id
    before = desk.report(match_id)
    with pytest.raises(IllegalMove) as refused:
        desk.append(match_id, [PLAY, OUT_OF_TURN])
    ruling = refused.value.ruling
    assert (ruling.ply, ruling.verdict, ruling.violations[0].code) == (2, "illegal", "out_of_turn")
    assert desk.report(match_id) == before
    assert desk.read(match_id).revision == 1


def test_an_illegal_entry_that_stands_is_stored(desk: Desk, toy: dict) -> None:
    match_id = desk.create(toy).id
    written = desk.append(match_id, [PLAY, OUT_OF_TURN | {"stands": True, "note": "Nobody minded."}])
    assert [ruling.verdict for ruling in written.rulings] == ["legal", "illegal"]
    assert (written.position.status, written.revision) == ("in_progress", 2)


def test_an_impossible_entry_can_never_stand(desk: Desk, toy: dict) -> None:
    match_id = desk.create(toy | {"moves": [PLAY]}).id
    with pytest.raises(IllegalMove) as refused:
        desk.append(match_id, NO_CARD | {"stands": True, "note": "It did happen."})
    assert refused.value.ruling.verdict == "impossible"


def test_behind_an_accepted_stop_entries_are_kept_without_rulings(desk: Desk, toy: dict) -> None:
    match_id = desk.create(toy).id
    written = desk.append(match_id, [PLAY, OUT_OF_TURN, REMARK], accept_stop=True)
    assert [ruling.ply for ruling in written.rulings] == [1, 2]
    assert (written.position.status, written.position.stopped_at) == ("stopped", 2)
    with pytest.raises(Stopped) as refused:
        desk.append(match_id, REMARK)
    assert refused.value.stopped_at == 2
    later = desk.append(match_id, REMARK, accept_stop=True)
    assert (later.rulings, later.revision) == ([], 3)
    assert [line.ruling is None for line in desk.lines(match_id)] == [False, False, True, True]


def test_a_dry_run_answers_alike_and_stores_nothing(desk: Desk, toy: dict) -> None:
    match_id = desk.create(toy).id
    before = desk.read(match_id)
    told = desk.append(match_id, PLAY, dry_run=True)
    assert desk.read(match_id) == before
    assert desk.lines(match_id) == []
    assert structs.replace(desk.append(match_id, PLAY), revision=told.revision) == told


@pytest.mark.parametrize("dry_run", [False, True])
def test_a_dry_run_is_refused_alike(desk: Desk, toy: dict, dry_run: bool) -> None:
    match_id = desk.create(toy | {"moves": [PLAY]}).id
    with pytest.raises(IllegalMove):
        desk.append(match_id, OUT_OF_TURN, dry_run=dry_run)
    with pytest.raises(StaleRevision):
        desk.append(match_id, NO_CARD, dry_run=dry_run, revision=7)


def test_of_two_writers_one_wins_and_the_other_learns_the_revision(desk: Desk, toy: dict) -> None:
    match_id = desk.create(toy).id
    desk.append(match_id, PLAY, revision=1)
    with pytest.raises(StaleRevision) as refused:
        desk.append(match_id, REMARK, revision=1)
    assert refused.value.revision == 2
    assert desk.append(match_id, REMARK, revision=2).revision == 3


def test_faults_of_one_entry_and_of_several(desk: Desk, toy: dict) -> None:
    match_id = desk.create(toy).id
    with pytest.raises(Malformed) as refused:
        desk.append(match_id, {"type": "play", "player": "Chen", "card": "3"})
    assert [(fault.pointer, fault.code) for fault in refused.value.faults] == [("/player", "stranger"), ("/card", "wrong_type")]
    with pytest.raises(Malformed) as refused:
        desk.append(match_id, {"moves": [PLAY, {"type": "dance"}], "more": 1})
    assert [(fault.pointer, fault.code) for fault in refused.value.faults] == [
        ("/more", "unknown_field"),
        ("/moves/1/type", "unknown_type"),
    ]


@pytest.mark.parametrize(("moves", "code"), [([], "wrong_length"), ({}, "wrong_type"), (None, "wrong_type")])
def test_a_list_without_entries_is_malformed(desk: Desk, toy: dict, moves: object, code: str) -> None:
    match_id = desk.create(toy).id
    with pytest.raises(Malformed) as refused:
        desk.append(match_id, {"moves": moves})
    assert [(fault.pointer, fault.code) for fault in refused.value.faults] == [("/moves", code)]


def test_the_longest_log(desk: Desk, toy: dict) -> None:
    match_id = desk.create(toy | {"moves": [REMARK] * (MAX_ENTRIES - 1)}).id
    with pytest.raises(TooLarge):
        desk.append(match_id, [REMARK, REMARK])
    assert desk.append(match_id, REMARK).rulings[0].ply == MAX_ENTRIES
    with pytest.raises(TooLarge):
        desk.append(match_id, REMARK)


def test_a_voided_match_is_closed(desk: Desk, toy: dict) -> None:
    match = desk.create(toy)
    void(desk, match)
    with pytest.raises(Conflict):
        desk.append(match.id, PLAY)


def malformed() -> Append:
    raise Malformed(())


def test_who_may_not(desk: Desk, toy: dict) -> None:
    match_id = desk.create(toy).id
    with pytest.raises(NotFound):
        desk.appends.append(desk.access, "no-such-match", Later(malformed))
    with pytest.raises(Malformed):
        desk.appends.append(desk.access, match_id, Later(malformed))
    for key in (None, "adj_other"):
        with pytest.raises(Unauthenticated):
            desk.appends.append(Access(key), match_id, Later(malformed))


class TestTheTableIsAskedAgain:
    """What a game demands of the table may hang on the first entries: here a play needs `first` in the setup."""

    @pytest.fixture
    def strict(self, desk: Desk) -> Desk:
        def malformed_table(table: object, entries: object) -> list[Fault]:
            first = next((entry for entry in entries if type(entry).__name__ in ("Play", "Ruling")), None)
            needs = type(first).__name__ == "Play" and not isinstance(table.setup.first, str)
            return [Fault("/setup/first", "missing", "A play needs it.")] if needs else []

        game: Game = desk.setting.games["toy"]
        desk.use({"toy": structs.replace(game, malformed_table=malformed_table)})
        return desk

    def test_when_the_first_entry_comes(self, strict: Desk, toy: dict) -> None:
        match_id = strict.create(toy).id
        strict.append(match_id, REMARK)
        with pytest.raises(Malformed) as refused:
            strict.append(match_id, PLAY)
        assert [fault.pointer for fault in refused.value.faults] == ["/setup/first"]
        allowed = strict.create(toy | {"setup": {"first": "Asha"}}).id
        strict.append(allowed, PLAY)

    def test_an_entry_at_which_the_match_stopped_counts_as_the_first(self, strict: Desk, toy: dict) -> None:
        match_id = strict.create(toy).id
        strict.append(match_id, {"type": "ruling", "decision": "stands", "note": "Asked too early."}, accept_stop=True)
        assert strict.append(match_id, PLAY, accept_stop=True).rulings == []
