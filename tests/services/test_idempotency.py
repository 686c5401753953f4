"""A write that is sent again is answered again, and has one effect; also when all of it comes at once."""

import datetime
import threading
from typing import Any

import pytest
import sqlalchemy as sa

from adjudicator.services.access import KEPT, Answer, access_of, digest
from adjudicator.services.appends import Append, Written
from adjudicator.services.errors import IdempotencyMismatch, IllegalMove, NotFound
from adjudicator.services.later import Later
from adjudicator.storage.tables import idempotency
from tests.services.desk import KEY, Desk, document

PLAY = {"type": "play", "player": "Asha", "card": 3}
OUT_OF_TURN = {"type": "play", "player": "Bo", "card": 3}


def send(desk: Desk, match_id: str, move: dict, word: str, revision: int | None = None, key: str = KEY) -> Answer[Written]:
    access = access_of(key, word, f"POST /v1/matches/{match_id}/moves?", digest(str(move)))
    wish = Append(document(move), None if revision is None else revision.__eq__)
    return desk.appends.append(access, match_id, Later(lambda: wish))


def test_a_retry_is_answered_with_the_first_result(desk: Desk, toy: dict) -> None:
    match_id = desk.create(toy).id
    first = send(desk, match_id, PLAY, "a", revision=1)
    desk.append(match_id, {"type": "remark", "note": "Meanwhile."})
    again = send(desk, match_id, PLAY, "a", revision=1)
    assert (first.replayed, again.replayed) == (False, True), "also if its If-Match is stale by now"
    assert again.value == first.value
    assert desk.read(match_id).plies == 2


def test_another_body_is_another_request(desk: Desk, toy: dict) -> None:
    match_id = desk.create(toy).id
    send(desk, match_id, PLAY, "a")
    with pytest.raises(IdempotencyMismatch):
        send(desk, match_id, OUT_OF_TURN | {"card": 5}, "a")
    assert not send(desk, match_id, OUT_OF_TURN | {"card": 5}, "b").replayed


def test_a_refused_write_leaves_the_word_free(desk: Desk, toy: dict) -> None:
    match_id = desk.create(toy).id
    with pytest.raises(IllegalMove):
        send(desk, match_id, OUT_OF_TURN, "a")
    assert not send(desk, match_id, PLAY, "a").replayed


def test_a_word_counts_for_its_path_alone(desk: Desk, toy: dict) -> None:
    one, other = desk.create(toy).id, desk.create(toy).id
    send(desk, one, PLAY, "a")
    assert not send(desk, other, PLAY, "a").replayed


def test_a_retry_comes_before_existence_and_body(desk: Desk, toy: dict) -> None:
    match_id = desk.create(toy).id
    send(desk, match_id, PLAY, "a")
    access = access_of(KEY, "a", f"POST /v1/matches/{match_id}/moves?", digest(str(PLAY)))
    assert desk.appends.append(access, match_id, Later(lambda: Append(document(None)))).replayed
    with pytest.raises(NotFound):
        send(desk, "nobody", PLAY, "a")


def test_results_are_kept_a_day(desk: Desk, toy: dict) -> None:
    match_id = desk.create(toy).id
    send(desk, match_id, {"type": "remark", "note": "Good morning."}, "a")
    desk.clock.time += KEPT - datetime.timedelta(seconds=1)
    assert send(desk, match_id, {"type": "remark", "note": "Good morning."}, "a").replayed
    desk.clock.time += datetime.timedelta(seconds=1)
    assert not send(desk, match_id, {"type": "remark", "note": "Good morning."}, "a").replayed
    assert desk.read(match_id).plies == 2


def test_what_is_too_old_is_dropped(desk: Desk, toy: dict) -> None:
    def kept() -> int:
        with desk.database.read() as connection:
            return int(connection.scalar(sa.select(sa.func.count()).select_from(idempotency)) or 0)

    match_id = desk.create(toy).id
    for word in ("a", "b"):
        send(desk, match_id, {"type": "remark", "note": "Good morning."}, word)
    assert kept() == 2
    desk.clock.time += KEPT
    send(desk, match_id, {"type": "remark", "note": "Good morning."}, "c")
    assert kept() == 1


def test_a_match_is_made_once(desk: Desk, toy: dict) -> None:
    assert desk.create(toy, word="a") == desk.create(toy, word="a")
    assert desk.create(toy, word="b") != desk.create(toy, word="a")


def at_once(count: int, work: Any) -> list[Any]:
    """What the same work gives, or raises, in so many threads that begin together."""
    start, found = threading.Barrier(count), []

    def run() -> None:
        start.wait()
        try:
            found.append(work())
        except Exception as error:
            found.append(error)

    threads = [threading.Thread(target=run) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def test_parallel_identical_writes_have_one_effect_and_equal_answers(desk: Desk, toy: dict) -> None:
    match_id = desk.create(toy).id
    answers = at_once(12, lambda: send(desk, match_id, PLAY, "a"))
    assert [answer.value for answer in answers] == [answers[0].value] * 12
    assert sorted(answer.replayed for answer in answers) == [False] + [True] * 11
    assert desk.read(match_id).plies == 1
    made = at_once(8, lambda: desk.create(toy, word="made"))
    assert made == [made[0]] * 8


def test_parallel_writers_take_turns(desk: Desk, toy: dict) -> None:
    match_id = desk.create(toy).id
    remark = {"type": "remark", "note": "Several referees at once."}
    answers = at_once(12, lambda: desk.append(match_id, remark))
    assert sorted(answer.revision for answer in answers) == list(range(2, 14))
    assert sorted(answer.rulings[0].ply for answer in answers) == list(range(1, 13))


def test_of_parallel_writers_of_one_revision_one_wins(desk: Desk, toy: dict) -> None:
    match_id = desk.create(toy).id
    remark = {"type": "remark", "note": "Me first."}
    answers = at_once(12, lambda: desk.append(match_id, remark, revision=1))
    won = [answer for answer in answers if isinstance(answer, Written)]
    lost = [answer for answer in answers if not isinstance(answer, Written)]
    assert len(won) == 1
    assert [error.revision for error in lost] == [2] * 11
