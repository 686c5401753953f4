"""The views of a match itself and of lists: what each shows, and who may have it."""

from tests.web.matching import PLAY, Club, places

HANDS = {"hands": {"Asha": [3, 4, 9], "Bo": [5, 6, 7]}}


def test_a_match_is_shown_to_the_public_and_to_a_player(club: Club) -> None:
    path = club.match(setup=HANDS, moves=[PLAY])
    seen = {view: club.get(f"{path}?view={view}") for view in ("referee", "public", "player:Asha")}
    assert seen["referee"].get_json()["setup"] == HANDS
    assert seen["public"].get_json()["setup"] == {}
    assert seen["player:Asha"].get_json()["setup"] == {"hands": {"Asha": [3, 4, 9]}}
    assert [answer.headers["ETag"] for answer in seen.values()] == ['"1"', '"1.public"', '"1.player:Asha"']
    assert len({answer.get_json()["plies"] for answer in seen.values()}) == 1


def test_nobody_else_has_a_view(club: Club) -> None:
    response = club.get(f"{club.match()}?view=player:Nobody")
    assert response.status_code == 422
    assert places(response) == [("view", "unknown_view")]


def test_lists_are_shown_to_the_public_too(club: Club) -> None:
    club.match(setup=HANDS, external_id="a list for the public")
    (seen,) = club.get("/v1/matches?external_id=a list for the public&view=public").get_json()["items"]
    assert seen["setup"] == {}
    assert club.get("/v1/matches?view=player:Asha").status_code == 422


def test_why_a_match_was_voided_is_for_the_referee(club: Club) -> None:
    path = club.match()
    assert club.post(f"{path}/void", {"reason": "Bo held the 7"}, If_Match='"1"').status_code == 200
    seen = {view: club.get(f"{path}?view={view}").get_json() for view in ("referee", "public", "player:Bo")}
    assert [answer["void_reason"] for answer in seen.values()] == ["Bo held the 7", None, None]
    assert all(answer["voided"] for answer in seen.values())
