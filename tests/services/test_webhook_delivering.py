"""Delivering: side by side, one thing at a time to each webhook, until it is understood, given up, or everything is to end."""

import json
import socket
import threading
from collections.abc import Callable

import pytest

from adjudicator.services.access import Access
from adjudicator.services.errors import Conflict
from adjudicator.services.keys import Keys, NewKey
from adjudicator.services.new_match import NewMatch
from adjudicator.services.rights import Role
from adjudicator.services.webhooks import sending
from adjudicator.services.webhooks.courier import MOST_OF_A_CLUB, SENDERS, Courier
from adjudicator.services.webhooks.delivering import KEPT, LEASE, PATIENCE, RETRIES, Held
from adjudicator.services.webhooks.managing import Wanted
from adjudicator.services.webhooks.sending import Answered
from tests.receiving import Receiver, receiving
from tests.services.office import ALWAYS, Office, later


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
    seen = office.one(webhook)
    assert (seen.active, seen.revision) == (False, 2)
    (delivery,) = office.log(webhook)
    with pytest.raises(Conflict):
        office.webhooks.redeliver(desk.access, webhook.id, delivery.id, later(None))


def test_a_lease_that_ran_out_is_anothers(office: Office, toy: dict) -> None:
    webhook = office.listen("http://club.example/", "match.created")
    for _ in range(2):
        office.desk.create(toy)
    late = office.delivering.claim()
    assert late is not None
    assert office.delivering.claim() is None, "one thing at a time is sent to a webhook"
    office.wait(LEASE.total_seconds())
    taken = office.delivering.claim()
    assert taken is not None
    assert (taken.claimed.id, taken.claimed.attempts) == (late.claimed.id, 2)
    office.delivering.finish(late, Answered(500))
    office.delivering.finish(late, Answered(410))
    delivery = office.log(webhook)[-1]
    assert (delivery.state, delivery.status) == ("waiting", None), "who is late has nothing to say"
    assert office.one(webhook).active
    office.delivering.finish(taken, Answered(200))
    office.delivering.finish(late, Answered(500))
    delivery = office.log(webhook)[-1]
    assert (delivery.state, delivery.status) == ("delivered", 200)


def test_an_attempt_that_always_takes_its_process_along_is_given_up(office: Office, toy: dict) -> None:
    webhook = office.listen("http://127.0.0.1:1/", "match.created")
    office.desk.create(toy)
    for _ in range(len(RETRIES) + 1):
        assert office.delivering.claim() is not None
        office.wait(LEASE.total_seconds())
    assert office.deliver() == ["failed"]
    assert office.log(webhook)[0].error == "No attempt before came to an end."


def test_redelivered_while_it_is_sent(office: Office, receiver: Receiver, toy: dict) -> None:
    """The attempt under way says nothing of the one that was asked for."""
    webhook = office.listen(receiver.url, "match.created")
    office.desk.create(toy)
    held = office.delivering.claim()
    assert held is not None
    office.webhooks.redeliver(office.desk.access, webhook.id, held.claimed.id, later(None))
    office.delivering.finish(held, Answered(200))
    assert [(each.state, each.attempts) for each in office.log(webhook)] == [("waiting", 0)]
    assert office.deliver() == ["delivered"]
    assert len(receiver.got) == 1


def test_many_senders_send_each_once_and_in_order(office: Office, receiver: Receiver, toy: dict) -> None:
    office.listen(receiver.url, "match.created")
    made = [office.desk.create(toy).id for _ in range(12)]
    senders = [threading.Thread(target=office.deliver) for _ in range(4)]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()
    assert [json.loads(body)["data"]["id"] for _, _, body in receiver.got] == made
    assert receiver.most == 1, "one thing at a time"
    assert office.told == ["delivered"] * 12


def test_a_courier_delivers_unasked(office: Office, receiver: Receiver, toy: dict) -> None:
    office.listen(receiver.url, "match.created")
    courier = Courier(office.delivering)
    courier.begin()
    office.desk.create(toy)
    assert receiver.arrived.wait(30)
    courier.close()
    assert len(receiver.got) == 1


def test_who_is_slow_holds_up_no_other(office: Office, receiver: Receiver, toy: dict) -> None:
    with receiving(holding=True) as slow:
        office.listen(slow.url, "match.created")
        office.listen(receiver.url, "match.created")
        courier = Courier(office.delivering)
        courier.begin()
        office.desk.create(toy)
        assert slow.arrived.wait(30)
        assert receiver.arrived.wait(30)
        assert slow.under_way == 1
        courier.close()


def test_webhooks_take_turns(office: Office, toy: dict) -> None:
    """However much waits at one, and for however long."""
    first = office.listen("http://club.example/", "match.created")
    for _ in range(3):
        office.desk.create(toy)
        office.wait(1)
    second = office.listen("http://club.example/", "match.created")
    office.desk.create(toy)
    turns = []
    for _ in range(4):
        held = office.delivering.claim()
        assert held is not None
        turns.append(held.claimed.webhook_id)
        office.wait(1)
        office.delivering.finish(held, Answered(500))
    assert turns == [first.id, second.id, first.id, first.id]


def test_a_club_of_slow_ones_holds_up_no_other_club(office: Office, receiver: Receiver, toy: dict) -> None:
    keys = Keys(office.desk.setting, lambda: "theirs")
    theirs = Access(keys.add(NewKey("theirs", Role.ADMIN, club=keys.add_club("Theirs")))[1])
    office.webhooks.create(theirs, later(Wanted(receiver.url, ["match.created"])))
    with receiving(holding=True) as slow:
        for _ in range(SENDERS):
            office.listen(slow.url, "match.created")
        office.desk.create(toy)
        courier = Courier(office.delivering)
        courier.begin()
        assert slow.arrived.wait(30)
        office.desk.matches.create(theirs, later(NewMatch(office.desk.decode(toy))))
        assert receiver.arrived.wait(30)
        assert slow.under_way <= MOST_OF_A_CLUB
        courier.close()


def test_at_the_end_nobody_is_waited_for(office: Office, toy: dict, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "SECONDS", 3_600)
    with receiving(holding=True) as slow:
        office.listen(slow.url, "match.created")
        office.desk.create(toy)
        courier = Courier(office.delivering)
        courier.begin()
        assert slow.arrived.wait(30)
        courier.close()
        assert slow.under_way == 1, "it is still at it"
    found = until(office.delivering.claim)
    assert found.claimed.attempts == 1, "whoever comes next can send it at once, as if nobody had"


def until(look: Callable[[], Held | None]) -> Held:
    """What is seen at last."""
    pause = threading.Event()
    for _ in range(3_000):
        found = look()
        if found is not None:
            return found
        pause.wait(0.01)
    raise AssertionError("nothing was seen")


def test_what_was_sent_is_forgotten_in_time(office: Office, receiver: Receiver, toy: dict) -> None:
    """And what waits for a webhook that nobody makes active again."""
    webhook, idle = office.listen(receiver.url, "match.created"), office.listen("http://127.0.0.1:1/", "match.created")
    office.desk.create(toy)
    assert sorted(office.deliver()) == ["delivered", "waiting"]
    office.wait(KEPT.total_seconds())
    office.webhooks.change(office.desk.access, idle.id, later(Wanted(active=False)), ALWAYS)
    assert office.deliver() == []
    assert (len(office.log(webhook)), len(office.log(idle))) == (1, 1)
    office.wait(1)
    assert office.deliver() == []
    assert (office.log(webhook), office.log(idle)) == ([], [])


def test_whoever_fails_for_days_is_not_asked_any_more(office: Office, receiver: Receiver, toy: dict) -> None:
    desk, webhook = office.desk, office.listen(receiver.url, "match.created")
    desk.create(toy)
    receiver.statuses = [500] * 2 * (len(RETRIES) + 1)
    give_up(office)
    begun = office.one(webhook)
    assert (begun.active, begun.failing_since is not None) == (True, True), "one night is not for long"
    office.wait(PATIENCE.total_seconds())
    desk.create(toy)
    give_up(office)
    seen = office.one(webhook)
    assert (seen.active, seen.failing_since, seen.revision) == (False, begun.failing_since, 2)
    again = office.webhooks.change(desk.access, webhook.id, later(Wanted(active=True)), ALWAYS).value
    assert (again.active, again.failing_since) == (True, None)


def give_up(office: Office) -> None:
    for seconds in RETRIES:
        assert office.deliver() == ["waiting"]
        office.wait(seconds)
    assert office.deliver() == ["failed"]


def test_who_succeeds_fails_no_longer(office: Office, receiver: Receiver, toy: dict) -> None:
    webhook = office.listen(receiver.url, "match.created")
    office.desk.create(toy)
    receiver.statuses = [500]
    office.deliver()
    assert office.one(webhook).failing_since is not None
    office.wait(RETRIES[0])
    office.deliver()
    assert office.one(webhook).failing_since is None
