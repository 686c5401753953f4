"""What a game wires together fits together: kinds, checks, steps, rules, texts, options, hidden fields. Nothing is played."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
import pytest
from msgspec import UnsetType, inspect, structs

from adjudicator.core.entries import BOUND, Adjust, End, Entry, Remark, Result, Seat, tag
from adjudicator.core.faults import describe
from adjudicator.core.game import Audience, Game, Setup, Table
from adjudicator.core.replay import begin
from adjudicator.core.rulebook import LOG_2
from tests.games.cases import GAMES, ask, cases_of
from tests.games.playing import NAMES, coverage, stored
from tests.games.scrutiny import look_at_actions, look_at_score, look_at_table, plain, speak

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
TABLES = ("RULES", "CODES", "EFFECTS", "OPTIONS")


def fields(kind: Any) -> list[str]:
    return [field.name for field in structs.fields(kind)]


@every_game
def test_every_kind_has_checks_and_steps(game: Game) -> None:
    """`remark` and `result` are the kernel's; every other kind is the game's to judge and to apply."""
    own = set(game.entries) - {Remark, Result}
    assert {End, Remark, Result} <= set(game.entries)
    assert len({tag(kind) for kind in game.entries}) == len(game.entries)
    assert set(game.checks) == own
    assert set(game.steps) == own
    assert all(game.steps[kind] for kind in own), "an entry that changes nothing is a remark"
    assert (Adjust in own) == game.result_points, "totals are corrected where there are points"
    for functions in game.steps.values():
        assert max(Counter(functions).values()) == 1, "a step twice"


@every_game
def test_every_rule_code_effect_and_option_has_its_text(game: Game) -> None:
    """And no text is left over."""
    rules, options = list(game.rulebook), fields(game.options)
    english = {name: game.texts.table(name) for name in TABLES}
    assert english["RULES"].keys() == {rule.id for rule in rules}
    assert english["CODES"].keys() == {code for rule in rules for code in rule.codes}
    assert english["OPTIONS"].keys() == set(options)
    assert all(text.strip() for name in TABLES for text in english[name].values())
    for language in game.texts.languages:
        assert game.texts.title(language)
        assert game.texts.summary(language)
        for name in TABLES:
            for key, text in game.texts.table(name, language).items():
                assert placeholders(text) <= placeholders(english[name][key]), f"{language}: {key}"


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"{(\w*)}", text))


@every_game
def test_options_and_presets(game: Game) -> None:
    """`standard` is the defaults and stands first; every option belongs to a rule, and rules name options that exist."""
    assert next(iter(game.presets.items())) == ("standard", {})
    for preset in game.presets.values():
        options = msgspec.convert(preset, game.options)
        assert {name: getattr(options, name) for name in preset} == preset
        plain(msgspec.to_builtins(options))
    touched = {option for rule in game.rulebook for option in rule.options}
    assert touched == set(fields(game.options))


@every_game
def test_rulebook(game: Game) -> None:
    """Every id is the game's, but for the kernel's one, which is the last; what cites the end is among them."""
    *own, last = game.rulebook
    assert last is LOG_2
    assert game.end_rule in own
    assert game.end_rule.codes
    prefix = own[0].id.split("-")[0]
    assert game.name.upper().startswith(prefix), "SAB is short for SABOTEUR"
    assert {rule.id.split("-")[0] for rule in own} == {prefix}
    assert all(re.fullmatch(r"[A-Z]+-\d+(\.\d+[a-z]?)?", rule.id) for rule in own)


@every_game
def test_hidden_fields_exist_and_can_be_cut(game: Game) -> None:
    """Each line of the cut table names a field that may be absent; who sees it can be told from the entry."""
    for kind, lines in game.hidden.items():
        assert kind is game.setup or kind in game.entries
        hints = get_type_hints(kind, include_extras=True)
        for name, line in lines.items():
            assert UnsetType in get_args(hints[name]), f"{kind.__name__}.{name} cannot be cut"
            if line.audience is Audience.ACTOR:
                assert "player" in fields(kind), f"{kind.__name__} names no player"
            if line.audience is Audience.EACH_OWN:
                assert Seat in keys(hints[name]), f"{kind.__name__}.{name} is not told by player"


def keys(hint: Any) -> list[Any]:
    """What the keys of the object are, of a field that may be one."""
    return [get_args(each)[0] for each in get_args(hint) if get_origin(each) is dict]


@every_game
def test_an_empty_log_at_every_table(game: Game) -> None:
    """Sides cut the seats into parts, and all that can be asked of a match is answered before its first entry."""
    for count in range(game.seats[0], game.seats[1] + 1):
        sides = game.sides(count)
        assert sorted(seat for side in sides for seat in side) == list(range(count))
        assert list(sides) == sorted(sides, key=min)
        for preset, given in game.presets.items():
            table = Table(NAMES[:count], preset, msgspec.convert(given, game.options), game.setup())
            head = begin(game, table)
            assert stored(game, head) == head
            assert (head.state.ply, head.state.ending, head.state.held, head.state.started) == (0, None, False, False)
            assert set(structs.asdict(head.state)) >= {"players", "forfeiter", "reported"}
            look_at_score(game, head)
            look_at_table(game, head.state)
            look_at_actions(game, head.state)


@every_game
def test_schemas_and_components_can_be_shown(game: Game) -> None:
    """Every entry has a description of its own in its schema, which is its docstring."""
    plain(game.components)
    for kind in (*game.entries, game.setup, game.options):
        schema = msgspec.json.schema(kind)
        assert schema["$defs"][kind.__name__]["description"].strip(), kind
        assert issubclass(kind, (Entry, Setup, type(game.options()))), kind


def leaf_types(info: Any, at: str) -> Iterator[tuple[str, Any]]:
    """(where, description) of every text and number that can stand in a type."""
    extra: dict[str, Any] = {}
    while isinstance(info, inspect.Metadata):
        extra |= info.extra or {}
        info = info.type
    if isinstance(info, inspect.IntType) or (isinstance(info, inspect.StrType) and not extra.get("moment")):
        yield at, info
    for name in ("item_type", "key_type", "value_type"):
        if hasattr(info, name):
            yield from leaf_types(getattr(info, name), f"{at}/{name}")
    for inner in [*getattr(info, "item_types", ()), *getattr(info, "types", ())]:
        yield from leaf_types(inner, at)
    for field in getattr(info, "fields", ()):
        yield from leaf_types(field.type, f"{at}.{field.name}")


@every_game
def test_every_number_and_text_has_its_bounds(game: Game) -> None:
    """Numbers lie within a million, texts have 500 characters or fewer; no fraction, no set, nothing of any form."""
    for kind in (*game.entries, game.setup, game.options):
        for at, info in leaf_types(describe(kind), kind.__name__):
            if isinstance(info, inspect.StrType):
                assert info.max_length is not None, at
                assert info.max_length <= 500, at
            else:
                assert None not in (info.ge, info.le), at
                assert -BOUND <= info.ge <= info.le <= BOUND, at


@every_game
def test_coverage_names_what_exists(game: Game) -> None:
    """The exceptions to lawful play are kinds, effects and codes of the game, each with its reason."""
    said = coverage(game)
    assert said.keys() <= {"unlawful_kinds", "unlawful_effects", "verdicts", "lawful_findings"}
    assert said.get("unlawful_kinds", {}).keys() <= {tag(kind) for kind in game.entries} - {"end", "adjust", "remark", "result"}
    assert said["unlawful_effects"].keys() <= game.texts.table("EFFECTS").keys()
    codes = {code for rule in game.rulebook for code in rule.codes}
    assert said.get("lawful_findings", {}).keys() <= codes
    reasons = [why for exceptions in said.values() if isinstance(exceptions, dict) for why in exceptions.values()]
    assert all(why.strip() for why in reasons)


@every_game
def test_what_lawful_play_lacks_occurs_in_a_case(game: Game) -> None:
    """So does every other effect: an effect without a case is one that nobody has seen."""
    said, reports = coverage(game), [answer for case in cases_of(game.name) if isinstance(answer := ask(case, "log"), dict)]
    rulings = [ruling for answer in reports for ruling in answer["rulings"]]
    effects = [effect for ruling in rulings for effect in ruling["effects"]]
    for effect in effects:
        speak(game.texts.effect, game, effect)
    wanted = set(game.texts.table("EFFECTS")) - ({"total_adjusted"} if Adjust not in game.entries else set())
    assert wanted - {effect["type"] for effect in effects} == set()
    assert said.get("unlawful_kinds", {}).keys() - {ruling["type"] for ruling in rulings} == set()
