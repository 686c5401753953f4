"""What a viewer may not see is not there: logs that differ only in it give that viewer the same bytes."""

import random
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest
from msgspec import UNSET, structs

from adjudicator.core.entries import Entry, Remark
from adjudicator.core.game import Audience, Game, Hidden, Setup
from adjudicator.core.log import Log
from adjudicator.core.report import judge_log, report
from adjudicator.core.views import PUBLIC, Viewer, cut, cut_table
from tests.games.cases import GAMES
from tests.games.playing import lawful_logs, numbers, show
from tests.games.test_conformance_damage import damaged, readable

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
SECRET = "A note for the referee alone."
REFUSED = ("illegal", "impossible")
Pool = dict[tuple[type, str], list[Any]]


def viewers(log: Log) -> list[Viewer]:
    return [PUBLIC, *(Viewer(player=name) for name in log.table.players)]


def read(log: Log, viewer: Viewer) -> bytes:
    return msgspec.json.encode(report(log, viewer))


@every_game
def test_hidden_facts_change_nothing(game: Game) -> None:
    """Taken away, or exchanged for those of other logs; in lawful logs and in damaged ones."""
    rng, pool = random.Random(game.name), hidden_values(game)
    for log in some_logs(game):
        for viewer in viewers(log):
            over = judge_log(log, viewer).ended
            other = disguised(log, viewer, over, rng, pool)
            assert read(other, viewer) == read(log, viewer), f"{viewer} sees the difference of {show(log)} to {show(other)}"


@every_game
def test_a_report_is_that_of_the_cut_log(game: Game) -> None:
    """The log without what the viewer may not see, notes and all, gives the referee the viewer's report."""
    for log in some_logs(game):
        for viewer in viewers(log):
            over = judge_log(log, viewer).ended
            table = cut_table(game, log.table, viewer, over)
            bare = Log(game, table, tuple(cut(game, entry, viewer, over) for entry in log.entries))
            assert report(bare) == report(log, viewer), f"{viewer} of {show(log)}"


@every_game
def test_notes_and_remarks_are_the_referees(game: Game) -> None:
    """Neither is in any other view, nor does it matter there whether they are in the log; `at` is in no report."""
    for log in lawful_logs(game, share=100):
        noted = [structs.replace(entry, note=SECRET, at="2026-05-01T19:30:00Z") for entry in log.entries]
        named = [structs.replace(each, player=log.table.players[-1]) if type(each) is Remark else each for each in noted]
        for viewer in viewers(log):
            text = read(structs.replace(log, entries=tuple(named)), viewer)
            assert SECRET.encode() not in text
            assert text == read(log, viewer), show(log)


@every_game
def test_stands_shows_only_where_the_views_own_ruling_is_illegal(game: Game) -> None:
    for log in some_logs(game):
        for viewer in viewers(log):
            verdicts = [ruling.verdict for ruling in judge_log(log, viewer).replay.rulings]
            judged = list(zip(log.entries, verdicts, strict=False))
            turned = [structs.replace(entry, stands=(verdict == "illegal") == entry.stands) for entry, verdict in judged]
            other = structs.replace(log, entries=(*turned, *log.entries[len(judged) :]))
            assert read(other, viewer) == read(log, viewer), f"{viewer} of {show(log)}"


@every_game
def test_a_view_refuses_nothing_that_is_lawful(game: Game) -> None:
    """Whoever knows less cannot be surer: before the first breach that the referee knows of, no view knows of one."""
    for log in some_logs(game):
        done = judge_log(log).replay
        breaches = [ruling.ply for ruling in done.rulings if ruling.verdict in REFUSED] + [each.ply for each in done.findings]
        first = min(breaches, default=len(log.entries) + 1)
        for viewer in viewers(log):
            seen = judge_log(log, viewer).replay
            pairs = list(zip(seen.rulings, done.rulings, strict=False))[: first - 1]
            surer = [mine for mine, full in pairs if mine.verdict in (*REFUSED, "foul") and mine.verdict != full.verdict]
            assert surer == [], f"{viewer} of {show(log)}"
            assert [each for each in seen.findings if each.ply < first] == [], f"{viewer} of {show(log)}"


def some_logs(game: Game) -> Iterator[Log]:
    """Lawful logs and damaged ones."""
    yield from lawful_logs(game, share=50)
    found = (readable(damaged(game, number)) for number in numbers(share=50))
    yield from (log for log in found if log is not None)


def hidden_values(game: Game) -> Pool:
    """The values that hidden fields have in other logs."""
    pool: Pool = {}
    for log in lawful_logs(game, share=200):
        for thing in (log.table.setup, *log.entries):
            for name in game.hidden.get(type(thing), {}):
                pool.setdefault((type(thing), name), []).append(getattr(thing, name))
    return pool


def disguised(log: Log, viewer: Viewer, over: bool, rng: random.Random, pool: Pool) -> Log:
    """The log with another value, or none, in every place that the viewer may not see."""

    def change(thing: Any) -> Any:
        lines: Mapping[str, Hidden] = log.game.hidden.get(type(thing), {})
        found = {name: getattr(thing, name) for name in lines}
        for name, line in lines.items():
            if not (over and line.until_end):
                other = rng.choice([UNSET, *pool.get((type(thing), name), [])])
                found[name] = mixed(thing, name, line, viewer, other)
        return structs.replace(thing, **found)

    table = structs.replace(log.table, setup=change(log.table.setup))
    return Log(log.game, table, tuple(change(entry) for entry in log.entries))


def mixed(thing: Entry | Setup, name: str, line: Hidden, viewer: Viewer, other: Any) -> Any:
    """`other`, but for what the viewer may see of the field."""
    mine = getattr(thing, name)
    if line.audience is Audience.ACTOR:
        return mine if viewer.player is not None and viewer.player == getattr(thing, "player", None) else other
    if line.audience is Audience.NOBODY or viewer.player is None:
        return other
    own = {} if mine is UNSET else {key: value for key, value in mine.items() if key == viewer.player}
    rest = {} if other is UNSET else {key: value for key, value in other.items() if key != viewer.player}
    return {**rest, **own} or UNSET
