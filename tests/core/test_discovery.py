"""Games are found, not listed."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from adjudicator.games import discover
from tests.games.toy import GAME

Made = Callable[[dict[str, str]], str]


@pytest.fixture
def packages(tmp_path: Path) -> Iterator[Made]:
    """Makes a package of these files; its name is new each time."""
    made: list[str] = []

    def make(files: dict[str, str]) -> str:
        name = f"found_{tmp_path.name.replace('-', '_')}_{len(made)}"
        made.append(name)
        for path, source in {"__init__.py": "", **files}.items():
            file = tmp_path / name / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(source, encoding="utf-8")
        return name

    sys.path.insert(0, str(tmp_path))
    yield make
    sys.path.remove(str(tmp_path))


TOY = "from tests.games.toy import GAME\n"
OTHER = "from msgspec import structs\nfrom tests.games.toy import GAME as TOY\nGAME = structs.replace(TOY, name={name!r})\n"


def test_the_toy_is_found_where_it_is_and_nowhere_else() -> None:
    assert discover("tests.games")["toy"] is GAME
    assert "toy" not in discover()
    assert discover("adjudicator.games") == discover()


def test_every_folder_that_offers_a_game(packages: Made) -> None:
    """Modules, and folders without a GAME, are none; names come sorted."""
    name = packages({
        "zebra/__init__.py": OTHER.format(name="zebra"), "ape/__init__.py": OTHER.format(name="ape"),
        "words/__init__.py": "", "single.py": OTHER.format(name="single"),
    })
    assert list(discover(name)) == ["ape", "zebra"]


def test_several_packages(packages: Made) -> None:
    one, two = packages({"b/__init__.py": OTHER.format(name="b")}), packages({"a/__init__.py": OTHER.format(name="a")})
    assert list(discover(one, two, "tests.games")) == ["a", "b", "toy"]


def test_a_name_twice(packages: Made) -> None:
    with pytest.raises(ValueError, match="toy"):
        discover("tests.games", packages({"toy/__init__.py": TOY}))


def test_a_game_that_cannot_be_imported_is_no_game_less(packages: Made) -> None:
    with pytest.raises(ZeroDivisionError):
        discover(packages({"broken/__init__.py": "1 / 0\n"}))
