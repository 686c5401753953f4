"""readjudicate and redact: what stored matches need over the years."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from adjudicator.core.game import Game

LOG = {
    "game": "toy",
    "players": ["Asha", "Bo"],
    "moves": [{"type": "play", "player": "Asha", "card": 3}, {"type": "play", "player": "Bo", "card": 5}],
}
Run = Callable[..., Any]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with its own database."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ADJUDICATOR_DATABASE_URL", raising=False)
    monkeypatch.setenv("ADJUDICATOR_ADMIN_KEY", "adj_cli")
    return tmp_path


@pytest.fixture
def match_id(run: Run, folder: Path) -> str:
    (folder / "log.json").write_text(json.dumps(LOG))
    return str(run("import", "log.json").out.split(": ")[1])


@pytest.fixture
def backwards(toy: Mapping[str, Game]) -> Mapping[str, Game]:
    """Newer rules, under which the last listed begins: the log stops at once."""
    game = toy["toy"]

    def begin(table: Any) -> Any:
        state = game.begin(table)
        state.turn = len(table.players) - 1
        return state

    return {"toy": structs.replace(game, version=2, begin=begin)}


class TestReadjudicating:
    def test_where_nothing_is_older(self, run: Run, match_id: str) -> None:
        done = run("readjudicate")
        assert (done.code, done.out) == (0, "Every match was judged by the present rules.\n")
        assert run("readjudicate", "--format", "json").out == ""

    def test_what_would_differ(self, run: Run, match_id: str, backwards: Mapping[str, Game]) -> None:
        for _ in range(2):
            done = run("readjudicate", "--game", "toy", games=backwards)
            assert done.code == 1
            assert done.out.splitlines() == [
                f"{match_id}: toy, version 1 of the rules to 2: differs",
                "  from ply 1 on: legal -> illegal (TOY-2.1)",
                "  rulings changed: 2; verdicts: legal 2 -> 0, illegal 0 -> 1",
                "  status: in_progress -> stopped",
                "  score: Asha 1, Bo 1 -> Asha 0, Bo 0",
            ]

    def test_for_programs(self, run: Run, match_id: str, backwards: Mapping[str, Game]) -> None:
        done = run("readjudicate", "--format", "json", games=backwards)
        (found,) = done.lines
        assert done.code == 1
        assert (found["match_id"], found["game"], found["outcome"], found["applied"]) == (match_id, "toy", "differs", False)
        assert found["version"] == {"before": 1, "after": 2}
        assert found["status"] == {"before": "in_progress", "after": "stopped"}
        assert found["verdicts"] == {"before": {"legal": 2}, "after": {"illegal": 1}}
        assert found["first_difference"]["ply"] == 1
        assert found["first_difference"]["before"]["ruling"]["verdict"] == "legal"
        assert found["first_difference"]["after"]["ruling"]["violations"][0]["code"] == "out_of_turn"
        assert [row["points"] for row in found["score"]["after"]["standings"]] == [0, 0]

    def test_applied(self, run: Run, match_id: str, backwards: Mapping[str, Game]) -> None:
        done = run("readjudicate", "--apply", games=backwards)
        assert done.code == 0
        assert done.out.startswith(f"{match_id}: toy, version 1 of the rules to 2: differs, applied\n")
        assert run("readjudicate", games=backwards).out == "Every match was judged by the present rules.\n"

    def test_what_has_no_reading(self, run: Run, match_id: str, toy: Mapping[str, Game]) -> None:
        three = {"toy": structs.replace(toy["toy"], version=2, seats=(3, 3))}
        done = run("readjudicate", "--apply", games=three)
        assert done.code == 2
        assert done.out.splitlines()[0].startswith(f"{match_id}: toy, left as it is")
        assert "/players  wrong_number" in done.out
        (found,) = run("readjudicate", "--format", "json", games=three).lines
        assert (found["outcome"], found["errors"][0]["code"]) == ("unreadable", "wrong_number")

    def test_no_such_game(self, run: Run) -> None:
        assert run("readjudicate", "--game", "chess").code == 2


class TestRedacting:
    def test_a_write_is_redacted(self, run: Run, match_id: str) -> None:
        done = run("redact", match_id, "1", "--reason", "A name that had to go.")
        assert (done.code, done.err) == (0, "")
        assert done.out == f"{match_id}: what was written at revision 1 is gone; the match is at revision 2\n"
        again = run("redact", match_id, "1", "--reason", "Again.")
        assert again.code == 2
        assert "redacted before" in again.err

    def test_wrong_calls(self, run: Run, match_id: str) -> None:
        assert run("redact", match_id, "1").code == 2
        assert run("redact", match_id, "0", "--reason", "x").code == 2
        assert run("redact", match_id, "9", "--reason", "x").code == 2
        assert run("redact", "nobody", "1", "--reason", "x").code == 2
        for reason in ("", "x" * 501, "a\tb", "\udcff"):
            assert run("redact", match_id, "1", "--reason", reason).code == 2
        assert run("redact", match_id, "1", "--reason", "é" * 500).code == 0
