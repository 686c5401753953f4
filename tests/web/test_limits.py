"""The largest that is taken, and one more of it."""

import io
import json

import pytest

from tests.web.matching import problem

BODY = 8 * 1024**2
REMARK = {"type": "remark", "note": "n"}


def log_of(entries: int) -> dict:
    return {"game": "toy", "players": ["Asha", "Bo"], "moves": [REMARK] * entries}


def text_of(size: int) -> bytes:
    """A log of exactly this size: 5,000 entries, and blanks."""
    return json.dumps(log_of(5_000)).encode().ljust(size)


def post(client, text, **more):
    return client.post("/v1/adjudications?rulings=notable", data=text, content_type="application/json", **more)


def chunked(text: bytes) -> dict:
    """The environment of a body whose length is not announced, on a server that ends it by itself."""
    environ = {"wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked"}
    return {"input_stream": io.BytesIO(text), "environ_overrides": environ}


def test_5000_entries_are_judged(client):
    report = client.post("/v1/adjudications", json=log_of(5_000)).get_json()
    assert [ruling["ply"] for ruling in report["rulings"]] == list(range(1, 5_001))


def test_one_entry_more_is_too_large(client):
    response = client.post("/v1/adjudications", json=log_of(5_001))
    assert problem(response) == (413, "too-large")
    assert response.get_json()["detail"] == "A log holds at most 5000 entries; this one has 5001."


def test_a_thousand_faults_are_listed(client):
    def faults(count: int) -> dict:
        return client.post("/v1/adjudications", json=log_of(0) | {f"x{number}": 1 for number in range(count)}).get_json()

    assert len(faults(1_000)["errors"]) == 1_000
    found = faults(5_000)
    assert found["detail"] == "5000 faults were found; see errors."
    assert [fault["pointer"] for fault in found["errors"][:1_000]] == [f"/x{number}" for number in range(1_000)]
    assert found["errors"][1_000:] == [
        {"pointer": "", "code": "more_faults", "message": "4000 more faults are not listed."}
    ]


def test_8_mib_are_read(client):
    assert post(client, text_of(BODY)).status_code == 200


def test_one_byte_more_is_too_large(client):
    response = post(client, text_of(BODY + 1))
    assert problem(response) == (413, "too-large")
    assert response.get_json()["detail"] == f"A body here holds at most {BODY} bytes; this one has {BODY + 1}."


@pytest.mark.parametrize(("size", "status"), [(BODY, 200), (BODY + 1, 413)])
def test_a_chunked_body_has_the_same_limit(client, size, status):
    response = post(client, None, **chunked(text_of(size)))
    assert response.status_code == status
