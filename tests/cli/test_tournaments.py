"""tournament: the walk of docs/tournaments.md on the command line, a simulated tournament, and calls that are wrong."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adjudicator.games import discover
from tests import walks

Run = Callable[..., Any]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with its own database."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ADJUDICATOR_DATABASE_URL", raising=False)
    monkeypatch.setenv("ADJUDICATOR_ADMIN_KEY", "adj_cli")
    return tmp_path


def test_the_swiss_of_the_page(run: Run) -> None:
    games, done = discover(), []

    def call(words: list[str], step: walks.Step) -> str:
        assert words[0] == "adjudicator", words
        outcome = run(*words[1:], games=games)
        assert outcome.code == 0, outcome.err
        if step.shown:
            assert [line.rstrip() for line in outcome.out.splitlines()] == step.shown
        done.append(words[2])
        return str(outcome.out)

    walks.walk("A Carrom Swiss, on the command line", {}, call)
    assert {"new", "enter", "pair", "result", "close", "standings", "rebuild"} <= set(done)


def test_entrants_have_names(run: Run) -> None:
    tournament = run("tournament", "new", "Two", "--game", "toy", "--format", "round_robin").out.strip()
    for name, said in (("", "/entrants/1/members/0/name  too_short"), (" Bo", "/entrants/1/members/0/name  blank_at_edge"),
                       ("Bo / \u200b", "/entrants/1/members/1/name  invisible"), ("B\x07", "control_character")):
        refused = run("tournament", "enter", tournament, "Asha", name)
        assert (refused.code, refused.out) == (2, "")
        assert said in refused.err
    assert run("tournament", "enter", tournament, "Asha", "Bo / Chen").code == 0


@pytest.mark.parametrize("form", ["swiss", "round_robin", "knock_out", "tables"])
def test_a_simulated_tournament_is_the_same_for_a_seed(run: Run, form: str) -> None:
    more = ("--rounds", "3") if form in ("swiss", "tables") else ()
    drawn = ("--entrants", "7", "--seed", "s", "--mishaps", "0.2")
    arguments = ("simulate", "--game", "toy", "--format", form, *more, *drawn)
    found = [run("tournament", *arguments).out.strip() for _ in range(2)]
    tables = [run("tournament", "standings", each, "--format", "csv").out for each in found]
    assert tables[0] == tables[1]
    assert len(tables[0].splitlines()) == 8
    assert run("tournament", "rebuild", found[0]).code == 0
    assert len(json.loads(run("tournament", "export", found[0]).out)["stages"][0]["entrants"]) == 7


def test_a_round_that_cannot_be_paired(run: Run) -> None:
    tournament = run("tournament", "new", "Two", "--game", "toy", "--format", "swiss", "--rounds", "2").out.strip()
    run("tournament", "enter", tournament, "Asha", "Bo")
    run("tournament", "pair", tournament, "--publish")
    run("tournament", "result", tournament, "1", "1", "Asha=1", "Bo=2", "--ranks")
    refused = run("tournament", "pair", tournament)
    assert refused.code == 1
    assert "rematch_unavoidable" in refused.err
    assert "rematch at table 1" in run("tournament", "pair", tournament, "--anyway").out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("new", "N", "--game", "toy", "--format", "swiss"), "--rounds"),
        (("new", "N", "--game", "toy", "--format", "knock_out", "--seats", "3-4"), "largest"),
        (("new", "N", "--game", "chess", "--format", "knock_out"), "no game"),
        (("new", "N", "--game", "toy", "--format", "tables", "--rounds", "1", "--seats", "3"), "LEAST-MOST"),
        (("standings", "nothing"), "no tournament"),
        (("new", "", "--game", "toy", "--format", "knock_out"), "/name  too_short"),
        (("new", "N ", "--game", "toy", "--format", "knock_out"), "/name  blank_at_edge"),
        (("simulate", "--name", "\u200b", "--game", "toy", "--format", "knock_out"), "/name  invisible"),
    ],
)
def test_wrong_calls(run: Run, arguments: tuple[str, ...], said: str) -> None:
    done = run("tournament", *arguments)
    assert done.code == 2
    assert said in done.err
