"""Nothing in an engine is there for nothing: whatever is switched off, a numbered case of that game fails.

Switched off in turn: every single check of every kind of entry (not the plans), every single step, and the reading of
every option (an engine that took another value than the log's). A game's way past its checks and steps is shut meanwhile;
that it says and does the same is a matter of the conformance suite.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import msgspec
import pytest
from msgspec import Struct, structs

from adjudicator.core.entries import Entry, tag
from adjudicator.core.game import Checks, Game
from tests.games.cases import GAMES, Case, ask, cases_of, problems

GROUPS = ("place", "facts", "rules")


class Switch(Struct, frozen=True):
    """One function of an engine, by where it stands: a kind of entry, `steps` or a group of checks, its place there."""

    game: str
    kind: type[Entry]
    group: str
    index: int

    def functions(self, game: Game) -> tuple[Callable[..., Any], ...]:
        found = game.steps[self.kind] if self.group == "steps" else getattr(game.checks[self.kind], self.group)
        return tuple(found)

    def __str__(self) -> str:
        function = self.functions(GAMES[self.game])[self.index]
        return f"{self.game}.{tag(self.kind)}.{self.group}.{function.__name__}"


def switches(name: str) -> Iterator[Switch]:
    game = GAMES[name]
    for kind, checks in game.checks.items():
        for group in GROUPS:
            yield from (Switch(name, kind, group, index) for index in range(len(getattr(checks, group))))
    for kind, steps in game.steps.items():
        yield from (Switch(name, kind, "steps", index) for index in range(len(steps)))


def rewired(game: Game, change: Callable[[Switch, Callable[..., Any]], Callable[..., Any]]) -> Game:
    """The game with each function of its checks and steps replaced by what `change` makes of it."""

    def group(kind: type[Entry], word: str, functions: tuple[Callable[..., Any], ...]) -> tuple[Callable[..., Any], ...]:
        return tuple(change(Switch(game.name, kind, word, index), each) for index, each in enumerate(functions))

    checks = {
        kind: Checks(each.plan, *(group(kind, word, getattr(each, word)) for word in GROUPS))
        for kind, each in game.checks.items()
    }
    steps = {kind: group(kind, "steps", each) for kind, each in game.steps.items()}
    return structs.replace(game, checks=checks, steps=steps, quick={})


def says_nothing(*_: Any) -> tuple[()]:
    """A check, or a step, that does nothing."""
    return ()


class Witnesses:
    """Which cases can tell whether a function is there: those in which a check spoke, those in which a step was called."""

    def __init__(self, name: str) -> None:
        self.spoke: dict[Switch, dict[Case, None]] = defaultdict(dict)
        self.called: dict[Switch, dict[Case, None]] = defaultdict(dict)
        game = rewired(GAMES[name], self._watched)
        for case in sorted(cases_of(name), key=lambda case: len(str(case.log))):
            if any(problems(case)):
                continue
            self.case = case
            for which in ("log", "same_as"):
                ask(case, which, game)

    def of(self, switch: Switch) -> list[Case]:
        """The cases worth trying, the likeliest first."""
        return list(self.spoke[switch] | self.called[switch])

    def _watched(self, switch: Switch, function: Callable[..., Any]) -> Callable[..., Any]:
        return self._watched_step(switch, function) if switch.group == "steps" else self._watched_check(switch, function)

    def _watched_check(self, switch: Switch, check: Callable[..., Any]) -> Callable[..., Any]:
        def watched(state: Any, entry: Any, plan: Any) -> Any:
            found = list(check(state, entry, plan))
            if found:
                self.spoke[switch][self.case] = None
            return found

        return watched

    def _watched_step(self, switch: Switch, step: Callable[..., Any]) -> Callable[..., Any]:
        def watched(state: Any, entry: Any, judged: Any, outcome: Any) -> None:
            before = msgspec.json.encode((state, outcome))
            step(state, entry, judged, outcome)
            changed = msgspec.json.encode((state, outcome)) != before
            (self.spoke if changed else self.called)[switch][self.case] = None

        return watched


witnesses = cache(Witnesses)


def fails(case: Case, game: Game) -> bool:
    """Whether the case notices. An engine that falls over counts: nothing came out."""
    try:
        return any(problems(case, game))
    except Exception:
        return True


@pytest.mark.parametrize("switch", [each for name in GAMES for each in switches(name)], ids=str)
def test_switched_off(switch: Switch) -> None:
    game = rewired(GAMES[switch.game], lambda place, function: says_nothing if place == switch else function)
    tried = witnesses(switch.game).of(switch)
    if not any(fails(case, game) for case in tried):
        at_work = ", ".join(case.id for case in tried) or "no case"
        pytest.fail(f"{switch} can be switched off unnoticed; it was at work in {at_work}", pytrace=False)


@cache
def used(name: str, option: str) -> tuple[tuple[Any, Case], ...]:
    """The values of an option in the cases that are judged."""
    answers = ((case, ask(case, "log")) for case in cases_of(name) if not any(problems(case)))
    options = ((answer["ruleset"]["options"], case) for case, answer in answers if isinstance(answer, dict))
    return tuple((getattr(msgspec.convert(given, GAMES[name].options), option), case) for given, case in options)


def misreading(game: Game, option: str, given: Any, taken: Any) -> Game:
    """The game, but its engine takes `taken` for the option where the log says `given`."""

    def begin(table: Any) -> Any:
        if getattr(table.options, option) == given:
            table = structs.replace(table, options=structs.replace(table.options, **{option: taken}))
        return game.begin(table)

    return structs.replace(game, begin=begin)


@pytest.mark.parametrize(
    ("name", "option"),
    [pytest.param(name, each.name, id=f"{name}.{each.name}") for name in GAMES for each in structs.fields(GAMES[name].options)],
)
def test_options_are_read(name: str, option: str) -> None:
    """Every value that a case uses taken for the default, and the default for one of the others, is noticed."""
    game, cases = GAMES[name], used(name, option)
    default = getattr(game.options(), option)
    others = list({repr(value): value for value, _ in cases if value != default}.values())
    if not others:
        pytest.fail(f"no case of {name} has another {option} than {default}", pytrace=False)
    for given, taken in [*((other, default) for other in others), (default, others[0])]:
        tried = [case for value, case in cases if value == given]
        other = misreading(game, option, given, taken)
        if not any(fails(case, other) for case in tried):
            pytest.fail(f"{option} {given!r} taken for {taken!r}: no case notices", pytrace=False)
