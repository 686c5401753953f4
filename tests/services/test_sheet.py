"""The sheet of reports that the toy game does not give; its own are the golden texts of tests/cli."""

from typing import Any

import pytest

from adjudicator.core.entries import Placing, tag
from adjudicator.core.game import Game
from adjudicator.games import discover
from adjudicator.services.sheet import headline, is_lawful, sheet


@pytest.fixture(scope="module")
def toy() -> Game:
    return discover("tests.games")["toy"]


def report(**more: Any) -> dict[str, Any]:
    score = {"standings": [standing("Asha", 1, 3), standing("Bo", 2, 1)], "frames": [], "winner": None,
             "provisional": False, "reported": False}  # fmt: skip
    return {
        "game": "toy", "ruleset": {"preset": "standard", "options": {"proof": "hold"}, "version": 4}, "players": ["Asha", "Bo"],
        "status": "in_progress", "stopped_at": None, "rulings": [], "findings": [], "next": {"players": ["Bo"], "must": []},
        "score": score | more.pop("score", {}), "state": {}, **more,
    }  # fmt: skip


def standing(player: str, rank: int, points: int | None, **measures: Any) -> dict[str, Any]:
    return {"players": [player], "rank": rank, "points": points, **measures}


def ruling(ply: int, verdict: str = "legal", **more: Any) -> dict[str, Any]:
    found = {"violations": [], "unverified": [], "effects": [], **more}
    return {"ply": ply, "type": "play", "player": "Asha", "verdict": verdict, **found}


def test_an_empty_log(toy):
    assert sheet(toy, report()) == (
        "Toy: Asha, Bo\n"
        "Rules: standard (version 4)\n"
        "In progress.\n\n"
        "Nothing was logged that needs a ruling.\n\n"
        "Score\n"
        "  Rank  Players  Points\n"
        "     1  Asha          3\n"
        "     2  Bo            1\n\n"
        "Next: Bo\n"
    )


def test_options_that_are_not_the_presets_are_named(toy):
    ruleset = {"preset": "lenient", "options": {"proof": "hold"}, "version": 1}
    assert "Rules: lenient (version 1), proof hold\n" in sheet(toy, report(ruleset=ruleset))
    ruleset["options"] = {"proof": "report_only"}
    assert "Rules: lenient (version 1)\n" in sheet(toy, report(ruleset=ruleset))


def test_the_picture_stands_last_as_it_is(toy):
    text = sheet(toy, report(), picture="+--+\n|\x1b |\n+--+")
    assert text.endswith("\n\nTable\n+--+\n|\\x1b |\n+--+\n")


def test_runs_of_legal_entries_share_a_line_unless_every_one_is_wanted(toy):
    rulings = [ruling(1), ruling(2), ruling(3), ruling(4, "foul"), ruling(5)]
    text = sheet(toy, report(rulings=rulings))
    assert "  1-3          3 entries  legal\n    4  Asha    play       foul\n    5  Asha    play       legal\n" in text
    assert "In progress. 1 foul.\n" in text
    text = sheet(toy, report(rulings=rulings), every=True)
    assert [line.split()[0] for line in text.splitlines() if "play" in line] == ["1", "2", "3", "4", "5"]


def test_entries_are_told_in_a_few_words_and_with_their_notes(toy):
    kinds = {tag(kind): kind for kind in toy.entries}
    entries = [
        kinds["play"](player="Asha", card=4, note="a long think"),
        kinds["ruling"](decision="fined", note="n", at="2026-05-01T19:30:00Z"),
        kinds["result"](standings=(Placing(players=("Asha", "Bo"), rank=1), Placing(players=("Bo" * 20,), rank=2))),
    ]
    text = sheet(toy, report(rulings=[ruling(1), ruling(2, player=None), ruling(3, player=None)]), entries=entries)
    assert (
        "    1  Asha    play card 4                          legal\n"
        '       "a long think"\n'
        "    2          ruling decision fined                legal\n"
        '       "n"\n'
        "    3          result standings players Asha, Bo,…  legal\n"
    ) in text


def test_what_is_owed_is_told_with_its_rule(toy):
    must = [{"player": "Bo", "type": "draw", "count": 4, "rule": "TOY-9"}, {"player": None, "type": "ruling"}]
    text = sheet(toy, report(next={"players": ["Asha", "Bo"], "must": must}))
    assert text.endswith("Next: Asha and Bo\nOwed first: Bo: draw, count 4 (TOY-9)\nOwed first: the referee: ruling\n")


def test_frames_show_their_own_fields(toy):
    first = {"board": 1, "winner": ["Asha", "Bo"], "points": {"Bo": 1, "Asha": 2}, "totals": [9, 0], "made": True, "trump": None}
    second = {"board": 2, "winner": None, "points": {"Bo": 0, "Asha": 3}, "totals": [9, 12], "made": False, "trump": 6}
    frames = [first, second | {"summary": True}]
    assert (
        "  By player: Asha : Bo\n"
        "  Board  Winner    Points  Totals  Made  Trump  Summary\n"
        "      1  Asha, Bo  2 : 1   9 : 0   yes   -\n"
        "      2  -         3 : 0   9 : 12  no    6      yes\n"
    ) in sheet(toy, report(score={"frames": frames}))


def test_frames_too_wide_for_columns_become_sentences(toy):
    frames = [{"hand": 1, "points": dict.fromkeys(("Asha", "Bo"), 1), "bidder": "x" * 40, "trump": "y" * 40}]
    text = sheet(toy, report(score={"frames": frames}))
    assert "  hand 1, points Asha 1, Bo 1, bidder " in text
    assert all(len(line) <= 80 for line in text.splitlines())


def test_games_without_points_show_their_own_measures(toy):
    standings = [standing("Asha", 1, None, stage=8, cards=0), standing("Bo", 2, None, stage=3, cards=None)]
    found = report(status="complete", score={"standings": standings, "winner": ["Asha"], "reported": True})
    assert headline(found) == "Complete as reported: Asha won; Asha (stage 8, cards 0), Bo (stage 3)"
    assert "  Rank  Players  Points  Stage  Cards\n" in sheet(toy, found)


@pytest.mark.parametrize("verdict", ["legal", "unverified", "foul", "illegal", "impossible"])
def test_fouls_and_open_questions_are_lawful(verdict):
    assert is_lawful(report(rulings=[ruling(1, verdict)])) == (verdict not in ("illegal", "impossible"))


def test_a_finding_is_not_lawful():
    assert not is_lawful(report(findings=[{"rule": "TOY-2.2"}]))
