"""The report of a log: its fields, and what can be left out of it."""

from msgspec import structs

from adjudicator.core.entries import Adjust, End, Entry, Remark
from adjudicator.core.game import Table
from adjudicator.core.log import Log
from adjudicator.core.report import judge_log, report, report_of
from tests.games.toy import GAME
from tests.games.toy.moves import Play, Ruling, Setup
from tests.games.toy.options import Options

A, B = "Asha", "Bo"
FIELDS = ["game", "ruleset", "players", "status", "stopped_at", "rulings", "findings", "next", "score", "state"]
PROOF: tuple[Entry, ...] = tuple(Play(player=player, card=card) for player, card in ((A, 5), (B, 2), (A, 6), (B, 8)))


def log(*entries: Entry, preset: str = "standard", options: Options | None = None) -> Log:
    return Log(GAME, Table((A, B), preset, options or Options(), Setup()), entries)


def test_an_empty_log() -> None:
    assert report(log()) == {
        "game": "toy",
        "ruleset": {"preset": "standard", "options": {"proof": "hold"}, "version": 1},
        "players": [A, B],
        "status": "in_progress",
        "stopped_at": None,
        "rulings": [],
        "findings": [],
        "next": {"players": [A], "must": []},
        "score": {
            "standings": [{"players": [A], "rank": 1, "points": 0}, {"players": [B], "rank": 1, "points": 0}],
            "frames": [], "winner": None, "provisional": False, "reported": False,
        },
        "state": {"top": 0, "cards": {A: 3, B: 3}},
    }


def test_fields_and_their_order() -> None:
    """The order is part of the bytes that golden transcripts compare."""
    found = report(log(*PROOF, Play(player=A, card=9)))
    assert list(found) == FIELDS
    assert list(found["rulings"][4]) == ["ply", "type", "player", "verdict", "violations", "unverified", "effects"]
    assert found["rulings"][4] == {
        "ply": 5, "type": "play", "player": A, "verdict": "impossible",
        "violations": [{"rule": "TOY-2.3", "code": "ruling_owed", "message": "The referee must rule first.", "params": {}}],
        "unverified": [], "effects": [],
    }
    assert found["findings"] == [{
        "rule": "TOY-2.2", "code": "could_beat", "player": B, "ply": 2, "proved_at": 4,
        "message": "Bo could have beaten 5.", "params": {"player": B, "top": 5},
    }]
    assert list(found["findings"][0]) == ["rule", "code", "player", "ply", "proved_at", "message", "params"]


def test_notable_rulings_and_no_state() -> None:
    found = report(log(*PROOF), rulings="notable", state=False)
    assert [ruling["ply"] for ruling in found["rulings"]] == [2]
    assert "state" not in found
    whole = report(log(*PROOF))
    assert {**found, "rulings": whole["rulings"], "state": whole["state"]} == whole


def test_the_ruleset_is_resolved() -> None:
    lenient = report(log(preset="lenient", options=Options(proof="report_only")))["ruleset"]
    assert lenient == {"preset": "lenient", "options": {"proof": "report_only"}, "version": 1}


def test_provisional_while_a_ruling_is_owed() -> None:
    def provisional(*entries: Entry) -> tuple[str, bool]:
        found = report(log(*PROOF, *entries))
        return found["status"], found["score"]["provisional"]

    assert provisional() == ("held", True)
    assert provisional(Play(player=A, card=9)) == ("stopped", True)
    assert provisional(Ruling(decision="fined", note="x")) == ("in_progress", False)
    assert provisional(End(reason="time")) == ("complete", False)


def test_after_a_stop_everything_is_as_before_the_entry_that_stopped_it() -> None:
    before = report(log(Play(player=A, card=1)))
    after = report(log(Play(player=A, card=1), Play(player=A, card=2), Adjust(player=B, points=5, note="x"), Remark(note="x")))
    assert (after["status"], after["stopped_at"], len(after["rulings"])) == ("stopped", 2, 2)
    for field in ("next", "score", "state", "findings"):
        assert after[field] == before[field]


def test_pending_frames_are_shown_while_a_hold_lasts() -> None:
    game = structs.replace(GAME, pending=lambda state: [{"hand": 1, "open": True}])
    held = structs.replace(log(*PROOF), game=game)
    assert report(held)["score"]["frames"] == [{"hand": 1, "open": True}]
    ruled = structs.replace(held, entries=(*PROOF, Ruling(decision="stands", note="x")))
    assert report(ruled)["score"]["frames"] == []


def test_a_judged_log_is_put_into_words_as_often_as_wanted() -> None:
    judged = judge_log(log(*PROOF))
    assert report_of(judged) == report_of(judged) == report(log(*PROOF))
