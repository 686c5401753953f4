"""leaderboard rebuild, ratings recompute: what follows from matches, made again."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from adjudicator.core.game import Game
from tests.services.desk import KEY, Desk
from tests.services.league import League

Run = Callable[..., Any]


@pytest.fixture
def league(toy: Mapping[str, Game], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[League]:
    """A club with a match of a month that is over for good."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ADJUDICATOR_DATABASE_URL", raising=False)
    monkeypatch.setenv("ADJUDICATOR_ADMIN_KEY", KEY)
    desk = Desk("sqlite:///adjudicator.db", toy)
    league = League(desk)
    league.match(league.add("Asha"), league.add("Bo"), played_at="2020-05-01T12:00:00Z")
    yield league
    desk.database.close()


def test_leaderboards_are_made_again(run: Run, league: League) -> None:
    done = run("leaderboard", "rebuild")
    assert (done.code, done.out) == (0, "First club, toy: as it should be\n")
    league.desk.database.write(lambda connection: connection.exec_driver_sql("UPDATE leaderboards SET points = 7"))
    done = run("leaderboard", "rebuild", "--game", "toy")
    assert (done.code, done.out) == (0, "First club, toy: made right: results of 0 matches, sums of 2 players\n")
    assert league.standing() == {"Asha": (1, 0, 1), "Bo": (1, 1, 1)}
    (found,) = run("leaderboard", "rebuild", "--format", "json").lines
    assert found == {"club": "First club", "game": "toy", "matches": 0, "players": 0}


def test_ratings_are_computed_again(run: Run, league: League) -> None:
    for _ in range(2):
        done = run("ratings", "recompute", "--game", "toy")
        head, first, second = done.out.splitlines()
        assert (done.code, head.endswith(": 2 ratings would differ")) == (1, True)
        assert {line.partition(": ")[2][:7] for line in (first, second)} == {"none ->"}
    done = run("ratings", "recompute", "--apply")
    assert (done.code, done.out.splitlines()[0].endswith(": 2 ratings changed")) == (0, True)
    done = run("ratings", "recompute")
    assert (done.code, done.out.endswith(": as they should be\n")) == (0, True)
    (found,) = run("ratings", "recompute", "--format", "json").lines
    assert found["recomputed"]["changes"] == []


@pytest.mark.parametrize("command", [("leaderboard", "rebuild"), ("ratings", "recompute")])
def test_no_such_game(run: Run, league: League, command: tuple[str, str]) -> None:
    assert run(*command, "--game", "chess").code == 2
