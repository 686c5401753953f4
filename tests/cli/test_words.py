"""Sentences about one thing, none and several, and what help says in a line."""

import pytest

from adjudicator.cli.check import Tally
from adjudicator.cli.exits import detail_of
from adjudicator.cli.words import counted
from adjudicator.core.errors import Fault, Malformed


def test_one_none_and_several() -> None:
    assert [counted(number, "log") for number in (0, 1, 2)] == ["0 logs", "1 log", "2 logs"]
    assert [counted(number, "entry", "entries") for number in (1, 3)] == ["1 entry", "3 entries"]


def test_sums() -> None:
    tally = Tally()
    tally.count(0)
    assert str(tally) == "1 log: 1 lawful."
    fault = Fault("/x", "x", "X.")
    assert [detail_of(Malformed([fault] * number)) for number in (1, 2)] == ["malformed: 1 fault", "malformed: 2 faults"]


@pytest.mark.parametrize("group", [(), ("keys",), ("clubs",), ("tournament",), ("webhooks",), ("leaderboard",), ("ratings",)])
def test_what_a_command_is_for_is_said_in_a_line(run, group: tuple[str, ...]) -> None:
    done = run(*group, "--help")
    assert done.code == 0
    listed = [line for line in done.out.partition("\nCommands:\n")[2].splitlines() if line.startswith("  ")]
    assert listed
    assert not [line for line in listed if line.endswith("...")]


def test_a_tournament_of_one(run, tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ADJUDICATOR_ADMIN_KEY", "adj_cli")
    assert run("migrate").code == 0
    tournament = run("tournament", "new", "One", "--game", "toy", "--format", "round_robin").out.strip()
    assert run("tournament", "enter", tournament, "Asha").err == "adjudicator: 1 entrant.\n"
    assert run("tournament", "enter", tournament, "Bo").err == "adjudicator: 2 entrants.\n"
    assert run("verify").out == "There are no matches.\n"
    drawn = run("tournament", "simulate", "--game", "toy", "--format", "round_robin", "--entrants", "2", "--seed", "s")
    assert drawn.err == "adjudicator: 2 entrants, 1 round.\n"
