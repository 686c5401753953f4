"""What the checks and steps of a stroke are made of: each part switched off in turn, a numbered case fails."""

import pytest

from adjudicator.games.carrom import effects, legality
from tests.games.cases import cases_of, problems

PARTS = [
    pytest.param(module, group, index, id=getattr(module, group)[index].__name__)
    for module, group in ((legality, "STROKE_FACTS"), (legality, "STROKE_RULES"), (effects, "STROKE_EFFECTS"))
    for index in range(len(getattr(module, group)))
]


@pytest.mark.parametrize(("module", "group", "index"), PARTS)
def test_switched_off(module, group, index, monkeypatch):
    parts = list(getattr(module, group))
    parts[index] = lambda *_: ()
    monkeypatch.setattr(module, group, tuple(parts))
    assert any(any(problems(case)) for case in cases_of("carrom"))


@pytest.mark.parametrize("line", legality.FOULS, ids=lambda line: line[2])
def test_a_foul_that_is_not_named(line, monkeypatch):
    monkeypatch.setattr(legality, "FOULS", tuple(each for each in legality.FOULS if each != line))
    legality.lines_of.cache_clear()
    assert any(any(problems(case)) for case in cases_of("carrom"))
    monkeypatch.undo()
    legality.lines_of.cache_clear()
