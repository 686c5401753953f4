"""Webhooks over HTTP: made, seen, changed and taken away under the same habits as all else."""

import base64

import pytest

from adjudicator.services.webhooks.managing import MOST
from tests.web.matching import Club, problem

UNREACHABLE = (
    "https://club.example/#here", "https://club.example/?a#", "https://club.example:0/", "https://[fe80::1%25eth0]/",
    "https://[2606:4700::1111%25eth0]:8443/", "https://club%2eexample/",
)
HOOK = {"url": "https://club.example/told", "events": ["match.voided", "match.created", "match.created"]}


@pytest.fixture
def hook(club: Club) -> dict:
    """A webhook, the club's only one."""
    for each in club.get("/v1/webhooks").get_json()["items"]:
        assert club.call("DELETE", f"/v1/webhooks/{each['id']}", If_Match="*").status_code == 204
    made = club.post("/v1/webhooks", HOOK, Idempotency_Key=club.match())
    assert made.status_code == 201, made.text
    return made.get_json() | {"path": made.headers["Location"]}


def test_made_and_the_secret_told_once(club: Club, hook: dict) -> None:
    kind, _, key = hook["secret"].partition("_")
    assert (kind, len(base64.b64decode(key, validate=True))) == ("whsec", 32)
    shown = club.get(hook["path"])
    assert shown.headers["ETag"] == '"1"'
    seen = shown.get_json()
    assert seen == {name: value for name, value in hook.items() if name not in ("secret", "path")}
    assert (seen["failing_since"], seen["former_secret_until"]) == (None, None)
    assert (seen["events"], seen["active"]) == (["match.created", "match.voided"], True)
    assert club.get("/v1/webhooks").get_json()["items"] == [seen]


def test_the_same_request_again(club: Club, hook: dict) -> None:
    word = club.match()
    made, again = (club.post("/v1/webhooks", HOOK, Idempotency_Key=word) for _ in range(2))
    assert made.get_json() == again.get_json()
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.headers["Cache-Control"] == "no-store"


def test_another_secret(club: Club, hook: dict) -> None:
    path, word = f"{hook['path']}/secret", club.match()
    made, again = (club.post(path, {}, Idempotency_Key=word) for _ in range(2))
    assert (made.status_code, made.headers["Cache-Control"]) == (200, "no-store")
    assert made.get_json() == again.get_json()
    assert (made.get_json()["secret"] == hook["secret"], made.get_json()["revision"]) == (False, 2)
    shown = club.get(hook["path"])
    assert shown.get_json() == {name: value for name, value in made.get_json().items() if name != "secret"}
    assert shown.headers["ETag"] == made.headers["ETag"] == f'"2.{shown.get_json()["former_secret_until"]}"'
    assert problem(club.post(path, {}, If_Match='"1"')) == (412, "stale-revision")
    at_once = club.post(path, {"overlap_hours": 0}, If_Match=shown.headers["ETag"]).get_json()
    assert (at_once["revision"], at_once["former_secret_until"]) == (3, None)
    for hours in (-1, 169, 1.5):
        assert problem(club.post(path, {"overlap_hours": hours})) == (422, "malformed")


def test_changed_and_its_conditions(club: Club, hook: dict) -> None:
    path = hook["path"]
    assert problem(club.call("PATCH", path, {"active": False})) == (428, "precondition-required")
    changed = club.call("PATCH", path, {"active": False}, If_Match='"1"')
    assert (changed.headers["ETag"], changed.get_json()["active"]) == ('"2"', False)
    assert problem(club.call("PATCH", path, {"active": True}, If_Match='"1"')) == (412, "stale-revision")
    assert club.call("PATCH", path, {"active": False}, If_Match='"2"').headers["ETag"] == '"2"'
    assert problem(club.call("DELETE", path, If_Match='"1"')) == (412, "stale-revision")
    assert club.call("DELETE", path, If_Match='"2"').status_code == 204
    assert problem(club.get(path)) == (404, "not-found")


def test_every_fault_of_a_webhook(club: Club, hook: dict) -> None:
    wrong = club.post("/v1/webhooks", {"url": "club.example", "events": ["match.lost"], "secret": "mine"})
    assert problem(wrong) == (422, "malformed")
    assert sorted(error["pointer"] for error in wrong.get_json()["errors"]) == ["/events/0", "/secret", "/url"]
    for url in ("http://club.example/", "https://127.0.0.1/", "https://me:word@club.example/", *UNREACHABLE):
        changed = club.call("PATCH", hook["path"], {"url": url}, If_Match="*")
        made = club.post("/v1/webhooks", {"url": url, "events": ["match.completed"]})
        for refused in (changed, made):
            assert refused.status_code == 422, url
            assert [(error["pointer"], error["code"]) for error in refused.get_json()["errors"]] == [("/url", "unsafe_url")]


def test_no_more_than_a_club_needs(club: Club, hook: dict) -> None:
    for _ in range(MOST - 1):
        assert club.post("/v1/webhooks", HOOK).status_code == 201
    assert problem(club.post("/v1/webhooks", HOOK)) == (409, "conflict")


def test_the_log_of_deliveries(club: Club, hook: dict) -> None:
    matches = [club.match() for _ in range(3)]
    log = f"{hook['path']}/deliveries"
    first = club.get(f"{log}?limit=2")
    second = club.get(first.headers["Link"].partition(">")[0].removeprefix("<"))
    items = first.get_json()["items"] + second.get_json()["items"]
    assert len(items) == len(matches)
    assert "Link" not in second.headers
    assert [each["id"] for each in items] == sorted((each["id"] for each in items), reverse=True)
    assert {(each["event"], each["state"], each["attempts"], each["status"]) for each in items} == {
        ("match.created", "waiting", 0, None)
    }
    again = club.post(f"{log}/{items[0]['id']}/redeliver", None)
    assert (again.status_code, again.get_json()["id"]) == (200, items[0]["id"])
    assert problem(club.post(f"{log}/{hook['id']}/redeliver", None)) == (404, "not-found")
