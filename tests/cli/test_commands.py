"""`games`, `rules`, `simulate`, help, and how wrong calls end."""

import json

import pytest
from msgspec import structs

import adjudicator
from adjudicator.cli import main
from adjudicator.core.entries import tag
from adjudicator.core.log import decode_log
from adjudicator.core.reading import read_json
from adjudicator.core.report import report
from adjudicator.games import discover
from adjudicator.services.sheet import is_lawful


def test_games_are_listed(run):
    done = run("games")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[2].split() == ["toy", "Toy", "2", "to", "3", "standard,", "lenient", "7", "en"]


def test_what_a_log_of_a_game_can_hold_is_told(run):
    done = run("games", "toy")
    assert (done.code, done.err) == (0, "")
    parts = {part.partition("\n")[0]: part.split("\n")[1:] for part in done.out.split("\n\n")}
    assert parts["play"] == ["  A card is played.", "    player: text", "    card: whole number"]
    assert parts["ruling"][-2:] == ["    decision: fined | stands", "    note: text"], "it needs a note"
    assert "    hands: {name: [whole number, ...], ...} (optional)" in parts["The setup of a log"]
    assert "  proof: hold | report_only; without it hold. " in " ".join(parts["Options of its ruleset"])
    assert run("games", "nosuch").code == 2


@pytest.mark.parametrize("game", discover().values(), ids=lambda game: game.name)
def test_every_entry_and_option_is_told(game, capsys):
    assert main(["games", game.name]) == 0
    told = capsys.readouterr().out.splitlines()
    assert {tag(kind) for kind in game.entries} <= set(told)
    for option in structs.fields(game.options):
        assert any(line.startswith(f"  {option.name}: ") for line in told), option.name
    assert all(len(line) <= 80 for line in told)


def test_the_whole_rulebook_is_printed(run, toy):
    done = run("rules", "toy")
    headings = [line.partition(" ")[0] for line in done.out.splitlines() if line and not line.startswith(" ")]
    assert headings == [rule.id for rule in toy["toy"].rulebook]
    assert all(len(line) <= 80 for line in done.out.splitlines())


@pytest.mark.parametrize(
    ("ids", "found"),
    [
        (["TOY-2.2"], ["TOY-2.2"]),
        (["toy-2.2", "1.1"], ["TOY-1.1", "TOY-2.2"]),
        (["2"], ["TOY-2.1", "TOY-2.2", "TOY-2.3"]),
        (["TOY-3"], ["TOY-3.1", "TOY-3.2"]),
        (["LOG-2"], ["LOG-2"]),
    ],
)
def test_rules_are_found_by_what_people_call_them(run, ids, found):
    done = run("rules", "toy", *ids)
    assert [line.partition(" ")[0] for line in done.out.splitlines() if line and not line.startswith(" ")] == found


def test_a_rule_is_told_whole(run):
    assert run("rules", "toy", "2.3").out == (
        "TOY-2.3 (house)\n"
        "  When a breach of 2.2 is proven under `hold`, the referee rules before anything\n"
        "  else is played.\n"
        "  a breach is called: ruling_owed, no_ruling_asked\n"
        "  touched by: proof\n\n"
    )


def test_simulated_logs_are_lawful_and_reproducible(run, toy):
    done = run("simulate", "toy", "--seed", "7", "--count", "20")
    assert (done.code, done.err, len(done.lines)) == (0, "", 20)
    assert all(is_lawful(report(decode_log(toy, read_json(line)))) for line in done.out.splitlines())
    assert run("simulate", "toy", "--seed", "7", "--count", "20").out == done.out
    assert run("simulate", "toy", "--seed", "7", "--count", "3").lines == done.lines[:3]
    assert run("simulate", "toy", "--seed", "8", "--count", "20").out != done.out


def test_simulated_logs_follow_the_wishes(run):
    (log,) = run("simulate", "toy", "--players", "3", "--preset", "lenient").lines
    assert (len(log["players"]), log["ruleset"]) == (3, {"preset": "lenient", "options": {}})
    (log,) = run("simulate", "toy", "-o", "proof=report_only", "--option", 'proof="hold"').lines
    assert log["ruleset"]["options"] == {"proof": "hold"}
    varied = {json.dumps(log["ruleset"]["options"]) for log in run("simulate", "toy", "--vary", "--count", "30").lines}
    assert varied == {'{"proof": "hold"}', '{"proof": "report_only"}'}
    held = run("simulate", "toy", "--vary", "--count", "30", "-o", "proof=hold").lines
    assert {log["ruleset"]["options"]["proof"] for log in held} == {"hold"}


def test_what_is_simulated_can_be_checked(run):
    made = run("simulate", "toy", "--count", "5").out
    done = run("check", "--brief", "-", stdin=made.encode())
    assert (done.code, done.out.splitlines()[-1]) == (0, "5 logs: 5 lawful.")


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ([], "Usage"),
        (["nosuch"], "No such command"),
        (["check"], "Missing argument"),
        (["check", "--format", "xml", "-"], "xml"),
        (["rules", "nosuch"], "There is no game 'nosuch'. There is: toy."),
        (["rules", "toy", "9.9"], "no rule '9.9'"),
        (["simulate", "nosuch"], "There is no game"),
        (["simulate", "toy", "--players", "9"], "/players  wrong_number"),
        (["simulate", "toy", "--players", "-1"], "/players  wrong_number"),
        (["simulate", "toy", "--count", "-1"], "-1"),
        (["simulate", "toy", "--preset", "nosuch"], "/ruleset/preset  unknown_preset"),
        (["simulate", "toy", "-o", "proof=maybe"], "/ruleset/options/proof  unknown_value"),
        (["simulate", "toy", "-o", "nosuch=1"], "/ruleset/options/nosuch  unknown_field"),
        (["simulate", "toy", "-o", "proof"], "NAME=VALUE"),
    ],
)
def test_wrong_calls_are_explained(run, arguments, word):
    done = run(*arguments)
    assert (done.code, done.out) == (2, "")
    assert word in done.err


def test_whatever_goes_wrong_is_told_behind_one_name(run, tmp_path, monkeypatch):
    """What is called wrongly, what is not there, what cannot be read: in a script's output all of it is this program's."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ADJUDICATOR_DATABASE_URL", raising=False)
    (tmp_path / "torn.json").write_text("{")
    for arguments in (["nosuch"], ["check"], ["rules", "toy", "9.9"], ["verify"], ["backup", "copy.db"], ["check", "torn.json"]):
        done = run(*arguments)
        assert done.code == 2
        (told,) = [line for line in done.err.splitlines() if line and not line.startswith(("Usage: ", "Try "))]
        assert told.startswith("adjudicator: "), told
    assert run("check").err.startswith("Usage: adjudicator check [OPTIONS] FILE...\nTry 'adjudicator check --help' for help.\n\n")
    assert run().err.startswith("Usage: "), "the whole help"


@pytest.mark.parametrize("command", ["check", "rules", "simulate", "games"])
def test_help_teaches(run, command):
    done = run(command, "-h")
    assert done.code == 0
    assert f"adjudicator {command}" in done.out.partition("Example")[2]
    assert done.out == run(command, "--help").out


def test_help_of_the_whole_and_version(run):
    done = run("-h")
    assert done.code == 0
    assert "Exit codes: 0 lawful" in done.out
    assert run("--version").out == f"adjudicator {adjudicator.__version__}\n"
