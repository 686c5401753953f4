"""POST /v1/adjudications: reports and views."""

import pytest

from tests.games.cases import GAMES, ask, cases_of
from tests.web.matching import places, problem


def test_a_log_gets_its_report(client, toy_log):
    response = client.post("/v1/adjudications", json=toy_log)
    assert response.status_code == 200
    assert response.content_type == "application/json"
    report = response.get_json()
    assert [ruling["verdict"] for ruling in report["rulings"]] == ["legal", "unverified"]
    assert report["rulings"][1]["unverified"] == ["TOY-2.2"]
    assert report["state"] == {"top": 2, "cards": {"Asha": 2, "Bo": 2}}
    assert report["status"] == "in_progress"


def test_state_and_legal_rulings_can_be_left_out(client, toy_log):
    report = client.post("/v1/adjudications?state=false&rulings=notable", json=toy_log).get_json()
    assert "state" not in report
    assert [ruling["ply"] for ruling in report["rulings"]] == [2]


def test_a_view_is_the_report_of_the_log_as_cut(client, toy_log):
    hidden = toy_log | {"setup": {"hands": {"Bo": [2, 5, 7]}}}
    referee = client.post("/v1/adjudications", json=hidden).get_json()
    assert referee["status"] == "stopped"
    assert referee["rulings"][1]["verdict"] == "illegal"
    without = client.post("/v1/adjudications?view=public", json=toy_log)
    assert client.post("/v1/adjudications?view=public", json=hidden).data == without.data
    assert client.post("/v1/adjudications?view=player:Asha", json=hidden).data == without.data
    assert client.post("/v1/adjudications?view=player:Bo", json=hidden).get_json() == referee


def test_names_of_views_are_compared_in_nfc(client):
    log = {"game": "toy", "players": ["Ame\u0301lie", "Bo"], "moves": []}
    for spelt in ("Am%C3%A9lie", "Ame%CC%81lie"):
        assert client.post(f"/v1/adjudications?view=player:{spelt}", json=log).status_code == 200


def test_nobody_at_the_table_has_no_view(client, toy_log):
    response = client.post("/v1/adjudications?view=player:Chen", json=toy_log)
    assert problem(response) == (422, "malformed")
    assert places(response) == [("view", "unknown_view")]


def test_every_fault_of_query_and_log_is_told_at_once(client):
    moves = [{"type": "play", "player": "Chen", "card": "3"}, {"type": "fly"}]
    log = {"game": "toy", "players": ["Asha"], "colour": 1, "moves": moves}
    response = client.post("/v1/adjudications?view=everybody&rulings=some&state=maybe&w/h~n=now", json=log)
    assert problem(response) == (422, "malformed")
    assert sorted(places(response)) == [
        ("/colour", "unknown_field"),
        ("/moves/0/card", "wrong_type"),
        ("/moves/0/player", "stranger"),
        ("/moves/1/type", "unknown_type"),
        ("/players", "wrong_number"),
        ("rulings", "unknown_value"),
        ("state", "wrong_type"),
        ("view", "wrong_form"),
        ("w/h~n", "unknown_field"),
    ]


def test_an_illegal_move_is_a_ruling_and_no_error(client, toy_log):
    response = client.post("/v1/adjudications", json=toy_log | {"moves": [{"type": "play", "player": "Bo", "card": 3}]})
    assert response.status_code == 200
    (ruling,) = response.get_json()["rulings"]
    assert (ruling["verdict"], ruling["violations"][0]["code"]) == ("illegal", "out_of_turn")
    assert ruling["violations"][0]["message"] == "Bo played, but it is Asha's turn."


@pytest.mark.parametrize("game", GAMES)
def test_every_case_is_answered_as_it_expects(client, game):
    """What is judged is judged over HTTP as without it; what is malformed is a problem that names every place."""
    for case in cases_of(game):
        view = {} if case.view is None else {"view": case.view}
        response = client.post("/v1/adjudications", json=case.log, query_string=view)
        if "malformed" not in case.expect:
            assert (response.status_code, response.get_json()) == (200, ask(case, "log")), case.id
            continue
        assert problem(response) == (422, "malformed"), case.id
        named = [place for place, _ in places(response)]
        for pointer in case.expect["malformed"]:
            assert any(place == pointer or place.startswith(f"{pointer}/") for place in named), (case.id, pointer)
