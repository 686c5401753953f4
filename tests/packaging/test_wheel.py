"""The wheel, installed into a clean environment: everything that it needs is in it, and nothing of the tests."""

import json
import os
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.app import openapi_document
from adjudicator.games import discover

ROOT = Path(__file__).parents[2]
SHIPPED = {"adjudicator": ROOT / "adjudicator", "adjudicator/migrations": ROOT / "migrations"}
UNREACHABLE = ("Could not find a version", "No matching distribution", "Connection", "Temporary failure in name resolution")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout, built from a copy of what it is built from."""
    source, built = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("built")
    for name in ("adjudicator", "migrations", "setup.cfg", "setup.py", "pyproject.toml", "README.md", "LICENSE"):
        subprocess.run(["cp", "-r", ROOT / name, source / name], check=True)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel"]
    command = [*pip, "--no-build-isolation", "--no-deps", "--wheel-dir", built, source]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (found,) = built.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of a new environment that holds the locked dependencies and the wheel."""
    folder = tmp_path_factory.mktemp("clean") / "venv"
    venv.create(folder, with_pip=True)
    _install(folder, "--require-hashes", "-r", str(ROOT / "requirements.lock"))
    _install(folder, "--no-deps", str(wheel))
    return folder / "bin"


def _install(folder: Path, *what: str) -> None:
    pip = [folder / "bin" / "python", "-m", "pip", "--disable-pip-version-check", "install", "--quiet", *what]
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(pip, cwd=folder, env=clean, capture_output=True, text=True, check=False)
    if done.returncode and any(word in done.stderr for word in UNREACHABLE):
        pytest.skip(f"The package index cannot be reached: {done.stderr.strip().splitlines()[-1]}")
    assert done.returncode == 0, done.stderr


def _run(program: Path, *arguments: str, cwd: Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    bare = {name: value for name, value in os.environ.items() if name in ("HOME", "LANG", "PATH")}
    return subprocess.run([program, *arguments], cwd=cwd, env=bare, input=stdin, capture_output=True, text=True, check=False)


def _sources() -> Iterator[str]:
    for package, folder in SHIPPED.items():
        for path in folder.rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                yield f"{package}/{path.relative_to(folder).as_posix()}"


def test_every_file_of_the_package_is_in_the_wheel_and_nothing_else(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {name for name in names if ".dist-info/" not in name} == set(_sources())
    assert any(name.endswith("/LICENSE") for name in names)


def test_no_test_is_in_the_wheel(wheel):
    text = "\n".join(zipfile.ZipFile(wheel).namelist())
    assert "tests/" not in text
    assert "toy" not in text


def test_the_installed_command_knows_the_games(installed, tmp_path):
    done = _run(installed / "adjudicator", "games", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert [line.split()[0] for line in done.stdout.splitlines()[2:]] == list(discover())


def test_the_installed_command_plays_and_judges_every_game(installed, tmp_path):
    for game in discover():
        made = _run(installed / "adjudicator", "simulate", game, "--count", "3", cwd=tmp_path)
        assert (made.returncode, made.stderr) == (0, "")
        done = _run(installed / "adjudicator", "check", "--brief", "-", cwd=tmp_path, stdin=made.stdout)
        assert (done.returncode in (0, 1), done.stderr) == (True, "")
        assert done.stdout.count("\n") == 4
        assert "illegal" not in done.stdout


def test_the_installed_command_checks_the_examples(installed, tmp_path):
    examples = sorted(str(path) for path in (ROOT / "examples").glob("*.json"))
    done = _run(installed / "adjudicator", "check", "-f", "json", *examples, cwd=tmp_path)
    assert (done.returncode in (0, 1), done.stderr) == (True, "")
    assert [json.loads(line)["file"] for line in done.stdout.splitlines()] == examples


def test_the_installed_service_describes_itself_and_has_its_migrations(installed, tmp_path):
    done = _run(installed / "adjudicator", "openapi", cwd=tmp_path)
    assert (done.returncode, done.stderr, done.stdout) == (0, "", openapi_document())
    code = "from adjudicator.wiring import prepare; from adjudicator.config import Settings; prepare(Settings(), {})"
    done = _run(installed / "python", "-c", code, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "adjudicator.db").exists()
