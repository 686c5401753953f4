"""Results of tournaments over HTTP, many at once."""

from typing import Any

import pytest

from tests.web.hall import END, Hall
from tests.web.matching import AUTHORIZATION, Club, places, problem


def load(hall: Hall, text: str, query: str = "") -> Any:
    headers = AUTHORIZATION | {"Content-Type": "text/csv"}
    return hall.club.client.post(f"{hall.path}/results/import{query}", data=text, headers=headers)


def listed_round(hall: Hall) -> str:
    """A list of results of the first round: whoever begins wins, with points."""
    made = hall.post("/rounds/pair", {})
    hall.post("/rounds/1/publish")
    rows = [
        f"1,{match['table']},{side['name'] if place else side['entrant']},{9 - place}"
        for match in made["matches"] for place, side in enumerate(match["sides"])
    ]
    return "\n".join(["round,table,entrant,points", *rows])


def test_results_from_a_list(hall: Hall) -> None:
    text = listed_round(hall)
    done = load(hall, text).get_json()
    assert [(row["row"], row["status"]) for row in done["rows"]] == [(row, "entered") for row in (2, 3, 4, 5)]
    assert sum(row["points"] for row in hall.get("/standings")["items"]) == 2
    hall.post("/rounds/1/close")
    again = load(hall, text).get_json()
    assert {row["status"] for row in again["rows"]} == {"unchanged"}
    assert hall.get()["revision"] == again["revision"]


def test_lists_are_whole_or_as_far_as_they_are_good(hall: Hall) -> None:
    lines = listed_round(hall).splitlines()
    text = "\n".join([*lines[:3], "1,2,Nobody,9", lines[4], "1,x,Asha,1", "3,1,Asha,2"])
    refused = load(hall, text)
    assert problem(refused) == (422, "malformed")
    assert places(refused) == [("/rows/4/entrant", "unknown_entrant"), ("/rows/6/table", "wrong_type"), ("/rows/7/", "refused")]
    assert hall.get("/rounds/1")["matches"][0]["result"] is None
    done = load(hall, text, "?mode=best_effort").get_json()
    assert [row["status"] for row in done["rows"]] == ["entered", "entered", "refused", "refused", "refused", "refused"]
    assert hall.get("/rounds/1")["matches"][0]["result"] is not None
    assert places(load(hall, "round,table\n")) == [("/header", "missing")]


def test_a_list_that_a_spreadsheet_has_saved(hall: Hall) -> None:
    """It takes ids for numbers and words for truth, and leaves blank cells."""
    made = hall.post("/rounds/pair", {})
    hall.post("/rounds/1/publish")
    rows = [
        f"1;{match['table']};{int(side['entrant'])};{place};no_show;{'TRUE' if place == 2 else 'FALSE'};;"
        for match in made["matches"] for place, side in enumerate(match["sides"], 1)
    ]
    done = load(hall, "\r\n".join(["\ufeffround;table;entrant;rank;outcome;absent;;", *rows, ";;;;;;;"]))
    assert {row["status"] for row in done.get_json()["rows"]} == {"entered"}
    sides = hall.get("/rounds/1")["matches"][0]["result"]["sides"]
    assert [side.get("absent", False) for side in sides] == [False, True]


def test_an_evening_of_free_play_comes_as_a_list(club: Club) -> None:
    hall = Hall(club, format={"type": "free_play"}, scheme="total_points")
    hall.post("/rounds/pair", {})
    hall.post("/rounds/1/publish")
    text = "round,table,entrant,points,measure:boards\n1,1,Asha,7,2\n1,1,Bo,3,1\n1,2,Asha,5,1\n1,2,Chen,5,1\n"
    assert {row["status"] for row in load(hall, text).get_json()["rows"]} == {"entered"}
    assert [(row["name"], row["points"]) for row in hall.get("/standings")["items"]][:2] == [("Asha", 12), ("Chen", 5)]


def test_rows_of_one_match_that_say_different_outcomes(hall: Hall) -> None:
    listed_round(hall)
    sides = [side["entrant"] for side in hall.get("/rounds/1")["matches"][0]["sides"]]
    rows = [f"1,1,{side},1,{outcome}\n" for side, outcome in zip(sides, ("void", "played"), strict=True)]
    refused = load(hall, "round,table,entrant,rank,outcome\n" + "".join(rows))
    assert places(refused) == [("/rows/2/outcome", "different_outcomes")]


def test_a_refused_row_adds_no_match(club: Club) -> None:
    hall = Hall(club, format={"type": "free_play"}, scheme="total_points")
    hall.post("/rounds/pair", {})
    before = hall.get("/rounds/1")
    done = load(hall, "round,table,entrant,points\n1,1,Asha,7\n1,1,Bo,3\n", "?mode=best_effort").get_json()
    assert done["rows"][0]["errors"][0]["message"] == "The round is not published."
    assert {row["status"] for row in done["rows"]} == {"refused"}
    assert (hall.get("/rounds/1"), done["revision"]) == (before, before["revision"])


def played(hall: Hall, *names: str, **facts: str) -> str:
    """The id of a match that the first of these won."""
    moves = [{"type": "play", "player": names[0], "card": 3}, END | {"player": names[-1]}]
    made = hall.club.post("/v1/matches", {"game": "toy", "players": names, "moves": moves, **facts})
    assert made.status_code == 201, made.text
    return str(made.get_json()["id"])


def test_matches_that_tell_results_are_named_in_a_list(hall: Hall) -> None:
    """By their ids or the club's own names of them; the rows of one match agree, or all but one are silent."""
    listed_round(hall)
    tables = [[side["name"] for side in match["sides"]] for match in hall.get("/rounds/1")["matches"]]
    first = played(hall, *tables[0])
    second = played(hall, *reversed(tables[1]), external_id="Friday 2")
    text = "\n".join([
        "round,table,entrant,match_id,external_id",
        f"1,1,{tables[0][0]},{first},",
        f"1,1,{tables[0][1]},,",
        f"1,2,{tables[1][0]},,Friday 2",
        f"1,2,{tables[1][1]},{second},Friday 2",
    ])
    assert {row["status"] for row in load(hall, text).get_json()["rows"]} == {"entered"}
    assert [match["match_id"] for match in hall.get("/rounds/1")["matches"]] == [first, second]
    assert {row["name"] for row in hall.get("/standings")["items"] if row["points"]} == {tables[0][0], tables[1][1]}
    assert {row["status"] for row in load(hall, text).get_json()["rows"]} == {"unchanged"}


@pytest.mark.parametrize(
    ("cells", "fault"),
    [
        ("{first},,,{other},,", "match_id different_matches"),
        ("{first},,1,,,", "match_id not_both"),
        (",nowhere,,,,", "external_id unknown_match"),
        ("nothing,,,,,", "match_id unknown_match"),
        ("{other},,,,,", " refused"),
    ],
)
def test_matches_that_cannot_be_those_of_a_list(hall: Hall, cells: str, fault: str) -> None:
    listed_round(hall)
    tables = [[side["name"] for side in match["sides"]] for match in hall.get("/rounds/1")["matches"]]
    first, other = played(hall, *tables[0]), played(hall, *tables[1])
    load(hall, f"round,table,entrant,match_id\n1,1,{tables[0][0]},{first}\n1,1,{tables[0][1]},")
    said = cells.format(first=first, other=other).split(",")
    rows = [f"1,1,{name},{','.join(said[3 * place:][:3])}" for place, name in enumerate(tables[0])]
    text = "\n".join(["round,table,entrant,match_id,external_id,rank", *rows])
    assert [" ".join(place) for place in places(load(hall, text))] == [f"/rows/2/{fault}"]
    done = load(hall, text, "?mode=best_effort").get_json()
    assert [row["status"] for row in done["rows"]] == ["refused", "refused"]
    assert hall.get("/rounds/1")["matches"][0]["match_id"] == first, "and it still counts"
    hall.club.post(f"/v1/matches/{first}/void", {"reason": "Played twice."}, If_Match="*")
    assert hall.get("/rounds/1")["matches"][0]["result"]["outcome"] == "void"


def test_sides_of_a_list_are_those_of_the_table(hall: Hall) -> None:
    listed_round(hall)
    tables = [[side["name"] for side in match["sides"]] for match in hall.get("/rounds/1")["matches"]]
    text = f"round,table,entrant,match_id\n1,1,{tables[0][0]},{played(hall, *tables[0])}\n1,1,{tables[1][0]},"
    assert places(load(hall, text)) == [("/rows/2/entrant", "wrong_sides")]


def test_a_match_of_a_list_is_added_to_free_play_only_if_it_fits(club: Club) -> None:
    hall = Hall(club, format={"type": "free_play"})
    hall.post("/rounds/pair", {})
    hall.post("/rounds/1/publish")
    fits, not_so = played(hall, "Asha", "Bo"), played(hall, "Chen", "Dara")
    rows = [f"1,1,Asha,{fits}", "1,1,Bo,", f"1,2,Asha,{not_so}", "1,2,Bo,"]
    done = load(hall, "\n".join(["round,table,entrant,match_id", *rows]), "?mode=best_effort").get_json()
    assert [row["status"] for row in done["rows"]] == ["entered", "entered", "refused", "refused"]
    assert [match["match_id"] for match in hall.get("/rounds/1")["matches"]] == [fits]
