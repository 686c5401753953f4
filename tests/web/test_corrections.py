"""Corrections and histories over HTTP."""

import hashlib
import json
from typing import Any

import jsonschema_rs
import pytest
import yaml
from werkzeug.test import TestResponse

from adjudicator.services import history
from adjudicator.storage.rows import HistoryRow
from tests.web.matching import ANSWERED, OUT_OF_TURN, PLAY, REMARK, Club, places, problem

UNDO = {"op": "undo"}
NINE = {"op": "replace", "ply": 2, "move": ANSWERED | {"card": 9}}


def correct(club: Club, path: str, *ops: Any, revision: int = 1, query: str = "", **more: Any) -> TestResponse:
    headers = {"If_Match": f'"{revision}"'} | ({"Idempotency_Key": more.pop("word")} if "word" in more else {})
    body = {"ops": list(ops), "reason": "Misheard."} | more
    return club.post(f"{path}/corrections{query}", body, **headers)


@pytest.fixture
def path(club: Club) -> str:
    """A match of two plays."""
    return club.match(moves=[PLAY, ANSWERED])


@pytest.fixture(scope="module")
def document(app: Any) -> dict:
    return yaml.safe_load(app.test_client().get("/openapi.yaml").data)


def validator(document: dict, name: str) -> Any:
    return jsonschema_rs.Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": document["components"]})


class TestCorrecting:
    def test_the_answer(self, club: Club, path: str, document: dict) -> None:
        response = correct(club, path, NINE)
        assert response.status_code == 200
        assert response.headers["ETag"] == '"2"'
        assert response.headers["Content-Language"] == "en"
        found = response.get_json()
        validator(document, "Corrected").validate(found)
        assert {name: found[name] for name in ("revision", "status", "stopped_at", "next", "unneeded")} == {
            "revision": 2, "status": "in_progress", "stopped_at": None, "next": {"players": ["Asha"], "must": []}, "unneeded": []
        }
        assert found["score"] == club.get(f"{path}/score").get_json()
        difference = found["first_difference"]
        assert (difference["ply"], difference["before"]["move"], difference["after"]["move"]) == (2, ANSWERED, NINE["move"])
        assert difference["after"]["ruling"] == club.get(f"{path}/report").get_json()["rulings"][1]
        assert found["summary"]["plies"] == {"before": 2, "after": 2}
        assert club.get(f"{path}/moves").get_json()["items"][1]["move"]["card"] == 9

    def test_a_dry_run(self, club: Club, path: str) -> None:
        found = correct(club, path, NINE, dry_run=True)
        assert (found.status_code, found.headers["ETag"], found.get_json()["first_difference"]["ply"]) == (200, '"1"', 2)
        assert club.get(path).get_json()["revision"] == 1
        assert correct(club, path, UNDO, UNDO, UNDO, dry_run=True).status_code == 422

    def test_what_changes_nothing(self, club: Club, path: str) -> None:
        found = correct(club, path, {"op": "truncate", "ply": 2})
        assert (found.status_code, found.headers["ETag"], found.get_json()["first_difference"]) == (200, '"1"', None)

    def test_a_stop(self, club: Club, path: str) -> None:
        stopping = {"op": "insert", "ply": 2, "move": OUT_OF_TURN}
        refused = correct(club, path, stopping, query="?lang=en")
        assert problem(refused) == (422, "illegal-move")
        found = refused.get_json()
        assert (found["ply"], found["ruling"]["violations"][0]["code"]) == (2, "out_of_turn")
        assert found["ruling"]["violations"][0]["message"]
        accepted = correct(club, path, stopping, accept_stop=True).get_json()
        assert (accepted["status"], accepted["stopped_at"], accepted["revision"]) == ("stopped", 2, 2)

    def test_a_retry(self, club: Club, path: str) -> None:
        first = correct(club, path, NINE, word="a")
        again = correct(club, path, NINE, word="a")
        assert (first.headers.get("Idempotency-Replayed"), again.headers["Idempotency-Replayed"]) == (None, "true")
        assert (again.data, again.headers["ETag"]) == (first.data, first.headers["ETag"])
        assert problem(correct(club, path, UNDO, word="a")) == (422, "idempotency-mismatch")

    def test_faults_of_query_headers_and_body_are_told_together(self, club: Club, path: str) -> None:
        refused = correct(club, path, NINE | {"move": {"type": "play"}}, word="", query="?lang=en&lang=en", more=1)
        assert problem(refused) == (422, "malformed")
        assert places(refused) == [
            ("Idempotency-Key", "wrong_form"), ("lang", "twice"), ("/more", "unknown_field"),
            ("/ops/0/move/player", "missing"), ("/ops/0/move/card", "missing"),
        ]
        assert places(club.post(f"{path}/corrections?x=1", [], If_Match="*"))[0] == ("x", "unknown_field")

    def test_faults(self, club: Club, path: str) -> None:
        move = {"type": "play", "player": "Chen", "card": "x"}
        refused = correct(club, path, {"op": "insert", "ply": 4, "move": move}, {"op": "fly"}, colour=1)
        assert problem(refused) == (422, "malformed")
        assert sorted(places(refused)) == [
            ("/colour", "unknown_field"),
            ("/ops/0/move/card", "wrong_type"),
            ("/ops/0/move/player", "stranger"),
            ("/ops/0/ply", "out_of_range"),
            ("/ops/1/op", "unknown_type"),
        ]

    def test_refusals(self, club: Club, path: str) -> None:
        body = {"ops": [UNDO]}
        assert problem(club.post(f"{path}/corrections", body)) == (428, "precondition-required")
        assert problem(club.post(f"{path}/corrections", body, If_Match='"7"')) == (412, "stale-revision")
        assert problem(club.call("POST", f"{path}/corrections", If_Match='"1"')) == (415, "unsupported-media-type")
        assert problem(club.post("/v1/matches/none/corrections", body, If_Match='"1"')) == (404, "not-found")
        many = [UNDO] * 5_001
        assert problem(correct(club, path, *many)) == (413, "too-large")
        club.post(f"{path}/void", {"reason": "Played twice."}, If_Match='"1"')
        assert problem(club.post(f"{path}/corrections", body, If_Match='"2"')) == (409, "conflict")

    def test_corrections_fit_their_description(self, document: dict) -> None:
        described = validator(document, "Correction")
        ops = [
            UNDO, NINE, {"op": "insert", "ply": 1, "move": REMARK}, {"op": "remove", "ply": 1}, {"op": "truncate", "ply": 0},
            {"op": "seats", "players": ["Asha", "Chen"]}, {"op": "setup", "setup": {"first": "Bo"}},
        ]
        described.validate({"ops": ops, "reason": "Misheard.", "dry_run": True, "accept_stop": False})
        moveless = {"op": "replace", "ply": 1}
        for wrong in ({"op": "fly"}, {"op": "remove"}, {"op": "truncate", "ply": -1}, UNDO | {"ply": 1}, moveless):
            assert not described.is_valid({"ops": [wrong]})
        assert not described.is_valid({"ops": []})


class TestHistory:
    @pytest.fixture
    def path(self, club: Club) -> str:
        """A match with five writes."""
        path = club.match(moves=[PLAY], title="Friday")
        club.log(path, ANSWERED)
        correct(club, path, NINE, revision=2)
        club.call("PATCH", path, {"title": "Saturday", "place": "Hall 1"}, If_Match='"3"')
        club.post(f"{path}/void", {"reason": "Played twice."}, If_Match='"4"')
        return path

    def test_every_write_is_told(self, club: Club, path: str, document: dict) -> None:
        response = club.get(f"{path}/history")
        assert (response.status_code, response.headers["ETag"]) == (200, '"5.history"')
        validator(document, "History").validate(response.get_json())
        items = response.get_json()["items"]
        assert [(item["revision"], item["kind"], item["plies"], item["reason"]) for item in items] == [
            (1, "create", 1, None), (2, "moves", 2, None), (3, "correction", 2, "Misheard."), (4, "facts", 2, None),
            (5, "void", 2, "Played twice."),
        ]
        assert all((item["by"]["label"], item["by"]["role"]) == ("admin", "admin") for item in items)
        assert items[2]["payload"]["moves"] == {"ply": 2, "before": [ANSWERED], "after": [NINE["move"]]}
        before, after = {"title": "Friday", "place": None}, {"title": "Saturday", "place": "Hall 1"}
        assert items[3]["payload"] == {"before": before, "after": after}

    def test_the_chain_can_be_checked_by_whoever_reads_it(self, club: Club, path: str) -> None:
        previous = path.removeprefix("/v1/matches/")
        for item in club.get(f"{path}/history").get_json()["items"]:
            payload = json.dumps(item["payload"], ensure_ascii=False, separators=(",", ":"))
            assert item["digest"] == hashlib.sha256((item["salt"] + payload).encode()).hexdigest()
            assert item["previous"] == previous
            by = item["by"]
            parts = (item["revision"], item["kind"], item["recorded_at"], by["key"], by["label"], by["role"])
            row = HistoryRow(*parts, item["reason"], item["plies"], payload, item["salt"], item["digest"], item["chain"])
            assert history.linked(previous, row) == item["chain"]
            previous = item["chain"]

    def test_pages(self, club: Club, path: str) -> None:
        whole = club.get(f"{path}/history").get_json()["items"]
        found: list[Any] = []
        link: str | None = f"{path}/history?limit=2"
        while link:
            response = club.get(link)
            found += response.get_json()["items"]
            link = response.headers["Link"].partition(">")[0][1:] if "Link" in response.headers else None
        assert found == whole
        assert club.get(f"{path}/history?after=9").get_json() == {"items": []}
        assert places(club.get(f"{path}/history?after=-1&limit=201")) == [("after", "out_of_range"), ("limit", "out_of_range")]

    def test_what_is_known_is_not_sent_again(self, club: Club, path: str) -> None:
        assert club.get(f"{path}/history", If_None_Match='"5.history"').status_code == 304
        assert club.get(f"{path}/history", If_None_Match='"4.history"').status_code == 200
