"""POST /v1/adjudications."""


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
