"""Corrections one by one: what is refused, what is written, what is told."""

import datetime
import threading
from typing import Any

import msgspec
import pytest

from adjudicator.core.errors import Malformed, TooLarge
from adjudicator.core.log import MAX_ENTRIES
from adjudicator.services.access import access_of, digest
from adjudicator.services.comparing import Change
from adjudicator.services.corrections import Corrected, Correction, Unneeded
from adjudicator.services.errors import (
    Conflict,
    IdempotencyMismatch,
    IllegalMove,
    NotFound,
    PreconditionRequired,
    StaleRevision,
    Unauthenticated,
)
from adjudicator.services.later import Later
from adjudicator.storage import history as history_rows
from adjudicator.storage.rows import HistoryRow
from tests.services.desk import KEY, Desk, document
from tests.services.test_matches import ids, void

UNDO = {"op": "undo"}
REMARK = {"type": "remark", "note": "A spectator coughed."}


def play(player: str, card: int, **more: Any) -> dict[str, Any]:
    return {"type": "play", "player": player, "card": card, **more}


ROUND = [play("Asha", 3), play("Bo", 5), play("Asha", 6)]
PROVEN = [play("Asha", 5), play("Bo", 2), play("Asha", 6), play("Bo", 7)]
"""Bo's last card proves that his first should have beaten: the referee decides."""
DECIDED = {"type": "ruling", "decision": "fined", "note": "He saw it."}
OUT_OF_TURN = play("Bo", 9)


def replace(ply: int, move: Any) -> dict[str, Any]:
    return {"op": "replace", "ply": ply, "move": move}


def insert(ply: int, move: Any) -> dict[str, Any]:
    return {"op": "insert", "ply": ply, "move": move}


def remove(ply: int) -> dict[str, Any]:
    return {"op": "remove", "ply": ply}


def writes(desk: Desk, match_id: str) -> list[HistoryRow]:
    with desk.database.read() as connection:
        return list(history_rows.whole(connection, match_id))


def send(desk: Desk, match_id: str, body: Any, revision: int | None = 1) -> Corrected:
    wish = Correction(document(body), None if revision is None else revision.__eq__)
    return desk.corrections.correct(desk.access, match_id, Later(lambda: wish)).value


def faults(desk: Desk, match_id: str, body: Any) -> list[tuple[str, str]]:
    with pytest.raises(Malformed) as refused:
        send(desk, match_id, body)
    return [(fault.pointer, fault.code) for fault in refused.value.faults]


@pytest.fixture
def match_id(desk: Desk, toy: dict) -> str:
    """Three plays, at revision 1."""
    return desk.create(toy | {"moves": ROUND}).id


class TestTheAnswer:
    def test_where_it_stands_and_what_differs(self, desk: Desk, match_id: str) -> None:
        answer = desk.correct(match_id, replace(2, play("Bo", 2)))
        assert (answer.revision, answer.position.status, answer.position.next.players) == (2, "in_progress", ["Bo"])
        assert answer.summary.plies == Change(3, 3)
        assert answer.summary.status == Change("in_progress", "in_progress")
        assert answer.summary.verdicts == Change({"legal": 3}, {"legal": 2, "unverified": 1})
        assert answer.summary.rulings_changed == 0, "the third card is ruled on as before; the second is another entry"
        difference = answer.first_difference
        assert difference is not None
        assert difference.ply == 2
        assert difference.before is not None
        assert difference.after is not None
        assert (difference.before.move, difference.after.move) == (ROUND[1], play("Bo", 2))
        assert difference.before.ruling is not None
        assert difference.after.ruling is not None
        assert (difference.before.ruling.verdict, difference.after.ruling.verdict) == ("legal", "unverified")

    def test_a_log_that_grows_or_shrinks(self, desk: Desk, match_id: str) -> None:
        longer = desk.correct(match_id, insert(4, REMARK))
        assert longer.first_difference is not None
        assert (longer.first_difference.ply, longer.first_difference.before) == (4, None)
        shorter = desk.correct(match_id, UNDO, UNDO)
        assert shorter.first_difference is not None
        assert (shorter.first_difference.ply, shorter.summary.plies) == (3, Change(4, 2))
        assert shorter.first_difference.after is None

    def test_an_entry_in_front_of_others_changes_no_ruling_of_theirs(self, desk: Desk, match_id: str) -> None:
        assert desk.correct(match_id, insert(1, REMARK)).summary.rulings_changed == 0
        assert desk.correct(match_id, remove(2), accept_stop=True).summary.rulings_changed == 2

    def test_a_dry_run_answers_alike_and_stores_nothing(self, desk: Desk, match_id: str) -> None:
        before = desk.rows(match_id)
        dry = desk.correct(match_id, replace(2, play("Bo", 2)), dry_run=True)
        assert desk.rows(match_id) == before
        assert len(writes(desk, match_id)) == 1
        wet = desk.correct(match_id, replace(2, play("Bo", 2)))
        assert (dry.revision, wet.revision) == (1, 2)
        dry.revision = 2
        assert dry == wet

    @pytest.mark.parametrize("ops", [
        [replace(2, ROUND[1])],
        [insert(1, REMARK), remove(1)],
        [{"op": "truncate", "ply": 3}],
        [{"op": "seats", "players": ["Asha", "Bo"]}],
        [{"op": "seats", "players": ["Bo", "Chen"]}, {"op": "seats", "players": ["Asha", "Bo"]}],
        [{"op": "setup", "setup": {}}],
    ])
    def test_what_changes_nothing_writes_nothing(self, desk: Desk, match_id: str, ops: list[Any]) -> None:
        before = desk.rows(match_id)
        answer = desk.correct(match_id, *ops)
        assert (answer.revision, answer.first_difference) == (1, None)
        assert desk.rows(match_id) == before
        assert len(writes(desk, match_id)) == 1


class TestWhatIsKept:
    def test_the_history_holds_both_sides(self, desk: Desk, match_id: str) -> None:
        desk.clock.time += datetime.timedelta(hours=1)
        ops = [{"op": "seats", "players": ["Bo", "Chen"]}, insert(4, REMARK), {"op": "setup", "setup": {"first": "Chen"}}]
        desk.correct(match_id, *ops, reason="Seats were mixed up.", revision=1)
        row = writes(desk, match_id)[-1]
        assert (row.revision, row.kind, row.reason, row.length) == (2, "correction", "Seats were mixed up.", 4)
        assert (row.recorded_at, row.key_label, row.key_role) == ("2026-05-01T13:00:00.000000Z", "admin", "admin")
        payload = msgspec.json.decode(row.payload or "")
        assert len(payload.pop("rulings")) == 64
        after = [play("Chen", 3), play("Bo", 5), play("Chen", 6), REMARK]
        assert payload == {
            "ops": ops,
            "players": {"before": ["Asha", "Bo"], "after": ["Bo", "Chen"]},
            "setup": {"before": {}, "after": {"first": "Chen"}},
            "moves": {"ply": 1, "before": ROUND, "after": after},
        }
        match = desk.read(match_id)
        assert (match.players, match.setup, match.plies) == (["Bo", "Chen"], {"first": "Chen"}, 4)

    def test_the_smallest_range_that_differs(self, desk: Desk, match_id: str) -> None:
        desk.correct(match_id, insert(3, REMARK), {"op": "undo"}, insert(4, ROUND[2]))
        payload = msgspec.json.decode(writes(desk, match_id)[-1].payload or "")
        assert payload["moves"] == {"ply": 3, "before": [], "after": [REMARK]}
        assert "players" not in payload
        assert "setup" not in payload

    def test_entries_that_stay_keep_their_time(self, desk: Desk, match_id: str) -> None:
        desk.clock.time += datetime.timedelta(hours=1)
        desk.correct(match_id, insert(2, REMARK))
        assert [line.recorded_at[11:13] for line in desk.lines(match_id)] == ["12", "13", "12", "12"]

    def test_matches_are_found_by_their_players_of_now(self, desk: Desk, match_id: str) -> None:
        desk.correct(match_id, {"op": "seats", "players": ["Asha", "Chen"]})
        assert ids(desk, player="Chen") == [match_id]
        assert ids(desk, player="Bo") == []

    def test_a_lone_undo_needs_no_reason(self, desk: Desk, match_id: str) -> None:
        assert desk.correct(match_id, UNDO, reason=None).revision == 2
        assert writes(desk, match_id)[-1].reason is None
        assert faults(desk, match_id, {"ops": [UNDO, UNDO]}) == [("/reason", "missing")]
        assert faults(desk, match_id, {"ops": [remove(2)]}) == [("/reason", "missing")]


class TestStops:
    def test_a_log_that_would_stop_is_refused_unless_that_is_accepted(self, desk: Desk, match_id: str) -> None:
        for flags in ({}, {"dry_run": True}):
            with pytest.raises(IllegalMove) as refused:
                desk.correct(match_id, insert(2, OUT_OF_TURN | {"player": "Asha"}), **flags)
            assert refused.value.ruling.ply == 2
        assert desk.read(match_id).revision == 1
        answer = desk.correct(match_id, insert(2, OUT_OF_TURN | {"player": "Asha"}), accept_stop=True)
        assert (answer.position.status, answer.position.stopped_at) == ("stopped", 2)
        assert answer.summary.status == Change("in_progress", "stopped")
        assert [line.ruling is None for line in desk.lines(match_id)] == [False, False, True, True]

    @pytest.fixture
    def stopped(self, desk: Desk, toy: dict) -> str:
        """A log that has stopped at its third entry of four."""
        return desk.create(toy | {"moves": [*ROUND[:2], play("Bo", 6), play("Asha", 7)]}, accept_stop=True).id

    def test_a_log_that_had_stopped_may_stop_there_still(self, desk: Desk, stopped: str) -> None:
        assert desk.correct(stopped, replace(3, play("Bo", 8))).position.stopped_at == 3
        assert desk.correct(stopped, insert(5, REMARK)).position.stopped_at == 3
        assert desk.correct(stopped, remove(4), insert(1, REMARK)).position.stopped_at == 4
        assert desk.correct(stopped, remove(1)).position.stopped_at == 3, "the same entry, though at an earlier ply"

    def test_but_not_earlier(self, desk: Desk, stopped: str) -> None:
        for ops in ([insert(3, play("Bo", 9))], [replace(2, play("Asha", 9))], [remove(3), replace(2, play("Asha", 9))]):
            with pytest.raises(IllegalMove):
                desk.correct(stopped, *ops)

    def test_a_stop_is_mended(self, desk: Desk, stopped: str) -> None:
        answer = desk.correct(stopped, replace(3, play("Asha", 6)), replace(4, play("Bo", 7)))
        assert answer.summary.status == Change("stopped", "in_progress")
        assert all(line.ruling is not None for line in desk.lines(stopped))

    def test_a_stop_that_moves_on(self, desk: Desk, stopped: str) -> None:
        assert desk.correct(stopped, replace(3, play("Bo", 6, stands=True, note="Let it be."))).position.stopped_at is None


class TestWhatIsNoLongerNeeded:
    def test_stands(self, desk: Desk, toy: dict) -> None:
        stands = {"stands": True, "note": "Nobody minded."}
        made = desk.create(toy | {"moves": [play("Asha", 3), play("Asha", 5, **stands), play("Bo", 6)]}).id
        assert desk.correct(made, insert(4, REMARK)).unneeded == []
        answer = desk.correct(made, replace(1, play("Bo", 3)), {"op": "setup", "setup": {"first": "Bo"}})
        assert answer.unneeded == [Unneeded(2, "play", "stands")]
        assert desk.lines(made)[1].move["stands"], "it is told, and left as it is"

    def test_a_ruling(self, desk: Desk, toy: dict) -> None:
        made = desk.create(toy | {"moves": [*PROVEN, DECIDED]}).id
        assert desk.correct(made, insert(6, REMARK)).unneeded == []
        with pytest.raises(IllegalMove) as refused:
            desk.correct(made, replace(2, play("Bo", 6)), replace(3, play("Asha", 7)), replace(4, play("Bo", 8)))
        assert refused.value.ruling.ply == 5
        ops = [replace(2, play("Bo", 6)), replace(3, play("Asha", 7)), replace(4, play("Bo", 8))]
        assert desk.correct(made, *ops, accept_stop=True).unneeded == [Unneeded(5, "ruling", "ruling")]
        assert desk.correct(made, remove(5)).unneeded == []

    def test_a_ruling_that_is_wrong_otherwise_is_needed(self, desk: Desk, toy: dict) -> None:
        made = desk.create(toy | {"moves": PROVEN}).id
        answer = desk.correct(made, insert(5, play("Asha", 8)), accept_stop=True)
        assert (answer.position.stopped_at, answer.unneeded) == (5, [])


class TestRefusals:
    def test_every_fault(self, desk: Desk, match_id: str) -> None:
        body = {"ops": [replace(9, play("Bo", 2)), insert(1, {"type": "hop"})], "reason": "", "dry_run": 1, "why": "?"}
        assert sorted(faults(desk, match_id, body)) == [
            ("/dry_run", "wrong_type"),
            ("/ops/0/ply", "out_of_range"),
            ("/ops/1/move/type", "unknown_type"),
            ("/reason", "too_short"),
            ("/why", "unknown_field"),
        ]
        assert faults(desk, match_id, []) == [("", "wrong_type")]
        assert faults(desk, match_id, {"reason": "Why not."}) == [("/ops", "missing")]
        assert faults(desk, match_id, {"ops": [], "reason": "x"}) == [("/ops", "wrong_length")]
        assert faults(desk, match_id, {"ops": {}, "reason": "x"}) == [("/ops", "wrong_type")]
        assert ("/reason", "control_character") in faults(desk, match_id, {"ops": [UNDO], "reason": "a\u0007"})

    def test_the_revision_must_be_named(self, desk: Desk, match_id: str) -> None:
        for dry in (False, True):
            with pytest.raises(PreconditionRequired):
                send(desk, match_id, {"ops": [UNDO], "dry_run": dry}, revision=None)
            with pytest.raises(StaleRevision):
                send(desk, match_id, {"ops": [UNDO], "dry_run": dry}, revision=2)

    def test_faults_come_before_the_revision_and_the_revision_before_the_state(self, desk: Desk, match_id: str) -> None:
        void(desk, desk.read(match_id))
        with pytest.raises(Malformed):
            send(desk, match_id, {"ops": [remove(9)], "reason": "x"}, revision=7)
        with pytest.raises(StaleRevision):
            send(desk, match_id, {"ops": [UNDO]}, revision=7)
        with pytest.raises(Conflict, match="voided"):
            send(desk, match_id, {"ops": [UNDO]}, revision=2)

    def test_who_may_not(self, desk: Desk, match_id: str) -> None:
        wish = Later(lambda: Correction(document({"ops": [UNDO]})))
        with pytest.raises(Unauthenticated):
            desk.corrections.correct(access_of("adj_other"), match_id, wish)
        with pytest.raises(NotFound):
            desk.corrections.correct(desk.access, "no-such-match", wish)

    def test_too_many_entries(self, desk: Desk, toy: dict) -> None:
        made = desk.create(toy | {"moves": [REMARK] * MAX_ENTRIES}).id
        with pytest.raises(TooLarge):
            desk.correct(made, insert(1, REMARK))
        assert desk.correct(made, insert(1, REMARK), UNDO).revision == 1, "the same log"
        assert desk.correct(made, replace(1, REMARK | {"note": "Other."})).revision == 2


class TestRetries:
    def test_a_retry_is_answered_with_the_first_result(self, desk: Desk, match_id: str) -> None:
        first = desk.correct(match_id, remove(3), word="a", revision=1)
        assert desk.correct(match_id, remove(3), word="a", revision=1) == first
        assert len(writes(desk, match_id)) == 2
        with pytest.raises(IdempotencyMismatch):
            desk.correct(match_id, remove(2), word="a", revision=1)

    def test_of_many_at_once_one_wins(self, desk: Desk, match_id: str) -> None:
        """Each with the same If-Match and a word of its own: the others learn the revision."""
        won, lost = _at_once(desk, match_id, [str(number) for number in range(8)])
        assert len(won) == 1
        assert [refused.revision for refused in lost] == [2] * 7
        assert len(writes(desk, match_id)) == 2

    def test_of_many_equal_at_once_all_are_answered(self, desk: Desk, match_id: str) -> None:
        won, lost = _at_once(desk, match_id, ["a"] * 8)
        assert lost == []
        assert all(answer == won[0] for answer in won)
        assert len(writes(desk, match_id)) == 2


def _at_once(desk: Desk, match_id: str, words: list[str]) -> tuple[list[Corrected], list[StaleRevision]]:
    won: list[Corrected] = []
    lost: list[StaleRevision] = []
    start = threading.Barrier(len(words))

    def work(word: str) -> None:
        body = {"ops": [UNDO]}
        access = access_of(KEY, word, "correct", digest(str(body)))
        wish = Correction(document(body), (1).__eq__)
        start.wait()
        try:
            won.append(desk.corrections.correct(access, match_id, Later(lambda: wish)).value)
        except StaleRevision as refused:
            lost.append(refused)

    threads = [threading.Thread(target=work, args=(word,)) for word in words]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return won, lost
