"""The commands on PostgreSQL: nothing is migrated unasked there, and several processes serve one database."""

import json
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from adjudicator.cli import main
from tests.cli.test_serving import get, run, served
from tests.databases import new_database

KEY = "adj_cli"
TABLE = {"game": "carrom", "players": ["Asha", "Bo"]}


@pytest.fixture
def settings(tmp_path: Path) -> dict[str, str]:
    """Of an empty database."""
    return {"ADJUDICATOR_DATABASE_URL": new_database("postgresql", tmp_path), "ADJUDICATOR_ADMIN_KEY": KEY}


@pytest.fixture
def log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """A file with a lawful log."""
    assert main(["simulate", "carrom", "--seed", "1"]) == 0
    path = tmp_path / "carrom.json"
    path.write_text(capsys.readouterr().out, "utf-8")
    return str(path)


def send(address: str, value: Any, word: str) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json", "Idempotency-Key": word}
    straight = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    request = urllib.request.Request(address, json.dumps(value).encode(), headers)
    with straight.open(request, timeout=60) as answer:
        found: dict[str, Any] = json.load(answer)
        return found


def test_nothing_works_on_an_older_schema(tmp_path: Path, settings: dict[str, str], log: str) -> None:
    for arguments in (["serve", "--port", "0"], ["import", log], ["demo", "--port", "0", log], ["keys", "list"]):
        done = run(tmp_path, *arguments, **settings)
        assert (done.returncode, done.stdout) == (2, ""), arguments
        assert "has no schema yet" in done.stderr
        assert "Run: adjudicator migrate" in done.stderr
        assert "Traceback" not in done.stderr


def test_a_server_that_is_not_there_is_told_in_a_word(tmp_path: Path) -> None:
    done = run(tmp_path, "serve", "--port", "0", ADJUDICATOR_DATABASE_URL="postgresql://me:secret@127.0.0.1:1/none")
    assert done.returncode == 2
    assert "The database cannot be reached" in done.stderr
    assert "127.0.0.1" in done.stderr
    assert "secret" not in done.stderr
    assert "Traceback" not in done.stderr


def test_several_workers_serve_one_match(tmp_path: Path, settings: dict[str, str]) -> None:
    migrated = run(tmp_path, "migrate", **settings)
    assert (migrated.returncode, "at migration" in migrated.stdout) == (0, True)
    remark = {"type": "remark", "note": "From all sides."}
    with served(tmp_path, "--workers", "3", **settings) as (_, address):
        path = f"{address}/v1/matches/{send(f'{address}/v1/matches', TABLE, 'new')['id']}"
        with ThreadPoolExecutor(12) as pool:
            answers = list(pool.map(lambda number: send(f"{path}/moves", remark, f"tap {number}"), range(60)))
            again = list(pool.map(lambda number: send(f"{path}/moves", remark, f"tap {number}"), range(60)))
        assert sorted(answer["revision"] for answer in answers) == list(range(2, 62))
        assert again == answers, "also where another worker answers"
        assert json.loads(get(path, Authorization=f"Bearer {KEY}"))["plies"] == 60
        assert json.loads(get(f"{address}/readyz")) == {"status": "ok"}


def test_logs_are_imported_and_shown(tmp_path: Path, settings: dict[str, str], log: str) -> None:
    assert run(tmp_path, "migrate", **settings).returncode == 0
    assert run(tmp_path, "import", "--once", log, **settings).returncode == 0
    assert "stored before" in run(tmp_path, "import", "--once", log, **settings).stdout
    shown = run(tmp_path, "demo", "--port", "0", log, **settings)
    assert (shown.returncode, "0 of these logs were stored as matches (1 was there already)." in shown.stdout) == (0, True)
