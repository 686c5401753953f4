import io
import json
import sys
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from adjudicator.cli import main
from adjudicator.core.game import Game
from adjudicator.games import discover


class Run:
    """What one command line brought: its exit code and what it wrote."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture(scope="session")
def toy() -> Mapping[str, Game]:
    return discover("tests.games")


@pytest.fixture
def run(
    toy: Mapping[str, Game], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Run]:
    def call(*arguments: str, stdin: bytes = b"", games: Mapping[str, Game] = toy) -> Run:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = main(arguments, games)
        written = capsys.readouterr()
        return Run(code, written.out, written.err)

    return call
