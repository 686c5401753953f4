"""verify: the database, exported matches, and signed sheets."""

import json
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from adjudicator.app import create_app
from adjudicator.config import Settings
from adjudicator.core.game import Game
from adjudicator.services import history
from tests.cli.logs import LAWFUL, play

KEY = "adj_cli"
SENT = {"Authorization": f"Bearer {KEY}"}
Run = Callable[..., Any]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with its own database."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ADJUDICATOR_DATABASE_URL", raising=False)
    monkeypatch.setenv("ADJUDICATOR_ADMIN_KEY", KEY)
    return tmp_path


@pytest.fixture
def match(run: Run, toy: Mapping[str, Game], folder: Path) -> str:
    """The id of a match, of which key.json, sheet.json and match.json were taken."""
    (folder / "log.json").write_text(json.dumps(LAWFUL))
    run("import", "log.json")
    client = create_app(Settings(log_level="error"), toy).test_client()
    match_id = client.get("/v1/matches", headers=SENT).get_json()["items"][0]["id"]
    of_match = f"/v1/matches/{match_id}"
    for name, path in (("key", "/.well-known/adjudicator-key"), ("sheet", f"{of_match}/sheet"), ("match", f"{of_match}/export")):
        (folder / f"{name}.json").write_bytes(client.get(path, headers=SENT).data)
    return str(match_id)


def change(folder: Path, name: str, **members: Any) -> None:
    path = folder / f"{name}.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | members))


def tamper(folder: Path, statement: str) -> None:
    with closing(sqlite3.connect(folder / "adjudicator.db")) as connection:
        connection.execute(statement)
        connection.commit()


def test_a_database_as_it_was_written(run: Run, match: str) -> None:
    for arguments in (("verify",), ("verify", "--match", match)):
        done = run(*arguments)
        assert (done.code, done.out) == (0, "The one match is as it was written.\n")


def test_a_database_that_was_tampered_with(run: Run, match: str, folder: Path) -> None:
    tamper(folder, "UPDATE moves SET entry = replace(entry, '6', '9') WHERE ply = 3")
    done = run("verify")
    assert done.code == 1
    assert f"{match}: ply 3, The log has" in done.out
    assert done.out.endswith("1 of 1 match is not as it was written.\n")


def test_a_text_that_is_not_utf_8_is_a_difference_and_no_other_command_ends_in_a_traceback(
    run: Run, match: str, folder: Path
) -> None:
    tamper(folder, "UPDATE moves SET entry = CAST(x'ff' AS TEXT) WHERE ply = 3")
    done = run("verify")
    assert (done.code, done.out) == (
        1, f"{match}: ply 3, The text entry is not UTF-8.\n1 of 1 match is not as it was written.\n"
    )
    tamper(folder, "UPDATE matches SET game = CAST(x'ff' AS TEXT)")
    done = run("redact", match, "1", "--reason", "Names.")
    assert (done.code, "not UTF-8, in a column game. Run: adjudicator verify" in done.err) == (2, True), done.err
    assert len(done.err.splitlines()) == 1


def test_what_somebody_wrote_into_the_file_cannot_steer_the_terminal(run: Run, match: str, folder: Path) -> None:
    tamper(folder, "UPDATE matches SET preset = char(27) || '[2J'")
    assert "\\x1b[2J" in run("verify").out
    assert "\x1b" not in run("verify").out


def test_rows_of_no_match(run: Run, match: str, folder: Path) -> None:
    tamper(folder, "DELETE FROM matches")
    done = run("verify")
    assert done.code == 1
    assert f"{match}: There are rows of history" in done.out


def test_databases_and_matches_that_are_not_there(run: Run, folder: Path) -> None:
    assert "no database" in run("verify").err
    assert not (folder / "adjudicator.db").exists(), "nothing is made"
    run("migrate")
    wrong = ((("--match", "0" * 36), "no match"), (("--key", "x"), "for files"), (("--match", "x", "a.json"), "for the database"))
    for arguments, word in wrong:
        done = run("verify", *arguments)
        assert (done.code, word in done.err) == (2, True), done.err
    tamper(folder, "UPDATE alembic_version SET version_num = '0001'")
    assert "migrate" in run("verify").err


def test_files_as_they_were_written(run: Run, match: str, folder: Path) -> None:
    kid = json.loads((folder / "key.json").read_text())["kid"]
    done = run("verify", "sheet.json", "match.json")
    assert done.code == 0
    assert f"revision 1; signed by this key, whosever that is (--key would say): {kid}" in done.out
    assert f"{match}, 3 entries, revision 1: as it was written" in done.out
    for key in ("key.json", json.loads((folder / "key.json").read_text())["x"]):
        done = run("verify", "--key", key, "sheet.json")
        assert (done.code, "signed by the key that was given" in done.out) == (0, True)


@pytest.mark.parametrize("members", [{"revision": 2}, {"players": ["Asha", "Cy"]}, {"voided": True}, {"status": "complete"}])
def test_a_sheet_that_was_changed(run: Run, match: str, folder: Path, members: dict) -> None:
    change(folder, "sheet", **members)
    done = run("verify", "sheet.json")
    assert (done.code, "was changed" in done.err) == (1, True)


def test_a_sheet_of_another_key(run: Run, match: str, folder: Path) -> None:
    done = run("verify", "--key", "A" * 43, "sheet.json")
    assert (done.code, "another key" in done.err) == (1, True)
    sheet = json.loads((folder / "sheet.json").read_text())
    change(folder, "sheet", signature=sheet["signature"] | {"key_id": "A" * 43})
    assert run("verify", "sheet.json").code == 1
    done = run("verify", "--key", "nonsense", "sheet.json")
    assert (done.code, "public key" in done.err) == (2, True)


def test_a_match_that_was_changed(run: Run, match: str, folder: Path) -> None:
    change(folder, "match", voided=True)
    done = run("verify", "match.json")
    assert (done.code, "voided True" in done.err) == (1, True)
    assert run("import", "match.json").code == 1


def test_texts_that_are_neither(run: Run, match: str, folder: Path) -> None:
    change(folder, "sheet", more=1)
    (folder / "torn.json").write_text((folder / "match.json").read_text()[:-9])
    done = run("verify", "log.json", "sheet.json", "torn.json", "absent.json")
    assert done.code == 2
    assert "neither an exported match nor a result sheet" in done.err
    assert "/more  unknown_field" in done.err


def test_a_match_of_other_rules(run: Run, toy: Mapping[str, Game], match: str) -> None:
    newer = {"toy": structs.replace(toy["toy"], version=2)}
    done = run("verify", "match.json", games=newer)
    assert (done.code, "not judged again" in done.out) == (0, True)
    assert run("verify", games=newer).code == 0


def written_anew(whole: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """The other match as if it were the first: its id, and a history that is right in itself."""
    found = other | {"id": whole["id"]}
    found["chain"] = history.start_of_chain(found["id"])
    for row in found["history"]:
        parts = (row[name] for name in ("revision", "kind", "recorded_at", "key_id", "key_label", "key_role", "reason", "length"))
        row["chain"] = found["chain"] = history.chain_of(found["chain"], *parts, row["digest"])
    return found


def test_a_history_that_was_written_anew_is_found_by_a_sheet_from_before(
    run: Run, toy: Mapping[str, Game], match: str, folder: Path
) -> None:
    (folder / "other.json").write_text(json.dumps(LAWFUL | {"moves": [play("Asha", 5)]}))
    run("import", "other.json")
    client = create_app(Settings(log_level="error"), toy).test_client()
    other = client.get("/v1/matches", headers=SENT).get_json()["items"][0]["id"]
    false = written_anew(
        json.loads((folder / "match.json").read_text()), client.get(f"/v1/matches/{other}/export", headers=SENT).get_json()
    )
    (folder / "false.json").write_text(json.dumps(false))
    assert run("verify", "false.json").code == 0, "by itself it cannot be told"
    done = run("verify", "sheet.json", "false.json")
    assert (done.code, "another history" in done.err) == (1, True)
    client.post(f"/v1/matches/{match}/moves", json=play("Bo", 9), headers=SENT)
    (folder / "later.json").write_bytes(client.get(f"/v1/matches/{match}/export", headers=SENT).data)
    (folder / "latest.json").write_bytes(client.get(f"/v1/matches/{match}/sheet", headers=SENT).data)
    assert run("verify", "sheet.json", "later.json").code == 0
    assert "not compared" in run("verify", "latest.json", "match.json").out


def test_an_exported_match_is_imported(run: Run, match: str, folder: Path) -> None:
    assert run("import", "match.json").out == f"match.json, line 1: {match}: stored before\n"
    (folder / "adjudicator.db").rename(folder / "old.db")
    (folder / "logs.ndjson").write_text(json.dumps(LAWFUL) + "\n" + (folder / "match.json").read_text() + "\n")
    done = run("import", "logs.ndjson")
    assert done.code == 0
    assert done.out.splitlines()[1] == f"logs.ndjson, line 2: {match}: restored at revision 1"
    pretty = json.dumps(json.loads((folder / "match.json").read_text()), indent=1)
    (folder / "pretty.json").write_text(pretty)
    assert run("import", "pretty.json").out == f"pretty.json: {match}: stored before\n"
    assert run("verify").code == 0


@pytest.mark.parametrize(("arguments", "word"), [
    (("import", "sheet.json"), "This is a result sheet, and no log"),
    (("check", "sheet.json"), "This is a result sheet, and no log"),
    (("check", "match.json"), "This is an exported match, and no log"),
])
def test_what_is_no_log_is_told_what_it_is_and_what_it_is_good_for(
    run: Run, match: str, folder: Path, arguments: tuple[str, str], word: str
) -> None:
    done = run(*arguments)
    assert (done.code, done.out) == (2, "")
    assert f"{arguments[1]}: {word}" in done.err.replace(", line 1", "")
    assert "adjudicator verify" in done.err
    assert "unknown_field" not in done.err


def test_an_export_may_be_larger_than_a_log(run: Run, match: str, folder: Path) -> None:
    whole = (folder / "match.json").read_text()
    blanks = " " * 9_000_000
    (folder / "match.json").write_text(whole[:-1] + blanks + whole[-1])
    assert run("verify", "match.json").code == 0
    (folder / "lines.ndjson").write_text((whole[:-1] + blanks + whole[-1] + "\n") * 2)
    assert run("import", "lines.ndjson").out.count("stored before") == 2
    (folder / "log.json").write_text('{"game":' + blanks + '"toy"}')
    done = run("import", "log.json")
    assert (done.code, "takes at most" in done.err) == (2, True)
