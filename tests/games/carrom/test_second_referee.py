"""Two referees who know nothing of each other say the same: the engine, and one written from the rules text alone."""

from collections.abc import Iterator
from typing import Any

from adjudicator.core.log import Log
from adjudicator.core.report import report
from adjudicator.games.carrom import GAME
from tests.games.playing import show, written
from tests.games.two_referees import any_logs, say_the_same

from .second_referee import Referee, Said


def judged_twice(log: Log) -> Iterator[tuple[dict[str, Any], Said]]:
    """Each ruling of the engine beside what the second referee says."""
    found = report(log)
    raw = {**written(log), "ruleset": found["ruleset"]}
    if any(entry["type"] == "result" for entry in raw["moves"]):
        return
    referee = Referee(raw)
    for ruling, entry in zip(found["rulings"], raw["moves"], strict=False):
        yield ruling, referee.take(entry)
    look_at_the_end(found, referee, show(log))


def look_at_the_end(found: dict[str, Any], referee: Referee, shown: str) -> None:
    score = found["score"]
    assert score["frames"] == referee.frames, shown
    assert (score["winner"] or []) == referee.winner, shown
    assert found["next"]["players"] == ([] if referee.over else [referee.players[referee.turn]]), shown
    rows = {referee.side_of(row["players"][0]): row for row in score["standings"]}
    assert {side: row["rank"] for side, row in rows.items()} == referee.ranks(), shown
    assert [rows[side]["points"] for side in range(referee.sides)] == referee.totals, shown


def agrees(ruling: dict[str, Any], said: Said) -> bool:
    """The same verdict and rules; of an impossible entry either may name more than one thing that makes it so."""
    broken = {each["rule"].removeprefix("CARROM-") for each in ruling["violations"]}
    if ruling["verdict"] == said.verdict == "impossible":
        return bool(broken & said.rules)
    return (ruling["verdict"], broken) == (said.verdict, said.rules)


def test_two_referees_say_the_same() -> None:
    verdicts = say_the_same(any_logs(GAME, share=20), judged_twice, agrees)
    assert verdicts == {"legal", "foul", "illegal", "impossible"}, "too little was tried"
