"""Two referees who know nothing of each other say the same: the engine, and one written from the rules text alone."""

from collections.abc import Iterator
from typing import Any

from adjudicator.core.log import Log
from adjudicator.core.report import report
from adjudicator.games.taki import GAME
from tests.games.playing import show, written
from tests.games.two_referees import any_logs, say_the_same

from .second_referee import Referee
from .second_rulings import Said


def logs_of_play() -> Iterator[Log]:
    """Those of which what they must begin with is there."""
    return (log for log in any_logs(GAME, share=20) if "leading" in written(log)["setup"])


def bare(rule: str) -> str:
    return rule.removeprefix("TAKI-")


def judged_twice(log: Log) -> Iterator[tuple[dict[str, Any], Said]]:
    """Each ruling of the engine beside what the second referee says, who goes on as the engine did."""
    found = report(log)
    raw = {**written(log), "ruleset": found["ruleset"]}
    if any(entry["type"] in ("summary", "result") for entry in raw["moves"]):
        return
    referee = Referee(raw)
    for ruling, entry in zip(found["rulings"], raw["moves"], strict=False):
        said = referee.say(entry)
        yield ruling, said
        if found["stopped_at"] != ruling["ply"]:
            referee.take(entry, said)
    look_at_the_end(found, referee, show(log))


def look_at_the_end(found: dict[str, Any], referee: Referee, shown: str) -> None:
    proofs = [(bare(each["rule"]), each["player"], each["ply"], each["proved_at"]) for each in found["findings"]]
    assert proofs == referee.findings, shown
    assert found["next"]["players"] == referee.up(), shown
    must = [(each["player"], bare(each["rule"]), each.get("count", 1)) for each in found["next"]["must"]]
    assert sorted(must) == referee.must(), shown
    score = found["score"]
    assert score["winner"] == ([referee.winner] if referee.winner else None), shown
    assert {row["players"][0]: row["cards"] for row in score["standings"]} == referee.count, shown
    if referee.tournament:
        assert {row["players"][0]: row["stage"] for row in score["standings"]} == referee.stage, shown
        assert [(frame["player"], frame["stage"]) for frame in score["frames"]] == referee.finished, shown


def agrees(ruling: dict[str, Any], said: Said) -> bool:
    """The same verdict, rules and open questions; of an illegal entry either may name more than the gravest."""
    broken = {bare(each["rule"]) for each in ruling["violations"]}
    if ruling["verdict"] == said.verdict == "illegal":
        return bool(broken & said.broken)
    return (ruling["verdict"], broken, [bare(rule) for rule in ruling["unverified"]]) == (said.verdict, said.broken, said.open)


def test_two_referees_say_the_same() -> None:
    verdicts = say_the_same(logs_of_play(), judged_twice, agrees)
    assert verdicts == {"legal", "unverified", "illegal", "impossible"}, "too little was tried"
