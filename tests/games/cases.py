"""Numbered cases: logs with what must be said of them, written in JSON by whoever knows the rules.

A file tests/games/<game>/cases/*.json is a list of {"id", "title", "rules", "log", "expect"}, and where wanted "view"
(`public`, `player:NAME`) and "same_as", a second log that must give the same report in the same view. `expect` is a
part of the report: of an object the keys named, of a list every element. Of "rulings" it is an object from ply to a
part of that ruling (null: there is none), in which "rules" lists rule ids that the violations cite. "clean": every
ruling is legal. {"malformed": [pointers]}: the log is refused, with a fault at or below each pointer.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, structs

from adjudicator.core.errors import AdjudicatorError, Malformed, TooLarge, Unreadable
from adjudicator.core.game import Game
from adjudicator.core.log import Log, decode_log
from adjudicator.core.reading import read_json
from adjudicator.core.report import report
from adjudicator.core.views import viewer_of
from adjudicator.games import discover

GAMES: Mapping[str, Game] = discover("adjudicator.games", "tests.games")
FOLDER = Path(__file__).parent
STATUSES = {Unreadable: 400, TooLarge: 413}
ABSENT = object()


class Case(Struct, frozen=True, eq=False, forbid_unknown_fields=True):
    """One numbered case. `log` may be anything: what is malformed has cases too."""

    id: str
    title: str
    rules: tuple[str, ...]
    log: Any
    expect: dict[str, Any]
    view: str | None = None
    same_as: Any = None


class Refusal(Struct, frozen=True):
    """The answer to a log that was not judged: the status that HTTP gives it, and the pointers of its faults."""

    status: int
    pointers: tuple[str, ...] = ()


@cache
def cases_of(game: str) -> tuple[Case, ...]:
    """All cases of a game, in the order of files and lines."""
    files = sorted((FOLDER / game / "cases").glob("*.json"))
    return tuple(case for file in files for case in msgspec.json.decode(file.read_bytes(), type=list[Case]))


def problems(case: Case, game: Game | None = None) -> Iterator[str]:
    """What is wrong with a case, sentence by sentence, nothing if it holds; `game` judges in the place of its own."""
    answer = ask(case, "log", game)
    yield from _expected(case, answer)
    if case.same_as is not None:
        other = ask(case, "same_as", game)
        if isinstance(other, Refusal):
            yield f"same_as is refused: {other}"
        elif json.dumps(other, sort_keys=True) != json.dumps(answer, sort_keys=True):
            places = [*differences(answer, other), *differences(other, answer)]
            yield f"same_as gives another report: {places[0] if places else 'the form of a number'}"


def ask(case: Case, which: str, game: Game | None = None) -> Any:
    """The report of a case's `log` or `same_as` as JSON gives it, or the refusal."""
    log = _decoded(case, which)
    if isinstance(log, Refusal):
        return log
    try:
        viewer = viewer_of(case.view or "referee", log.table.players)
    except AdjudicatorError:
        return Refusal(422)
    if game is not None:
        log = structs.replace(log, game=game)
    return json.loads(msgspec.json.encode(report(log, viewer)))


@cache
def _decoded(case: Case, which: str) -> Log | Refusal:
    try:
        return decode_log(GAMES, read_json(json.dumps(getattr(case, which))))
    except Malformed as refused:
        return Refusal(422, tuple(fault.pointer for fault in refused.faults))
    except AdjudicatorError as refused:
        return Refusal(STATUSES[type(refused)])


def _expected(case: Case, answer: Any) -> Iterator[str]:
    expect = dict(case.expect)
    wanted = expect.pop("malformed", None)
    if wanted is not None:
        yield from _malformed(wanted, answer)
        return
    if isinstance(answer, Refusal):
        yield f"refused with {answer.status}, faults at {list(answer.pointers)}"
        return
    if expect.pop("clean", False):
        for ruling in answer["rulings"]:
            if ruling["verdict"] != "legal":
                yield f"ply {ruling['ply']} is {ruling['verdict']}, by {cited(ruling) or ruling['unverified']}"
    rulings = {str(ruling["ply"]): ruling for ruling in answer["rulings"]}
    for ply, part in expect.pop("rulings", {}).items():
        yield from _ruling(f"ply {ply}", part, rulings.get(ply))
    yield from differences(expect, answer)


def _malformed(wanted: list[str], answer: Any) -> Iterator[str]:
    if not isinstance(answer, Refusal) or answer.status != 422:
        yield "this must be malformed, but " + (f"has status {answer.status}" if isinstance(answer, Refusal) else "was judged")
        return
    for pointer in wanted:
        if not any(found == pointer or found.startswith(pointer + "/") for found in answer.pointers):
            yield f"no fault at {pointer}, only at {list(answer.pointers)}"


def _ruling(place: str, part: Any, ruling: Any) -> Iterator[str]:
    if part is None or ruling is None:
        if part is not ruling:
            yield f"{place}: no ruling" if part is not None else f"{place}: is ruled {ruling['verdict']}, but must have no ruling"
        return
    for rule in part.get("rules", ()):
        if rule not in cited(ruling):
            yield f"{place}: {rule} is not cited, only {cited(ruling)}"
    yield from differences({key: value for key, value in part.items() if key != "rules"}, ruling, place)


def cited(ruling: Mapping[str, Any]) -> list[str]:
    """The rules that a ruling's violations cite."""
    return [violation["rule"] for violation in ruling["violations"]]


def differences(part: Any, whole: Any, place: str = "") -> Iterator[str]:
    """Every place where `whole` does not hold `part`."""
    if isinstance(part, dict) and isinstance(whole, dict):
        for key, inner in part.items():
            found = whole.get(key, ABSENT)
            if found is ABSENT:
                yield f"{place}/{key}: absent, not {inner!r}"
            else:
                yield from differences(inner, found, f"{place}/{key}")
    elif isinstance(part, list) and isinstance(whole, list) and len(part) == len(whole):
        for index, pair in enumerate(zip(part, whole, strict=True)):
            yield from differences(*pair, f"{place}/{index}")
    elif part != whole or isinstance(part, bool) != isinstance(whole, bool):
        yield f"{place or '/'}: {whole!r}, not {part!r}"
