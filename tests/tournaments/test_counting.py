"""How the games' own matches count: the examples, judged, as results of a tournament."""

from pathlib import Path

import msgspec
import pytest

from adjudicator.core.log import decode_log
from adjudicator.core.reading import read_json
from adjudicator.core.report import report
from adjudicator.tournaments.results import Result, faults, result_of_score
from adjudicator.tournaments.schemes import SCHEMES
from adjudicator.tournaments.tie_breaks import criterion
from tests.games.cases import GAMES

EXAMPLES = Path(__file__).parents[2] / "examples"


def judged(game: str, players: list[str], *moves: dict, **options) -> Result:
    return counted({"game": game, "players": players, "ruleset": {"options": options}, "moves": list(moves)})


def counted(log: dict | Path) -> Result:
    """The result of a log; entrants are called by the first letters of their players."""
    text = log.read_bytes() if isinstance(log, Path) else msgspec.json.encode(log)
    found = report(decode_log(GAMES, read_json(text)))
    score, game = found["score"], GAMES[found["game"]]
    return result_of_score(
        found["players"], score["standings"], score["frames"], lambda players: "".join(each[0] for each in players),
        game.counting.measures, score["reported"],
    )


def measures(result: Result) -> dict[str, dict[str, int]]:
    return {side.entrant: side.measures for side in result.sides}


@pytest.mark.parametrize("name", GAMES)
def test_every_game_names_what_there_is(name):
    counting = GAMES[name].counting
    assert counting.scheme in SCHEMES
    assert [criterion(each).name for each in counting.tie_breaks] == list(counting.tie_breaks)


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.json")), ids=lambda path: path.stem)
def test_every_example_is_a_result(path):
    result = counted(path)
    assert list(faults(result, [side.entrant for side in result.sides])) == []


def board(winner: str, pieces: int, queen: bool) -> dict:
    return {"type": "summary", "winner": winner, "pieces": pieces, "queen": queen}


TIME = {"type": "end", "reason": "time"}


def test_carrom_boards_of_two_sides():
    result = judged("carrom", ["Asha", "Bo"], board("Asha", 4, True), board("Bo", 3, False), board("Asha", 2, False), TIME)
    assert measures(result) == {
        "A": {"boards_won": 2, "board_points": 11, "queens": 1}, "B": {"boards_won": 1, "board_points": 3, "queens": 0},
    }
    assert [(side.entrant, side.rank) for side in result.sides] == [("A", 1), ("B", 2)]


def test_carrom_boards_of_partners_and_of_all_games_of_a_match():
    won = board("Chen", 9, True)
    result = judged("carrom", ["Asha", "Bo", "Chen", "Dee"], won, won, board("Bo", 1, False), TIME, match_games=3)
    assert measures(result) == {
        "AC": {"boards_won": 2, "board_points": 28, "queens": 2}, "BD": {"boards_won": 1, "board_points": 1, "queens": 0},
    }


def test_carrom_boards_of_three_go_to_most_points():
    first = {"type": "summary", "points": {"Asha": 14, "Bo": 9, "Chen": 9}}
    second = {"type": "summary", "points": {"Asha": 11, "Bo": 11, "Chen": 10}}
    result = judged("carrom", ["Asha", "Bo", "Chen"], first, second, TIME, game_points=50)
    assert measures(result) == {
        "A": {"boards_won": 1, "board_points": 25}, "B": {"boards_won": 0, "board_points": 20},
        "C": {"boards_won": 0, "board_points": 19},
    }


def test_taki_stages_and_cards():
    stages = [{"type": "summary", "player": "Asha", "stage": stage} for stage in (8, 7)]
    stages.append({"type": "summary", "player": "Bo", "stage": 8})
    result = judged("taki", ["Asha", "Bo", "Chen"], *stages, TIME, format="tournament")
    assert measures(result) == {"A": {"stages": 2}, "B": {"stages": 1}, "C": {"stages": 0}}
    assert [SCHEMES["stages"].worth(result, each) for each in "ABC"] == [2, 1, 0]


def test_taki_single_games():
    result = judged("taki", ["Asha", "Bo"], {"type": "summary", "winner": "Bo", "cards": {"Asha": 3, "Bo": 0}})
    assert measures(result) == {"A": {"stages": 0, "cards": 3}, "B": {"stages": 1, "cards": 0}}


@pytest.mark.parametrize("name", ["carrom", "moon", "saboteur", "taki"])
def test_a_reported_result_is_known_by_its_ranks(name):
    players = ["Asha", "Bo", "Chen"]
    rows = [{"players": [player], "rank": place} for place, player in enumerate(players, 1)]
    result = judged(name, players, {"type": "result", "standings": rows})
    assert result.reported
    assert measures(result) == {"A": {}, "B": {}, "C": {}}
    assert [side.rank for side in result.sides] == [1, 2, 3]
