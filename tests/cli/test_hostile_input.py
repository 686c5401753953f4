"""Input meant to harm: a clear word and exit code 2, never a traceback, nothing that steers the terminal."""

import json

import pytest

from tests.cli import logs

SPOILT = {
    "not UTF-8": b"\xff\xfe{\x00}\x00",
    "NUL": b"\x00\x00\x00",
    "deep": b"[" * 1000 + b"]" * 1000,
    "very deep": b"[" * 200_000,
    "twice": b'{"game":"toy","game":"toy"}',
    "surrogate": b'{"game":"\\ud800"}',
    "digits": logs.text(logs.LAWFUL).replace(b'"card": 4', b'"card": ' + b"9" * 400),
    "NaN": b'{"game": NaN}',
    "list": b"[]",
    "text": b'"toy"',
    "null": b"null",
    "no game": b"{}",
    "unknown game": b'{"game":"chess","players":[],"moves":[]}',
    "types": b'{"game":"toy","players":{"Asha":1},"moves":"none","setup":null,"ruleset":7}',
    "unhashable tag": logs.text(logs.log({"type": ["play"]}, {"type": {}}, 5, None)),
    "control": logs.text(logs.LAWFUL | {"players": ["A\u0000", "B\u009b2J"]}),
}


@pytest.mark.parametrize("name", SPOILT)
def test_spoilt_input_is_refused_in_words(run, name):
    done = run("check", "-", stdin=SPOILT[name])
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("adjudicator: standard input: ")
    assert "Traceback" not in done.err
    done = run("check", "-f", "json", "-", stdin=SPOILT[name])
    assert done.code == 2
    assert json.loads(done.out)["type"] in ("/problems/bad-request", "/problems/malformed")


def test_nothing_steers_the_terminal(run, tmp_path):
    evil = "\x1b[2J\x9b2J\x07\r"
    spoilt = logs.LAWFUL | {evil: 1, "moves": [{"type": evil, evil: evil}]}
    path = tmp_path / "a\x1b[31m.json"
    path.write_bytes(logs.text(spoilt))
    for form in ("text", "json"):
        done = run("check", "-f", form, str(path), str(tmp_path / "\x1b[2J"))
        assert done.code == 2
        assert not set("\x1b\x9b\x07\r") & set(done.out + done.err)
        assert "\\x1b[2J" in done.err or "\\u001b[2J" in done.out


def test_text_that_runs_backwards_is_written_out(run):
    name = "Bo\u202egnp"
    done = run("check", "-", stdin=logs.text(logs.LAWFUL).replace(b'"Bo"', json.dumps(name).encode()))
    assert done.code == 0
    assert "\u202e" not in done.out
    assert "Bo\\u202egnp" in done.out


def test_wide_and_combining_names_keep_the_columns(run):
    for name in ("李小龍", "ಆಶಾ", "Zoe\u0301"):
        done = run("check", "-", stdin=logs.text(logs.LAWFUL).replace(b'"Bo"', json.dumps(name).encode()))
        assert done.code == 0
        assert "play" in done.out


def test_names_as_long_as_they_may_be(run):
    names = ["A" * 60, "B" * 60]
    moves = [logs.play(names[0], 4), logs.play(names[1], 5)]
    done = run("check", "-", stdin=logs.text(logs.log(*moves, players=names)))
    assert done.code == 0
    assert done.out.count(names[1]) == 4
