"""What is told of the games."""

import msgspec
import pytest

from adjudicator.services.catalogue import Catalogue, rule_part, summary
from adjudicator.services.errors import NotFound, UnknownKey
from tests.games.cases import GAMES

CATALOGUE = Catalogue(GAMES)
TOY = GAMES["toy"]


def test_games_and_rules_by_name():
    assert CATALOGUE.game("toy") is TOY
    assert CATALOGUE.rule(TOY, "TOY-2.1") is TOY.rulebook.by_id["TOY-2.1"]
    with pytest.raises(NotFound, match=r"there is: .*toy"):
        CATALOGUE.game("Toy")
    with pytest.raises(NotFound, match="toy has no rule"):
        CATALOGUE.rule(TOY, "TOY-9.9")


def test_what_stands_behind_a_key():
    names = list(GAMES)
    assert [game.name for game in CATALOGUE.games_behind(None)] == names
    assert [game.name for game in CATALOGUE.games_behind(names[0])] == names[1:]
    ids = [rule.id for rule in TOY.rulebook]
    assert [rule.id for rule in CATALOGUE.rules_behind(TOY, "TOY-2.2")] == ids[ids.index("TOY-2.2") + 1 :]
    assert list(CATALOGUE.rules_behind(TOY, ids[-1])) == []
    with pytest.raises(UnknownKey):
        CATALOGUE.rules_behind(TOY, "TOY-9.9")


@pytest.mark.parametrize("name", GAMES)
def test_every_game_and_rule_can_be_told_in_every_language_it_has(name):
    game = GAMES[name]
    for tongue in game.texts.languages:
        assert CATALOGUE.description(game, tongue) is CATALOGUE.description(game, tongue)
        told = msgspec.json.decode(msgspec.json.encode(CATALOGUE.description(game, tongue)))
        assert {key: told[key] for key in summary(game, tongue)} == summary(game, tongue)
        assert all(rule_part(game, rule, tongue)["text"] for rule in game.rulebook)


def test_an_option_names_the_rules_that_it_touches():
    (option,) = CATALOGUE.description(TOY, "en")["options"]
    assert (option["name"], option["default"], option["rules"]) == ("proof", "hold", ["TOY-2.2", "TOY-2.3"])
    assert option["schema"]["enum"] == ["hold", "report_only"]
