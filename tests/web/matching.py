"""A club that logs its matches over HTTP: the calls of a test without their wrapping."""

from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

KEY = "adj_for_tests"
AUTHORIZATION = {"Authorization": f"Bearer {KEY}"}
CUT_SHORT: dict[str, Any] = {"stream_seconds": 0, "max_streams": 10_000}
"""Settings under which a stream tells what there is to tell and ends; no test waits for a seat."""
TOY = {"game": "toy", "players": ["Asha", "Bo"]}
PLAY = {"type": "play", "player": "Asha", "card": 3}
ANSWERED = {"type": "play", "player": "Bo", "card": 5}
OUT_OF_TURN = {"type": "play", "player": "Asha", "card": 7}
REMARK = {"type": "remark", "note": "A spectator coughed."}


class Club:
    def __init__(self, client: FlaskClient) -> None:
        self.client = client

    def call(self, method: str, path: str, json: Any = None, **headers: str) -> TestResponse:
        """`headers` with _ for -."""
        sent = AUTHORIZATION | {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.open(path, method=method, json=json, headers=sent)

    def get(self, path: str, **headers: str) -> TestResponse:
        return self.call("GET", path, **headers)

    def post(self, path: str, json: Any, **headers: str) -> TestResponse:
        return self.call("POST", path, json, **headers)

    def match(self, **more: Any) -> str:
        """The path of a new match."""
        response = self.post("/v1/matches", TOY | more)
        assert response.status_code == 201, response.text
        return response.headers["Location"]

    def log(self, path: str, *moves: dict[str, Any]) -> TestResponse:
        response = self.post(f"{path}/moves", {"moves": list(moves)})
        assert response.status_code == 201, response.text
        return response


def problem(response: TestResponse) -> tuple[int, str]:
    """(status, slug)."""
    assert response.content_type == "application/problem+json", response.text
    assert response.headers["Cache-Control"] == "no-store"
    body = response.get_json()
    assert body["status"] == response.status_code
    assert body["request_id"] == response.headers["X-Request-Id"]
    return body["status"], body["type"].removeprefix("/problems/")


def places(response: TestResponse) -> list[tuple[str, str]]:
    """(pointer or parameter, code) of every fault."""
    return [(fault.get("pointer", fault.get("parameter")), fault["code"]) for fault in response.get_json()["errors"]]
