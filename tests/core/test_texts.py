"""Sentences: filled, chosen by language, and read in English where a language lacks them."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.core.texts import Texts, fill
from tests.games.toy import GAME

ENGLISH = '''
TITLE = "Game"
SUMMARY = "A game."
RULES = {"X-1": "One.", "X-2": "Two."}
CODES = {"wrong": "{player} is wrong.", "late": "Late by {count}."}
EFFECTS = {"moved": "{player} moves to {place}."}
OPTIONS = {"long": "How long."}
WORDS = {"place": {"top": "the top", 0: "the start"}}
'''
PANJABI = '''
TITLE = "ਖੇਡ"
RULES = {"X-1": "ਇੱਕ।"}
CODES = {"wrong": "{player} ਗਲਤ ਹੈ।"}
WORDS = {"place": {"top": "ਸਿਖਰ"}}
'''
BARE = 'TITLE = "Spiel"\n'


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Texts]:
    """The texts of a game in English, in part in Panjabi, and by title alone in a regional German."""
    folder = tmp_path_factory.mktemp("languages")
    package: Path = folder / "texts_of_a_game"
    package.mkdir()
    for name, source in {"__init__": "", "en": ENGLISH, "pa": PANJABI, "de_ch": BARE}.items():
        (package / f"{name}.py").write_text(source, encoding="utf-8")
    sys.path.insert(0, str(folder))
    yield Texts("texts_of_a_game")
    sys.path.remove(str(folder))


def test_languages(texts: Texts) -> None:
    assert texts.languages == ("de_ch", "en", "pa")


@pytest.mark.parametrize(
    ("wanted", "chosen"),
    [
        ([], "en"),
        (["pa"], "pa"),
        (["PA"], "pa"),
        (["pa-Guru-IN"], "pa"),
        (["pa_IN"], "pa"),
        (["pan"], "en"),
        (["de"], "en"),
        (["de-CH"], "de_ch"),
        (["de-CH-1996", "pa"], "de_ch"),
        (["fr", "pa", "en"], "pa"),
        (["fr", "en-GB", "pa"], "en"),
        (["fr", "kn"], "en"),
        (["", "-", "*", "pa"], "pa"),
        (["__init__"], "en"),
    ],
)
def test_choosing(texts: Texts, wanted: list[str], chosen: str) -> None:
    assert texts.choose(wanted) == chosen


def test_fallback(texts: Texts) -> None:
    """First to the game's English, then to the kernel's."""
    assert [texts.title(language) for language in ("en", "pa", "de_ch", "fr")] == ["Game", "ਖੇਡ", "Spiel", "Game"]
    assert [texts.summary(language) for language in ("en", "pa")] == ["A game."] * 2
    assert [texts.rule("X-1", language) for language in ("en", "pa", "de_ch")] == ["One.", "ਇੱਕ।", "One."]
    assert texts.rule("X-2", "pa") == "Two."
    assert texts.option("long", "pa") == "How long."
    assert texts.rule("LOG-2", "pa").startswith("A result is the whole log")
    assert texts.violation("result_contradicts_itself", {"what": "x"}, "pa") == "The reported result contradicts itself: x."
    assert texts.effect({"type": "match_ended", "reason": "time"}, "pa") == "The match is over: time was called."


def test_filling(texts: Texts) -> None:
    assert texts.violation("wrong", {"player": "Bo"}) == "Bo is wrong."
    assert texts.violation("wrong", {"player": "ਬੋ"}, "pa") == "ਬੋ ਗਲਤ ਹੈ।"
    assert texts.effect({"type": "moved", "player": "Bo", "place": [3, 4]}) == "Bo moves to 3, 4."


def test_words(texts: Texts) -> None:
    """Values are called by their words, in lists too, but only where they stand for what the words are about."""
    assert texts.effect({"type": "moved", "player": "top", "place": "top"}) == "top moves to the top."
    assert texts.effect({"type": "moved", "player": "Bo", "place": [0, "top", 4]}) == "Bo moves to the start, the top, 4."
    assert texts.effect({"type": "moved", "player": "Bo", "place": "top"}, "pa") == "Bo moves to ਸਿਖਰ."


@pytest.mark.parametrize(
    ("params", "sentence"),
    [
        ({"x": "Bo"}, "Bo!"),
        ({"x": 3, "y": 4}, "3!"),
        ({"x": 0}, "0!"),
        ({"x": -1}, "-1!"),
        ({"x": ["R5", "R7"]}, "R5, R7!"),
        ({"x": ("a", 1)}, "a, 1!"),
        ({"x": ["a", "a", "b", "a"]}, "2 a, b, a!"),
        ({"x": [10, 10, 12]}, "10, 10, 12!"),
        ({"x": []}, "none!"),
        ({"x": None}, "nobody!"),
        ({"x": "{y}", "y": "z"}, "{y}!"),
        ({"x": "{0.__class__}"}, "{0.__class__}!"),
        ({"x": "%s"}, "%s!"),
    ],
)
def test_fill(params: dict[str, object], sentence: str) -> None:
    """Names are never read as templates."""
    assert fill("{x}!", params) == sentence


def test_a_missing_fact_is_a_fault_of_the_program() -> None:
    with pytest.raises(KeyError):
        fill("{x}!", {"y": 1})


def test_tables_are_whole_in_every_language(texts: Texts) -> None:
    for name in ("RULES", "CODES", "EFFECTS", "OPTIONS", "WORDS"):
        assert texts.table(name, "pa").keys() == texts.table(name, "en").keys() == texts.table(name, "xx").keys()
    assert "result_not_alone" in GAME.texts.table("CODES")
