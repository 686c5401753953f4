"""Tournaments over HTTP."""

import csv
import functools
import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adjudicator.app import create_app
from adjudicator.config import Settings
from adjudicator.games import discover
from adjudicator.services.keys import Keys, NewKey
from adjudicator.services.rights import Role
from adjudicator.web.context import close
from adjudicator.wiring import prepare, setting_of
from tests.databases import BACKENDS, migrated
from tests.web.hall import END, SWISS, Hall
from tests.web.matching import KEY, Club, places, problem

GAMES = discover("adjudicator.games", "tests.games")


@pytest.mark.parametrize(("path", "code"), [
    ("/standings/0001/explain?value=nope", "unknown_criterion"),
    ("/standings?after=9999", "unknown_key"),
])
def test_a_query_that_means_nothing_here_is_told_by_its_parameter(hall: Hall, path: str, code: str) -> None:
    hall.play()
    refused = hall.club.get(hall.path + path)
    assert problem(refused) == (422, "malformed")
    [fault] = refused.get_json()["errors"]
    assert fault | {"message": ""} == {"parameter": path.partition("?")[2].partition("=")[0], "code": code, "message": ""}


def test_it_is_not_finished_while_a_round_is_open(hall: Hall) -> None:
    def finish() -> Any:
        return hall.club.call("PATCH", hall.path, {"status": "finished", "note": "Over."}, If_Match="*")

    hall.play()
    hall.post("/rounds/pair", {})
    hall.post("/rounds/2/publish")
    refused = finish()
    assert problem(refused) == (409, "conflict")
    assert "Round 2 of stage 1" in refused.get_json()["detail"]
    assert (hall.get()["status"], hall.get().get("note")) == ("open", None)
    for match in hall.get("/rounds/2")["matches"]:
        hall.put(2, match["table"], {"outcome": "abandoned"})
    hall.post("/rounds/2/close")
    hall.post("/rounds/pair", {})
    assert finish().get_json()["status"] == "finished", "nobody has seen the third round"


def test_what_was_entered_is_replaced_by_whoever_has_seen_it(hall: Hall) -> None:
    hall.post("/rounds/pair", {})
    hall.post("/rounds/1/publish")
    first, second = (side["entrant"] for side in hall.get("/rounds/1")["matches"][0]["sides"])
    won, lost = ({"sides": [{"entrant": each, "rank": rank} for each, rank in zip((first, second), ranks, strict=True)]}
                 for ranks in ((1, 2), (2, 1)))
    path = f"{hall.path}/rounds/1/matches/1/result"
    put = functools.partial(hall.club.call, "PUT", path)
    assert put(won).status_code == 200, "nothing was there"
    assert put(won).status_code == 200, "it says the same"
    for refused in (put(lost), put({"outcome": "void"}), hall.club.call("DELETE", path)):
        assert problem(refused) == (428, "precondition-required")
    tag = hall.club.get(hall.path).headers["ETag"]
    assert put(lost, If_Match=tag).status_code == 200
    assert problem(put(won, If_Match=tag)) == (412, "stale-revision")
    assert hall.club.call("DELETE", path, If_Match="*").status_code == 200
    assert hall.club.call("DELETE", path).status_code == 200, "nothing is there to take back"


def test_names_have_something_to_see_and_no_blanks_at_their_edges(hall: Hall) -> None:
    new = {"name": "\u200b", "stage_name": "One ", "game": "toy", "format": {"type": "knock_out"}}
    assert sorted(places(hall.club.post("/v1/tournaments", new))) == [("/name", "invisible"), ("/stage_name", "blank_at_edge")]
    entrants = {"entrants": [{"name": "\u3164"}, {"name": "A", "members": [{"name": " Bo"}]}]}
    assert places(hall.club.post(f"{hall.path}/entrants", entrants)) == [
        ("/entrants/0/name", "invisible"), ("/entrants/1/members/0/name", "blank_at_edge"),
    ]


def test_from_the_founding_to_the_standings(hall: Hall) -> None:
    for number in (1, 2, 3):
        assert hall.play() == number
    table = hall.get("/standings")
    assert table["items"][0]["rank"] == 1
    assert sum(row["points"] for row in table["items"]) == 6
    best = table["items"][0]
    told = hall.get(f"/standings/{best['entrant']}/explain")
    assert sum(line["value"] for line in told["explanation"]["lines"]) == best["score"] == told["explanation"]["value"]
    for name, value in best["values"].items():
        lines = hall.get(f"/standings/{best['entrant']}/explain?value={name}")["explanation"]["lines"]
        assert value in (None, sum(line["value"] for line in lines))
    assert len(hall.get("/crosstable")["items"][0]["cells"]) == 3
    assert hall.get("/standings?round=1")["items"][0]["points"] == 1
    refused = hall.club.post(hall.path + "/rounds/pair", {})
    assert problem(refused) == (409, "not-paired")
    assert refused.get_json()["reason"] == "complete"
    finished = hall.club.call("PATCH", hall.path, {"status": "finished"}, If_Match=hall.club.get(hall.path).headers["ETag"])
    assert finished.get_json()["status"] == "finished"
    assert problem(hall.club.post(hall.path + "/entrants", {"entrants": [{"name": "Zoe"}]})) == (409, "conflict")


def test_tables_as_csv(hall: Hall) -> None:
    hall.post("/entrants", {"entrants": [{"name": "=1+1"}]})
    hall.play()
    for part, first in (("/standings", "1"), ("/crosstable", "1")):
        answer = hall.club.get(f"{hall.path}{part}?bom=true", Accept="text/csv")
        assert answer.text.startswith("\ufeff")
        rows = list(csv.reader(io.StringIO(answer.text.removeprefix("\ufeff"))))
        assert rows[0][:3] == ["rank", "entrant", "name"]
        assert rows[1][0] == first
        assert "'=1+1" in {row[2] for row in rows}


def test_standings_by_pages(hall: Hall) -> None:
    hall.play()
    whole, found = hall.get("/standings")["items"], []
    path = f"{hall.path}/standings?limit=3"
    while path:
        answer = hall.club.get(path)
        found += answer.get_json()["items"]
        path = answer.headers.get("Link", "").partition(">")[0].removeprefix("<")
    assert found == whole


def test_tournaments_by_pages_and_filters(club: Club) -> None:
    paths = [Hall(club, players=()).path for _ in range(3)]
    answer = club.get("/v1/tournaments?limit=2&game=toy&status=open")
    assert [f"/v1/tournaments/{each['id']}" for each in answer.get_json()["items"]] == paths[:0:-1]
    assert "next" in answer.headers["Link"]


def test_a_linked_match_tells_the_result_when_it_is_over(hall: Hall) -> None:
    made = hall.post("/rounds/pair", {})
    hall.post("/rounds/1/publish")
    first, second = (side for side in made["matches"][0]["sides"])
    match = hall.club.match(players=[first["name"], second["name"]])
    entered = hall.put(1, 1, {"match_id": match.rpartition("/")[2]})
    assert (entered["match"]["match_id"], entered["match"]["result"]) == (match.rpartition("/")[2], None)
    play = {"type": "play", "player": first["name"], "card": 3}
    hall.club.log(match, play, END | {"player": second["name"]})
    [found, _] = hall.get("/rounds/1")["matches"]
    ranks = {side["entrant"]: side["rank"] for side in found["result"]["sides"]}
    assert ranks == {first["entrant"]: 1, second["entrant"]: 2}
    assert hall.get("/standings")["items"][0]["entrant"] == first["entrant"]


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ({}, [("/name", "missing"), ("/game", "missing"), ("/format", "missing")]),
        ({"name": "N", "game": "toy", "format": {"type": "swiss"}}, [("/format/rounds", "missing")]),
        ({"name": "N", "game": "toy", "format": {"type": "draughts"}}, [("/format/type", "unknown_type")]),
        ({"name": "N", "game": "no", "format": SWISS}, [("/game", "unknown_game")]),
        ({"name": "N", "game": "toy", "format": SWISS, "tie_breaks": ["luck"]}, [("/tie_breaks/0", "unknown_tie_break")]),
        ({"name": "N", "game": "toy", "format": SWISS, "ruleset": "none"}, [("/ruleset", "unknown_preset")]),
        ({"name": "N", "game": "toy", "format": SWISS | {"rounds": 0}}, [("/format/rounds", "out_of_range")]),
    ],
)
def test_tournaments_that_cannot_be_founded(club: Club, body: Any, found: list[tuple[str, str]]) -> None:
    answer = club.post("/v1/tournaments", body)
    assert problem(answer) == (422, "malformed")
    assert sorted(places(answer)) == sorted(found)


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ({}, [("/match_id", "missing")]),
        ({"match_id": "x", "outcome": "void"}, [("/match_id", "not_both")]),
        ({"match_id": "x"}, [("/match_id", "unknown_match")]),
        ({"outcome": "lost"}, [("/outcome", "unknown_value")]),
        ({"sides": [{"entrant": "0001"}, {"entrant": "2", "rank": 0}]},
         [("/sides/1/entrant", "wrong_form"), ("/sides/1/rank", "out_of_range")]),
    ],
)
def test_results_that_cannot_be_read(club: Club, body: Any, found: list[tuple[str, str]]) -> None:
    hall = Hall(club)
    hall.post("/rounds/pair", {})
    hall.post("/rounds/1/publish")
    answer = club.call("PUT", f"{hall.path}/rounds/1/matches/1/result", body)
    assert problem(answer) == (422, "malformed")
    assert sorted(places(answer)) == sorted(found)


def test_writes_are_done_once_and_seen_revisions_count(hall: Hall) -> None:
    first = hall.club.post(hall.path + "/rounds/pair", {}, Idempotency_Key="pair 1")
    again = hall.club.post(hall.path + "/rounds/pair", {}, Idempotency_Key="pair 1")
    assert (again.headers["Idempotency-Replayed"], again.get_json()) == ("true", first.get_json())
    stale = hall.club.post(hall.path + "/rounds/1/publish", None, If_Match='"1"')
    assert problem(stale) == (412, "stale-revision")
    hall.post("/rounds/1/publish", If_Match=first.headers["ETag"])
    known = hall.club.get(hall.path + "/standings").headers["ETag"]
    assert hall.club.get(hall.path + "/standings", If_None_Match=known).status_code == 304


def test_the_record_is_whole(hall: Hall) -> None:
    hall.play()
    kinds = [write["kind"] for write in hall.get("/history")["items"]]
    assert kinds == ["found", "enter", "pair", "publish", "result", "result", "close"]
    export = hall.get("/export")
    assert [write["kind"] for write in export["history"]] == kinds
    [stage] = export["stages"]
    assert (stage["statuses"], len(stage["stage"]["rounds"][0]["matches"])) == ({"1": "closed"}, 2)


@pytest.mark.parametrize("backend", BACKENDS)
def test_viewers_see_what_is_published(backend: str, tmp_path: Path) -> None:
    settings = Settings(log_level="error", database_url=migrated(backend, tmp_path), admin_key=KEY)
    prepare(settings, GAMES)
    setting = setting_of(settings, GAMES)
    said = Keys(setting, lambda: "viewer").add(NewKey("viewer", Role.VIEWER))[1]
    setting.database.close()
    app = create_app(settings, GAMES)
    hall = Hall(Club(app.test_client()))
    look_as_viewer(hall, lambda part: hall.club.get(hall.path + part, Authorization=f"Bearer {said}"))
    close(app)


def look_as_viewer(hall: Hall, look: Callable[[str], Any]) -> None:
    made = hall.post("/rounds/pair", {})
    assert look("/rounds").get_json()["items"] == []
    assert problem(look("/rounds/1")) == (404, "not-found")
    assert hall.get("/rounds/1")["matches"] == made["matches"]
    assert look("/rounds").headers["ETag"] != hall.club.get(hall.path + "/rounds").headers["ETag"], "it is not the same"
    hall.post("/rounds/1/publish", If_Match=hall.club.get(hall.path + "/rounds/1").headers["ETag"])
    sides = [side["entrant"] for side in made["matches"][0]["sides"]]
    hall.put(1, 1, {"sides": [{"entrant": side, "rank": rank} for rank, side in enumerate(sides, 1)]})
    wish = {"result": {"outcome": "void"}, "reason": "A private matter."}
    hall.post("/rounds/1/matches/1/corrections", wish, If_Match="*")
    seen = look("/rounds/1").get_json()["matches"][0]
    assert (seen["result"]["outcome"], seen["corrected"]) == ("void", True)
    for part in ("", "/rounds/1", "/standings", "/crosstable", f"/standings/{sides[0]}/explain"):
        assert "private" not in look(part).text
    assert look("/rounds/1").headers["ETag"] != hall.club.get(hall.path + "/rounds/1").headers["ETag"]
    assert problem(look("/history")) == problem(look("/disturbances")) == (403, "forbidden")


@pytest.mark.parametrize("number", ["9" * 30, "9999999999", "\u0661"])
def test_numbers_in_paths_that_nothing_has(hall: Hall, number: str) -> None:
    rules = [rule for rule in hall.club.client.application.url_map.iter_rules() if "<int:" in rule.rule]
    for rule in rules:
        template = rule.rule.replace("<tournament_id>", hall.path.split("/")[-1])
        for part in re.findall("<int:[a-z]+>", template):
            path = re.sub("<int:[a-z]+>", "1", template.replace(part, number))
            for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
                assert problem(hall.club.call(method, path, {}, If_Match="*")) == (404, "not-found"), path
    assert rules
