"""How names are folded: case, accents, forms and joiners do not count, letters of any script do."""

import pytest

from adjudicator.services.folding import folded, words


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("Ångström", "angstrom"),
        ("A\u030angstro\u0308m", "angstrom"),
        ("STRASSE", "strasse"),
        ("Straße", "strasse"),
        ("Łukasz  Øvergård-Nuñez", "lukasz overgard nunez"),
        ("O’Brien", "obrien"),
        ("ＡＳＨＡ", "asha"),
        ("Ⅳ", "iv"),
        ("ΣΊΣΥΦΟΣ", "σισυφοσ"),
        ("Σίσυφος", "σισυφοσ"),
        ("İstanbul", "istanbul"),
        ("שָׁלוֹם", "שלום"),
        ("किरण", "किरण"),
        ("क्ष", "क्ष"),
        ("ক্রীড়া", "ক্রীডা"),
        ("ನಮಸ್ಕಾರ", "ನಮಸ್ಕಾರ"),
        ("さくら", "さくら"),
        ("각", "각"),
        ("王小明", "王小明"),
        ("🐙", "🐙"),
        ("...", "..."),
        ("क\u200dष", "कष"),
    ],
)
def test_folding(name: str, found: str) -> None:
    assert folded(name) == found
    assert folded(found) == found, "what is folded stays so"


def test_vowel_signs_tell_names_apart() -> None:
    assert folded("किरण") != folded("करण")


def test_words_are_separated_by_anything_but_letters_and_digits() -> None:
    assert words("Anna-Maria (II) / von_Ahn, 3rd") == ["anna", "maria", "ii", "von", "ahn", "3rd"]


def test_a_text_of_blanks_alone_is_a_word() -> None:
    assert words("   ") == ["   "]
