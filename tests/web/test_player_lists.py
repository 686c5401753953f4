"""Lists of players over HTTP: text/csv in and out."""

import itertools

import pytest
from werkzeug.test import TestResponse

from tests.web.matching import AUTHORIZATION, Club, places, problem

fresh = itertools.count()


def load(club: Club, text: str | bytes, query: str = "", **headers: str) -> TestResponse:
    sent = AUTHORIZATION | {name.replace("_", "-"): value for name, value in headers.items()}
    return club.client.post(f"/v1/players/import{query}", data=text, content_type="text/csv", headers=sent)


def statuses(response: TestResponse) -> list[tuple[int, str]]:
    assert response.status_code == 200, response.text
    return [(row["row"], row["status"]) for row in response.get_json()["rows"]]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("start", ["", "\ufeff"])
def test_lists_of_several_forms(club: Club, delimiter: str, start: str) -> None:
    word = f"form{next(fresh)}"
    lines = [["name", "aliases", "id:club"], [f'"Ångström; {word}, ""A"""', "Ann|Anna", word], [], [f"Bo {word}", "", ""]]
    response = load(club, start + "\r\n".join(delimiter.join(cells) for cells in lines))
    assert statuses(response) == [(2, "created"), (4, "created")]
    player = club.get(f"/v1/players/{response.get_json()['rows'][0]['player_id']}").get_json()
    assert (player["name"], player["aliases"]) == (f'Ångström; {word}, "A"', ["Ann", "Anna"])
    assert player["external_ids"] == [{"system": "club", "value": word}]


def test_names_without_anything_to_see(club: Club) -> None:
    refused = load(club, "name,aliases,id:fide\n\u200b,A|\u2060,\ufe0f\n")
    assert places(refused) == [
        ("/rows/2/name", "invisible"), ("/rows/2/aliases", "invisible"), ("/rows/2/id:fide", "invisible"),
    ]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_blank_cells_and_rows_as_spreadsheets_leave_them(club: Club, delimiter: str) -> None:
    """Around the list, and at the end of rows; and rows that end before the column that is required."""
    word = f"blank{next(fresh)}"
    lines = [["", "", ""], ["aliases", "name", "", ""], ["Al", f"Asha {word}", "", "", ""], ["Bo"], ["", f"Chen {word}"], [""]]
    response = load(club, "\r\n".join(delimiter.join(cells) for cells in lines), "?mode=best_effort")
    assert statuses(response) == [(3, "created"), (4, "refused"), (5, "created")]
    assert response.get_json()["rows"][1]["errors"][0]["column"] == "name"


def test_every_fault_of_every_row(club: Club) -> None:
    text = f"name,aliases,id:fide\n{'x' * 61},A||\u0007,\nOk,,{'9' * 101}\n,,,,\nBo,,,7\n\"\nC\",,"
    refused = load(club, text)
    assert problem(refused) == (422, "malformed")
    faults = [
        ("/rows/2/name", "too_long"),
        ("/rows/2/aliases", "control_character"),
        ("/rows/3/id:fide", "too_long"),
        ("/rows/5/", "too_many_cells"),
    ]
    assert places(refused) == faults
    best = load(club, text, "?mode=best_effort&dry_run=true").get_json()
    assert [row["row"] for row in best["rows"]] == [2, 3, 5, 6]
    assert [row["status"] for row in best["rows"]] == ["refused", "refused", "refused", "created"]
    assert best["rows"][0]["errors"][0] | {"message": ""} == {"column": "name", "code": "too_long", "message": ""}
    assert best["counts"] == {"created": 1, "updated": 0, "unchanged": 0, "refused": 3}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", [("/header", "missing")]),
        ("Asha\nBo\n", [("/header/0", "unknown_column"), ("/header", "missing")]),
        ("name,age,name", [("/header/1", "unknown_column"), ("/header/2", "twice")]),
        ("name,id:a b", [("/header/1", "unknown_column")]),
    ],
)
def test_headers(club: Club, text: str, found: list[tuple[str, str]]) -> None:
    assert places(load(club, text)) == found


def test_what_is_no_list(club: Club) -> None:
    assert problem(load(club, b"name\n\xff")) == (400, "bad-request")
    assert "line 3" in load(club, "name\nBo\nZoé\n".encode("cp1252")).get_json()["detail"], "as spreadsheets save lists unasked"
    assert problem(load(club, 'name\n"Asha')) == (400, "bad-request")
    assert problem(load(club, "name\n" + "x\n" * 5_001)) == (413, "too-large")
    assert problem(club.post("/v1/players/import", {"name": "x"})) == (415, "unsupported-media-type")
    assert places(load(club, "name", "?mode=some")) == [("mode", "unknown_value")]


def test_a_retry_imports_once(club: Club) -> None:
    text = f"name\nRetry {next(fresh)}"
    first, again = (load(club, text, Idempotency_Key=text.replace("\n", " ")) for _ in range(2))
    assert (again.data, again.headers["Idempotency-Replayed"]) == (first.data, "true")


def test_an_export_comes_back_as_it_was(club: Club) -> None:
    name = f"=1+{next(fresh)}"
    ids = [{"system": "club", "value": f"@{name}"}, {"system": "club", "value": f"b{name}"}]
    club.post("/v1/players", {"name": name, "aliases": ["-x", "Ünal"], "external_ids": ids})
    exported = club.get("/v1/players/export?bom=true", Accept="text/csv")
    assert exported.content_type == "text/csv; charset=utf-8"
    text = exported.data.decode()
    assert text.startswith("\ufeffplayer,name,aliases,id:club")
    assert f",'{name},'-x|Ünal,'@{name}|b{name}" in text
    before = club.get("/v1/players/export").get_json()
    again = load(club, exported.data, "?mode=best_effort")
    assert {row["status"] for row in again.get_json()["rows"] if row["name"] == name} == {"unchanged"}
    assert club.get("/v1/players/export").get_json() == before


ODD = ["'=1", "''=1", "'", "'a", "a|b", "|", "a\\", "a\\|b", "\\", "\\\\", "'|", "|'=1", "=|\\", "a;b,c\"d", "=a|'=b"]


@pytest.mark.parametrize("odd", ODD)
def test_whatever_a_player_is_called_comes_back_as_it_was(club: Club, odd: str) -> None:
    number = next(fresh)
    aliases = [f"{odd}{number}", f"{number}{odd}", f"x{number}"]
    ids = [{"system": "odd", "value": text} for text in (f"{odd}{number}", f"{number}{odd}")]
    made = club.post("/v1/players", {"name": f"{odd}{number}b", "aliases": aliases, "external_ids": ids})
    assert made.status_code == 201, made.get_json()
    path = f"/v1/players/{made.get_json()['id']}"
    exported = club.get("/v1/players/export", Accept="text/csv").data
    rows = load(club, exported, "?mode=best_effort").get_json()["rows"]
    assert [row["status"] for row in rows if row["name"] == f"{odd}{number}b"] == ["unchanged"]
    assert club.get(path).get_json() == made.get_json()
