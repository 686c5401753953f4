"""The log of a stored match over HTTP: appending, and what is shown of it."""

import csv
import io

import msgspec
import pytest

from tests.web.matching import ANSWERED, AUTHORIZATION, OUT_OF_TURN, PLAY, REMARK, TOY, Club, places, problem

HANDS = {"hands": {"Asha": [1, 3, 7], "Bo": [2, 5, 9]}}


def test_appending(club: Club) -> None:
    path = club.match()
    response = club.post(f"{path}/moves", PLAY)
    assert response.status_code == 201
    assert response.headers["ETag"] == '"2"'
    assert response.headers["Content-Language"] == "en"
    assert response.get_json() == {
        "revision": 2,
        "rulings": [
            {
                "ply": 1,
                "type": "play",
                "player": "Asha",
                "verdict": "legal",
                "violations": [],
                "unverified": [],
                "effects": [{"type": "point", "rule": "TOY-3.1", "player": "Asha"}],
            }
        ],
        "findings": [],
        "frames": [],
        "status": "in_progress",
        "next": {"players": ["Bo"], "must": []},
        "score": {
            "standings": [{"players": ["Asha"], "rank": 1, "points": 1}, {"players": ["Bo"], "rank": 2, "points": 0}],
            "frames": [],
            "winner": None,
            "provisional": False,
            "reported": False,
        },
    }


def test_only_new_frames_are_told(club: Club) -> None:
    path = club.match()
    whole = [{"type": "play", "player": ("Asha", "Bo")[card % 2], "card": card + 1} for card in range(6)]
    assert club.log(path, *whole[:5]).get_json()["frames"] == []
    last = club.log(path, whole[5]).get_json()
    assert (last["status"], len(last["frames"]), last["score"]["frames"]) == ("complete", 1, last["frames"])
    later = club.log(path, REMARK).get_json()
    assert (later["frames"], later["score"]["frames"], later["score"]["winner"]) == ([], [], last["score"]["winner"])
    assert club.get(f"{path}/score").get_json()["frames"] == last["frames"]
    assert club.get(path).get_json()["score"]["frames"] == last["frames"]


def test_a_refused_entry(club: Club) -> None:
    path = club.match()
    club.log(path, PLAY)
    response = club.post(f"{path}/moves", {"moves": [ANSWERED, ANSWERED | {"card": 6}]})
    assert problem(response) == (422, "illegal-move")
    body = response.get_json()
    assert (body["ply"], body["ruling"]["ply"], body["ruling"]["verdict"]) == (3, 3, "illegal")
    assert body["ruling"]["violations"][0]["rule"] == "TOY-2.1"
    assert club.get(path).headers["ETag"] == '"2"'
    assert club.post(f"{path}/moves", ANSWERED).status_code == 201


def test_a_dry_run(club: Club) -> None:
    path = club.match()
    told = club.post(f"{path}/moves?dry_run=true", PLAY)
    assert (told.status_code, told.headers["ETag"]) == (200, '"1"')
    assert club.get(f"{path}/moves").get_json() == {"items": []}
    done = club.post(f"{path}/moves", PLAY)
    assert told.get_json() | {"revision": 2} == done.get_json()
    assert problem(club.post(f"{path}/moves?dry_run=true", OUT_OF_TURN)) == (422, "illegal-move")


def test_a_dry_run_is_not_kept(club: Club) -> None:
    path = club.match()
    for _ in range(2):
        response = club.post(f"{path}/moves?dry_run=true", PLAY, Idempotency_Key="dry")
        assert "Idempotency-Replayed" not in response.headers


def test_an_accepted_stop(club: Club) -> None:
    path = club.match()
    response = club.post(f"{path}/moves?accept_stop=true", {"moves": [PLAY, OUT_OF_TURN, ANSWERED]})
    assert response.status_code == 201
    assert response.get_json()["status"] == "stopped"
    assert [ruling["verdict"] for ruling in response.get_json()["rulings"]] == ["legal", "illegal"]
    refused = club.post(f"{path}/moves", REMARK)
    assert problem(refused) == (409, "stopped")
    assert refused.get_json()["stopped_at"] == 2
    assert club.post(f"{path}/moves?accept_stop=true", REMARK).get_json()["rulings"] == []
    items = club.get(f"{path}/moves").get_json()["items"]
    assert [item["ruling"] and item["ruling"]["verdict"] for item in items] == ["legal", "illegal", None, None]
    assert club.get(f"{path}/report").get_json()["stopped_at"] == 2


def test_faults_have_pointers_into_the_body(club: Club) -> None:
    path = club.match()
    one = club.post(f"{path}/moves", {"type": "play", "player": "Zoë", "card": "3", "at": "now"})
    assert problem(one) == (422, "malformed")
    assert sorted(places(one)) == [("/at", "not_a_time"), ("/card", "wrong_type"), ("/player", "stranger")]
    many = club.post(f"{path}/moves", {"moves": [PLAY, {"type": "play", "player": "Bo"}], "note": "x"})
    assert sorted(places(many)) == [("/moves/1/card", "missing"), ("/note", "unknown_field")]
    assert places(club.post(f"{path}/moves", {"moves": []})) == [("/moves", "wrong_length")]
    assert places(club.post(f"{path}/moves", [PLAY])) == [("", "wrong_type")]
    both = club.post(f"{path}/moves?dry_run=1", {"moves": [PLAY | {"card": "3"}]})
    assert places(both) == [("dry_run", "wrong_type"), ("/moves/0/card", "wrong_type")]
    assert places(club.post(f"{path}/moves?x=1", {"moves": 1})) == [("x", "unknown_field"), ("/moves", "wrong_type")]
    assert places(club.post(f"{path}/moves?dry_run=1&x=1", REMARK)) == [("dry_run", "wrong_type"), ("x", "unknown_field")]


@pytest.mark.parametrize("data", [b"{", b'{"type":"remark","type":"remark"}', b'"\\ud800"', b"\xff", b"[" * 40 + b"]" * 40])
def test_bodies_that_cannot_be_read(club: Club, data: bytes) -> None:
    path = club.match()
    headers = AUTHORIZATION | {"Content-Type": "application/json"}
    assert problem(club.client.post(f"{path}/moves", data=data, headers=headers)) == (400, "bad-request")
    response = club.client.post(f"{path}/moves", data=data, headers=headers | {"Content-Type": "text/plain"})
    assert problem(response) == (415, "unsupported-media-type")


def test_a_log_has_an_end(club: Club) -> None:
    path = club.match()
    assert club.post(f"{path}/moves", {"moves": [REMARK] * 5000}).status_code == 201
    assert problem(club.post(f"{path}/moves", REMARK)) == (413, "too-large")


def test_pages_of_a_log(club: Club) -> None:
    path = club.match(moves=[REMARK] * 5)
    seen, where = [], f"{path}/moves?limit=2"
    while where:
        response = club.get(where)
        seen += [(item["ply"], item["move"]["note"]) for item in response.get_json()["items"]]
        where = response.headers.get("Link", "").partition(">")[0].removeprefix("<")
    assert seen == [(ply, REMARK["note"]) for ply in range(1, 6)]
    assert club.get(f"{path}/moves?after=5").get_json() == {"items": []}


def test_reports_are_those_of_the_stateless_service(club: Club) -> None:
    moves = [PLAY | {"note": "hesitating"}, ANSWERED, REMARK | {"player": "Bo"}]
    path = club.match(setup=HANDS, moves=moves)
    log = TOY | {"setup": HANDS, "moves": moves}
    for view in ("referee", "public", "player:Asha", "player:Bo"):
        stateless = club.post(f"/v1/adjudications?view={view}", log)
        assert club.get(f"{path}/report?view={view}").data == stateless.data
        assert club.get(f"{path}/score?view={view}").data == msgspec.json.encode(msgspec.json.decode(stateless.data)["score"])
    for at in range(4):
        stateless = club.post("/v1/adjudications", log | {"moves": moves[:at]})
        assert club.get(f"{path}/report?at={at}").data == stateless.data


def test_what_others_may_not_see(club: Club) -> None:
    path = club.match(setup=HANDS)
    club.log(path, PLAY | {"note": "hesitating"}, REMARK | {"player": "Bo"})
    moves = [item["move"] for item in club.get(f"{path}/moves?view=public").get_json()["items"]]
    assert moves == [PLAY, {"type": "remark"}]
    assert club.get(f"{path}/actions?view=player:Bo").get_json()["items"][0]["fields"] == {"card": [5, 9]}
    assert "fields" not in club.get(f"{path}/actions?view=public").get_json()["items"][0]
    assert club.get(f"{path}/actions?view=player:Asha").get_json() == {"items": []}


def test_stands_is_seen_where_the_ruling_is_illegal(club: Club) -> None:
    path = club.match(setup=HANDS)
    must_beat = {"type": "play", "player": "Bo", "card": 2, "stands": True, "note": "The table was content."}
    out_of_turn = {"type": "play", "player": "Bo", "card": 9, "stands": True, "note": "Nobody minded."}
    club.log(path, PLAY, must_beat, out_of_turn)
    public = [item["move"] for item in club.get(f"{path}/moves?view=public").get_json()["items"]]
    assert ["stands" in move for move in public] == [False, False, True], "the public cannot know that 2 was illegal"
    referee = [item["move"] for item in club.get(f"{path}/moves").get_json()["items"]]
    assert referee == [PLAY, must_beat, out_of_turn]


@pytest.mark.parametrize("part", ["moves", "report", "score", "actions"])
def test_views_that_are_none(club: Club, part: str) -> None:
    path = club.match()
    for view in ("player:Chen", "player:", "referees"):
        response = club.get(f"{path}/{part}?view={view}")
        assert problem(response) == (422, "malformed")
        assert [place for place, _ in places(response)] == ["view"]


def test_a_moment_that_is_none(club: Club) -> None:
    path = club.match(moves=[REMARK])
    assert places(club.get(f"{path}/report?at=2")) == [("at", "out_of_range")]
    assert places(club.get(f"{path}/report?at=-1")) == [("at", "out_of_range")]


@pytest.mark.parametrize("part", ["moves", "report", "score", "actions"])
def test_each_view_and_form_has_an_etag_of_its_own(club: Club, part: str) -> None:
    path = club.match(moves=[PLAY])
    tags = {view: club.get(f"{path}/{part}?view={view}").headers["ETag"] for view in ("referee", "public", "player:Bo")}
    assert len(set(tags.values())) == 3
    for view, tag in tags.items():
        response = club.get(f"{path}/{part}?view={view}", If_None_Match=tag)
        assert (response.status_code, response.data) == (304, b"")
    club.log(path, ANSWERED)
    assert club.get(f"{path}/{part}", If_None_Match=tags["referee"]).status_code == 200


def test_plain_text(club: Club) -> None:
    path = club.match(moves=[PLAY])
    response = club.get(f"{path}/report", Accept="text/plain")
    assert response.content_type == "text/plain; charset=utf-8"
    assert "Asha scores a point. (TOY-3.1)" in response.text
    assert response.headers["ETag"] != club.get(f"{path}/report").headers["ETag"]
    assert problem(club.get(f"{path}/report", Accept="image/png")) == (406, "not-acceptable")


class TestCsv:
    def rows(self, club: Club, path: str) -> list[list[str]]:
        response = club.get(path, Accept="text/csv")
        assert response.content_type == "text/csv; charset=utf-8"
        assert response.data.endswith(b"\r\n")
        return list(csv.reader(io.StringIO(response.data.decode())))

    def test_standings(self, club: Club) -> None:
        path = club.match(players=["=1+1", "Łucja, Óscar"], moves=[PLAY | {"player": "=1+1"}])
        adjust = {"type": "adjust", "player": "Łucja, Óscar", "points": -4, "note": "Late."}
        club.log(path, adjust)
        assert self.rows(club, f"{path}/score") == [
            ["players", "rank", "points"],
            ["'=1+1", "1", "1"],
            ["Łucja, Óscar", "2", "-4"],
        ]

    def test_without_a_frame_nothing_is_known_of_their_columns(self, club: Club) -> None:
        response = club.get(f"{club.match()}/score?part=frames", Accept="text/csv")
        assert (response.status_code, response.content_type) == (200, "text/csv; charset=utf-8")
        assert response.data == b""

    def test_frames(self, club: Club) -> None:
        whole = [{"type": "play", "player": ("Asha", "Bo")[card % 2], "card": card + 1} for card in range(6)]
        path = club.match(moves=whole)
        assert self.rows(club, f"{path}/score?part=frames") == [["hand", "points.Asha", "points.Bo"], ["1", "3", "3"]]
