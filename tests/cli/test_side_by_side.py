"""`import` and `check` with several processes: the same as with one, and none of them is left behind."""

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from adjudicator.app import create_app
from adjudicator.cli import main
from adjudicator.cli.crew import AHEAD
from adjudicator.config import Settings
from tests.cli.test_serving import PROGRAM, ROOT, environment, run

KEY = "adj_cli"
EXAMPLES = [json.loads(path.read_bytes()) for path in sorted((ROOT / "examples").iterdir())]
LAWFUL = json.loads((ROOT / "examples" / "carrom-icf-match.json").read_bytes())
MANY = 3 * AHEAD // len(json.dumps(LAWFUL))
"""Logs that two processes do not read ahead of their first answer."""
PATIENCE = 120
TABLES = {
    "matches": (
        "id", "game, preset, options, players, setup, revision, length, status, head, position, public_head, public_position, "
        "public_ended, public_status, title, external_id",
    ),
    "seats": ("match_id", "seat, name"),
    "moves": ("match_id", "ply, entry, ruling, public_ruling"),
    "frames": ("match_id", "view, revision, place, data"),
    "findings": ("match_id", "view, revision, place, data"),
    "history": ("match_id", "revision, kind, payload"),
}
ID = re.compile(r"\b[0-9a-f]{8}-[0-9a-f-]{27}\b")
Process = subprocess.Popen[bytes]
OneAndTwo = Callable[..., list[tuple[int, str, str]]]


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Files with whatever may be sent: logs of every game, good and bad, an exported match, a sheet, and nothing at all."""
    folder = tmp_path_factory.mktemp("season")
    (folder / "log.json").write_text(json.dumps(LAWFUL, indent=1))
    for name, data in of_a_match(folder).items():
        (folder / f"{name}.json").write_bytes(data)
    named = [{**log, "id": f"number {number}", "title": "Evening"} for number, log in enumerate(EXAMPLES)]
    bad = [{**LAWFUL, "players": ["Zoe"]}, {**LAWFUL, "title": 7}, {**LAWFUL, "external_id": "number 3"}, LAWFUL | {"game": "x"}]
    lines = [json.dumps(log) for log in (*EXAMPLES, *named, *bad, *EXAMPLES)]
    lines[7:7] = ["", "{not json}", "[" * 40]
    (folder / "many.ndjson").write_text("\n".join(lines))
    order = ["log.json", "export.json", "many.ndjson", "absent.json", "sheet.json", "export.json", "log.json"]
    return [str(folder / name) for name in order]


def of_a_match(folder: Path) -> dict[str, bytes]:
    """The export and the sheet of a match."""
    url = f"sqlite:///{folder}/elsewhere.db"
    assert run(folder, "import", "log.json", ADJUDICATOR_ADMIN_KEY=KEY, ADJUDICATOR_DATABASE_URL=url).returncode == 0
    client = create_app(Settings(database_url=url, log_level="error")).test_client()
    client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {KEY}"
    match = client.get("/v1/matches").get_json()["items"][0]["id"]
    return {name: client.get(f"/v1/matches/{match}/{name}").data for name in ("export", "sheet")}


@pytest.fixture
def one_and_two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> OneAndTwo:
    """Runs a command line with one process and with two, each with a database of its own: code, stdout, stderr of both."""

    def call(*arguments: str) -> list[tuple[int, str, str]]:
        urls = [f"sqlite:///{tmp_path}/{name}.db" for name in ("one", "two")]
        monkeypatch.setenv("ADJUDICATOR_ADMIN_KEY", KEY)
        monkeypatch.setenv("ADJUDICATOR_DATABASE_URL", urls[0])
        one = main([*arguments, "--jobs", "1"]), *capsys.readouterr()
        two = run(tmp_path, *arguments, "--jobs", "2", ADJUDICATOR_ADMIN_KEY=KEY, ADJUDICATOR_DATABASE_URL=urls[1])
        return [one, (two.returncode, two.stdout, two.stderr)]

    return call


@pytest.mark.parametrize("options", [(), ("--accept-stop", "--once")])
def test_the_same_is_stored_and_told(
    tmp_path: Path, one_and_two: OneAndTwo, season: list[str], options: tuple[str, ...]
) -> None:
    one, two = [(code, ID.sub("ID", out), err) for code, out, err in one_and_two("import", *options, *season)]
    assert one == two
    code, told, errors = one
    assert (code, told.count("restored"), "malformed" in errors) == (2, 1, True)
    rows = dump(tmp_path / "one.db")
    assert rows == dump(tmp_path / "two.db")
    assert len(rows["matches"]) == told.count("ID") - 1


def dump(path: Path) -> dict[str, list[Any]]:
    """All that is stored, but for ids and times."""
    with closing(sqlite3.connect(path)) as connection:
        return {
            table: connection.execute(f"SELECT {columns} FROM {table} ORDER BY {order}, {columns}").fetchall()
            for table, (order, columns) in TABLES.items()
        }


@pytest.mark.parametrize("options", [(), ("-f", "json"), ("--brief", "--view", "public"), ("--view", "player:Asha")])
def test_the_same_is_printed(one_and_two: OneAndTwo, season: list[str], options: tuple[str, ...]) -> None:
    one, two = one_and_two("check", *options, *season)
    assert one == two
    assert one[0] == 2


@contextmanager
def at_work(folder: Path, command: str) -> Iterator[tuple[Process, list[int]]]:
    """The program, with two others beside it, and their ids; it has been sent two logs, and waits for more."""
    process = subprocess.Popen(
        [*PROGRAM, command, *(["--brief"] if command == "check" else []), "--jobs", "2", "--lines", "-"],
        cwd=folder, env=environment(ADJUDICATOR_ADMIN_KEY=KEY), start_new_session=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        send(process, 2)
        wait_for(lambda: len(workers(process.pid)) == 2)
        yield process, workers(process.pid)
    finally:
        process.kill()
        process.communicate()


def logs(count: int) -> bytes:
    return (json.dumps(LAWFUL) + "\n").encode() * count


def send(process: Process, count: int) -> None:
    assert process.stdin is not None
    process.stdin.write(logs(count))
    process.stdin.flush()


def begun(process: Process) -> None:
    """Send more than is read ahead of the first result, and wait for that."""
    send(process, MANY)
    assert process.stdout is not None
    assert process.stdout.readline().startswith(b"standard input, line 1: ")


def workers(parent: int) -> list[int]:
    return [int(path.name) for path in Path("/proc").glob("[0-9]*") if _is_worker(path, parent)]


def _is_worker(path: Path, parent: int) -> bool:
    try:
        return f"PPid:\t{parent}\n" in (path / "status").read_text()
    except OSError:  # it has just ended
        return False


def is_there(pid: int) -> bool:
    """Whether the process has not ended. One that has may still be listed, until somebody asks how."""
    try:
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


def wait_for(condition: Callable[[], bool]) -> None:
    ends = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < ends
        time.sleep(0.01)


@pytest.mark.parametrize("command", ["import", "check"])
def test_ctrl_c_ends_all_of_them_without_a_word(tmp_path: Path, command: str) -> None:
    with at_work(tmp_path, command) as (process, others):
        begun(process)
        os.killpg(process.pid, signal.SIGINT)
        told, errors = process.communicate()
        assert (process.returncode, errors) == (130, b"\n")
    assert not any(map(is_there, others))
    if command == "import":
        verified = run(tmp_path, "verify")
        assert verified.returncode == 0
        (stored,) = map(int, re.findall(r"All (\d+) matches", verified.stdout))
        assert told.count(b"\n") <= stored < MANY


def test_no_process_outlives_the_first(tmp_path: Path) -> None:
    with at_work(tmp_path, "import") as (process, others):
        begun(process)
        process.kill()
        wait_for(lambda: not any(map(is_there, others)))


def test_the_rest_goes_on_without_one_that_was_killed(tmp_path: Path) -> None:
    with at_work(tmp_path, "import") as (process, others):
        os.kill(others[0], signal.SIGKILL)
        told, errors = process.communicate(logs(100))
        assert process.returncode == 0
        assert told.count(b"standard input, line ") == 102
        assert errors == b"adjudicator: a process that judged logs was ended by something else; the rest goes on without it.\n"
    assert not any(map(is_there, others))


def test_a_pipe_that_breaks_ends_all_of_them(tmp_path: Path) -> None:
    with at_work(tmp_path, "check") as (process, others):
        assert process.stdout is not None
        process.stdout.close()
        process.communicate(logs(100))
        assert process.returncode == 141
    assert not any(map(is_there, others))


def test_one_does_it_all_where_no_others_can_be_had(tmp_path: Path) -> None:
    (tmp_path / "logs.ndjson").write_bytes(logs(3))
    limited = "import resource, sys; from adjudicator.cli import main; "
    limited += "resource.setrlimit(resource.RLIMIT_NOFILE, (12, 12)); sys.exit(main())"
    command = [sys.executable, "-c", limited, "check", "--jobs", "9", "--brief", "logs.ndjson"]
    done = subprocess.run(command, cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.count("\n")) == (0, 4)
    assert done.stderr == "adjudicator: Too many open files: no 9 processes can be had, so one does it all.\n"
