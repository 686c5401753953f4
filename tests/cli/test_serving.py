"""`serve`, `openapi` and `demo` as processes of their own."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
import yaml

from adjudicator.cli import main, serving
from adjudicator.games import discover

ROOT = Path(__file__).parents[2]
PROGRAM = [sys.executable, "-m", "adjudicator"]


def environment(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ADJUDICATOR_", "PROMETHEUS_"))}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1", **more}


@contextmanager
def served(folder: Path, *arguments: str, **more: str) -> Iterator[tuple["subprocess.Popen[bytes]", str]]:
    """A service in this folder, on any port, and its address."""
    command = [*PROGRAM, "serve", "--port", "0", *arguments]
    process = subprocess.Popen(command, cwd=folder, env=environment(**more), stderr=subprocess.PIPE)
    try:
        assert process.stderr is not None
        said = iter(process.stderr.readline, b"")
        listening = next(event for line in said if line.startswith(b"{") and "Listening" in (event := json.loads(line)["event"]))
        yield process, listening.split()[2]
    finally:
        process.kill()
        process.communicate()


def get(url: str, **headers: str) -> bytes:
    straight = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with straight.open(urllib.request.Request(url, headers=headers), timeout=60) as answer:
        body: bytes = answer.read()
        return body


def run(folder: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    command = [*PROGRAM, *arguments]
    return subprocess.run(command, cwd=folder, env=environment(**more), capture_output=True, text=True, check=False)


@pytest.fixture
def logs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Files with lawful logs of every game."""
    paths = []
    for game in discover():
        for seed in ("1", "2"):
            assert main(["simulate", game, "--seed", seed]) == 0
            paths.append(tmp_path / f"{game}-{seed}.json")
            paths[-1].write_text(capsys.readouterr().out, "utf-8")
    return [str(path) for path in paths]


def test_the_service_answers_adds_up_its_metrics_and_ends_in_peace(tmp_path):
    with served(tmp_path, "--workers", "2", "--threads", "2") as (process, address):
        assert json.loads(get(f"{address}/readyz")) == {"status": "ok"}
        for _ in range(20):
            get(f"{address}/v1/games")
        counted = [line for line in get(f"{address}/metrics").decode().splitlines() if 'route="/v1/games"' in line]
        assert next(line for line in counted if line.startswith("adjudicator_requests_total")).endswith(" 20.0")
        process.send_signal(signal.SIGTERM)
        assert process.wait() == 0
    with pytest.raises(OSError, match="refused"):
        get(f"{address}/healthz")


@pytest.mark.parametrize(("host", "limited"), [("127.0.0.1", False), ("0.0.0.0", True)])
def test_only_who_can_be_reached_from_elsewhere_has_limits_unasked(tmp_path, host, limited):
    straight = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with served(tmp_path, "--workers", "1", "--host", host) as (_, address), straight.open(f"{address}/v1/games") as answer:
        assert ("X-RateLimit-Remaining" in answer.headers) == limited
        assert "Server" not in answer.headers


def test_a_port_that_is_taken_is_told_in_a_word(tmp_path, logs):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        for done in (run(tmp_path, "serve", "--port", port), run(tmp_path, "demo", "--port", port, *logs)):
            assert (done.returncode, done.stdout) == (2, "")
            assert done.stderr.startswith(f"adjudicator: Port {port} on 127.0.0.1 is taken")
            assert "PORT=8001" in done.stderr
    assert not (tmp_path / "adjudicator.db").exists()


@pytest.mark.parametrize(
    ("arguments", "more", "word"),
    [
        (["--host", "nowhere.invalid"], {}, "nowhere.invalid, port 8000, cannot be served"),
        (["--port", "70000"], {}, "70000"),
        (["--port", "0"], {"ADJUDICATOR_LOG_LEVEL": "loud"}, "ADJUDICATOR_LOG_LEVEL must be one of"),
        (["--port", "0", "--workers", "0"], {}, "0 is not in the range"),
    ],
)
def test_what_cannot_be_served_is_refused(tmp_path, arguments, more, word):
    done = run(tmp_path, "serve", *arguments, **more)
    assert done.returncode == 2
    assert word in done.stderr
    assert "Traceback" not in done.stderr


def test_another_programs_database_is_not_served(tmp_path):
    with closing(sqlite3.connect(tmp_path / "adjudicator.db")) as connection:
        connection.execute("CREATE TABLE books (title TEXT)")
    done = run(tmp_path, "serve", "--port", "0")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert done.stderr.startswith("adjudicator: adjudicator.db is another program's database")


def test_addresses_are_written_as_one_opens_them():
    with serving.listener("127.0.0.1", 0) as listening:
        assert serving.address_of(listening) == f"http://127.0.0.1:{listening.getsockname()[1]}"
    if socket.has_ipv6:
        with serving.listener("::1", 0) as listening:
            assert serving.address_of(listening) == f"http://[::1]:{listening.getsockname()[1]}"


def test_the_document_is_printed(capsys):
    assert main(["openapi"]) == 0
    document = yaml.safe_load(capsys.readouterr().out)
    assert document["openapi"].startswith("3.1")
    assert "/v1/adjudications" in document["paths"]


def test_the_demonstration_judges_over_http_prints_and_ends(tmp_path, logs):
    done = run(tmp_path, "demo", "--port", "0", *logs)
    assert done.returncode == 0
    assert f"has answered to {len(logs)} logs:" in done.stdout
    for path in logs:
        assert f"\n{Path(path).stem} " in done.stdout
    assert f"\n{len(logs)} of these logs were stored as matches.\n" in done.stdout
    assert "Traceback" not in done.stderr


def test_the_demonstration_tells_why_a_log_was_refused(tmp_path, logs):
    (tmp_path / "bad.json").write_text('{"game": "nosuch", "players": [], "moves": []}')
    done = run(tmp_path, "demo", "--port", "0", logs[0], str(tmp_path / "bad.json"))
    assert done.returncode == 2
    assert "refused: /game" in done.stdout


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_the_demonstration_goes_on_serving_until_it_is_ended(tmp_path, logs, ending):
    command = [*PROGRAM, "demo", "--port", "0", "--stay", logs[0]]
    process = subprocess.Popen(command, cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    shown = ""
    while "openapi.yaml" not in shown:
        line = process.stdout.readline().decode()
        assert line, process.communicate()
        shown += line
    address = shown.partition("The service goes on at ")[2].partition(";")[0]
    assert json.loads(get(f"{address}/healthz")) == {"status": "ok"}
    assert f"curl {address}/v1/games" in shown
    key = shown.partition("Authorization: Bearer ")[2].partition('"')[0]
    (match,) = json.loads(get(f"{address}/v1/matches", Authorization=f"Bearer {key}"))["items"]
    assert match["external_id"].startswith(Path(logs[0]).name)
    process.send_signal(ending)
    process.communicate()
    assert process.returncode == (0 if ending == signal.SIGINT else 143)
    with pytest.raises(OSError, match="refused"):
        get(f"{address}/healthz")
