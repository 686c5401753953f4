"""Webhooks: a real server is told of what was committed, and of nothing else, until it has understood."""

import base64
import datetime
import hashlib
import hmac
import json
import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import structs

from adjudicator.core.errors import Malformed
from adjudicator.services.access import Access, Answer
from adjudicator.services.errors import Conflict, NotFound
from adjudicator.services.keys import Keys, NewKey, admin_key
from adjudicator.services.later import Later
from adjudicator.services.matches import Matches, NewMatch
from adjudicator.services.readjudication import Readjudications
from adjudicator.services.rights import Role
from adjudicator.services.webhooks.delivering import LEASE, RETRIES, Courier, Delivering
from adjudicator.services.webhooks.managing import Delivery, LogWish, Wanted, Webhook, Webhooks
from adjudicator.services.webhooks.outbox import EVENTS
from adjudicator.services.webhooks.sending import Answered
from tests.receiving import Receiver, receiving
from tests.services.desk import Desk
from tests.services.tournaments.evening import Evening

SECRET = bytes(range(32))
PLAYED = [{"type": "play", "player": "Asha", "card": 3}, {"type": "play", "player": "Bo", "card": 5}]
END = {"type": "end", "reason": "forfeit", "player": "Bo", "note": "called away"}
ALWAYS = lambda revision: True  # noqa: E731 (an If-Match of *)


def later(value: Any) -> Later[Any]:
    return Later(lambda: value)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


class Office:
    """A club's webhooks, and what sends their deliveries."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.webhooks = Webhooks(desk.setting, lambda: SECRET, local=True)
        self.delivering = Delivering(desk.setting, local=True)

    def listen(self, url: str, *events: str) -> Webhook:
        return self.webhooks.create(self.desk.access, later(Wanted(url, events or tuple(EVENTS)))).value

    def log(self, webhook: Webhook) -> list[Delivery]:
        return list(self.webhooks.deliveries(self.desk.access, webhook.id, later(LogWish(None, 200))).items)

    def events(self, webhook: Webhook) -> list[str]:
        return [each.event for each in reversed(self.log(webhook))]

    def deliver(self) -> list[str]:
        return [attempt.state for attempt in self.delivering.deliver(threading.Event())]

    def wait(self, seconds: float) -> None:
        self.desk.clock.time += datetime.timedelta(seconds=seconds)


@pytest.fixture
def office(desk: Desk) -> Office:
    return Office(desk)


def test_a_life_of_a_match(office: Office, toy: dict) -> None:
    desk, webhook = office.desk, office.listen("http://club.example/")
    match_id = desk.create(toy).id
    desk.append(match_id, PLAYED)
    desk.append(match_id, [END])
    desk.correct(match_id, {"op": "undo"})
    matches = Matches(desk.setting)
    matches.void(desk.access, match_id, later("Played twice."), ALWAYS)
    matches.reinstate(desk.access, match_id, later("It counts."), ALWAYS)
    told = ["match.created", "match.completed", "match.corrected", "match.voided", "match.reinstated"]
    assert office.events(webhook) == told


def test_only_what_was_asked_for_and_only_while_active(office: Office, toy: dict) -> None:
    desk = office.desk
    created = office.listen("http://a.example/", "match.created")
    completed = office.listen("http://b.example/", "match.completed")
    desk.append(desk.create(toy).id, [*PLAYED, END])
    assert (office.events(created), office.events(completed)) == (["match.created"], ["match.completed"])
    office.webhooks.change(desk.access, created.id, later(Wanted(active=False)), ALWAYS)
    desk.create(toy)
    assert office.events(created) == ["match.created"]


def test_a_club_is_told_of_its_own_whoever_writes(office: Office, toy: dict) -> None:
    """Whoever runs the installation judges the matches of all clubs anew, in the name of the first club's admin."""
    desk, ours = office.desk, office.listen("http://ours.example/")
    keys = Keys(desk.setting, lambda: "theirs")
    said = keys.add(NewKey("theirs", Role.ADMIN, club=keys.add_club("Theirs")))[1]
    made = desk.matches.create(Access(said), later(NewMatch(desk.decode(toy)))).value
    theirs = office.webhooks.create(Access(said), later(Wanted("http://theirs.example/", tuple(EVENTS)))).value
    desk.use({**desk.setting.games, "toy": structs.replace(desk.setting.games["toy"], version=2)})
    readjudications = Readjudications(desk.setting, admin_key(desk.setting))
    assert readjudications.waiting() == [made.id]
    readjudications.apply(made.id)
    assert office.events(ours) == []
    told = office.webhooks.deliveries(Access(said), theirs.id, later(LogWish(None, 9))).items
    assert [each.event for each in told] == ["match.corrected"]


def test_a_write_that_is_not_committed_tells_nothing(office: Office, toy: dict) -> None:
    desk, webhook = office.desk, office.listen("http://club.example/")
    desk.create(toy, external_id="evening-1")
    with pytest.raises(Conflict):
        desk.create(toy, external_id="evening-1")
    match_id = desk.create(toy).id
    desk.append(match_id, [*PLAYED, END], dry_run=True)
    assert office.events(webhook) == ["match.created", "match.created"]


def test_delivered_and_signed(office: Office, receiver: Receiver, toy: dict) -> None:
    desk, webhook = office.desk, office.listen(receiver.url, "match.completed")
    match_id = desk.create(toy).id
    desk.append(match_id, [*PLAYED, END])
    assert office.deliver() == ["delivered"]
    ((path, headers, body),) = receiver.got
    assert path == "/told?club=1"
    assert webhook.secret is not None
    signed = b".".join([headers["webhook-id"].encode(), headers["webhook-timestamp"].encode(), body])
    key = base64.b64decode(webhook.secret.split("_")[1])
    assert headers["webhook-signature"] == f"v1,{base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()}"
    assert headers["webhook-timestamp"] == str(int(desk.clock.time.timestamp()))
    told = json.loads(body)
    assert (told["type"], told["data"]["id"], told["data"]["status"]) == ("match.completed", match_id, "complete")
    assert told["data"]["standings"] == [{"seats": [0], "rank": 1, "points": 1}, {"seats": [1], "rank": 2, "points": 1}]
    assert b"Asha" not in body
    (delivery,) = office.log(webhook)
    assert (delivery.id, delivery.state, delivery.attempts, delivery.status) == (headers["webhook-id"], "delivered", 1, 204)


def test_sent_again_until_understood(office: Office, receiver: Receiver, toy: dict) -> None:
    webhook = office.listen(receiver.url, "match.created")
    office.desk.create(toy)
    receiver.statuses = [500, 302]
    assert office.deliver() == ["waiting"]
    assert office.deliver() == [], "it is not due yet"
    (delivery,) = office.log(webhook)
    assert (delivery.state, delivery.attempts, delivery.status) == ("waiting", 1, 500)
    office.wait(RETRIES[0])
    assert office.deliver() == ["waiting"], "redirects are not followed"
    office.wait(RETRIES[1])
    assert office.deliver() == ["delivered"]
    assert [path for path, _, _ in receiver.got] == ["/told?club=1"] * 3
    assert len({headers["webhook-id"] for _, headers, _ in receiver.got}) == 1


def test_given_up_at_last_and_redelivered(office: Office, receiver: Receiver, toy: dict) -> None:
    webhook = office.listen(receiver.url, "match.created")
    office.desk.create(toy)
    receiver.statuses = [503] * (len(RETRIES) + 1)
    for seconds in RETRIES:
        assert office.deliver() == ["waiting"]
        office.wait(seconds)
    assert office.deliver() == ["failed"]
    office.wait(100_000)
    assert office.deliver() == []
    (failed,) = office.log(webhook)
    again = office.webhooks.redeliver(office.desk.access, webhook.id, failed.id, later(None)).value
    assert (again.id, again.state, again.attempts) == (failed.id, "waiting", 0)
    assert office.deliver() == ["delivered"]


def test_whatever_the_other_side_says_can_be_kept(office: Office, toy: dict) -> None:
    """Its status line is quoted where it is none: no text of a database holds all of this."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        webhook = office.listen(f"http://127.0.0.1:{listening.getsockname()[1]}/", "match.created")
        office.desk.create(toy)
        answering = threading.Thread(target=garble, args=(listening,))
        answering.start()
        assert office.deliver() == ["waiting"]
        answering.join()
    (delivery,) = office.log(webhook)
    assert delivery.error == "a?b??"


def garble(listening: socket.socket) -> None:
    connected, _ = listening.accept()
    with connected:
        connected.recv(65_536)
        connected.sendall(b"a\0b\x1b\xff\r\n\r\n")


def test_nobody_there(office: Office, receiver: Receiver, toy: dict) -> None:
    webhook = office.listen("http://127.0.0.1:1/", "match.created")
    office.desk.create(toy)
    assert office.deliver() == ["waiting"]
    (delivery,) = office.log(webhook)
    assert delivery.status is None
    assert "refused" in str(delivery.error)


def test_gone_is_gone(office: Office, receiver: Receiver, toy: dict) -> None:
    desk, webhook = office.desk, office.listen(receiver.url, "match.created")
    desk.create(toy)
    receiver.statuses = [410]
    assert office.deliver() == ["failed"]
    seen = office.webhooks.one(desk.access, webhook.id, later(None))
    assert (seen.active, seen.revision) == (False, 2)
    (delivery,) = office.log(webhook)
    with pytest.raises(Conflict):
        office.webhooks.redeliver(desk.access, webhook.id, delivery.id, later(None))


def test_a_lease_that_ran_out_is_anothers(office: Office, toy: dict) -> None:
    webhook = office.listen("http://club.example/", "match.created")
    office.desk.create(toy)
    late = office.delivering.claim()
    assert late is not None
    assert office.delivering.claim() is None, "it is being sent"
    office.wait(LEASE.total_seconds())
    taken = office.delivering.claim()
    assert taken is not None
    assert (taken[1].id, taken[1].attempts) == (late[1].id, 2)
    office.delivering.finish(*late, Answered(500))
    office.delivering.finish(*late, Answered(410))
    (delivery,) = office.log(webhook)
    assert (delivery.state, delivery.status) == ("waiting", None), "who is late has nothing to say"
    assert office.webhooks.one(office.desk.access, webhook.id, later(None)).active
    office.delivering.finish(*taken, Answered(200))
    office.delivering.finish(*late, Answered(500))
    (delivery,) = office.log(webhook)
    assert (delivery.state, delivery.status) == ("delivered", 200)


def test_many_senders_send_each_once(office: Office, receiver: Receiver, toy: dict) -> None:
    office.listen(receiver.url, "match.created")
    for _ in range(12):
        office.desk.create(toy)
    senders = [threading.Thread(target=office.deliver) for _ in range(4)]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()
    ids = [headers["webhook-id"] for _, headers, _ in receiver.got]
    assert len(ids) == len(set(ids)) == 12


def test_a_courier_delivers_unasked(office: Office, receiver: Receiver, toy: dict) -> None:
    office.listen(receiver.url, "match.created")
    courier = Courier(office.delivering)
    courier.begin()
    office.desk.create(toy)
    assert receiver.arrived.wait(30)
    courier.close()
    assert len(receiver.got) == 1


def test_the_secret_is_told_once(office: Office) -> None:
    desk, webhook = office.desk, office.listen("http://club.example/")
    assert webhook.secret == f"whsec_{base64.b64encode(SECRET).decode()}"
    seen = [*office.webhooks.listed(desk.access, later(None)).items, office.webhooks.one(desk.access, webhook.id, later(None))]
    seen.append(office.webhooks.change(desk.access, webhook.id, later(Wanted(events=["match.voided"])), ALWAYS).value)
    assert [each.secret for each in seen] == [None] * 3


def test_deleted_with_its_log(office: Office, toy: dict) -> None:
    desk, webhook = office.desk, office.listen("http://club.example/")
    desk.create(toy)
    gone: Answer[Webhook] = office.webhooks.delete(desk.access, webhook.id, later(None), ALWAYS)
    assert gone.value.id == webhook.id
    with pytest.raises(NotFound):
        office.log(webhook)
    assert office.deliver() == []
    desk.create(toy)


def test_what_was_sent_is_forgotten_in_time(office: Office, receiver: Receiver, toy: dict) -> None:
    webhook = office.listen(receiver.url, "match.created")
    office.desk.create(toy)
    assert office.deliver() == ["delivered"]
    office.wait(31 * 86_400)
    office.desk.create(toy)
    assert [each.state for each in office.log(webhook)] == ["waiting"]


def test_rounds_and_results_of_tournaments(office: Office, receiver: Receiver) -> None:
    evening = Evening(office.desk)
    kinds = [kind for kind in EVENTS if kind.startswith("tournament")]
    webhook = office.listen(receiver.url, *kinds)
    evening.found()
    evening.pair()
    assert office.events(webhook) == []
    evening.publish(1)
    for table in (1, 2):
        evening.first_wins(1, table)
    evening.close(1)
    assert office.events(webhook) == [
        "tournament.round.published", "tournament.result", "tournament.result", "tournament.round.closed",
    ]
    assert set(office.deliver()) == {"delivered"}
    told = [json.loads(body) for _, _, body in receiver.got]
    assert {each["data"]["id"] for each in told} == {evening.id}
    assert [len(match["sides"]) for match in told[0]["data"]["matches"]] == [2, 2]
    assert [side["rank"] for side in told[1]["data"]["result"]["sides"]] == [1, 2]


def test_refused_when_said_and_when_sent(desk: Desk, receiver: Receiver, toy: dict) -> None:
    office = Office(desk)
    strict = Webhooks(desk.setting, lambda: SECRET, local=False)
    with pytest.raises(Malformed) as refused:
        strict.create(desk.access, later(Wanted(receiver.url, ["match.created"])))
    assert [fault.pointer for fault in refused.value.faults] == ["/url"]
    webhook = office.listen(receiver.url, "match.created")
    desk.create(toy)
    (attempt,) = Delivering(desk.setting, local=False).deliver(threading.Event())
    assert (attempt.state, attempt.status) == ("waiting", None)
    assert receiver.got == []
    assert office.log(webhook)[0].error == "A webhook is called by https."
