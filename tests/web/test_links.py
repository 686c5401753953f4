"""Published links over HTTP: what publishing answers, and what who has the link can read."""

import jsonschema_rs
import pytest
import yaml

from tests.web.matching import ANSWERED, PLAY, Club, places, problem

HANDS = {"hands": {"Asha": [3, 4, 9], "Bo": [5, 6, 7]}}
CLUB = "https://club.example"


def published(club: Club, **body: int) -> str:
    """The public path of a new match with hands and a play."""
    path = club.match(setup=HANDS, moves=[PLAY])
    return club.post(f"{path}/link", body).get_json()["path"]


def test_publishing_tells_the_token_once(club: Club) -> None:
    path = club.match()
    response = club.post(f"{path}/link", {"delay_plies": 4})
    assert response.status_code == 201
    told = response.get_json()
    assert told == {
        "token": told["token"],
        "path": f"/v1/public/matches/{told['token']}",
        "delay_plies": 4,
        "delay_minutes": None,
        "revision": 2,
    }
    assert (response.headers["ETag"], response.headers["Cache-Control"]) == ('"2"', "no-store")
    assert club.post(f"{path}/link", {}).get_json()["token"] != told["token"]
    assert problem(club.get(told["path"])) == (404, "not-found")


@pytest.mark.parametrize(
    ("body", "faults"),
    [
        ({"delay_plies": 0}, [("/delay_plies", "out_of_range")]),
        ({"delay_plies": 5001}, [("/delay_plies", "out_of_range")]),
        ({"delay_minutes": 10081}, [("/delay_minutes", "out_of_range")]),
        ({"delay_minutes": "1"}, [("/delay_minutes", "wrong_type")]),
        ({"delay_plies": 1, "delay_minutes": 1}, [("/delay_minutes", "not_both")]),
        ({"delay": 1}, [("/delay", "unknown_field")]),
    ],
)
def test_a_delay_that_cannot_be(club: Club, body: dict, faults: list) -> None:
    response = club.post(f"{club.match()}/link", body)
    assert problem(response) == (422, "malformed")
    assert places(response) == faults


@pytest.mark.parametrize(
    ("accept", "media"),
    [
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/plain"),
        ("text/html, application/json;q=0.9, */*;q=0.8", "application/json"),
        ("text/html, application/json;q=0.9", "application/json"),
        ("*/*", "application/json"),
        ("application/json, */*;q=0.5", "application/json"),
    ],
)
def test_a_browser_that_opens_a_link_gets_the_report_as_text(club: Club, accept: str, media: str) -> None:
    response = club.client.get(f"{published(club)}/report", headers={"Accept": accept})
    assert (response.status_code, response.mimetype) == (200, media)


def test_retries_are_answered_alike(club: Club) -> None:
    path = club.match()
    first, second = (club.post(f"{path}/link", {}, Idempotency_Key=f"link {path}") for _ in range(2))
    assert first.data == second.data
    assert "Idempotency-Replayed" not in first.headers
    assert second.headers["Idempotency-Replayed"] == "true"
    gone = [club.call("DELETE", f"{path}/link", Idempotency_Key=f"gone {path}") for _ in range(2)]
    assert [answer.status_code for answer in gone] == [204, 204]
    assert [answer.headers["ETag"] for answer in gone] == ['"3"', '"3"']
    assert gone[1].headers["Idempotency-Replayed"] == "true"
    assert club.call("DELETE", f"{path}/link").headers["ETag"] == '"3"', "nothing is written where there is no link"


def test_if_match_counts_where_it_is_sent(club: Club) -> None:
    path = club.match()
    assert problem(club.post(f"{path}/link", {}, If_Match='"7"')) == (412, "stale-revision")
    assert problem(club.call("DELETE", f"{path}/link", If_Match='"7"')) == (412, "stale-revision")
    assert club.post(f"{path}/link", {}, If_Match='"1"').status_code == 201


@pytest.mark.parametrize("part", ["", "/moves", "/report", "/score"])
def test_what_a_link_shows_is_what_a_viewer_sees(club: Club, part: str) -> None:
    path = club.match(setup=HANDS, moves=[PLAY])
    public = club.post(f"{path}/link", {}).get_json()["path"]
    seen = club.client.get(public + part)
    by_key = club.get(f"{path}{part}?view=public")
    assert (seen.status_code, seen.data, seen.headers["ETag"]) == (200, by_key.data, by_key.headers["ETag"])
    assert seen.headers["Cache-Control"] == "public, no-cache"
    assert "Authorization" not in seen.headers["Vary"]
    assert club.client.get(public + part, headers={"If-None-Match": seen.headers["ETag"]}).status_code == 304
    assert problem(club.client.get(f"{public}{part}?view=referee")) == (403, "forbidden")


def test_what_is_refused_of_a_link_is_not_kept(club: Club) -> None:
    public = published(club)
    for path in (f"{public}/nothing", f"{public}?view=referee", f"{public}?at=x", "/v1/public/matches/unknown", "/v1/public/"):
        refused = club.client.get(path)
        assert 400 <= refused.status_code < 500
        assert refused.headers["Cache-Control"] == "no-store", path


def test_other_forms_can_be_had_too(club: Club) -> None:
    public = published(club)
    assert club.client.get(f"{public}/report", headers={"Accept": "text/plain"}).text.startswith("Toy: Asha, Bo")
    assert club.client.get(f"{public}/score", headers={"Accept": "text/csv"}).text.startswith("players,")


def test_a_delayed_link_has_the_tag_of_then(club: Club) -> None:
    path = club.match()
    public = club.post(f"{path}/link", {"delay_plies": 1}).get_json()["path"]
    assert club.client.get(public).headers["ETag"] == '"0.public"'
    club.log(path, PLAY)
    assert club.client.get(public).headers["ETag"] == '"2.public"'
    assert club.client.get(f"{public}/moves").get_json() == {"items": []}
    club.log(path, ANSWERED)
    assert [item["ply"] for item in club.client.get(f"{public}/moves").get_json()["items"]] == [1]


def test_what_a_delayed_link_shows_is_as_the_document_has_it(club: Club) -> None:
    public = published(club, delay_plies=9)
    components = yaml.safe_load(club.client.get("/openapi.yaml").data)["components"]
    match = jsonschema_rs.Draft202012Validator({"$ref": "#/components/schemas/Match", "components": components})
    match.validate(club.client.get(public).get_json())


@pytest.mark.parametrize("part", ["", "/moves", "/report", "/score", "/stream", "/nothing"])
def test_every_origin_may_read_what_is_public(club: Club, part: str) -> None:
    public = published(club)
    for path in (public + part, f"/v1/public/matches/unknown{part}"):
        headers = club.client.get(path, headers={"Origin": CLUB}).headers
        assert headers["Access-Control-Allow-Origin"] == "*"
        asked = {"Origin": CLUB, "Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": "last-event-id"}
        answer = club.client.options(path, headers=asked).headers
        assert "Last-Event-ID" in answer["Access-Control-Allow-Headers"]
    assert "Access-Control-Allow-Origin" not in club.get("/v1/matches", Origin=CLUB).headers


def events(text: str) -> list[tuple[str, str]]:
    """(kind, id) of every event."""
    found = [dict(line.split(": ", 1) for line in part.splitlines()) for part in text.strip().split("\n\n")]
    assert found[0] == {"retry": "2000"}
    return [(event["event"], event["id"]) for event in found[1:]]


def test_a_stream_is_server_sent_events(club: Club) -> None:
    path = club.match(moves=[PLAY])
    public = club.post(f"{path}/link", {}).get_json()["path"]
    for response in (club.get(f"{path}/stream"), club.client.get(f"{public}/stream")):
        assert response.content_type == "text/event-stream"
        assert (response.headers["Cache-Control"], response.headers["X-Accel-Buffering"]) == ("no-store", "no")
        assert "ETag" not in response.headers
        assert events(response.text) == [("status", "2"), ("score", "2")]


@pytest.mark.parametrize(
    ("query", "header", "behind"),
    [
        ("0", None, 0), ("1", None, 1), ("1", "2", 2), (None, "1", 1), ("1", "x", 3), ("99", None, 3), ("", None, 3),
        ("-1", None, 3),
    ],
)
def test_a_stream_goes_on_behind_the_last_event(club: Club, query: str | None, header: str | None, behind: int) -> None:
    path = club.match()
    club.log(path, PLAY)
    club.log(path, ANSWERED)
    asked = "" if query is None else f"?last_event_id={query}"
    response = club.get(f"{path}/stream{asked}", **({} if header is None else {"Last_Event_ID": header}))
    told = events(response.text)
    assert told == [*(("moves", str(revision)) for revision in range(behind + 1, 4)), ("status", "3"), ("score", "3")]


def test_a_stream_is_refused_as_all_else(club: Club) -> None:
    path = club.match()
    assert problem(club.client.get(f"{path}/stream")) == (401, "unauthenticated")
    assert problem(club.client.get("/v1/public/matches/unknown/stream")) == (404, "not-found")
    assert problem(club.get(f"{path}/stream?view=player:Nobody")) == (422, "malformed")
    assert problem(club.get(f"{path}/stream", Accept="application/json")) == (406, "not-acceptable")
    assert problem(club.get(f"{path}/stream?speed=1")) == (422, "malformed")


def test_a_correction_is_told_with_its_reason_to_the_referee_alone(club: Club) -> None:
    path = club.match(moves=[PLAY, ANSWERED])
    ops = {"reason": "Misread.", "ops": [{"op": "undo"}]}
    assert club.post(f"{path}/corrections", ops, If_Match="*").status_code == 200
    stream = f"{path}/stream?last_event_id=1"
    assert 'event: correction\nid: 2\ndata: {"revision":2,"reason":"Misread.","ply":2}\n' in club.get(stream).text
    assert 'event: correction\nid: 2\ndata: {"revision":2}\n' in club.get(f"{stream}&view=public").text
