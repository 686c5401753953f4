import pytest

from adjudicator.services import columns


@pytest.mark.parametrize(
    ("text", "wide"),
    [("", 0), ("Asha", 4), ("李小龍", 6), ("Zoe\u0301", 3), ("ಆಶಾ", 3), ("a\u200db", 2), ("Šarić", 5)],
)
def test_width_is_what_a_terminal_shows(text, wide):
    assert columns.width(text) == wide


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("Šarić 李 ಆಶಾ", "Šarić 李 ಆಶಾ"),
        ("\x1b[2J", "\\x1b[2J"),
        ("a\tb\nc\x9bd", "a\\tb\\nc\\x9bd"),
        ("\u202eevil\u2066", "\\u202eevil\\u2066"),
        ("half \ud800", "half \\ud800"),
        ("line\u2028end", "line\\u2028end"),
    ],
)
def test_printable_writes_out_what_could_steer(text, shown):
    assert columns.printable(text) == shown


def test_paragraphs_break_at_blanks_and_lose_no_word():
    text = " ".join(f"word{number}" for number in range(60))
    lines = columns.paragraph(text, "* ", "    ")
    assert all(len(line) <= columns.WIDTH for line in lines)
    assert lines[0].startswith("* word0 ")
    assert all(line.startswith("    word") for line in lines[1:])
    assert " ".join(line.strip("* ") for line in lines) == text


def test_a_word_wider_than_the_line_is_kept_whole():
    assert columns.paragraph("a " + "b" * 100, "", "  ") == ["a", "  " + "b" * 100]


def test_table_sets_numbers_to_the_right_and_wide_letters_in_line():
    assert columns.table([["Name", "Points"], ["李小龍", "7"], ["Asha", "-12"]]) == [
        "  Name    Points",
        "  李小龍       7",
        "  Asha       -12",
    ]
