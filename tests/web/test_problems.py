"""Errors are problems, with their usual headers; a request has an id."""

import json
import re
import sqlite3
from contextlib import closing

import pytest
from msgspec import structs

from adjudicator.app import create_app
from adjudicator.config import Settings
from adjudicator.core.game import Checks
from adjudicator.games import discover
from adjudicator.web.context import KEY, close
from adjudicator.web.problems import TABLE
from adjudicator.wiring import prepare
from tests.games.toy.moves import Play
from tests.web import matching
from tests.web.matching import problem


def test_a_problem_has_every_member(client):
    response = client.get("/v1/games/chess", headers={"X-Request-Id": "table-7"})
    assert response.get_json() == {
        "type": "/problems/not-found",
        "title": "There is nothing here.",
        "status": 404,
        "detail": "There is no game of this name; there is: " + ", ".join(discover("adjudicator.games", "tests.games")) + ".",
        "instance": "/v1/games/chess",
        "request_id": "table-7",
        "errors": [],
    }


def test_an_unknown_path(client):
    assert problem(client.get("/v2")) == (404, "not-found")
    assert client.get("/a b/\u00e9?x").get_json()["instance"] == "/a%20b/%C3%A9"


@pytest.mark.parametrize(("method", "path", "allowed"), [
    ("GET", "/v1/adjudications", {"POST", "OPTIONS"}),
    ("DELETE", "/v1/games", {"GET", "HEAD", "OPTIONS"}),
    ("BREW", "/healthz", {"GET", "HEAD", "OPTIONS"}),
])
def test_another_method(client, method, path, allowed):
    response = client.open(path, method=method)
    assert problem(response) == (405, "method-not-allowed")
    assert set(response.headers["Allow"].split(", ")) == allowed


def test_a_request_id_is_kept_or_made(client):
    assert client.get("/healthz", headers={"X-Request-Id": "a-1_b.c"}).headers["X-Request-Id"] == "a-1_b.c"
    odd = ("", "a b", "x" * 200, "\xff")
    made = {client.get("/healthz", headers={"X-Request-Id": sent}).headers["X-Request-Id"] for sent in odd}
    assert len(made) == 4
    assert all(re.fullmatch("[0-9a-f]{32}", found) for found in made)


@pytest.fixture
def mistaken():
    """A client of a service whose game breaks at every play."""
    toy = discover("tests.games")["toy"]
    broken = structs.replace(toy, checks=dict(toy.checks) | {Play: Checks(rules=(lambda state, entry, plan: 1 / 0,))})
    return create_app(Settings(log_level="error"), {"toy": broken}).test_client()


def test_a_mistake_of_ours_says_nothing_but_its_id(mistaken, toy_log, capfd):
    response = mistaken.post("/v1/adjudications", json=toy_log)
    assert problem(response) == (500, "internal")
    assert "division" not in response.text
    (logged,) = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    assert (logged["event"], logged["level"]) == ("mistake", "error")
    assert "ZeroDivisionError" in logged["exception"]
    assert logged["request_id"] == response.get_json()["request_id"]


def test_a_text_in_the_file_that_is_not_utf_8_is_a_problem_and_stays_there(tmp_path, toy_log, capfd):
    settings = Settings(log_level="error", database_url=f"sqlite:///{tmp_path / 'club.db'}", admin_key=matching.KEY)
    games = discover("tests.games")
    prepare(settings, games)
    app = create_app(settings, games)
    club = matching.Club(app.test_client())
    path = club.match(moves=toy_log["moves"])
    with closing(sqlite3.connect(tmp_path / "club.db")) as intruder:
        intruder.execute("UPDATE moves SET entry = CAST(x'7365637265740aff' AS TEXT)")
        intruder.commit()
    response = club.get(f"{path}/moves")
    assert problem(response) == (500, "internal")
    logged = capfd.readouterr().err
    assert "not UTF-8, in a column entry. Run: adjudicator verify" in json.loads(logged)["exception"]
    assert "secret" not in response.text + logged
    assert club.get(path).status_code == 200
    close(app)


def test_not_ready(client, app, monkeypatch):
    assert client.get("/readyz").get_json() == {"status": "ok"}
    monkeypatch.setattr(app.extensions[KEY], "checks", [lambda: None, lambda: "The cellar is flooded."])
    response = client.get("/readyz")
    assert problem(response) == (503, "not-ready")
    assert response.get_json()["detail"] == "The cellar is flooded."
    assert response.headers["Retry-After"] == "5"
    assert client.get("/healthz").status_code == 200


def test_slugs_are_told_by_one_status_each():
    statuses: dict[str, set[int]] = {}
    for row in TABLE.values():
        statuses.setdefault(row.kind.slug, set()).add(row.kind.status)
    assert all(len(found) == 1 for found in statuses.values())
