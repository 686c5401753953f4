"""Clubs and players over HTTP."""

import itertools
from urllib.parse import quote

import pytest

from tests.web.matching import Club, places, problem

fresh = itertools.count()


def add(club: Club, name: str, **more: object) -> dict:
    response = club.post("/v1/players", {"name": name} | more)
    assert response.status_code == 201, response.text
    return response.get_json()


def test_the_club_of_the_key(club: Club) -> None:
    (own,) = club.get("/v1/clubs").get_json()["items"]
    shown = club.get(f"/v1/clubs/{own['id']}")
    assert shown.get_json() == own
    tag = shown.headers["ETag"]
    assert club.get(f"/v1/clubs/{own['id']}", If_None_Match=tag).status_code == 304
    add(club, "Asha")
    club.match()
    more = club.get(f"/v1/clubs/{own['id']}").get_json()
    assert (more["players"], more["matches"]) == (own["players"] + 1, own["matches"] + 1)
    named = club.call("PATCH", f"/v1/clubs/{own['id']}", {"name": "Café Carrom"}, If_Match=tag)
    assert (named.status_code, named.get_json()["name"]) == (200, "Café Carrom"), "If-Match compares the revision only"
    assert problem(club.call("PATCH", f"/v1/clubs/{own['id']}", {"name": "x"}, If_Match=tag)) == (412, "stale-revision")
    assert places(club.call("PATCH", f"/v1/clubs/{own['id']}", {"name": "", "id": "x"}, If_Match="*")) == [
        ("/name", "too_short"),
        ("/id", "unknown_field"),
    ]
    for name, code in (("\u3164", "invisible"), ("Café ", "blank_at_edge")):
        refused = club.call("PATCH", f"/v1/clubs/{own['id']}", {"name": name}, If_Match="*")
        assert places(refused) == [("/name", code)]
    assert problem(club.get("/v1/clubs/nobody")) == (404, "not-found")


def test_a_new_player(club: Club) -> None:
    ids = [{"system": "fide", "value": f"{next(fresh)}"}]
    response = club.post("/v1/players", {"name": "Anneke Čapek", "aliases": ["Anni"], "external_ids": ids})
    player = response.get_json()
    assert response.headers["Location"] == f"/v1/players/{player['id']}"
    assert response.headers["ETag"] == '"1"'
    assert player | {"id": "", "created_at": "", "updated_at": ""} == {
        "id": "", "name": "Anneke Čapek", "aliases": ["Anni"], "external_ids": ids, "merged_into": None, "anonymised": False,
        "revision": 1, "created_at": "", "updated_at": "",
    }
    read = club.get(response.headers["Location"])
    assert (read.get_json(), read.headers["ETag"]) == (player, '"1"')
    assert club.get("/v1/players?search=cap").get_json()["items"] == [player]
    assert club.get(f"/v1/players?external_id=fide:{ids[0]['value']}").get_json()["items"] == [player]


def test_every_fault_of_a_player(club: Club) -> None:
    body = {"name": "A\u0007", "aliases": ["", "x" * 61], "external_ids": [{"system": "a b", "value": ""}, 7], "age": 3}
    assert sorted(places(club.post("/v1/players", body))) == [
        ("/age", "unknown_field"),
        ("/aliases/0", "too_short"),
        ("/aliases/1", "too_long"),
        ("/external_ids/0/system", "wrong_form"),
        ("/external_ids/0/value", "too_short"),
        ("/external_ids/1", "wrong_type"),
        ("/name", "control_character"),
    ]
    assert places(club.post("/v1/players", {"aliases": ["x"] * 51})) == [("/name", "missing"), ("/aliases", "too_long")]
    assert places(club.post("/v1/players", {"name": "A", "aliases": "x"})) == [("/aliases", "wrong_type")]
    unseen = {"name": "\u200b", "aliases": ["A", " A"], "external_ids": [{"system": "x", "value": "7\u00a0"}]}
    assert sorted(places(club.post("/v1/players", unseen))) == [
        ("/aliases/1", "blank_at_edge"),
        ("/external_ids/0/value", "blank_at_edge"),
        ("/name", "invisible"),
    ]
    assert places(club.get("/v1/players?external_id=fide&merged=1&search=")) == [
        ("search", "too_short"),
        ("external_id", "wrong_form"),
        ("merged", "wrong_type"),
    ]


def test_forms_are_told_in_words(club: Club) -> None:
    """A pattern is for programs, which find it in the document."""
    refused = [
        club.get("/v1/players?external_id=fide&lang=!"),
        club.post("/v1/players", {"name": "A", "external_ids": [{"system": "a b", "value": "1"}]}),
        club.get(f"{club.match()}?view=everybody"),
        club.post("/v1/adjudications?view=nobody", {}),
        club.post("/v1/webhooks", {"url": "club.example", "events": ["match.created"]}),
        club.post("/v1/tournaments", {"name": "N", "game": "toy", "format": {"type": "knock_out"}, "tie_breaks": ["A B"]}),
    ]
    faults = [fault for response in refused for fault in response.get_json()["errors"] if fault["code"] == "wrong_form"]
    assert len(faults) == 7
    for fault in faults:
        assert fault["message"].startswith("This must be "), fault
        assert not set(fault["message"]) & set("^$[]{}\\*"), fault


def test_changing_and_its_conditions(club: Club) -> None:
    player = add(club, "Dev")
    path = f"/v1/players/{player['id']}"
    changed = club.call("PATCH", path, {"aliases": ["D."]}, If_Match='"1"', Idempotency_Key="dev")
    assert (changed.headers["ETag"], changed.get_json()["aliases"]) == ('"2"', ["D."])
    again = club.call("PATCH", path, {"aliases": ["D."]}, If_Match='"1"', Idempotency_Key="dev")
    assert (again.data, again.headers["Idempotency-Replayed"]) == (changed.data, "true")
    stale = club.call("PATCH", path, {"name": "Devi"}, If_Match='"1"')
    assert problem(stale) == (412, "stale-revision")
    assert (stale.get_json()["revision"], stale.headers["ETag"]) == (2, '"2"')
    assert club.get(path, If_None_Match='"2"').status_code == 304


def test_merging_and_back(club: Club) -> None:
    one, two = add(club, "Ella"), add(club, "Elle")
    path = f"/v1/players/{one['id']}"
    assert places(club.post(f"{path}/merge", {"into": one["id"]}, If_Match="*")) == [("/into", "same_player")]
    assert places(club.post(f"{path}/merge", {"into": "x"}, If_Match="*")) == [("/into", "unknown_player")]
    merged = club.post(f"{path}/merge", {"into": two["id"]}, If_Match='"1"')
    assert (merged.status_code, merged.get_json()["merged_into"]) == (200, two["id"])
    assert club.get(f"/v1/players/{two['id']}").get_json()["aliases"] == ["Ella"]
    assert [each["id"] for each in club.get("/v1/players?merged=true&search=ella").get_json()["items"]] == [one["id"]]
    assert problem(club.call("PATCH", path, {"name": "x"}, If_Match="*")) == (409, "conflict")
    assert club.call("POST", f"{path}/unmerge", If_Match='"2"').get_json()["merged_into"] is None
    assert problem(club.call("POST", f"{path}/unmerge", If_Match='"3"')) == (409, "conflict")


def test_a_player_who_wants_to_be_forgotten(club: Club) -> None:
    name = f"Quentin {next(fresh)}"
    player = add(club, name, aliases=["Q"])
    path = club.match(players=[name, "Bo"], player_ids={name: player["id"]}, title=f"{name} against Bo")
    where = f"/v1/players/{player['id']}/anonymise"
    assert problem(club.post(where, {"reason": "On request."})) == (428, "precondition-required")
    response = club.post(where, {"reason": "On request."}, If_Match='"1"')
    done = response.get_json()
    assert (response.status_code, response.headers["ETag"], done["player"]["anonymised"]) == (200, '"2"', True)
    match = club.get(path).get_json()
    assert match["players"] == [done["player"]["name"], "Bo"]
    assert done["matches"] == [match["id"]]
    assert done["left"] == [{"kind": "match", "id": match["id"], "pointer": "/title", "why": "mentioned"}]
    assert problem(club.call("PATCH", f"/v1/players/{player['id']}", {"name": "x"}, If_Match="*")) == (409, "conflict")


def test_pages_follow_their_links(club: Club) -> None:
    word = f"page{next(fresh)}"
    names = [f"{word} {letter}" for letter in "ÀbČD"]
    for name in reversed(names):
        add(club, name)
    seen, where = [], f"/v1/players?limit=3&search={quote(word)}"
    while where:
        response = club.get(where)
        seen += [player["name"] for player in response.get_json()["items"]]
        where = response.headers.get("Link", "").partition(">")[0].removeprefix("<")
    assert seen == names


@pytest.mark.parametrize("path", ["/v1/players/nobody", "/v1/players/%00", "/v1/players/nobody/merge"])
def test_nobody(club: Club, path: str) -> None:
    method = "POST" if path.endswith("merge") else "GET"
    assert problem(club.call(method, path, {"into": 7} if method == "POST" else None)) == (404, "not-found")
