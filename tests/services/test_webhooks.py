"""Webhooks: a real server is told of what was committed, and of nothing else."""

import json

import pytest
from msgspec import structs

from adjudicator.core.errors import Malformed
from adjudicator.services.access import Access, Answer
from adjudicator.services.errors import Conflict, NotFound
from adjudicator.services.keys import Keys, NewKey, admin_key
from adjudicator.services.matches import Matches
from adjudicator.services.new_match import NewMatch
from adjudicator.services.readjudication import Readjudications
from adjudicator.services.rights import Role
from adjudicator.services.webhooks.courier import Courier
from adjudicator.services.webhooks.delivering import Delivering
from adjudicator.services.webhooks.managing import LogWish, Wanted, Webhook, Webhooks
from adjudicator.services.webhooks.outbox import EVENTS
from tests.databases import new_database
from tests.receiving import Receiver
from tests.services.desk import Desk
from tests.services.office import ALWAYS, Office, later, signature
from tests.services.test_restoring import export, restore
from tests.services.tournaments.evening import Evening

PLAYED = [{"type": "play", "player": "Asha", "card": 3}, {"type": "play", "player": "Bo", "card": 5}]
END = {"type": "end", "reason": "forfeit", "player": "Bo", "note": "called away"}


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
    assert headers["webhook-signature"] == signature(webhook.secret, headers, body)
    assert headers["webhook-timestamp"] == str(int(desk.clock.time.timestamp()))
    told = json.loads(body)
    assert (told["type"], told["data"]["id"], told["data"]["status"]) == ("match.completed", match_id, "complete")
    assert told["data"]["standings"] == [{"seats": [0], "rank": 1, "points": 1}, {"seats": [1], "rank": 2, "points": 1}]
    assert b"Asha" not in body
    (delivery,) = office.log(webhook)
    assert (delivery.id, delivery.state, delivery.attempts, delivery.status) == (headers["webhook-id"], "delivered", 1, 204)


def test_deleted_with_its_log(office: Office, toy: dict) -> None:
    desk, webhook = office.desk, office.listen("http://club.example/")
    desk.create(toy)
    gone: Answer[Webhook] = office.webhooks.delete(desk.access, webhook.id, later(None), ALWAYS)
    assert gone.value.id == webhook.id
    with pytest.raises(NotFound):
        office.log(webhook)
    assert office.deliver() == []
    desk.create(toy)


def test_a_restored_match_tells_nothing(office: Office, toy: dict, tmp_path_factory: pytest.TempPathFactory) -> None:
    """It was told of where it was played. A log that is imported is a new match."""
    webhook = office.listen("http://club.example/")
    elsewhere = Desk(new_database("sqlite", tmp_path_factory.mktemp("elsewhere")), office.desk.setting.games)
    data = export(elsewhere, elsewhere.create(toy).id)
    elsewhere.database.close()
    assert restore(office.desk, data)
    assert office.events(webhook) == []


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
    strict = Webhooks(desk.setting, local=False)
    with pytest.raises(Malformed) as refused:
        strict.create(desk.access, later(Wanted(receiver.url, ["match.created"])))
    assert [fault.pointer for fault in refused.value.faults] == ["/url"]
    webhook = office.listen(receiver.url, "match.created")
    desk.create(toy)
    (attempt,) = Courier(Delivering(desk.setting, local=False)).once()
    assert (attempt.state, attempt.status) == ("waiting", None)
    assert receiver.got == []
    assert office.log(webhook)[0].error == "A webhook is called by https."
