"""Two referees who know nothing of each other say the same: the engine, and one written from the rules text alone."""

from collections.abc import Iterator
from typing import Any

from adjudicator.core.log import Log
from adjudicator.core.report import report
from adjudicator.games.taki import GAME
from tests.games.playing import lawful, numbers, show, written
from tests.games.test_conformance_damage import damaged, readable, strewn

from .second_referee import Referee
from .second_rulings import Said


def logs_of_play() -> Iterator[Log]:
    """Lawful ones, and such as nobody would write, of which what they must begin with is there."""
    for number in numbers(share=10):
        for log in (lawful(GAME, number), readable(damaged(GAME, number)), readable(strewn(GAME, number))):
            if log is not None and "leading" in written(log)["setup"]:
                yield log


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
    verdicts = set[str]()
    for log in logs_of_play():
        for ruling, said in judged_twice(log):
            assert agrees(ruling, said), f"ply {ruling['ply']}: {ruling}, not {said}: {show(log)}"
            verdicts.add(said.verdict)
    assert verdicts == {"legal", "unverified", "illegal", "impossible"}, "too little was tried"
