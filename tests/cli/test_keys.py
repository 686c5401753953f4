"""keys and clubs: who may use the service, as whoever runs it says."""

import csv
import io
import json
import urllib.error
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_serving import get, served
from tests.cli.test_serving import run as run_process

Run = Callable[..., Any]
LOG = {"game": "toy", "players": ["Asha", "Bo"], "moves": []}
OTHER = "Café ♟"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with its own database."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ADJUDICATOR_DATABASE_URL", raising=False)
    monkeypatch.setenv("ADJUDICATOR_ADMIN_KEY", "adj_cli")
    return tmp_path


def listed(run: Run, *more: str) -> list[dict[str, Any]]:
    return list(run("keys", "list", "--format", "json", *more).lines)


def test_a_key_alone_is_the_result_and_the_rest_is_told_beside_it(run: Run) -> None:
    done = run("keys", "add", "Table 3", "--role", "referee")
    assert done.code == 0
    assert done.out.startswith("adj_")
    assert len(done.out.split()) == 1
    assert "'Table 3' of First club: referee" in done.err
    assert done.out.strip() not in done.err


def test_programs_get_all_of_it(run: Run) -> None:
    (made,) = run("keys", "add", "Phone", "--role", "viewer", "--expires", "2999-12-31", "--format", "json").lines
    assert (made["label"], made["role"], made["club"], made["state"]) == ("Phone", "viewer", "First club", "good")
    assert made["expires_at"] == "3000-01-01T00:00:00.000000Z", "to the end of the day"
    assert made.pop("key").startswith("adj_")
    assert made in listed(run)


def test_a_club_has_its_own_keys(run: Run) -> None:
    club_id = run("clubs", "add", OTHER).out.strip()
    assert [club["name"] for club in run("clubs", "list", "--format", "json").lines] == ["First club", OTHER]
    for club in (OTHER, club_id):
        assert run("keys", "add", f"of {club}", "--role", "admin", "--club", club).code == 0
    assert run("keys", "add", "admin", "--role", "viewer", "--club", OTHER).code == 0, "a label counts in its club alone"
    assert [key["label"] for key in listed(run, "--club", OTHER)] == [f"of {OTHER}", f"of {club_id}", "admin"]
    assert run("clubs", "add", OTHER).code == 2


@pytest.mark.parametrize("form", ["text", "json", "csv"])
def test_a_list_has_neither_keys_nor_digests(run: Run, form: str) -> None:
    key = run("keys", "add", "=1+1", "--role", "referee").out.strip()
    done = run("keys", "list", "--format", form)
    assert done.code == 0
    assert "=1+1" in done.out
    assert key not in done.out
    assert "digest" not in done.out
    if form == "csv":
        rows = list(csv.DictReader(io.StringIO(done.out)))
        assert [row["label"] for row in rows] == ["admin", "'=1+1"]


def test_a_key_for_one_match(run: Run, folder: Path) -> None:
    (folder / "log.json").write_text(json.dumps(LOG))
    match_id = run("import", "log.json").out.split(": ")[1]
    (made,) = run("keys", "add", "Phone", "--role", "referee", "--match", match_id, "-f", "json").lines
    assert made["match_id"] == match_id
    run("clubs", "add", OTHER)
    refused = run("keys", "add", "Phone", "--role", "referee", "--match", match_id, "--club", OTHER)
    assert (refused.code, "no match" in refused.err) == (2, True)


def test_a_revoked_key_is_listed_as_such(run: Run) -> None:
    for label in ("one", "two"):
        run("keys", "add", label, "--role", "referee")
    key_id = next(key["id"] for key in listed(run) if key["label"] == "two")
    assert run("keys", "revoke", "one").code == 0
    first = {key["label"]: key for key in listed(run)}["one"]["revoked_at"]
    assert run("keys", "revoke", "one").code == 0, "that it is revoked already is no reason to complain"
    assert run("keys", "revoke", key_id).code == 0
    found = {key["label"]: key for key in listed(run)}
    assert {label: key["state"] for label, key in found.items()} == {"admin": "good", "one": "revoked", "two": "revoked"}
    assert found["one"]["revoked_at"] == first


def test_the_admins_key_can_be_revoked_and_made_anew(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    run("keys", "revoke", "admin")
    assert listed(run)[0]["state"] == "revoked", "the key that is still set stays revoked"
    monkeypatch.setenv("ADJUDICATOR_ADMIN_KEY", "adj_another")
    assert listed(run)[0]["state"] == "good"
    run("keys", "revoke", "admin")
    monkeypatch.delenv("ADJUDICATOR_ADMIN_KEY")
    assert "a key with every right was made" in run("keys", "list").err


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["add", "x"], "--role"),
        (["add", "x", "--role", "boss"], "boss"),
        (["add", "", "--role", "viewer"], "/label  too_short"),
        (["add", "x" * 101, "--role", "viewer"], "/label  too_long"),
        (["add", "\u200b", "--role", "viewer"], "/label  invisible"),
        (["add", "x ", "--role", "viewer"], "/label  blank_at_edge"),
        (["add", "a\x07b", "--role", "viewer"], "/label  control_character"),
        (["add", "admin", "--role", "viewer"], "already"),
        (["add", "x", "--role", "viewer", "--club", "nobody"], "no such club"),
        (["add", "x", "--role", "viewer", "--match", "none"], "no match"),
        (["add", "x", "--role", "viewer", "--expires", "2020-01-01"], "/expires_at"),
        (["add", "x", "--role", "viewer", "--expires", "soon"], "neither a date"),
        (["add", "x", "--role", "viewer", "--expires", "2999-12-31T00:00:00"], "neither a date"),
        (["revoke", "nobody"], "There is no key 'nobody'"),
        (["list", "--club", "nobody"], "no such club"),
    ],
)
def test_wrong_calls_are_explained(run: Run, arguments: list[str], word: str) -> None:
    done = run("keys", *arguments)
    assert (done.code, done.out) == (2, "")
    assert word in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize(("name", "said"), [("", "too_short"), ("\u200b", "invisible"), (" Club", "blank_at_edge")])
def test_clubs_have_names(run: Run, name: str, said: str) -> None:
    done = run("clubs", "add", name)
    assert (done.code, done.out) == (2, "")
    assert f"/name  {said}" in done.err


@pytest.mark.parametrize("command", ["keys", "keys add", "keys list", "keys revoke", "keys rights", "clubs", "clubs add"])
def test_help_teaches(run: Run, command: str) -> None:
    done = run(*command.split(), "-h")
    assert done.code == 0
    assert f"adjudicator {command}" in done.out.partition("Example")[2]


def test_a_running_service_refuses_a_revoked_key_at_once(folder: Path) -> None:
    key = run_process(folder, "keys", "add", "Phone", "--role", "viewer").stdout.strip()
    with served(folder, "--workers", "2") as (_, address):
        assert json.loads(get(f"{address}/v1/matches", Authorization=f"Bearer {key}")) == {"items": []}
        assert run_process(folder, "keys", "revoke", "Phone").returncode == 0
        for _ in range(4):
            with pytest.raises(urllib.error.HTTPError, match="401"):
                get(f"{address}/v1/matches", Authorization=f"Bearer {key}")
        new = run_process(folder, "keys", "add", "New phone", "--role", "viewer").stdout.strip()
        get(f"{address}/v1/matches", Authorization=f"Bearer {new}")
