"""The evening that docs/tournaments.md walks through by curl: every command is sent, every answer has what the page shows."""

import json

from tests import walks
from tests.web.matching import KEY, Club
from tests.web.test_readme_match import contains


def test_the_evening_of_the_page(club: Club) -> None:
    names, sent = {"KEY": KEY}, []

    def run(words: list[str], step: walks.Step) -> str:
        assert words[0] == "curl", words
        headers, method, body, path = _read(words[1:])
        response = club.client.open(path, method=method, data=body, headers=headers)
        assert response.status_code < 400, response.text
        for line in step.shown:
            contains(response.get_json(), json.loads(line))
        sent.append(path)
        return response.text

    walks.walk("A Taki night, in curl", names, run)
    assert len(sent) > 15
    assert club.get(sent[-1]).get_json()["status"] == "finished"


def _read(words: list[str]) -> tuple[dict[str, str], str, str | None, str]:
    headers, method, body, path = {}, "", None, ""
    arguments = iter(words)
    for word in arguments:
        if word == "-H":
            name, _, value = next(arguments).partition(": ")
            headers[name] = value
        elif word == "-X":
            method = next(arguments)
        elif word == "-d":
            body = next(arguments)
        else:
            path = word.removeprefix("http://127.0.0.1:8000")
    return headers, method or ("GET" if body is None else "POST"), body, path
