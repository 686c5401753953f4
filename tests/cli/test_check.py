"""`adjudicator check`: what it prints, in both forms, and how it ends."""

import json
from pathlib import Path

import pytest
from msgspec import structs

from adjudicator.core.log import decode_log
from adjudicator.core.reading import read_json
from adjudicator.core.report import report
from tests.cli import logs

GOLDEN = Path(__file__).parent / "golden"
ENDS = {"lawful": 0, "whole": 0, "illegal": 1, "stands": 1, "impossible": 1, "found": 1, "held": 1}


@pytest.mark.parametrize("name", ENDS)
def test_golden_text_and_exit_code(run, name):
    done = run("check", "-", stdin=logs.text(getattr(logs, name.upper())))
    assert done.out == (GOLDEN / f"{name}.txt").read_text("utf-8")
    assert (done.code, done.err) == (ENDS[name], "")


def test_every_line_fits_eighty_columns():
    assert all(len(line) <= 80 for path in GOLDEN.iterdir() for line in path.read_text("utf-8").splitlines())


def test_json_of_one_log_is_its_report(run, toy):
    done = run("check", "-f", "json", "-", stdin=logs.text(logs.FOUND))
    assert done.lines == [report(decode_log(toy, read_json(logs.text(logs.FOUND))))]


def test_many_logs_get_a_line_each_and_a_bad_one_stops_no_other(run):
    text = logs.lines(logs.LAWFUL, b"", b"{not json}", logs.ILLEGAL | {"id": "second"}, logs.MALFORMED)
    done = run("check", "-f", "json", "-", stdin=text)
    assert [(line["line"], line["id"], "report" in line) for line in done.lines] == [
        (1, None, True), (3, None, False), (4, "second", True), (5, None, False),
    ]  # fmt: skip
    assert [line["problem"]["type"] for line in done.lines if "problem" in line] == [
        "/problems/bad-request", "/problems/malformed",
    ]  # fmt: skip
    assert [fault["pointer"] for fault in done.lines[3]["problem"]["errors"]] == ["/moves/1/player", "/moves/2/card"]
    assert (done.code, done.err) == (2, "")


def test_problem_of_one_malformed_log(run):
    done = run("check", "--format=json", "-", stdin=logs.text(logs.MALFORMED))
    assert json.loads(done.out)["errors"][0] == {
        "pointer": "/moves/1/player", "code": "stranger", "message": '"Zoe" does not sit at this table.',
    }  # fmt: skip


def test_text_of_a_malformed_log_names_every_fault_on_stderr(run):
    done = run("check", "-", stdin=logs.text(logs.MALFORMED))
    assert (done.code, done.out) == (2, "")
    assert "standard input: malformed: 2 faults" in done.err
    assert "/moves/1/player  stranger" in done.err
    assert "/moves/2/card  missing" in done.err


def test_several_files_are_titled_counted_and_the_gravest_counts(run, tmp_path):
    (tmp_path / "good.json").write_bytes(json.dumps(logs.LAWFUL, indent=2).encode())
    (tmp_path / "two.ndjson").write_bytes(logs.lines(logs.ILLEGAL, logs.LAWFUL))
    good, two, gone = (str(tmp_path / name) for name in ("good.json", "two.ndjson", "gone.json"))
    done = run("check", good, two)
    assert done.code == 1
    assert [line for line in done.out.splitlines() if line.startswith("==")] == [
        f"== {good} ==", f"== {two}, line 1 ==", f"== {two}, line 2 ==",
    ]  # fmt: skip
    assert done.out.endswith("3 logs: 2 lawful, 1 not lawful.\n")
    done = run("check", gone, two, str(tmp_path))
    assert done.code == 2
    assert done.out.endswith("4 logs: 1 lawful, 1 not lawful, 2 unreadable.\n")
    assert done.err.splitlines() == [
        f"adjudicator: {gone}: The file cannot be read: No such file or directory.",
        f"adjudicator: {tmp_path}: The file cannot be read: Is a directory.",
    ]


def test_brief_is_one_line_a_log(run):
    done = run("check", "--brief", "-", stdin=logs.lines(logs.WHOLE, logs.HELD))
    assert done.out.splitlines() == [
        "standard input, line 1: Complete: Bo won; Bo 2, Asha 1; 1 unverified",
        "standard input, line 2: Waits for the referee's ruling; Asha 2, Bo 1; 1 unverified, 1 finding",
        "2 logs: 1 lawful, 1 not lawful.",
    ]


def test_all_gives_a_line_to_every_entry(run):
    hands = {"Asha": [7, 8, 9], "Bo": [4, 5, 6], "Cy": [1, 2, 3]}
    moves = [logs.play(name, card) for name, card in (("Asha", 9), ("Bo", 6), ("Cy", 3), ("Asha", 8))]
    text = logs.text(logs.log(*moves, players=list(hands), setup={"hands": hands}))
    assert "  2-3          2 entries    legal\n" in run("check", "-", stdin=text).out
    assert run("check", "--all", "-", stdin=text).out.count("play card") == 4


def test_notes_are_the_referees_alone(run):
    text = logs.text(logs.STANDS)
    assert "nobody minded" in run("check", "-", stdin=text).out
    assert "nobody minded" not in run("check", "--view", "public", "-", stdin=text).out


def test_views_are_cut(run):
    text = logs.text(logs.HIDDEN)
    assert run("check", "-", stdin=text).code == 1
    assert run("check", "--view", "player:Bo", "-", stdin=text).code == 1
    for view in ("public", "player:Asha"):
        done = run("check", "--view", view, "-", stdin=text)
        assert done.code == 0
        assert "unverified" in done.out


@pytest.mark.parametrize("view", ["player:Zoe", "player:", "nobody"])
def test_a_view_of_nobody_is_refused(run, view):
    done = run("check", "--view", view, "-", stdin=logs.text(logs.LAWFUL))
    assert (done.code, done.out) == (2, "")


def test_an_unknown_language_reads_english(run):
    text = logs.text(logs.ILLEGAL)
    assert run("check", "--lang", "tlh", "-", stdin=text).out == run("check", "-", stdin=text).out


def test_lines_are_read_as_such_when_asked(run):
    text = b"garbage\n" + logs.lines(logs.LAWFUL)
    assert run("check", "-f", "json", "-", stdin=text).lines[0]["type"] == "/problems/bad-request"
    done = run("check", "-f", "json", "--lines", "-", stdin=text)
    assert [line["line"] for line in done.lines] == [1, 2]
    assert "report" in done.lines[1]


def test_a_bom_and_windows_lines_are_read(run):
    text = b"\xef\xbb\xbf" + logs.lines(logs.LAWFUL, logs.LAWFUL).replace(b"\n", b"\r\n")
    assert [line["line"] for line in run("check", "-f", "json", "-", stdin=text).lines] == [1, 2]


def test_a_log_that_is_too_large_stops_no_other(run, monkeypatch):
    monkeypatch.setattr("adjudicator.cli.sources.MAX_BYTES", 1000)
    big = logs.text(logs.log(*[logs.play("Asha", 1)] * 100))
    done = run("check", "-f", "json", "-", stdin=logs.lines(logs.LAWFUL, big, logs.LAWFUL))
    assert [line.get("problem", {}).get("type") for line in done.lines] == [None, "/problems/too-large", None]
    spread = json.dumps(json.loads(big), indent=1).encode()
    assert run("check", "-f", "json", "-", stdin=spread).lines[0]["type"] == "/problems/too-large"


def test_a_file_for_import_can_be_checked(run):
    """What `import` takes beside a log is looked at, and its faults are told with those of the log."""
    log = json.loads(logs.text(logs.LAWFUL))

    def check(**beside):
        return run("check", "-f", "json", "-", stdin=json.dumps({**log, **beside}).encode())

    done = check(title="Friday", played_at="2025-10-03T19:00:00Z")
    assert (done.code, done.err) == (0, "")
    assert done.out == check().out
    done = check(played_at="Friday", colour="red")
    assert done.code == 2
    assert {fault["pointer"] for fault in json.loads(done.out)["errors"]} == {"/played_at", "/colour"}


def test_no_input_is_unreadable(run):
    for text in (b"", b"\n \n"):
        done = run("check", "-", stdin=text)
        assert done.code == 2
        assert "not JSON" in done.err


def test_an_internal_error_is_confessed_and_stops_no_other(run, toy):
    def fail(state):
        if state.ply == 2:
            raise ZeroDivisionError("by nought")
        return toy["toy"].score(state)

    broken = {"toy": structs.replace(toy["toy"], score=fail)}
    done = run("check", "-f", "json", "-", stdin=logs.lines(logs.ILLEGAL, logs.LAWFUL), games=broken)
    assert done.code == 3
    assert done.lines[0]["problem"] == {"type": "/problems/internal", "detail": "Internal error; please report it."}
    assert "report" in done.lines[1]
    assert "ZeroDivisionError: by nought" in done.err
