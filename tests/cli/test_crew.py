"""Processes that judge beside the first one: in order, not too far ahead, and whatever becomes of them."""

import os
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

import pytest

from adjudicator.cli import crew as module
from adjudicator.cli.crew import LARGE, Crew, crew, in_groups, processes
from adjudicator.cli.entering import Manner, entering, packed, unpacked
from adjudicator.cli.sources import Source
from adjudicator.core.game import Game
from adjudicator.games import discover
from tests.cli.test_serving import ROOT
from tests.cli.working import shout


@pytest.fixture(autouse=True)
def anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes that begin anew, since the one that runs tests has threads; `test_side_by_side` has copies."""
    monkeypatch.setattr(module, "_may_fork", lambda: False)


def text(word: str) -> Source:
    return Source("words", None, word.encode(), len(word))


def test_answers_come_in_order_and_errors_do_not() -> None:
    words = [["slow", "a"], ["b"], ["err", "c"], *([str(number)] for number in range(50))]
    with crew(3, shout) as others:
        found = list(others.work_off([text(word) for word in group] for group in words))
    assert [[source.data.decode() for source in group] for group, _ in found] == words
    games = list(discover())
    answers = [answer for _, answers in found for answer in answers]
    assert answers == [None if word == "err" else (word.upper(), games) for group in words for word in group]


def test_logs_are_handed_over_as_they_are_stored() -> None:
    sources = [Source(str(path), None, path.read_bytes(), path.stat().st_size) for path in sorted((ROOT / "examples").iterdir())]
    manner = Manner(accept_stop=True, once=True)
    with crew(2, partial(packed, manner)) as others:
        (found,) = [answers for _, answers in others.work_off([sources])]
    assert [answer and unpacked(answer) for answer in found] == [entering(manner, discover(), source) for source in sources]


def test_nobody_there() -> None:
    with crew(1, shout) as others:
        assert not others.is_there
        assert [answers for _, answers in others.work_off([[text("a"), text("b")], [text("c")]])] == [[None, None], [None]]


def test_who_is_alone_reads_nothing_ahead() -> None:
    read: list[int] = []
    for place, _ in enumerate(Crew([]).work_off(counted(read))):
        assert len(read) == place + 1


def counted(read: list[int]) -> Iterator[list[Source]]:
    for number in range(40):
        read.append(number)
        yield [text("slow" if number == 0 else str(number))]


def test_no_more_is_read_ahead_than_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "AHEAD", 5)
    read: list[int] = []
    with crew(2, shout) as others:
        ahead = [len(read) - place for place, _ in enumerate(others.work_off(counted(read)))]
    assert len(read) == 40
    assert 2 <= max(ahead) <= 10


@pytest.mark.parametrize("deaths", [1, 5])
def test_who_dies_leaves_the_work_to_the_others(capsys: pytest.CaptureFixture[str], deaths: int) -> None:
    words = ["die"] * deaths + [str(number) for number in range(30)]
    with crew(2, shout) as others:
        found = [answers for _, answers in others.work_off([text(word)] for word in words)]
        assert others.is_there == (deaths == 1)
    assert found[:deaths] == [[None]] * deaths
    assert all(answers == [None] for answers in found[deaths:]) == (deaths == 5)
    assert capsys.readouterr().err.count("was ended by something else") == min(deaths, 2)


def test_groups() -> None:
    words = ["abc", "d", "efghi", "", "j"]
    groups = [[source.data.decode() for source in group] for group in in_groups(map(text, words), 4)]
    assert groups == [["abc", "d"], ["efghi"], ["", "j"]]
    assert list(in_groups([], 4)) == []


def test_how_many_processes(tmp_path: Path, toy: Mapping[str, Game]) -> None:
    small, large = str(tmp_path / "small"), str(tmp_path / "large")
    for name, size in ((small, LARGE - 1), (large, LARGE)):
        with open(name, "wb") as file:
            file.truncate(size)
    games = discover()
    there = len(os.sched_getaffinity(0))
    found = [processes(None, files, games, 100) for files in ([small], [large], [small, small], [large, "-"])]
    assert found == [1, there, there, 1]
    assert processes(None, [large], games, 1) == 1
    assert [processes(jobs, ["-"], games, 2) for jobs in (1, 7)] == [1, 7]
    assert processes(7, [large], toy, 8) == 1, "others do not know these games"
