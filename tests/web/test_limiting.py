"""Budgets of requests: who pays, what an answer tells of it, and what happens when one is used up."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from adjudicator.app import create_app
from adjudicator.config import UNLIMITED, Rate, Settings
from adjudicator.games import discover
from adjudicator.services.keys import Keys, NewKey
from adjudicator.services.rights import Role
from adjudicator.web.context import close
from adjudicator.web.limiting import LEAST_SWEPT, Budget
from adjudicator.wiring import prepare, setting_of
from tests.web.matching import KEY, TOY, problem

GAMES = discover("tests.games")
OTHER = "adj_other"


class Clock:
    time = 1_000.0

    def __call__(self) -> float:
        return self.time


def test_a_budget_is_spent_and_comes_back_evenly() -> None:
    clock = Clock()
    budget = Budget(3, 60, clock)
    found = []
    for _ in range(3):
        found.append((budget.left("me"), budget.wait("me")))
        budget.spend("me")
    assert found == [(3, 0), (2, 0), (1, 0)]
    assert (budget.left("me"), budget.wait("me"), budget.missing("me")) == (0, 20, 60)
    assert budget.left("you") == 3
    clock.time += 20
    assert (budget.left("me"), budget.wait("me")) == (1, 0)
    clock.time += 1_000
    assert (budget.left("me"), budget.missing("me")) == (3, 0)


def test_who_has_paid_back_is_forgotten() -> None:
    clock = Clock()
    budget = Budget(10, 1, clock)
    for number in range(LEAST_SWEPT):
        budget.spend(str(number))
    clock.time += 60
    for who in ("me", "you"):
        budget.spend(who)
    assert len(budget._whole_at) <= 2


def service(folder: Path, read: Rate | None, write: Rate | None, **more: int) -> Flask:
    settings = Settings(
        log_level="error", database_url=f"sqlite:///{folder}/limits.db", admin_key=KEY, rate_read=read, rate_write=write, **more
    )
    prepare(settings, GAMES)
    setting = setting_of(settings, GAMES)
    Keys(setting, lambda: "other").add(NewKey("other", Role.ADMIN))
    setting.database.close()
    return create_app(settings, GAMES)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    app = service(tmp_path, Rate(3, 3_600), Rate(2, 3_600))
    yield app
    close(app)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def get(client: FlaskClient, path: str, key: str | None = None, address: str = "192.0.2.1", **headers: str) -> Any:
    sent = ({} if key is None else {"Authorization": f"Bearer {key}"}) | headers
    return client.get(path, headers=sent, environ_overrides={"REMOTE_ADDR": address})


def test_answers_tell_what_is_left(client: FlaskClient) -> None:
    told = [get(client, "/v1/matches", KEY) for _ in range(4)]
    assert [answer.status_code for answer in told] == [200, 200, 200, 429]
    assert [answer.headers["X-RateLimit-Limit"] for answer in told] == ["3"] * 4
    assert [answer.headers["X-RateLimit-Remaining"] for answer in told] == ["2", "1", "0", "0"]
    assert [answer.headers["X-RateLimit-Reset"] for answer in told][:3] == ["1200", "2400", "3600"]
    assert problem(told[3]) == (429, "too-many-requests")
    assert 1_190 <= int(told[3].headers["Retry-After"]) <= 1_200


def test_reading_and_writing_are_paid_for_apart(client: FlaskClient) -> None:
    sent = {"Authorization": f"Bearer {KEY}"}
    made = [client.post("/v1/matches", json=TOY, headers=sent).status_code for _ in range(3)]
    assert made == [201, 201, 429]
    assert len(get(client, "/v1/matches", KEY).get_json()["items"]) == 2


def test_every_key_pays_for_itself_wherever_it_is(client: FlaskClient) -> None:
    for number in range(3):
        assert get(client, "/v1/matches", KEY, f"192.0.2.{number}").status_code == 200
    assert get(client, "/v1/matches", KEY, "192.0.2.99").status_code == 429
    assert get(client, "/v1/matches", OTHER, "192.0.2.99").status_code == 200


def test_who_has_no_key_pays_with_the_address(client: FlaskClient) -> None:
    """Also where a key is said that nobody looks at, and where there is nothing."""
    asked = (("/v1/games", None), ("/v1/games", "a"), ("/no", None))
    assert [get(client, path, key).status_code for path, key in asked] == [200, 200, 404]
    assert problem(get(client, "/v1/games", "b")) == (429, "too-many-requests")
    assert problem(get(client, "/no")) == (429, "too-many-requests")
    assert get(client, "/v1/games", address="192.0.2.2").status_code == 200
    assert get(client, "/v1/matches", KEY).status_code == 200, "a good key does not pay for its neighbours"


def test_a_key_that_is_not_good_pays_with_the_address(client: FlaskClient) -> None:
    found = [get(client, "/v1/matches", f"adj_{number}").status_code for number in range(5)]
    assert found == [401, 401, 401, 429, 429]
    assert get(client, "/v1/games").status_code == 429
    assert get(client, "/v1/matches", KEY).status_code == 200


def test_a_network_of_ipv6_is_one_address(client: FlaskClient) -> None:
    found = [get(client, "/v1/games", address=f"2001:db8:1:2::{number}").status_code for number in range(4)]
    assert found == [200, 200, 200, 429]
    assert get(client, "/v1/games", address="2001:db8:1:3::1").status_code == 200


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics", "/openapi.yaml"])
def test_whoever_runs_the_service_pays_nothing(client: FlaskClient, path: str) -> None:
    answers = [get(client, path) for _ in range(5)]
    assert [answer.status_code for answer in answers] == [200] * 5
    assert "X-RateLimit-Limit" not in answers[0].headers


@pytest.mark.parametrize("rate", [None, UNLIMITED])
def test_without_limits_nothing_is_told(tmp_path: Path, rate: Rate | None) -> None:
    app = service(tmp_path, rate, rate)
    assert "X-RateLimit-Limit" not in get(app.test_client(), "/v1/games").headers
    close(app)


@pytest.mark.parametrize(("proxies", "status"), [(0, 429), (1, 200)])
def test_addresses_are_those_that_trusted_proxies_tell(tmp_path: Path, proxies: int, status: int) -> None:
    app = service(tmp_path, Rate(1, 3_600), None, proxies=proxies)
    client = app.test_client()
    for forged in ("198.51.100.1", "198.51.100.2"):
        answer = get(client, "/v1/games", **{"X-Forwarded-For": f"{forged}, 203.0.113.{forged[-1]}"})
    assert answer.status_code == status
    assert get(client, "/v1/games", **{"X-Forwarded-For": "1.2.3.4, 203.0.113.1"}).status_code == 429, "only the last is believed"
    close(app)
