"""migrate and import: logs into the database of this machine."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

LAWFUL = {"game": "toy", "players": ["Asha", "Bo"], "moves": [{"type": "play", "player": "Asha", "card": 3}]}
STOPPING = LAWFUL | {"moves": [{"type": "play", "player": "Bo", "card": 3}]}

Run = Callable[..., Any]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with its own database."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ADJUDICATOR_DATABASE_URL", raising=False)
    monkeypatch.setenv("ADJUDICATOR_ADMIN_KEY", "adj_cli")
    return tmp_path


def write(folder: Path, name: str, *logs: dict) -> str:
    indent = 1 if name.endswith(".json") else None
    (folder / name).write_text("".join(json.dumps(log, indent=indent) + "\n" for log in logs))
    return name


def test_migrate_says_what_it_did(run: Run, folder: Path) -> None:
    assert run("migrate").out.startswith("adjudicator.db: at migration ")
    assert run("migrate").out.startswith("adjudicator.db: already at migration ")
    assert (folder / "adjudicator.db").is_file()


@pytest.mark.parametrize("command", [("migrate",), ("keys", "list"), ("readjudicate",), ("import", "-")])
@pytest.mark.parametrize("name", ["strange.db", ".", "strange.db/inside.db"])
def test_a_database_that_cannot_be_used_is_told_in_a_word(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], name: str
) -> None:
    (folder / "strange.db").write_text("words, and no database" * 9)
    monkeypatch.setenv("ADJUDICATOR_DATABASE_URL", f"sqlite:///{folder / name}")
    done = run(*command)
    assert (done.code, "Traceback" in done.err) == (2, False)


@pytest.mark.parametrize("command", [
    ("migrate",), ("import", "log.json"), ("keys", "list"), ("verify",), ("tournament", "rebuild", "x"),
    ("deliver", "--once"),
])
def test_another_programs_database_is_not_touched(run: Run, folder: Path, command: tuple[str, ...]) -> None:
    write(folder, "log.json", LAWFUL)
    with closing(sqlite3.connect(folder / "adjudicator.db")) as connection:
        connection.execute("CREATE TABLE books (title TEXT)")
    before = (folder / "adjudicator.db").read_bytes()
    done = run(*command)
    message = "adjudicator.db is another program's database, and is left as it is. Name one for adjudicator alone"
    assert (done.code, done.err) == (2, f"adjudicator: {message}: ADJUDICATOR_DATABASE_URL.\n")
    assert (folder / "adjudicator.db").read_bytes() == before


def test_every_log_is_stored_and_reported(run: Run, folder: Path) -> None:
    done = run("import", write(folder, "one.json", LAWFUL | {"title": "Evening"}), write(folder, "two.ndjson", LAWFUL, LAWFUL))
    assert done.code == 0
    assert [line.split(": ")[0] for line in done.out.splitlines()] == ["one.json", "two.ndjson, line 1", "two.ndjson, line 2"]
    assert all("in progress" in line.lower() and "Asha 1" in line for line in done.out.splitlines())
    assert len({line.split(": ")[1] for line in done.out.splitlines()}) == 3


def test_once_stores_nothing_twice(run: Run, folder: Path) -> None:
    files = write(folder, "one.json", LAWFUL), write(folder, "two.ndjson", LAWFUL | {"id": "mine"}, LAWFUL)
    assert run("import", "--once", *files).code == 0
    again = run("import", "--once", *files)
    assert again.code == 0
    assert again.out.count("stored before") == 3
    assert run("import", write(folder, "three.ndjson", LAWFUL | {"id": "mine"})).code == 2, "the external id is taken"


def test_a_name_given_twice_is_refused_once(run: Run, folder: Path) -> None:
    file = write(folder, "named.ndjson", *(LAWFUL | {"external_id": name} for name in ("a", "b", "a", "c")))
    done = run("import", file)
    assert done.code == 2
    assert [line.split(": ")[0].split()[-1] for line in done.out.splitlines()] == ["1", "2", "4"]
    assert "line 3: Another match of the club has the external_id a." in done.err
    assert run("import", "--once", file).out.count("stored before") == 4


def test_more_than_is_stored_at_once(run: Run, folder: Path) -> None:
    noted = LAWFUL | {"moves": [{"type": "remark", "note": "x" * 500}] * 70}
    done = run("import", write(folder, "much.ndjson", *[noted] * 5))
    assert done.code == 0
    assert [line.split(": ")[0] for line in done.out.splitlines()] == [f"much.ndjson, line {number}" for number in range(1, 6)]


def test_one_bad_log_does_not_stop_the_others(run: Run, folder: Path) -> None:
    done = run("import", write(folder, "mixed.ndjson", STOPPING, LAWFUL | {"title": 7}, LAWFUL), "absent.json")
    assert done.code == 2
    assert done.out.splitlines()[0].startswith("mixed.ndjson, line 3: ")
    assert "line 1: The entry at ply 1 is illegal" in done.err
    assert "/title" in done.err
    assert "absent.json" in done.err


def test_a_log_that_stops(run: Run, folder: Path) -> None:
    name = write(folder, "stops.json", STOPPING)
    assert run("import", name).code == 1
    accepted = run("import", "--accept-stop", name)
    assert (accepted.code, "1 illegal" in accepted.out) == (0, True)


def test_a_new_key_is_told_once(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ADJUDICATOR_ADMIN_KEY")
    name = write(folder, "one.json", LAWFUL)
    assert "adj_" in run("import", name).err
    assert run("import", name).err == ""


def test_a_database_that_cannot_be(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADJUDICATOR_DATABASE_URL", "mysql://host/name")
    done = run("import", write(folder, "one.json", LAWFUL))
    assert (done.code, "mysql" in done.err) == (2, True)
