"""What nobody sends by accident to stored matches: ids, tokens, queries and headers that no database has a place for."""

import json

import pytest

from tests.web.matching import AUTHORIZATION, REMARK, TOY, Club, problem

ODD = ["%00", "%ED%A0%80", "%FF%FE", "%F0%9F%82%A1", "a" * 7_000, "%E2%80%AE", "'%3B--", "0199aaaa-0000-7000-8000-00000000000%00"]

HEADERS = ["Authorization", "Idempotency-Key", "If-Match", "If-None-Match", "Accept-Language", "X-Request-Id"]


def words(text: str) -> str:
    return text[:20]


@pytest.mark.parametrize("odd", ODD, ids=words)
@pytest.mark.parametrize("rest", ["", "/moves", "/report", "/score", "/actions", "/void", "/reinstate", "/history", "/link"])
def test_an_id_that_is_none(club: Club, odd: str, rest: str) -> None:
    for method, headers in (("GET", {}), ("POST", {"Idempotency-Key": "k", "If-Match": "*"})):
        answer = club.client.open(f"/v1/matches/{odd}{rest}", method=method, json={}, headers=AUTHORIZATION | headers)
        assert problem(answer)[0] in (404, 405), answer.text


@pytest.mark.parametrize("odd", ODD, ids=words)
def test_a_token_that_is_none(club: Club, odd: str) -> None:
    for rest in ("", "/moves", "/report", "/score"):
        assert problem(club.client.get(f"/v1/public/matches/{odd}{rest}")) == (404, "not-found")


@pytest.mark.parametrize("odd", ODD, ids=words)
@pytest.mark.parametrize("name", ["player", "external_id", "after", "game", "since", "status", "limit", "nosuch", "%00"])
def test_a_query_that_is_none(club: Club, odd: str, name: str) -> None:
    answer = club.get(f"/v1/matches?{name}={odd}")
    assert answer.status_code in (200, 400, 422), answer.text


@pytest.mark.parametrize("odd", ["\x00", "\xff", "a" * 7_000, "' OR 1=1", "\u202e".encode().decode("latin-1"), "\x01"], ids=words)
@pytest.mark.parametrize("name", HEADERS)
def test_a_header_that_is_none(club: Club, odd: str, name: str) -> None:
    said = f"Bearer {odd}" if name == "Authorization" else odd
    path = club.match()
    for method, where, body in (("GET", path, None), ("POST", f"{path}/moves", REMARK), ("POST", "/v1/matches", TOY)):
        variable = f"HTTP_{name.upper().replace('-', '_')}"
        answer = club.client.open(where, method=method, json=body, headers=AUTHORIZATION, environ_overrides={variable: said})
        assert answer.status_code < 500, answer.text
        assert (answer.status_code == 401) == (name == "Authorization")


@pytest.mark.parametrize("text", ["\x00", "A\x00", "\x1b[2J", "\ud800"], ids=repr)
def test_texts_that_no_database_keeps(club: Club, text: str) -> None:
    path = club.match()
    for method, where, body in (
        ("POST", "/v1/matches", TOY | {"title": text}),
        ("POST", "/v1/matches", TOY | {"players": ["Asha", text]}),
        ("PATCH", path, {"place": text}),
        ("POST", f"{path}/moves", REMARK | {"note": text}),
        ("POST", f"{path}/void", {"reason": text}),
    ):
        headers = AUTHORIZATION | {"If-Match": "*", "Content-Type": "application/json"}
        answer = club.client.open(where, method=method, data=json.dumps(body), headers=headers)
        assert problem(answer)[0] in (400, 422)


def test_a_long_query_is_a_place_where_a_word_counts(club: Club) -> None:
    """Longer than PostgreSQL keeps in an index."""
    path = f"{club.match()}/moves?{'&' * 8_000}"
    first, again = [club.post(path, REMARK, Idempotency_Key="once") for _ in range(2)]
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.headers["Idempotency-Replayed"] == "true"
