"""The match and the players of the README, by curl: every command is sent, and every answer has what the README shows."""

import json
import re
from pathlib import Path
from typing import Any

from werkzeug.test import TestResponse

from tests.web.matching import Club

README = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
COMMAND = re.compile(
    r"""^\$[ ]curl[ ]-H[ ]"\$SEND"(?P<headers>.*?)[ ]\$(?P<where>SERVICE|MATCH)(?P<path>\S*)
    (?:[ ]-d[ ]'(?P<body>.*)')?\n(?P<answer>\{.*\})$""",
    re.MULTILINE | re.VERBOSE,
)


def steps(heading: str) -> list[re.Match[str]]:
    """The commands of a section."""
    part = README.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    found = list(COMMAND.finditer(part))
    assert len(found) == part.count("$ curl"), "a command of the README has not the form that is looked for"
    return found


def contains(whole: Any, part: Any, at: str = "") -> None:
    """What the part names is in the whole; lists are compared element by element."""
    if isinstance(part, dict):
        for key, value in part.items():
            assert key in whole, f"{at}/{key}"
            contains(whole[key], value, f"{at}/{key}")
    elif isinstance(part, list):
        assert len(whole) == len(part), at
        for index, (one, other) in enumerate(zip(whole, part, strict=True)):
            contains(one, other, f"{at}/{index}")
    else:
        assert whole == part, at


def test_the_match_of_the_readme(club: Club) -> None:
    match = ""
    for step in steps("A match, entry by entry"):
        word = re.search(r"Idempotency-Key: ([^']+)'", step["headers"])
        headers = {"Idempotency_Key": f"readme {word[1]}"} if word else {}
        seen = re.search(r"""-H 'If-Match: ([^']+)'""", step["headers"])
        headers |= {"If_Match": seen[1]} if seen else {}
        path = (match if step["where"] == "MATCH" else "") + step["path"]
        response = answer(club, step, path, **headers)
        match = match or response.headers["Location"]
    assert match


def test_the_players_of_the_readme(club: Club) -> None:
    found = steps("Players")
    assert len(found) == 2
    for step in found:
        answer(club, step, step["path"])


def answer(club: Club, step: re.Match[str], path: str, **headers: str) -> TestResponse:
    """What comes of a command; it has what the README shows of it."""
    body = None if step["body"] is None else json.loads(step["body"])
    response = club.call("GET" if body is None else "POST", path, body, **headers)
    contains(response.get_json(), json.loads(step["answer"]))
    return response
