"""What nobody sends by accident: each is answered by a 4xx problem that says what is wrong, never by a 500."""

import json

import pytest

from tests.web.matching import places, problem

LOG = {"game": "toy", "players": ["Asha", "Bo"], "moves": [{"type": "play", "player": "Asha", "card": 3}]}
TEXT = json.dumps(LOG)


def post(client, body, query="", **headers):
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.post(f"/v1/adjudications{query}", data=body, headers={"Content-Type": "application/json"} | sent)


def with_card(text: str) -> str:
    return TEXT.replace('"card": 3', f'"card": {text}')


UNREADABLE = {
    "nothing": "",
    "no JSON": "game: toy",
    "JSON cut short": TEXT[:-1],
    "two texts": TEXT + TEXT,
    "not UTF-8": TEXT.replace("Asha", "\xff").encode("latin-1"),
    "UTF-16": TEXT.encode("utf-16"),
    "a lone surrogate": TEXT.replace("Asha", "\\ud800"),
    "a surrogate in bytes": TEXT.replace("Asha", "\ud800").encode("utf-8", "surrogatepass"),
    "a key twice": TEXT.replace('"game"', '"game": "toy", "game"'),
    "a key twice, deep": TEXT.replace('"card"', '"card": 3, "card"'),
    "33 levels": "[" * 33 + "]" * 33,
    "1,000 levels": "[" * 1_000 + "]" * 1_000,
    "100,000 levels": '{"a":' * 100_000,
    "NaN": with_card("NaN"),
    "Infinity": with_card("-Infinity"),
    "a control character as it is": TEXT.replace("Asha", "A\x00"),
}

MALFORMED = {
    "400 digits": (with_card("9" * 400), [("/moves/0/card", "out_of_range")]),
    "10,000 digits": (with_card("9" * 10_000), [("/moves/0/card", "out_of_range")]),
    "a huge exponent": (with_card("1e999999"), [("/moves/0/card", "out_of_range")]),
    "a broken number": (with_card("2.5"), [("/moves/0/card", "wrong_type")]),
    "NUL": (TEXT.replace("Asha", "A\\u0000"), [("/moves/0/player", "control_character"), ("/players/0", "control_character")]),
    "NUL in a key": (TEXT.replace('"card"', '"c\\u0000"'), [("/moves/0/c\0", "control_character")]),
    "no object": ("[]", [("", "wrong_type")]),
    "null": ("null", [("", "wrong_type")]),
    "null for absent": (json.dumps(LOG | {"setup": None}), [("/setup", "wrong_type")]),
    "an unhashable game": (json.dumps(LOG | {"game": [{}]}), [("/game", "unknown_game")]),
    "an unhashable preset": (json.dumps(LOG | {"ruleset": {"preset": {}}}), [("/ruleset/preset", "unknown_preset")]),
    "a name that is no text": (json.dumps(LOG | {"players": [None, "Bo"]}), [("/players/0", "wrong_type")]),
    "keys that NFC makes equal": (TEXT.replace('"moves"', '"\u00e9": 1, "e\u0301": 2, "moves"'), [("/e\u0301", "same_key")]),
}


@pytest.mark.parametrize("body", UNREADABLE.values(), ids=UNREADABLE)
def test_a_text_that_cannot_be_read(client, body):
    response = post(client, body)
    assert problem(response) == (400, "bad-request")
    assert response.get_json()["detail"]


@pytest.mark.parametrize(("body", "expected"), MALFORMED.values(), ids=MALFORMED)
def test_a_text_that_is_malformed(client, body, expected):
    response = post(client, body)
    assert problem(response) == (422, "malformed")
    assert set(expected) <= set(places(response))


def values_at(value, path=()):
    """Every place in a JSON value."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, item in inner:
        yield from values_at(item, (*path, step))


def replaced(value, path, new):
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = replaced(value[path[0]], path[1:], new)
    return copy


FULL = LOG | {
    "ruleset": {"preset": "lenient", "options": {"proof": "hold"}},
    "setup": {"first": "Asha", "hands": {"Asha": [3, 4, 5]}},
    "moves": [{"type": "play", "player": "Asha", "card": 3, "note": "seen", "at": "2026-05-01T19:30:00Z", "stands": False}],
}


@pytest.mark.parametrize("wrong", [None, True, 0, 7, 1e400, "", "x" * 70, [], {}, [[]], {"a": {}}], ids=repr)
def test_a_wrong_type_anywhere(client, wrong):
    for path in values_at(FULL):
        response = post(client, json.dumps(replaced(FULL, path, wrong)).replace("Infinity", "1e400"))
        assert response.status_code in (200, 422), (path, response.text)
        if response.status_code == 422:
            assert response.get_json()["errors"], path


def test_a_byte_order_mark_is_no_fault(client):
    assert post(client, "\ufeff" + TEXT).status_code == 200


QUERIES = {
    "not UTF-8": ("?view=%FF", 400),
    "a surrogate": ("?view=player:%ED%A0%80", 400),
    "NUL": ("?view=player:%00", 422),
    "given twice": ("?view=public&view=referee", 422),
    "an empty value": ("?state=", 422),
    "a name alone": ("?state", 422),
    "a broken escape": ("?view=%zz", 422),
    "a thousand parameters": ("?" + "&".join(f"p{number}=1" for number in range(1_000)), 422),
    "too long": ("?view=" + "x" * 9_000, 414),
    "no word of the language": ("?lang=" + "-" * 30, 422),
    "a language of 40 letters": ("?lang=en-" + "a" * 40, 422),
}


@pytest.mark.parametrize(("query", "status"), QUERIES.values(), ids=QUERIES)
def test_a_query_that_is_no_query(client, query, status):
    response = post(client, TEXT, query)
    assert problem(response)[0] == status
    if status == 422:
        assert all("parameter" in fault for fault in response.get_json()["errors"])


def test_a_query_of_raw_bytes(client):
    assert problem(client.post("/v1/adjudications", data=TEXT, environ_overrides={"QUERY_STRING": "view=\xff"}))[0] in (400, 415)
    response = client.get("/v1/games", environ_overrides={"QUERY_STRING": "lang=\xff\xfe"})
    assert problem(response) == (400, "bad-request")


ACCEPTS = {
    "*/*": 200,
    "application/*": 200,
    "application/json": 200,
    "application/json; charset=utf-8; q=0.1": 200,
    "text/html, application/json;q=0.5": 200,
    "": 200,
    "text/html": 406,
    "application/json;q=0, */*;q=0.5": 406,
    "\xff\xfe;;;q=zz,,": 406,
    ",": 406,
    "application/json;" + "a" * 7_000: 200,
}


@pytest.mark.parametrize(("accept", "status"), ACCEPTS.items())
def test_odd_accept_headers(client, accept, status):
    response = post(client, TEXT, Accept=accept)
    assert response.status_code == status
    if status == 406:
        assert problem(response) == (406, "not-acceptable")


@pytest.mark.parametrize("tongue", ["*", "", ";;;,q=x", "xx-" * 2_000, "de;q=0", "en;q=nan", "\xff", "pa-Guru-IN, en;q=0.1"])
def test_odd_accept_language_headers(client, tongue):
    response = post(client, TEXT, Accept_Language=tongue)
    assert response.status_code == 200
    assert response.headers["Content-Language"] == "en"
    assert response.headers["Vary"] == "Accept-Language"


MEDIA = ["text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin-1", "json", "\xff", ""]


@pytest.mark.parametrize("media", MEDIA)
def test_a_body_of_another_kind(client, media):
    response = post(client, TEXT, Content_Type=media)
    assert problem(response) == (415, "unsupported-media-type")
    assert response.headers["Accept"] == "application/json"


def test_a_compressed_body(client):
    response = post(client, TEXT, Content_Encoding="gzip")
    assert problem(response) == (415, "unsupported-media-type")
    assert response.headers["Accept-Encoding"] == "identity"


def test_a_charset_in_capitals_is_the_same(client):
    assert post(client, TEXT, Content_Type='application/json; charset="UTF-8"').status_code == 200


@pytest.mark.parametrize("length", ["-1", "12a", "", "9" * 40])
def test_a_content_length_that_is_none(client, length):
    response = client.post(
        "/v1/adjudications", data=TEXT, content_type="application/json", environ_overrides={"CONTENT_LENGTH": length}
    )
    assert response.status_code in (400, 413)
    problem(response)


def test_a_body_that_breaks_off(client):
    response = client.post(
        "/v1/adjudications", data=TEXT, content_type="application/json", environ_overrides={"CONTENT_LENGTH": str(len(TEXT) + 1)}
    )
    assert problem(response) == (400, "bad-request")


NOWHERE = ["/v1/games/%00", "/v1/games/%FF", "/v1/games/toy/rules/%ED%A0%80", "//v1//games", "/v1/games/", "/%2e%2e/x"]


@pytest.mark.parametrize("path", NOWHERE)
def test_paths_that_lead_nowhere(client, path):
    assert problem(client.get(path)) == (404, "not-found")
