"""backup and restore."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.logs import LAWFUL

Run = Callable[..., Any]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with its own database."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ADJUDICATOR_DATABASE_URL", raising=False)
    monkeypatch.setenv("ADJUDICATOR_ADMIN_KEY", "adj_cli")
    (tmp_path / "log.json").write_text(json.dumps(LAWFUL))
    return tmp_path


def test_there_and_back(run: Run, folder: Path) -> None:
    run("import", "log.json")
    done = run("backup", "copy.db")
    assert (done.code, done.out.startswith("copy.db: ")) == (0, True)
    assert run("backup", "copy.db").code == 2
    done = run("restore", "copy.db")
    assert (done.code, "--replace" in done.err) == (2, True)
    (folder / "adjudicator.db").rename(folder / "old.db")
    done = run("restore", "copy.db")
    assert done.code == 0
    assert done.out.startswith("adjudicator.db: is copy.db now, at migration "), "nothing had to be brought anywhere"
    assert run("verify").out == "The one match is as it was written.\n"


def test_what_is_no_backup(run: Run, folder: Path) -> None:
    done = run("restore", "log.json")
    assert (done.code, "no SQLite database" in done.err) == (2, True)
    assert run("restore", "absent.db").code == 2
    assert not (folder / "adjudicator.db").exists()


def test_without_a_database(run: Run, folder: Path) -> None:
    done = run("backup", "copy.db")
    assert (done.code, "no database" in done.err) == (2, True)
    assert not (folder / "copy.db").exists()
    assert not (folder / "adjudicator.db").exists()


def test_a_place_that_cannot_be_had_is_named(run: Run, folder: Path) -> None:
    run("import", "log.json")
    done = run("backup", "absent/copy.db")
    assert (done.code, "absent/copy.db" in done.err, "Traceback" in done.err) == (2, True, False)


@pytest.mark.parametrize(("command", "word"), [(("backup", "copy.db"), "pg_dump"), (("restore", "log.json"), "pg_restore")])
def test_a_server_has_its_own_ways(run: Run, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], word: str) -> None:
    monkeypatch.setenv("ADJUDICATOR_DATABASE_URL", "postgresql://nobody@nowhere.invalid/name")
    done = run(*command)
    assert (done.code, word in done.err) == (2, True)
