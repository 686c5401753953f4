"""Leaderboards and ratings over HTTP."""

import csv
import io

import pytest

from tests.services.league import GIVEN_UP, plays
from tests.web.matching import Club, places, problem

BOARD = "/v1/leaderboards/toy"


class Evening:
    """Two players who met, and one who did not."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.asha, self.bo, self.cleo = (self.add(name) for name in ("=Asha", "Bo", "Cleo"))
        self.match = club.match(player_ids={"Asha": self.asha, "Bo": self.bo})
        club.log(self.match, *plays("35", 2), GIVEN_UP)

    def add(self, name: str) -> str:
        player_id: str = self.club.post("/v1/players", {"name": name}).get_json()["id"]
        return player_id


@pytest.fixture
def evening(club: Club) -> Evening:
    return Evening(club)


def test_a_leaderboard_and_a_place_on_it(club: Club, evening: Evening) -> None:
    board = club.get(BOARD).get_json()
    assert {name: board[name] for name in board if name != "items"} == {
        "game": "toy", "scheme": "total_points", "unit": 1, "tie_breaks": [],
    }
    by_id = {each["player"]["id"]: each for each in board["items"]}
    assert by_id[evening.bo] | {"rank": 0} == {
        "rank": 0, "player": {"id": evening.bo, "name": "Bo"}, "played": 1, "won": 1, "points": 1, "totals": {},
    }
    told = club.get(f"{BOARD}/{evening.bo}").get_json()
    assert (told["player"], told["place"]) == ({"id": evening.bo, "name": "Bo"}, by_id[evening.bo])
    (line,) = told["items"]
    assert line | {"happened_at": ""} == {
        "match_id": evening.match.rpartition("/")[2], "seat": 2, "happened_at": "", "player_id": evening.bo, "rank": 1,
        "won": True, "points": 1, "totals": {},
    }
    nothing = club.get(f"{BOARD}/{evening.cleo}").get_json()
    assert (nothing["place"], nothing["items"]) == (None, [])


def test_an_etag_holds_until_something_counts_otherwise(club: Club, evening: Evening) -> None:
    for path in (BOARD, f"{BOARD}/{evening.bo}", "/v1/ratings/toy"):
        tag = club.get(path).headers["ETag"]
        assert club.get(path, If_None_Match=tag).status_code == 304
    tag = club.get(BOARD).headers["ETag"]
    club.post(f"{evening.match}/void", {"reason": "Played twice."}, If_Match="*")
    assert club.get(BOARD, If_None_Match=tag).status_code == 200


def test_pages_follow_their_links(club: Club, evening: Evening) -> None:
    whole = club.get(BOARD).get_json()["items"]
    path: str | None = f"{BOARD}?limit=1"
    seen = []
    while path is not None:
        page = club.get(path)
        seen += page.get_json()["items"]
        path = page.headers["Link"].partition(">")[0].removeprefix("<") if "Link" in page.headers else None
    assert seen == whole


def test_csv_is_safe_to_open(club: Club, evening: Evening) -> None:
    plain = club.get(BOARD, Accept="text/csv")
    assert plain.headers["Content-Type"] == "text/csv; charset=utf-8"
    marked = club.get(f"{BOARD}?bom=true", Accept="text/csv")
    assert marked.data == b"\xef\xbb\xbf" + plain.data
    rows = {row["player_id"]: row for row in csv.DictReader(io.StringIO(plain.text))}
    assert rows[evening.asha]["player"] == "'=Asha"
    assert rows[evening.bo] | {"rank": ""} == {
        "rank": "", "player_id": evening.bo, "player": "Bo", "played": "1", "won": "1", "points": "1",
    }
    lines = [*csv.DictReader(io.StringIO(club.get(f"{BOARD}/{evening.bo}", Accept="text/csv").text))]
    assert [(line["seat"], line["won"]) for line in lines] == [("2", "true")]


def test_totals_have_the_names_of_the_games_criteria(club: Club) -> None:
    one, other = (club.post("/v1/players", {"name": name}).get_json()["id"] for name in ("Asha", "Bo"))
    board = {"type": "summary", "winner": "Asha", "pieces": 5, "queen": True}
    raw = {"game": "carrom", "players": ["Asha", "Bo"], "ruleset": {"options": {"max_boards": 1}}, "moves": [board]}
    assert club.post("/v1/matches", raw | {"player_ids": {"Asha": one, "Bo": other}}).get_json()["status"] == "complete"
    place = club.get(f"/v1/leaderboards/carrom/{one}").get_json()["place"]
    assert (place["points"], place["totals"]) == (2, {"net:board_points": 10, "most:boards_won": 1, "most:queens": 1})
    head, *_ = club.get("/v1/leaderboards/carrom", Accept="text/csv").text.splitlines()
    assert head.endswith("points,totals.net:board_points,totals.most:boards_won,totals.most:queens")


def test_ratings_and_what_computing_them_does(club: Club, evening: Evening) -> None:
    """What was played in a month that is over; of the present one nothing is rated yet."""
    club.call("PATCH", evening.match, {"played_at": "2020-05-01T12:00:00Z"}, If_Match="*")
    dry = club.post("/v1/ratings/toy/recompute", {"dry_run": True})
    assert dry.status_code == 200
    done = club.post("/v1/ratings/toy/recompute", {}, Idempotency_Key=f"compute {evening.bo}")
    assert done.get_json() == dry.get_json() | {"dry_run": False}
    again = club.post("/v1/ratings/toy/recompute", {}, Idempotency_Key=f"compute {evening.bo}")
    assert (again.get_json(), again.headers["Idempotency-Replayed"]) == (done.get_json(), "true")
    found = club.get("/v1/ratings/toy").get_json()
    assert (found["game"], found["changed_from"]) == ("toy", None)
    (own,) = [each for each in found["items"] if each["player"]["id"] == evening.bo]
    assert (own["played"], own["provisional"]) == (1, True)
    club.post(f"{evening.match}/void", {"reason": "Played twice."}, If_Match="*")
    assert club.get("/v1/ratings/toy").get_json()["changed_from"] == "2020-05"
    change = next(
        each for each in club.post("/v1/ratings/toy/recompute", {}).get_json()["changes"] if each["player"]["id"] == evening.bo
    )
    assert (change["before"]["played"], change["after"]) == (1, None)


def test_ratings_as_csv(club: Club, evening: Evening) -> None:
    """What they are ratings by and of stands in each row."""
    club.call("PATCH", evening.match, {"played_at": "2020-05-01T12:00:00Z"}, If_Match="*")
    club.post("/v1/ratings/toy/recompute", {})
    path = "/v1/ratings/toy"
    plain = club.get(path, Accept="text/csv")
    assert plain.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert club.get(f"{path}?bom=true", Accept="text/csv").data == b"\xef\xbb\xbf" + plain.data
    assert club.get(path, Accept="text/csv", If_None_Match=plain.headers["ETag"]).status_code == 304
    told = club.get(path).get_json()
    rows = {row["player_id"]: row for row in csv.DictReader(io.StringIO(plain.text))}
    assert len(rows) == len(told["items"])
    assert rows[evening.asha]["player"] == "'=Asha"
    head = "rank,player_id,player,at_least,value,deviation,volatility,played,provisional,system,period"
    assert plain.text.splitlines()[0] == head
    for each in told["items"]:
        row = rows[each["player"]["id"]]
        numbers = ("rank", "at_least", "value", "deviation", "volatility", "played")
        assert [float(row[name] or 0) for name in numbers] == [each[name] or 0 for name in numbers]
        assert (row["provisional"], row["system"]) == ("true" if each["provisional"] else "false", told["system"])
        assert row["period"] == told["period"]


def test_what_is_not_there_or_not_understood(club: Club, evening: Evening) -> None:
    for path in ("/v1/leaderboards/chess", "/v1/ratings/chess", f"/v1/leaderboards/chess/{evening.bo}", f"{BOARD}/nobody"):
        assert problem(club.get(path)) == (404, "not-found")
    assert problem(club.post("/v1/ratings/chess/recompute", {})) == (404, "not-found")
    assert places(club.get(f"{BOARD}?limit=0&bom=maybe&top=20")) == [
        ("limit", "out_of_range"), ("bom", "wrong_type"), ("top", "unknown_field"),
    ]
    assert places(club.post("/v1/ratings/toy/recompute", {"dry_run": 7, "from": "2020-05"})) == [
        ("/dry_run", "wrong_type"), ("/from", "unknown_field"),
    ]


def test_a_dry_run_takes_no_idempotency_key_and_is_no_retry_of_what_was_done(club: Club, evening: Evening) -> None:
    word = f"dry {evening.bo}"
    dry, done, again = (
        club.post("/v1/ratings/toy/recompute", {"dry_run": wanted}, Idempotency_Key=word) for wanted in (True, False, True)
    )
    assert [answer.status_code for answer in (dry, done)] == [200, 200]
    assert "Idempotency-Replayed" not in done.headers
    assert problem(again) == (422, "idempotency-mismatch")
