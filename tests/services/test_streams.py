"""What a stream tells: each write once, and what is the case; as its viewer may see it."""

import datetime
import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from msgspec import structs

from adjudicator.core.game import Game
from adjudicator.services.access import Access
from adjudicator.services.corrections import Correction, Corrections
from adjudicator.services.errors import Forbidden, NotFound, RulesOutdated, TooManyStreams, Unauthenticated
from adjudicator.services.feed import Feed
from adjudicator.services.later import Later
from adjudicator.services.links import Delay, Links
from adjudicator.services.streams import Stream, Streams, StreamWish, Told
from tests.games.cases import GAMES, cases_of
from tests.games.playing import lawful
from tests.services.desk import Desk, document, moves_of, start_of

SECOND = datetime.timedelta(seconds=1)
HANDS = {"hands": {"Asha": [3, 4, 9], "Bo": [5, 6, 7]}}
PLAYS = [{"type": "play", "player": "Asha", "card": 3}, {"type": "play", "player": "Bo", "card": 5}]
REMARK = {"type": "remark", "note": "A spectator coughed."}


class Room:
    """Streams over a desk, which is the only one to write."""

    def __init__(self, desk: Desk, most: int = 4) -> None:
        self.desk = desk
        self.feed = Feed(desk.database, most)
        self.streams = Streams(desk.setting, self.feed, 15 * SECOND, 600 * SECOND)

    def open(
        self, match_id: str | None, view: str | None = None, after: int | None = None, access: Access | None = None
    ) -> Stream:
        return self.streams.open(access or self.desk.access, match_id, Later(lambda: StreamWish(view, after)))

    def told(self, match_id: str, view: str = "public", after: int | None = None) -> list[Told]:
        """What a stream tells at its beginning."""
        stream = self.open(match_id, view, after)
        found = list(next(iter(stream)))
        stream.close()
        return found


@pytest.fixture
def room(desk: Desk) -> Iterator[Room]:
    numbers = itertools.count()
    desk.setting = structs.replace(desk.setting, salt=lambda: f"{next(numbers):032x}")
    room = Room(desk)
    yield room
    room.feed.close()


def short(told: Sequence[Told]) -> list[tuple[str, int]]:
    return [(each.kind, each.revision) for each in told]


def correct(desk: Desk, match_id: str, *ops: dict[str, Any]) -> None:
    body = document({"reason": "Misread.", "ops": list(ops), "accept_stop": True})
    Corrections(desk.setting).correct(desk.access, match_id, Later(lambda: Correction(body, lambda revision: True)))


def test_a_stream_begins_with_what_is_the_case(room: Room, toy: dict) -> None:
    match_id = room.desk.create(toy | {"moves": PLAYS}, title="Friday").id
    status, score = room.told(match_id)
    assert (status.kind, status.revision, status.what.status, status.what.facts.title) == ("status", 1, "in_progress", "Friday")
    assert (score.kind, score.revision) == ("score", 1)
    assert score.what == room.desk.read(match_id, "public").position.score


@pytest.mark.parametrize("view", ["referee", "public", "player:Asha"])
def test_a_stream_goes_on_behind_what_was_heard_of(room: Room, toy: dict, view: str) -> None:
    desk = room.desk
    match_id = desk.create(toy | {"setup": HANDS, "moves": PLAYS[:1]}).id
    desk.append(match_id, PLAYS[1:])
    desk.append(match_id, [REMARK, REMARK])
    whole = room.told(match_id, view, 0)
    assert short(whole) == [("moves", 1), ("moves", 2), ("moves", 3), ("status", 3), ("score", 3)]
    assert [each.what.plies for each in whole[:3]] == [1, 2, 4]
    assert [line for each in whole[:3] for line in each.what.lines] == desk.lines(match_id, view)
    for after in (1, 2, 3):
        assert room.told(match_id, view, after) == whole[after:]
    for strange in (4, 99, None):
        assert short(room.told(match_id, view, strange)) == [("status", 3), ("score", 3)]


def test_what_is_written_is_told_as_it_is_written(room: Room, toy: dict) -> None:
    desk = room.desk
    match_id = desk.create(toy).id
    batches = iter(room.open(match_id, "referee"))
    next(batches)
    desk.append(match_id, [REMARK])
    assert short(next(batches)) == [("moves", 2)]
    desk.matches.change_facts(desk.access, match_id, Later(lambda: {"title": "Friday"}), lambda revision: True)
    assert short(next(batches)) == [("status", 3)]
    desk.append(match_id, [{"type": "end", "reason": "forfeit", "player": "Bo", "note": "called away"}])
    assert short(next(batches)) == [("moves", 4), ("status", 4), ("score", 4)]
    desk.matches.void(desk.access, match_id, Later(lambda: "Wrong table."), lambda revision: True)
    (status,) = next(batches)
    assert status.what.voided


def test_a_correction_is_told_to_the_referee_and_that_there_was_one_to_others(room: Room, toy: dict) -> None:
    desk = room.desk
    match_id = desk.create(toy | {"moves": PLAYS}).id
    correct(desk, match_id, {"op": "replace", "ply": 2, "move": PLAYS[1] | {"card": 6}})
    desk.append(match_id, [REMARK])
    seen = {view: room.told(match_id, view, 0) for view in ("referee", "public", "player:Bo")}
    for told in seen.values():
        assert short(told)[:3] == [("moves", 1), ("correction", 2), ("moves", 3)]
        assert told[0].what.lines is None, "they are not in the log any more"
        assert [line.ply for line in told[2].what.lines] == [3]
    assert (seen["referee"][1].what.reason, seen["referee"][1].what.ply) == ("Misread.", 2)
    assert seen["public"][1].what is None
    assert seen["player:Bo"][1].what is None
    assert [line.ply for line in room.told(match_id, "public", 2)[0].what.lines] == [3]


@pytest.mark.parametrize("game", ["toy", "moon", "taki"])
@pytest.mark.parametrize("view", ["referee", "public"])
def test_findings_are_told_where_they_were_proven(room: Room, game: str, view: str) -> None:
    desk, found = room.desk, 0
    logs = [case.log for case in cases_of(game) if case.expect.get("findings")][:8]
    for log in logs:
        match_id = desk.create(log | {"moves": []}).id
        for move in log["moves"]:
            desk.append(match_id, [move], accept_stop=True)
        told = [finding for each in room.told(match_id, view, 0) if each.kind == "moves" for finding in each.what.findings]
        whole = desk.report(match_id, view)["findings"]
        assert [(finding.rule, finding.ply) for finding in told] == [(finding["rule"], finding["ply"]) for finding in whole]
        found += len(whole)
    assert found


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_more_writes_than_are_read_at_once(room: Room, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adjudicator.services.streams.BATCH", 3)
    desk, log = room.desk, lawful(game, 1)
    match_id = desk.create(start_of(log)).id
    for move in moves_of(log)[:8]:
        desk.append(match_id, [move])
    stream = room.open(match_id, "public", 0)
    told = [each for batch in itertools.islice(stream, 3) for each in batch]
    last = len(moves_of(log)[:8]) + 1
    assert short(told) == [*(("moves", revision) for revision in range(1, last + 1)), ("status", last), ("score", last)]
    assert [line for each in told[:last] for line in each.what.lines] == desk.lines(match_id, "public")


def test_a_link_with_a_delay_tells_what_is_due(room: Room, toy: dict) -> None:
    desk = room.desk
    match_id = desk.create(toy).id
    made = Links(desk.setting).publish(desk.access, match_id, Later(lambda: Delay(minutes=1)), None).value
    batches = iter(room.streams.open(Access(None, token=made.token), None, Later(lambda: StreamWish(None, 0))))
    assert short(next(batches)) == [("status", 0), ("score", 0)]
    desk.append(match_id, PLAYS[:1])
    desk.clock.time += 15 * SECOND
    assert next(batches) == [], "a sign of life"
    desk.clock.time += 45 * SECOND
    due = next(batches)
    assert short(due) == [("moves", 1), ("moves", 3), ("status", 3), ("score", 3)]
    assert [line.ply for each in due[:2] for line in each.what.lines] == [1]


def test_who_may_not_see_the_match_gets_no_stream(room: Room, toy: dict) -> None:
    match_id = room.desk.create(toy).id
    made = Links(room.desk.setting).publish(room.desk.access, match_id, Later(Delay), None).value
    for access, where, view, refusal in (
        (Access("adj_unknown"), match_id, None, Unauthenticated),
        (None, "0199aaaa-0000-7000-8000-000000000000", None, NotFound),
        (Access(None, token="unknown"), None, None, NotFound),
        (Access(None, token=made.token), None, "referee", Forbidden),
    ):
        with pytest.raises(refusal):
            room.open(where, view, None, access)


def test_seats_are_counted_and_given_back(desk: Desk, toy: dict) -> None:
    room, match_id = Room(desk, most=1), desk.create(toy).id
    stream = room.open(match_id)
    with pytest.raises(TooManyStreams):
        room.open(match_id)
    stream.close()
    stream.close()
    assert list(iter(room.open(match_id)).__next__())
    room.feed.close()
    with pytest.raises(TooManyStreams):
        room.open(match_id)


def test_a_stream_ends_in_time_and_gives_its_seat_back(desk: Desk, toy: dict) -> None:
    room, match_id = Room(desk, most=1), desk.create(toy).id
    stream = room.open(match_id)
    batches = iter(stream)
    next(batches)
    desk.clock.time += 600 * SECOND
    assert list(batches) == []
    room.open(match_id).close()
    room.feed.close()


def test_every_stream_ends_when_the_feed_does(room: Room, toy: dict) -> None:
    match_id = room.desk.create(toy).id
    batches = iter(room.open(match_id))
    next(batches)
    room.feed.end()
    room.feed.end()
    assert list(batches) == []


def test_of_older_rules_the_referee_reads_and_others_hear(room: Room, toy: dict) -> None:
    desk = room.desk
    match_id = desk.create(toy | {"setup": HANDS, "moves": PLAYS}).id
    newer = GAMES["toy"].version + 1
    desk.use({"toy": structs.replace(GAMES["toy"], version=newer)})
    later = Room(desk)
    assert len(later.told(match_id, "referee", 0)[0].what.lines) == 2
    assert later.told(match_id, "public", 0)[0].what.lines is None
    with pytest.raises(RulesOutdated):
        later.open(match_id, "player:Asha")
    later.feed.close()
