"""Lists by pages: a page behind what is no key of the list is refused alike everywhere."""

from flask import Flask

from tests.web.matching import Club, places, problem

NOBODY = "01900000-0000-7000-8000-000000000000"


def lists(club: Club) -> dict[str, list[str]]:
    """Path of every list whose pages are told by keys of its own -> what is no key of it."""
    player = club.post("/v1/players", {"name": "Asha"}).get_json()["id"]
    webhook = club.post("/v1/webhooks", {"url": "https://example.org/", "events": ["match.completed"]}).headers["Location"]
    of_ids, of_players = ["zzz", "\u00e9", "0" * 37], ["zzz", NOBODY]
    return {
        "/v1/matches": of_ids,
        "/v1/tournaments": of_ids,
        f"{webhook}/deliveries": of_ids,
        "/v1/games": ["zzz", "Toy"],
        "/v1/games/toy/rules": ["zzz", "CARROM-1.1"],
        "/v1/players": of_players,
        "/v1/leaderboards/toy": [*of_players, player],
        f"/v1/leaderboards/toy/{player}": ["zzz", NOBODY],
        "/v1/ratings/toy": [*of_players, player],
    }


def test_a_page_behind_what_is_no_key(club: Club) -> None:
    for path, keys in lists(club).items():
        for key in keys:
            refused = club.get(f"{path}?after={key}")
            assert problem(refused) == (422, "malformed"), (path, key)
            assert places(refused) == [("after", "unknown_key")], (path, key)


def test_there_are_no_other_lists(keeping: Flask, club: Club) -> None:
    """Of logs and histories the keys are numbers, and of standings entrants: their own tests ask for those."""
    described = keeping.test_client().get("/openapi.yaml").text
    found = set()
    path = ""
    for line in described.splitlines():
        if line.startswith("  /"):
            path = line.strip(" :")
        if line.strip() == "name: after":
            found.add(path)
    numbered = {path for path in found if path.endswith(("/moves", "/history", "/standings"))}
    assert len(found - numbered) == len(lists(club)), sorted(found - numbered)
