"""What goes with every answer: security headers, CORS, the log, the metrics."""

import json

import pytest

from adjudicator.app import create_app
from adjudicator.config import Settings
from adjudicator.games import discover

TOY = discover("tests.games")
CLUB = "https://club.example"
ANSWERS = ["/healthz", "/v1/games", "/nowhere", "/metrics", "/openapi.yaml"]


def service(**settings):
    return create_app(Settings(**({"log_level": "error"} | settings)), TOY).test_client()


@pytest.mark.parametrize("path", ANSWERS)
def test_security_headers_are_on_every_answer(client, path):
    headers = client.get(path).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["X-Request-Id"]


@pytest.mark.parametrize("path", ANSWERS)
def test_no_other_origin_may_read_unless_it_was_named(client, path):
    assert "Access-Control-Allow-Origin" not in client.get(path, headers={"Origin": CLUB}).headers


@pytest.mark.parametrize("path", ANSWERS)
def test_a_named_origin_may_read(path):
    client = service(cors_origins=(CLUB,))
    headers = client.get(path, headers={"Origin": CLUB}).headers
    assert headers["Access-Control-Allow-Origin"] == CLUB
    assert "X-Request-Id" in headers["Access-Control-Expose-Headers"]
    assert "Origin" in headers["Vary"]
    other = client.get(path, headers={"Origin": "https://other.example"}).headers
    assert "Access-Control-Allow-Origin" not in other
    assert "Origin" in other["Vary"]


def test_a_browser_asks_before_it_posts():
    client = service(cors_origins=("*",))
    asked = {"Origin": CLUB, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}
    response = client.options("/v1/adjudications", headers=asked)
    assert (response.status_code, response.data) == (204, b"")
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert "POST" in response.headers["Access-Control-Allow-Methods"]
    assert "Content-Type" in response.headers["Access-Control-Allow-Headers"]


@pytest.mark.parametrize(
    ("path", "methods"),
    [
        ("/v1/games", {"GET", "HEAD", "OPTIONS"}),
        ("/v1/matches", {"GET", "HEAD", "OPTIONS", "POST"}),
        ("/v1/public/matches/x", {"GET", "HEAD", "OPTIONS"}),
        ("/healthz", {"GET", "HEAD", "OPTIONS"}),
    ],
)
def test_what_a_path_can_do_is_told_without_a_body(client, path, methods):
    response = client.options(path)
    assert (response.status_code, response.data) == (204, b"")
    assert set(response.headers["Allow"].split(", ")) == methods
    assert "Content-Type" not in response.headers


def test_every_request_is_one_line_of_the_log(capfd):
    client = service(log_level="info")
    client.get("/v1/games/toy", headers={"X-Request-Id": "one"})
    client.get("/secret/path", headers={"X-Request-Id": "two"})
    first, second = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    assert (first["event"], first["level"], first["request_id"]) == ("request", "info", "one")
    assert (first["method"], first["route"], first["status"]) == ("GET", "/v1/games/<game>", 200)
    assert first["milliseconds"] >= 0
    assert "path" not in first
    assert (second["route"], second["path"], second["status"]) == ("none", "/secret/path", 404)
    assert second["timestamp"].endswith("Z")


def test_a_quiet_log(capfd):
    service(log_level="warning").get("/healthz")
    assert capfd.readouterr().err == ""


def samples(client) -> dict[str, float]:
    response = client.get("/metrics")
    assert response.content_type == "text/plain; version=0.0.4; charset=utf-8"
    lines = [line for line in response.text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


def test_requests_and_logs_are_counted(toy_log):
    client = service()
    for _ in range(3):
        client.post("/v1/adjudications", json=toy_log)
    client.open("/v1/adjudications", method="BREW")
    batch = json.dumps(toy_log) + "\n{\n" + json.dumps(toy_log | {"players": ["Bo", "Asha"]})
    assert client.post("/v1/adjudications/batch", data=batch, content_type="application/x-ndjson").data
    found = samples(client)
    assert found['adjudicator_requests_total{method="POST",route="/v1/adjudications",status="200"}'] == 3
    assert found['adjudicator_requests_total{method="other",route="none",status="405"}'] == 1
    assert found['adjudicator_request_seconds_count{method="POST",route="/v1/adjudications"}'] == 3
    assert found['adjudicator_logs_total{game="toy",status="in_progress"}'] == 4
    assert found['adjudicator_logs_total{game="toy",status="stopped"}'] == 1
    assert found['adjudicator_batch_lines_total{outcome="report"}'] == 2
    assert found['adjudicator_batch_lines_total{outcome="problem"}'] == 1


def test_prometheus_asks_with_parameters(client):
    asked = "application/openmetrics-text;version=1.0.0;q=0.8,text/plain;version=0.0.4;q=0.5"
    assert client.get("/metrics", headers={"Accept": asked}).status_code == 200


def test_browsers_are_told_of_tls_where_there_is_tls():
    assert "Strict-Transport-Security" not in service().get("/healthz").headers
    assert service(tls=True).get("/healthz").headers["Strict-Transport-Security"] == "max-age=31536000"


def test_what_could_be_a_secret_is_cut_from_a_path_that_leads_nowhere(capfd):
    service(log_level="info").get("/v1/publik/matches/0123456789abcdefghijklmnop/report")
    assert json.loads(capfd.readouterr().err)["path"] == "/v1/publik/matches/***/report"
