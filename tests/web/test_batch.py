"""POST /v1/adjudications/batch: one line an answer, whatever the others are."""

import json
import os
import tempfile
from contextlib import ExitStack

import pytest
from msgspec import structs

from adjudicator.app import create_app
from adjudicator.config import Settings
from adjudicator.core.game import Checks
from adjudicator.games import discover
from adjudicator.web.context import KEY, MOST_BATCHES
from adjudicator.wiring import prepare
from tests.games.toy.moves import Play
from tests.web.matching import places, problem

NDJSON = {"Content-Type": "application/x-ndjson"}
LINE = 8 * 1024**2


def post(client, *lines, query="", **more):
    text = b"\n".join(line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines)
    return client.post(f"/v1/adjudications/batch{query}", data=text, headers=NDJSON, **more)


def answers(response) -> list[dict]:
    assert response.status_code == 200, response.text
    assert response.content_type == "application/x-ndjson"
    return [json.loads(line) for line in response.data.splitlines()]


def test_every_line_is_answered_in_order(client, toy_log):
    found = answers(post(client, toy_log | {"id": "a"}, toy_log, toy_log | {"id": "", "moves": []}))
    assert [(answer["line"], answer["id"]) for answer in found] == [(1, "a"), (2, None), (3, "")]
    assert all(set(answer) == {"line", "id", "report"} for answer in found)
    whole = client.post("/v1/adjudications?rulings=notable", json=toy_log).get_json()
    assert found[0]["report"] == found[1]["report"] == whole


def test_places_for_batches_are_few_and_free_again(client, app, toy_log):
    for _ in range(2 * MOST_BATCHES):
        answers(post(client, toy_log))
        assert problem(post(client, toy_log, query="?view=x")) == (422, "malformed")
    with ExitStack() as others:
        for _ in range(MOST_BATCHES):
            others.enter_context(app.extensions[KEY].batches)
        refused = post(client, toy_log)
        assert problem(refused) == (503, "not-ready")
        assert refused.headers["Retry-After"] == "5"
    answers(post(client, toy_log))


def test_all_rulings_on_request_and_a_view(client, toy_log):
    (found,) = answers(post(client, toy_log, query="?rulings=all&state=false&view=public"))
    assert found["report"] == client.post("/v1/adjudications?state=false&view=public", json=toy_log).get_json()


def test_a_bad_line_never_stops_the_others(client, toy_log):
    twice = b'{"game": "toy", "game": "toy"}'
    bad = [b"{", b"\xff", b"[" * 1_000, b"1", twice, {"game": "chess"}, toy_log | {"id": 7, "moves": 1}]
    lines = [line for each in bad for line in (toy_log, each)]
    found = answers(post(client, *lines, toy_log))
    assert [answer["line"] for answer in found] == list(range(1, 16))
    assert ["report" in answer for answer in found] == [True, False] * 7 + [True]
    assert [answer["problem"]["status"] for answer in found[1::2]] == [400, 400, 400, 422, 400, 422, 422]
    assert {(fault["pointer"], fault["code"]) for fault in found[13]["problem"]["errors"]} == {
        ("/id", "wrong_type"),
        ("/moves", "wrong_type"),
    }


def test_the_problem_of_a_line_is_one_of_the_request(client, toy_log):
    response = post(client, b"{")
    (found,) = answers(response)
    assert found["problem"]["request_id"] == response.headers["X-Request-Id"]
    assert found["problem"]["instance"] == "/v1/adjudications/batch"
    assert found["problem"]["type"] == "/problems/bad-request"


def test_a_view_of_nobody_is_a_problem_of_its_line(client, toy_log):
    other = toy_log | {"players": ["Chen", "Bo"], "moves": []}
    first, second = answers(post(client, toy_log, other, query="?view=player:Chen"))
    assert first["problem"]["errors"] == [
        {"parameter": "view", "code": "unknown_view", "message": "Nobody of this name sits at the table."}
    ]
    assert second["report"]["status"] == "in_progress"


def test_blank_lines_are_skipped_and_counted(client, toy_log):
    text = json.dumps(toy_log).encode()
    found = answers(post(client, b"", b"  \t", text + b"\r", b"", text, b"", b""))
    assert [answer["line"] for answer in found] == [3, 5]


def test_an_empty_batch_has_an_empty_answer(client):
    assert answers(post(client)) == []
    assert answers(post(client, b"\n\n \n")) == []


def test_limits_hold_for_each_line(client, toy_log):
    many = toy_log | {"moves": [{"type": "remark"}] * 5_001}
    fits = json.dumps(toy_log).encode().ljust(LINE)
    found = answers(post(client, many, toy_log, fits, fits + b" ", toy_log, query="?state=false"))
    assert [answer.get("problem", {}).get("status") for answer in found] == [413, None, None, 413, None]
    assert found[3]["problem"]["detail"] == f"A line holds at most {LINE} bytes."


def test_the_last_line_may_be_too_long_as_well(client, toy_log):
    found = answers(post(client, toy_log, b"[" + b" " * 3 * LINE))
    assert [answer.get("problem", {}).get("status") for answer in found] == [None, 413]


def test_a_query_is_refused_before_anything_is_kept(client, toy_log):
    response = post(client, toy_log, query="?rulings=none")
    assert problem(response) == (422, "malformed")
    assert places(response) == [("rulings", "unknown_value")]


def test_a_batch_is_ndjson(client, toy_log):
    response = client.post("/v1/adjudications/batch", json=toy_log)
    assert problem(response) == (415, "unsupported-media-type")
    assert response.headers["Accept"] == "application/x-ndjson"
    response = client.post("/v1/adjudications/batch", data=b"", headers=NDJSON | {"Accept": "application/json"})
    assert problem(response) == (406, "not-acceptable")


@pytest.fixture
def small(tmp_path):
    """A client of a service whose batches hold 1,000 bytes at most, and whose games make a mistake at the card 9."""

    def mistaken(state, entry, plan):
        return [] if entry.card != 9 else 1 / 0

    toy = discover("tests.games")["toy"]
    broken = structs.replace(toy, checks=dict(toy.checks) | {Play: Checks(rules=(mistaken,))})
    settings = Settings(
        database_url=f"sqlite:///{tmp_path}/adjudicator.db", log_level="error", max_batch=1_000, spool_dir=str(tmp_path)
    )
    prepare(settings, {"toy": broken})
    return create_app(settings, {"toy": broken}).test_client()


def test_a_batch_has_a_cap_of_its_own(small, toy_log):
    text = json.dumps(toy_log).encode()
    assert len(answers(post(small, text.ljust(1_000)))) == 1
    assert problem(post(small, text.ljust(1_001))) == (413, "too-large")


def test_a_mistake_of_ours_is_a_problem_of_its_line_and_goes_to_the_log(small, toy_log, capfd):
    mistake = toy_log | {"moves": [{"type": "play", "player": "Asha", "card": 9}]}
    first, second, third = answers(post(small, toy_log, mistake, toy_log))
    assert (first["report"]["status"], third["report"]["status"]) == ("in_progress", "in_progress")
    assert (second["problem"]["status"], second["problem"]["type"]) == (500, "/problems/internal")
    assert "ZeroDivisionError" not in json.dumps(second)
    logged = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    assert [(line["event"], line["line"], "ZeroDivisionError" in line["exception"]) for line in logged] == [("mistake", 2, True)]
    assert logged[0]["request_id"] == second["problem"]["request_id"]


def test_a_full_disk_is_told(small, toy_log, monkeypatch):
    class Full:
        def write(self, piece):
            raise OSError(28, os.strerror(28))

        def close(self):
            closed.append(True)

    closed = []
    monkeypatch.setattr(tempfile, "TemporaryFile", lambda **options: Full())
    response = post(small, toy_log)
    assert problem(response) == (503, "not-ready")
    assert response.headers["Retry-After"] == "5"
    assert closed == [True]


def test_an_answer_that_nobody_reads_leaves_nothing_open(client, toy_log, monkeypatch):
    opened = []
    make = tempfile.TemporaryFile
    monkeypatch.setattr(tempfile, "TemporaryFile", lambda **options: opened.append(make(**options)) or opened[-1])
    response = post(client, toy_log, buffered=False)
    assert not opened[0].closed
    response.close()
    assert opened[0].closed
    assert len(answers(post(client, toy_log))) == 1
    assert opened[1].closed
