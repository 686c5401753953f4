"""What the README shows is what happens."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator.app import create_app
from adjudicator.cli import main
from adjudicator.config import Settings
from adjudicator.games import discover

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "docs/logs.md", "docs/tournaments.md")


def shown(pattern: str) -> str:
    """What the README has between the parts of a pattern."""
    (found,) = re.findall(pattern, README, re.DOTALL)
    return found


@pytest.fixture
def log() -> str:
    return shown(r"cat > log\.json <<'END'\n(.*?)END\n")


def test_the_answer_to_the_curl_is_real(log, tmp_path):
    address = shown(r"'http://127\.0\.0\.1:8000(/v1/adjudications\?[^']*)'\n")
    settings = Settings(database_url=f"sqlite:///{tmp_path}/readme.db", log_level="error")
    client = create_app(settings, discover()).test_client()
    answer = client.post(address, data=log, content_type="application/json")
    assert answer.status_code == 200
    assert json.loads(shown(r"```json\n(.*?)```")) == answer.get_json()


def test_the_sheet_is_real(log, tmp_path, capsys, monkeypatch):
    (tmp_path / "log.json").write_text(log, "utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["check", "log.json"]) == 1
    assert capsys.readouterr().out == shown(r"\$ adjudicator check log\.json\n(.*?)```")


def test_the_log_of_the_page_on_logs_is_lawful(tmp_path, capsys):
    page = (ROOT / "docs/logs.md").read_text("utf-8")
    path = tmp_path / "log.json"
    path.write_text(re.findall(r"```json\n(.*?)```", page, re.DOTALL)[0], "utf-8")
    assert main(["check", str(path)]) == 0, capsys.readouterr()


def test_the_season_of_the_page_on_logs_is_stored(tmp_path, capsys, monkeypatch):
    page = (ROOT / "docs/logs.md").read_text("utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ADJUDICATOR_DATABASE_URL", f"sqlite:///{tmp_path}/season.db")
    for kind, name in (("csv", "season.csv"), ("python", "season.py")):
        (found,) = re.findall(rf"```{kind}\n(.*?)```", page, re.DOTALL)
        (tmp_path / name).write_text(found, "utf-8")
    done = subprocess.run([sys.executable, "season.py"], capture_output=True, text=True, check=True)
    (tmp_path / "season.ndjson").write_text(done.stdout, "utf-8")
    assert main(["check", "--brief", "season.ndjson"]) == 0
    assert "2 logs: 2 lawful." in capsys.readouterr().out
    assert main(["import", "--once", "season.ndjson"]) == 0
    shown = re.findall(r"(?m)^(season\.ndjson, line .*: )\S+(: .*)$", page)
    told = re.findall(r"(?m)^(season\.ndjson, line .*: )\S+(: .*)$", capsys.readouterr().out)
    assert shown == told
    assert len(told) == 2
    assert main(["import", "--once", "season.ndjson"]) == 0
    assert capsys.readouterr().out.count("stored before") == 2


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page):
    path = ROOT / page
    for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text("utf-8")):
        assert (path.parent / target).exists(), target


def test_every_command_is_in_the_readme(capsys):
    main(["-h"])
    listed = capsys.readouterr().out.partition("Commands:\n")[2].partition("\n\n")[0]
    for line in listed.splitlines():
        assert f"| `adjudicator {line.split()[0]}" in README


def test_every_target_of_make_that_is_told_of_exists():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    pages = "".join((ROOT / page).read_text("utf-8") for page in PAGES)
    for target in set(re.findall(r"`make (\w+)", pages)):
        assert re.search(rf"(?m)^{target}:", makefile), target


@pytest.mark.parametrize("file", [*PAGES, "adjudicator/storage/opening.py"])
def test_nobody_is_told_to_install_a_stranger(file):
    """On the package index, adjudicator is the name of another program."""
    assert not re.search(r"pip install \S*adjudicator", (ROOT / file).read_text("utf-8"))
