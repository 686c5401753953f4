"""The command as a process: pipes that break, terminals, colour, progress."""

import os
import pty
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.cli import logs

ROOT = Path(__file__).parents[2]
PROGRAM = [sys.executable, "-c", "from adjudicator import cli, games; exit(cli.main(games=games.discover('tests.games')))"]


IMPATIENT = [*PROGRAM[:2], f"from adjudicator.cli import terminal; terminal.PATIENCE = -1; {PROGRAM[2]}"]


def environment(**more: str) -> dict[str, str]:
    decide = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "TTY_COMPATIBLE")
    kept = {name: value for name, value in os.environ.items() if name not in decide}
    return {**kept, "PYTHONPATH": str(ROOT), "TERM": "xterm-256color", **more}


def on_terminal(
    *arguments: str, stdin: bytes = b"", out: bool = True, program: Sequence[str] = PROGRAM, **more: str
) -> tuple[str, str]:
    """What a command writes to a terminal (stderr, and stdout if `out`) and to its stdout if that is a pipe."""
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [*program, *arguments], cwd=ROOT, env=environment(**more),
        stdin=subprocess.PIPE, stdout=follower if out else subprocess.PIPE, stderr=follower,
    )  # fmt: skip
    os.close(follower)
    assert process.stdin is not None
    if out:
        process.stdin.write(stdin)
        process.stdin.close()
        written = _drain(leader)
        process.wait()
        piped = b""
    else:
        piped, _ = process.communicate(stdin)
        written = _drain(leader)
    os.close(leader)
    return written.decode(), piped.decode()


def _drain(leader: int) -> bytes:
    found = b""
    while True:
        try:
            piece = os.read(leader, 65536)
        except OSError:  # how Linux says that the other end is closed
            return found
        if not piece:
            return found
        found += piece


@pytest.mark.parametrize("command", ["simulate toy --count 20000", "rules toy 1.1", "games", "check -"])
def test_a_pipe_that_breaks_is_quiet(command):
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [*PROGRAM, *command.split()], cwd=ROOT, env=environment(), input=logs.lines(logs.LAWFUL, logs.LAWFUL),
        stdout=writer, stderr=subprocess.PIPE, check=False,
    )  # fmt: skip
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.parametrize("command", ["rules toy", "games", "simulate toy --count 2000"])
def test_a_full_disk_is_told(command):
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*PROGRAM, *command.split()], cwd=ROOT, env=environment(), stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert (done.returncode, done.stderr) == (3, b"adjudicator: No space left on device.\n")


def test_an_encoding_that_lacks_a_letter_is_no_error():
    text = logs.text(logs.LAWFUL).replace(b'"Bo"', '"Bosko Šarić"'.encode())
    done = subprocess.run(
        [*PROGRAM, "check", "-"], cwd=ROOT, env=environment(PYTHONIOENCODING="latin-1"), input=text,
        capture_output=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Bosko \\u0160ari\\u0107" in done.stdout


def test_colour_is_for_terminals_that_want_it():
    text = logs.text(logs.ILLEGAL)
    coloured, _ = on_terminal("check", "-", stdin=text)
    assert "\x1b[1;31millegal\x1b[0m" in coloured
    for wish in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        plain, _ = on_terminal("check", "-", stdin=text, **wish)
        assert "\x1b[3" not in plain
        assert ";31m" not in plain
        assert "illegal" in plain


def test_no_progress_where_it_would_disturb():
    shown, piped = on_terminal("simulate", "toy", "--count", "3", out=False)
    assert shown == ""
    assert piped.count("\n") == 3


@pytest.mark.parametrize("out", [True, False])
def test_progress_of_long_work_leaves_the_result_whole(out):
    quiet, _ = on_terminal("simulate", "toy", "--count", "50")
    shown, piped = on_terminal("simulate", "toy", "--count", "50", out=out, program=IMPATIENT)
    assert "Playing" in shown
    wanted = quiet.replace("\r\n", "\n").splitlines()
    found = shown if out else piped
    assert len(wanted) == 50
    assert all(line in found.replace("\r\n", "\n") for line in wanted)


def test_progress_of_a_check(tmp_path):
    path = tmp_path / "logs.ndjson"
    path.write_bytes(logs.lines(*[logs.LAWFUL] * 30))
    shown, piped = on_terminal("check", "--brief", str(path), out=False, program=IMPATIENT)
    assert "Judging" in shown
    assert "100%" in shown
    assert piped.endswith("30 logs: 30 lawful.\n")
