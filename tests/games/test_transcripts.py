"""Whole matches give the reports that they gave, to the byte; the logs in examples/ give what is said of them."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from adjudicator.core.log import decode_log
from adjudicator.core.reading import read_json
from adjudicator.core.report import report
from adjudicator.games import discover
from tests.games.cases import FOLDER, GAMES, differences
from tests.games.transcripts import retold, text, transcripts

EXAMPLES = Path(__file__).parents[2] / "examples"
real_games = pytest.mark.parametrize("game", discover())


@pytest.mark.parametrize("path", [pytest.param(path, id=f"{name}/{path.stem}") for name in GAMES for path in transcripts(name)])
def test_transcript(path: Path) -> None:
    raw = msgspec.json.decode(path.read_bytes())
    assert msgspec.json.encode(retold(raw)) == msgspec.json.encode(raw["report"]), first_difference(raw)
    assert text(raw) == path.read_bytes(), "written by hand? python -m tests.games.transcripts writes these files"


def first_difference(raw: dict[str, Any]) -> str:
    found = json.loads(msgspec.json.encode(retold(raw)))
    return next(iter([*differences(raw["report"], found), *differences(found, raw["report"])]), "the order of fields")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_transcripts(game: str) -> None:
    assert transcripts(game), f"tests/games/{game}/playthroughs holds no match"


def expected_of_examples(game: str) -> dict[str, dict[str, Any]]:
    """File -> what its report must say: fields of the report or of its `score`, as in cases (a part is enough)."""
    found: dict[str, dict[str, Any]] = json.loads((FOLDER / game / "examples.json").read_text())
    return found


@real_games
def test_every_example_is_expected(game: str) -> None:
    there = sorted(path.name for path in EXAMPLES.glob(f"{game}-*.json"))
    assert there, f"no examples of {game}"
    assert there == sorted(expected_of_examples(game))


@real_games
def test_examples(game: str) -> None:
    """Each is judged as examples.json says, and holds a referee's words."""
    for name, expected in expected_of_examples(game).items():
        raw = (EXAMPLES / name).read_bytes()
        log = decode_log(GAMES, read_json(raw))
        assert log.game.name == game, name
        assert any(entry.note for entry in log.entries), f"{name} has no notes"
        assert "status" in expected, name
        found = json.loads(msgspec.json.encode(report(log)))
        assert list(differences(expected, {**found["score"], **found})) == [], name
