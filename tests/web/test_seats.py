"""Seats over HTTP: who sat at a match."""

from tests.web.matching import TOY, Club, places, problem
from tests.web.test_players import add


def test_saying_who_sat_there(club: Club) -> None:
    path, asha = club.match(), add(club, "Asha")
    seats = club.get(f"{path}/seats")
    first, _ = seats.get_json()["items"]
    assert (first["seat"], first["name"], first["player"]) == (1, "Asha", None)
    assert {"player": {"id": asha["id"], "name": "Asha"}, "reason": "name"} in first["proposals"]
    assert club.get(f"{path}/seats", If_None_Match=seats.headers["ETag"]).status_code == 304
    said = club.call("PUT", f"{path}/seats", {"seats": {"Asha": asha["id"], "Bo": None}}, If_Match=seats.headers["ETag"])
    assert said.status_code == 200, said.text
    assert said.get_json()["items"][0]["player"] == {"id": asha["id"], "name": "Asha"}
    assert said.headers["ETag"].startswith('"2.')
    assert club.get(path).get_json()["revision"] == 2
    writes = club.get(f"{path}/history").get_json()["items"]
    assert [write["kind"] for write in writes] == ["create", "seats"]
    found = club.get(f"/v1/matches?player_id={asha['id']}").get_json()["items"]
    assert [f"/v1/matches/{match['id']}" for match in found] == [path]


def test_the_faults_of_seats(club: Club) -> None:
    path = club.match()
    assert places(club.call("PUT", f"{path}/seats", {"seats": 7}, If_Match="*")) == [("/seats", "wrong_type")]
    assert sorted(places(club.call("PUT", f"{path}/seats", {"seats": {"Asha": 7, "a/b": ""}, "x": 1}, If_Match="*"))) == [
        ("/seats/Asha", "wrong_type"),
        ("/seats/a~1b", "too_short"),
        ("/x", "unknown_field"),
    ]
    assert problem(club.call("PUT", f"{path}/seats", {"seats": {"Asha": None, "Bo": None}})) == (428, "precondition-required")


def test_a_new_match_with_players(club: Club) -> None:
    asha = add(club, "Asha")
    path = club.match(player_ids={"Asha": asha["id"]})
    assert club.get(f"{path}/seats").get_json()["items"][0]["player"]["id"] == asha["id"]
    refused = club.post("/v1/matches", TOY | {"player_ids": {"Asha": 7}, "title": ""})
    assert sorted(places(refused)) == [("/player_ids/Asha", "wrong_type"), ("/title", "too_short")]
    assert places(club.post("/v1/matches", TOY | {"player_ids": {"Cy": asha["id"]}})) == [("/player_ids/Cy", "not_at_table")]
    assert club.get("/v1/matches?player_id=nobody").get_json() == {"items": []}
