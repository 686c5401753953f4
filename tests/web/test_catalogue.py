"""The games and their rules over HTTP."""

import re

import jsonschema_rs
import pytest

from adjudicator.games import discover
from tests.web.matching import places, problem

GAMES = discover("adjudicator.games", "tests.games")


def followed(client, path: str) -> list[dict]:
    """All items of a list, page by page."""
    items = []
    while path:
        response = client.get(path)
        assert response.status_code == 200
        items += response.get_json()["items"]
        link = response.headers.get("Link", "")
        path = re.fullmatch('<(.+)>; rel="next"', link)[1] if link else ""
    return items


def test_all_games(client):
    games = client.get("/v1/games").get_json()["items"]
    assert [game["name"] for game in games] == list(GAMES)
    assert next(game for game in games if game["name"] == "toy") == {
        "name": "toy",
        "title": "Toy",
        "summary": "A miniature game of the tests: beat the card before you if you can.",
        "version": 1,
        "players": {"least": 2, "most": 3},
        "languages": ["en"],
    }


def test_games_by_pages(client):
    assert followed(client, "/v1/games?limit=1") == client.get("/v1/games").get_json()["items"]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_in_full(client, name):
    game = GAMES[name]
    found = client.get(f"/v1/games/{name}").get_json()
    assert list(found["presets"]) == list(game.presets)
    assert [option["name"] for option in found["options"]] == list(found["presets"]["standard"])
    assert {option["name"]: option["default"] for option in found["options"]} == found["presets"]["standard"]
    for option in found["options"]:
        assert option["text"]
        for preset in found["presets"].values():
            assert jsonschema_rs.is_valid(option["schema"], preset[option["name"]])
    assert set(found["entries"]) >= {"end", "remark", "result"}
    for word, schema in found["entries"].items():
        assert schema["properties"]["type"] == {"enum": [word]}
        assert schema["additionalProperties"] is False
        jsonschema_rs.meta.validate(schema)
    assert jsonschema_rs.is_valid(found["setup"], {"first": "Asha"})


def test_the_schema_of_an_entry_says_what_it_may_hold(client):
    schema = client.get("/v1/games/toy").get_json()["entries"]["play"]
    assert jsonschema_rs.is_valid(schema, {"type": "play", "player": "Asha", "card": 3})
    for wrong in ({"type": "play", "player": "Asha"}, {"type": "play", "player": "Asha", "card": 3, "colour": "red"}):
        assert not jsonschema_rs.is_valid(schema, wrong)


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_in_rulebook_order_by_pages(client, name):
    rules = client.get(f"/v1/games/{name}/rules").get_json()["items"]
    assert [rule["id"] for rule in rules] == [rule.id for rule in GAMES[name].rulebook]
    assert followed(client, f"/v1/games/{name}/rules?limit=7&lang=en") == rules
    assert client.get(f"/v1/games/{name}/rules/{rules[-1]['id']}").get_json() == rules[-1]


def test_a_rule(client):
    assert client.get("/v1/games/toy/rules/TOY-2.3").get_json() == {
        "id": "TOY-2.3",
        "text": "When a breach of 2.2 is proven under `hold`, the referee rules before anything else is played.",
        "codes": ["ruling_owed", "no_ruling_asked"],
        "options": ["proof"],
        "house": True,
        "source": None,
    }


@pytest.mark.parametrize("path", ["chess", "chess/rules", "toy/rules/TOY-9.9", "toy/rules/CARROM-1.1"])
def test_what_is_not_there(client, path):
    assert problem(client.get(f"/v1/games/{path}")) == (404, "not-found")


@pytest.mark.parametrize("path", ["/v1/games?after=zzz", "/v1/games/toy/rules?after=X", "/v1/games/toy/rules?after=CARROM-1.1"])
def test_keys_of_nothing(client, path):
    response = client.get(path)
    assert problem(response) == (422, "malformed")
    assert places(response) == [("after", "unknown_key")]


@pytest.mark.parametrize("query", ["limit=0", "limit=201", "limit=1e1", "limit=", "limit=" + "9" * 300, "after=", "after=%00"])
def test_pages_that_are_none(client, query):
    response = client.get(f"/v1/games/toy/rules?{query}")
    assert problem(response) == (422, "malformed")
    assert [place for place, _ in places(response)] == [query.partition("=")[0]]


@pytest.mark.parametrize("path", ["/v1/games", "/v1/games/toy", "/v1/games/toy/rules", "/v1/games/toy/rules/TOY-1.1"])
def test_an_answer_is_good_until_it_changes(client, path):
    response = client.get(path)
    assert response.headers["Content-Language"] == "en"
    assert set(response.headers["Vary"].split(", ")) == {"Accept", "Accept-Language"}
    again = client.get(path, headers={"If-None-Match": response.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["ETag"] == response.headers["ETag"]
    assert client.get(path, headers={"If-None-Match": '"other"'}).data == response.data
    for tag in ("*", '"other"', response.headers["ETag"]):
        assert client.get(path, headers={"If-Match": tag}).data == response.data, "of what only reads it is not looked at"
        assert client.get(path, headers={"If-Match": tag}).status_code == 200


def test_a_language_that_is_not_there_reads_as_english(client):
    for wanted in ("fr", "pa-Guru-IN", "en-GB", "en_US"):
        assert client.get(f"/v1/games/toy?lang={wanted}").headers["Content-Language"] == "en"
