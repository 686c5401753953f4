"""Stored matches over HTTP: making, reading, facts, voiding, lists."""

import itertools

import pytest

from tests.web.matching import ANSWERED, AUTHORIZATION, OUT_OF_TURN, PLAY, REMARK, TOY, Club, places, problem

fresh = itertools.count()


def test_a_new_match(club: Club) -> None:
    facts = {"title": "Club evening", "played_at": "2026-05-01T19:30:00+05:30"}
    response = club.post("/v1/matches", TOY | {"moves": [PLAY]} | facts)
    assert response.status_code == 201
    match = response.get_json()
    assert response.headers["Location"] == f"/v1/matches/{match['id']}"
    assert response.headers["ETag"] == '"1"'
    assert (match["revision"], match["plies"], match["status"], match["voided"]) == (1, 1, "in_progress", False)
    assert match["ruleset"] == {"preset": "standard", "options": {"proof": "hold"}, "version": 1}
    assert (match["title"], match["played_at"], match["place"]) == ("Club evening", "2026-05-01T19:30:00+05:30", None)
    assert match["next"] == {"players": ["Bo"], "must": []}
    assert match["score"]["standings"][0] == {"players": ["Asha"], "rank": 1, "points": 1}
    read = club.get(response.headers["Location"])
    assert read.get_json() == match
    assert read.headers["ETag"] == '"1"'


def test_every_fault_of_a_new_match_is_told(club: Club) -> None:
    body = {"game": "toy", "players": ["Asha", "Asha"], "moves": [{"type": "play"}], "title": "", "played_at": "yesterday"}
    response = club.post("/v1/matches?when=now", body | {"colour": "red", "accept_stop": 1, "place": "Hall\u0007"})
    assert problem(response) == (422, "malformed")
    assert sorted(places(response)) == [
        ("/accept_stop", "wrong_type"),
        ("/colour", "unknown_field"),
        ("/moves/0/card", "missing"),
        ("/moves/0/player", "missing"),
        ("/place", "control_character"),
        ("/played_at", "not_a_time"),
        ("/players/1", "twice"),
        ("/title", "too_short"),
        ("when", "unknown_field"),
    ]


@pytest.mark.parametrize("data", ["[]", '"toy"', "null", "7"])
def test_a_match_is_an_object(club: Club, data: str) -> None:
    response = club.client.post("/v1/matches", data=data, headers=AUTHORIZATION, content_type="application/json")
    assert problem(response) == (422, "malformed")
    assert places(response) == [("", "wrong_type")]


@pytest.mark.parametrize("time", ["0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00"])
def test_a_time_that_utc_has_no_year_for(club: Club, time: str) -> None:
    assert places(club.post("/v1/matches", TOY | {"played_at": time})) == [("/played_at", "not_a_time")]


def test_a_log_that_stops(club: Club) -> None:
    response = club.post("/v1/matches", TOY | {"moves": [PLAY, OUT_OF_TURN]})
    assert problem(response) == (422, "illegal-move")
    assert response.get_json()["ply"] == 2
    assert response.get_json()["ruling"]["violations"][0]["message"] == "Asha played, but it is Bo's turn."
    accepted = club.post("/v1/matches", TOY | {"moves": [PLAY, OUT_OF_TURN, ANSWERED], "accept_stop": True})
    assert (accepted.status_code, accepted.get_json()["status"], accepted.get_json()["stopped_at"]) == (201, "stopped", 2)


def test_who_asks_comes_first(club: Club) -> None:
    path = club.match()
    asked = (("GET", path), ("GET", "/v1/matches?limit=no"), ("POST", "/v1/matches"), ("PATCH", "/v1/matches/x"))
    for key in ("", "Bearer", "Bearer adj_wrong", "Basic adj_for_tests"):
        for method, where in asked:
            response = club.client.open(where, method=method, data=b"{", headers={"Authorization": key})
            assert problem(response) == (401, "unauthenticated")
            assert response.get_json()["errors"] == []
            assert response.headers["WWW-Authenticate"].startswith("Bearer")
    assert club.client.get(path, headers={"Authorization": "bearer  adj_for_tests"}).status_code == 200


def test_existence_comes_before_the_body(club: Club) -> None:
    for method, path in (("GET", "/v1/matches/x?view=no"), ("PATCH", "/v1/matches/x"), ("POST", "/v1/matches/x/moves?dry_run=2")):
        response = club.client.open(path, method=method, data=b"{", headers=AUTHORIZATION)
        assert problem(response) == (404, "not-found")
        assert response.get_json()["errors"] == []


def test_the_body_comes_before_if_match(club: Club) -> None:
    path = club.match()
    assert problem(club.call("PATCH", path, {"title": 7})) == (422, "malformed")
    assert problem(club.call("PATCH", path, {"title": "x"})) == (428, "precondition-required")
    assert problem(club.call("PATCH", path, {"title": "x"}, If_Match='"8"')) == (412, "stale-revision")
    assert club.call("PATCH", path, {"title": "x"}, If_Match='"1"').status_code == 200


def test_facts(club: Club) -> None:
    path = club.match(title="A", referee="Dev")
    changed = club.call("PATCH", path, {"title": "B", "referee": None, "table": "7"}, If_Match='"1"')
    assert changed.status_code == 200
    assert changed.headers["ETag"] == '"2"'
    found = changed.get_json()
    assert (found["title"], found["referee"], found["table"], found["revision"]) == ("B", None, "7", 2)
    refused = club.call("PATCH", path, {"players": [], "accept_stop": True}, If_Match='"2"')
    assert sorted(places(refused)) == [
        ("/accept_stop", "unknown_field"),
        ("/players", "unknown_field"),
    ]


def test_an_external_id_that_is_taken(club: Club) -> None:
    name = f"evening {next(fresh)}"
    club.match(external_id=name)
    assert problem(club.post("/v1/matches", TOY | {"external_id": name})) == (409, "conflict")
    found = club.get("/v1/matches").get_json()["items"]
    assert [each["external_id"] for each in found].count(name) == 1


def test_voiding(club: Club) -> None:
    path = club.match()
    reason = {"reason": "Played on the wrong board."}
    assert problem(club.post(f"{path}/void", reason)) == (428, "precondition-required")
    assert problem(club.post(f"{path}/reinstate", reason, If_Match='"1"')) == (409, "conflict")
    voided = club.post(f"{path}/void", reason, If_Match='"1"')
    assert (voided.status_code, voided.get_json()["voided"], voided.headers["ETag"]) == (200, True, '"2"')
    assert voided.get_json()["void_reason"] == reason["reason"]
    assert problem(club.post(f"{path}/void", reason, If_Match='"2"')) == (409, "conflict")
    assert problem(club.post(f"{path}/moves", PLAY)) == (409, "conflict")
    assert club.get(f"{path}/report").status_code == 200
    back = club.post(f"{path}/reinstate", {"reason": "It was the right one."}, If_Match="*")
    assert (back.get_json()["voided"], back.get_json()["revision"]) == (False, 3)
    assert places(club.post(f"{path}/void", {"reason": ""}, If_Match='"3"')) == [("/reason", "too_short")]


class TestLists:
    def test_pages_follow_their_links(self, club: Club) -> None:
        paths = [club.match(title="page").rsplit("/", 1)[1] for _ in range(5)]
        seen, where = [], "/v1/matches?limit=2&game=toy"
        while where and len(seen) < len(paths):
            response = club.get(where)
            seen += [match["id"] for match in response.get_json()["items"]]
            where = response.headers.get("Link", "").partition(">")[0].removeprefix("<")
            assert "game=toy" in where
        assert seen[: len(paths)] == paths[::-1]

    def test_scores_have_no_frames_there(self, club: Club) -> None:
        club.match(moves=[PLAY])
        (newest,) = club.get("/v1/matches?limit=1").get_json()["items"]
        assert "frames" not in newest["score"]
        assert club.get(f"/v1/matches/{newest['id']}").get_json()["score"] == newest["score"] | {"frames": []}

    def test_filters(self, club: Club) -> None:
        path = club.match(players=["Ångström", "Bo"], played_at="2025-01-01T00:00:00Z")
        times = "since=2024-12-31T23:30:00-00:30&until=2025-01-01T00:00:01Z"
        for query in ("player=%C3%85ngstr%C3%B6m", "player=A%CC%8Angstro%CC%88m", times):
            items = club.get(f"/v1/matches?{query}").get_json()["items"]
            assert [f"/v1/matches/{match['id']}" for match in items] == [path], query
        assert club.get("/v1/matches?player=%C3%85ngstr%C3%B6m&status=complete").get_json() == {"items": []}
        assert club.get("/v1/matches?player=%C3%85ngstr%C3%B6m&voided=true").get_json() == {"items": []}

    def test_faults_of_a_query(self, club: Club) -> None:
        response = club.get("/v1/matches?limit=201&status=lost&since=today&voided=yes&sort=id")
        assert problem(response) == (422, "malformed")
        assert sorted(places(response)) == [
            ("limit", "out_of_range"),
            ("since", "not_a_time"),
            ("sort", "unknown_field"),
            ("status", "unknown_value"),
            ("voided", "wrong_type"),
        ]


class TestConditions:
    def test_if_none_match(self, club: Club) -> None:
        path = club.match()
        for tag in ('"1"', 'W/"1"', '"7", "1"', "*"):
            response = club.get(path, If_None_Match=tag)
            assert (response.status_code, response.data, response.headers["ETag"]) == (304, b"", '"1"')
        assert club.get(path, If_None_Match='"2"').status_code == 200

    def test_if_match_compares_the_revision_only(self, club: Club) -> None:
        path = club.match()
        seen = club.get(f"{path}/report?view=public").headers["ETag"]
        assert seen.startswith('"1.')
        assert club.post(f"{path}/moves", PLAY, If_Match=seen).status_code == 201
        assert problem(club.post(f"{path}/moves", ANSWERED, If_Match=seen)) == (412, "stale-revision")

    @pytest.mark.parametrize("tag", ['W/"1"', '"01"', '"x"', '""', "1x", '"11"', '"1x"', '"99999999999999999999999"'])
    def test_tags_that_name_no_present_revision(self, club: Club, tag: str) -> None:
        path = club.match()
        response = club.post(f"{path}/moves", PLAY, If_Match=tag)
        assert problem(response) == (412, "stale-revision")
        assert response.get_json()["revision"] == 1
        assert response.headers["ETag"] == '"1"'

    def test_any_revision_will_do_for_a_star(self, club: Club) -> None:
        assert club.post(f"{club.match()}/moves", PLAY, If_Match="*").status_code == 201


class TestIdempotency:
    def test_a_retry_is_answered_alike(self, club: Club) -> None:
        path, word = club.match(), f"tap {next(fresh)}"
        first = club.post(f"{path}/moves", PLAY, Idempotency_Key=word, If_Match='"1"')
        club.log(path, REMARK)
        again = club.post(f"{path}/moves", PLAY, Idempotency_Key=word, If_Match='"1"')
        assert (again.status_code, again.data, again.headers["ETag"]) == (201, first.data, first.headers["ETag"])
        assert "Idempotency-Replayed" not in first.headers
        assert again.headers["Idempotency-Replayed"] == "true"
        assert club.get(path).get_json()["plies"] == 2

    def test_a_new_match_is_made_once(self, club: Club) -> None:
        word = f"tap {next(fresh)}"
        first, again = (club.post("/v1/matches", TOY, Idempotency_Key=word) for _ in range(2))
        assert (again.data, again.headers["Location"]) == (first.data, first.headers["Location"])

    def test_another_body_or_another_query(self, club: Club) -> None:
        path, word = club.match(), f"tap {next(fresh)}"
        club.post(f"{path}/moves", PLAY, Idempotency_Key=word)
        assert problem(club.post(f"{path}/moves", ANSWERED, Idempotency_Key=word)) == (422, "idempotency-mismatch")
        assert club.post(f"{path}/moves?lang=en", ANSWERED, Idempotency_Key=word).status_code == 201

    def test_facts_and_voiding_too(self, club: Club) -> None:
        path, word = club.match(), f"tap {next(fresh)}"
        for json, where, method in (({"title": "x"}, path, "PATCH"), ({"reason": "x"}, f"{path}/void", "POST")):
            revision = club.get(path).headers["ETag"]
            first, again = (club.call(method, where, json, If_Match=revision, Idempotency_Key=word) for _ in range(2))
            assert (first.status_code, again.status_code, again.data) == (200, 200, first.data)

    @pytest.mark.parametrize("word", ["", "x" * 256, "naïve", "a\tb"])
    def test_words_that_cannot_be_kept(self, club: Club, word: str) -> None:
        path = club.match()
        response = club.post(f"{path}/moves", REMARK, Idempotency_Key=word)
        assert problem(response) == (422, "malformed")
        assert places(response) == [("Idempotency-Key", "wrong_form")]
