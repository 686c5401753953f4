"""LOG-2: a reported result stands alone and agrees with itself; what it makes the score."""

from typing import Any

import msgspec
import pytest
from msgspec import UNSET, structs

from adjudicator.core.entries import Adjust, End, Entry, Placing, Remark, Result
from adjudicator.core.game import Game, Table
from adjudicator.core.log import Log
from adjudicator.core.replay import Head, begin, replay, status
from adjudicator.core.report import report, score_part
from adjudicator.core.rulebook import LOG_2
from tests.games.toy import GAME
from tests.games.toy.moves import Play, Setup
from tests.games.toy.options import Options

A, B, C, D = NAMES = ("Asha", "Bo", "Chen", "Dana")
PAIRS = structs.replace(GAME, sides=lambda count: ((0, 2), (1, 3)))


def row(players: str, rank: int, points: int | None = None) -> Placing:
    """`players`: the first letters of the names."""
    names = tuple(next(name for name in NAMES if name.startswith(letter)) for letter in players)
    return Placing(players=names, rank=rank, points=UNSET if points is None else points)


def result(*rows: Placing) -> Result:
    return Result(standings=rows)


def judged(*entries: Entry, players: int = 3, game: Game = GAME) -> Any:
    return report(Log(game, Table(NAMES[:players], "standard", Options(), Setup()), entries))


def contradiction(*rows: Placing, players: int = 3, game: Game = GAME) -> str | None:
    """What the ruling says is wrong with the result, None if it is taken."""
    found = judged(result(*rows), players=players, game=game)
    [ruling] = found["rulings"]
    if ruling["verdict"] == "legal":
        assert (found["status"], found["score"]["reported"]) == ("complete", True)
        return None
    assert (ruling["verdict"], found["status"], found["score"]["reported"]) == ("impossible", "stopped", False)
    [violation] = ruling["violations"]
    assert (violation["rule"], violation["code"]) == ("LOG-2", "result_contradicts_itself")
    assert violation["params"]["what"] in violation["message"]
    return str(violation["params"]["what"])


TAKEN = {
    "ranks alone": [row("A", 1), row("B", 2), row("C", 3)],
    "points for all": [row("A", 1, 9), row("B", 2, 4), row("C", 3, -1)],
    "any order": [row("C", 2, 4), row("A", 3, 4), row("B", 1, 9)],
    "two first": [row("A", 1, 5), row("B", 1, 5), row("C", 3, 2)],
    "two last": [row("A", 2), row("B", 1), row("C", 2)],
    "all equal": [row("A", 1), row("B", 1), row("C", 1)],
    "equal points in different ranks": [row("A", 1, 5), row("B", 2, 5), row("C", 3, 5)],
    "equal ranks with different points": [row("A", 1, 7), row("B", 1, 5), row("C", 3, 5)],
}
REFUSED = {
    "nothing": [],
    "a side is missing": [row("A", 1), row("B", 2)],
    "a side twice": [row("A", 1), row("B", 2), row("B", 2)],
    "somebody twice in a row": [row("AA", 1), row("B", 2), row("C", 3)],
    "two players in a row": [row("AB", 1), row("C", 2)],
    "an empty row": [row("A", 1), row("B", 2), row("C", 3), row("", 4)],
    "ranks 1, 1, 2": [row("A", 1), row("B", 1), row("C", 2)],
    "ranks 1, 2, 4": [row("A", 1), row("B", 2), row("C", 4)],
    "ranks 2, 3, 4": [row("A", 2), row("B", 3), row("C", 4)],
    "ranks 0, 1, 2": [row("A", 0), row("B", 1), row("C", 2)],
    "nobody first": [row("A", 2), row("B", 2), row("C", 2)],
    "ranks 1, 2, 2 as 1, 3, 3": [row("A", 1), row("B", 3), row("C", 3)],
    "points for some": [row("A", 1, 5), row("B", 2, 3), row("C", 3)],
    "points for one": [row("A", 1), row("B", 2, 0), row("C", 3)],
    "points rise": [row("A", 1, 5), row("B", 2, 6), row("C", 3, 2)],
    "points rise from rank 1 to the last": [row("A", 1, 5), row("B", 1, 9), row("C", 3, 6)],
    "points rise further down": [row("A", 1, 9), row("B", 2, 2), row("C", 3, 3)],
    "points rise, rows in another order": [row("C", 3, 3), row("B", 2, 2), row("A", 1, 9)],
}


@pytest.mark.parametrize("rows", TAKEN.values(), ids=TAKEN)
def test_taken(rows: list[Placing]) -> None:
    assert contradiction(*rows) is None


@pytest.mark.parametrize("rows", REFUSED.values(), ids=REFUSED)
def test_refused(rows: list[Placing]) -> None:
    assert contradiction(*rows)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("a side twice", "named twice"), ("somebody twice in a row", "named twice"), ("a side is missing", "not the sides"),
        ("ranks 1, 1, 2", "ranks"), ("points for some", "some have none"), ("points rise", "rise"),
    ],
)
def test_the_sentence_says_what_is_wrong(name: str, says: str) -> None:
    assert says in (contradiction(*REFUSED[name]) or "")


@pytest.mark.parametrize(
    ("rows", "taken"),
    [
        ([row("AC", 1), row("BD", 2)], True),
        ([row("DB", 1, 4), row("CA", 2, 3)], True),
        ([row("AC", 1), row("BD", 1)], True),
        ([row("AB", 1), row("CD", 2)], False),
        ([row("A", 1), row("B", 2), row("C", 3), row("D", 4)], False),
        ([row("AC", 1), row("B", 2), row("D", 3)], False),
        ([row("ACB", 1), row("D", 2)], False),
        ([row("AC", 1), row("BD", 3)], False),
    ],
)
def test_rows_are_sides(rows: list[Placing], taken: bool) -> None:
    assert (contradiction(*rows, players=4, game=PAIRS) is None) == taken


RISES_AT_1 = [row("A", 1, 5), row("B", 2, 6), row("C", 3, 2)]
RISES_BEHIND = [row("A", 1, 9), row("B", 2, 2), row("C", 3, 3)]
RISES_TO_THE_LAST = [row("A", 1, 2), row("B", 1, 9), row("C", 3, 3)]


@pytest.mark.parametrize(
    ("order", "taken"),
    [("all", [False, False, False]), ("behind_first", [True, False, True]), ("none", [True, True, True])],
)
def test_the_three_orders_of_points(order: str, taken: list[bool]) -> None:
    """Moon does not compare rank 1; Carrom with several games asks nothing; other matches compare all."""
    game = structs.replace(GAME, result_order=lambda options: order)
    logs = (RISES_AT_1, RISES_BEHIND, RISES_TO_THE_LAST)
    assert [contradiction(*rows, game=game) is None for rows in logs] == taken
    assert contradiction(row("A", 1, 1), row("B", 2), row("C", 3), game=game)


def test_the_order_is_asked_of_the_options() -> None:
    asked: list[Any] = []
    contradiction(*RISES_AT_1, game=structs.replace(GAME, result_order=lambda options: asked.append(options) or "none"))
    assert asked == [Options()]


GOOD = result(row("B", 1, 4), row("A", 2, 3), row("C", 2, 3))


@pytest.mark.parametrize(
    "before", [Play(player=A, card=1), Adjust(player=A, points=1, note="x"), Play(player=B, card=1, stands=True, note="x")]
)
def test_a_result_behind_other_entries(before: Entry) -> None:
    found = judged(Remark(note="x"), before, GOOD)
    assert [(each["rule"], each["code"]) for each in found["rulings"][2]["violations"]] == [("LOG-2", "result_not_alone")]
    assert (found["status"], found["stopped_at"]) == ("stopped", 3)


def test_a_result_that_is_not_alone_and_wrong_is_not_alone() -> None:
    found = judged(Play(player=A, card=1), result(row("A", 1)))
    assert [each["code"] for each in found["rulings"][1]["violations"]] == ["result_not_alone"]


def test_remarks_around_it() -> None:
    found = judged(Remark(note="a"), Remark(note="b"), GOOD, Remark(note="c"))
    assert (found["status"], [each["verdict"] for each in found["rulings"]]) == ("complete", ["legal"] * 4)


@pytest.mark.parametrize("late", [Play(player=A, card=1), End(reason="time"), Adjust(player=A, points=1, note="x"), GOOD])
def test_behind_a_result_the_games_end_rule_is_cited(late: Entry) -> None:
    found = judged(GOOD, late)
    assert [each["rule"] for each in found["rulings"][1]["violations"]] == ["TOY-3.2"]
    assert (found["status"], found["score"]["reported"]) == ("stopped", True)


def test_the_score_of_a_result() -> None:
    """Rows are sorted by rank, then by seats; nothing is judged: no frames, nobody next."""
    found = judged(GOOD)
    assert found["score"] == {
        "standings": [
            {"players": [B], "rank": 1, "points": 4},
            {"players": [A], "rank": 2, "points": 3},
            {"players": [C], "rank": 2, "points": 3},
        ],
        "frames": [], "winner": [B], "provisional": False, "reported": True,
    }
    assert found["next"] == {"players": [], "must": []}
    assert (found["rulings"][0]["player"], found["rulings"][0]["effects"]) == (None, [])


def test_players_of_a_side_stand_in_the_order_of_seats() -> None:
    found = judged(result(row("DB", 2), row("CA", 1)), players=4, game=PAIRS)
    assert [each["players"] for each in found["score"]["standings"]] == [[A, C], [B, D]]
    assert found["score"]["winner"] == [A, C]


def test_measures_are_null_and_points_too_where_none_are_known() -> None:
    game = structs.replace(GAME, measures=("stage", "cards"))
    assert judged(result(row("A", 1), row("B", 2), row("C", 3)), game=game)["score"]["standings"][0] == {
        "players": [A], "rank": 1, "points": None, "stage": None, "cards": None,
    }


@pytest.mark.parametrize(("shared", "winner"), [(False, None), (True, [A, C])])
def test_who_wins_a_shared_first_rank(shared: bool, winner: list[str] | None) -> None:
    rows = (row("C", 1), row("A", 1), row("B", 3))
    assert judged(result(*rows), game=structs.replace(GAME, shared_win=shared))["score"]["winner"] == winner


def test_the_head_of_a_result_survives_storing() -> None:
    head = begin(GAME, Table(NAMES[:3], "standard", Options(), Setup()))
    done = replay(GAME, head, [GOOD])
    assert status(done.head) == "complete"
    placed = [(each.seats, each.rank, each.points) for each in done.head.state.reported]
    assert placed == [((1,), 1, 4), ((0,), 2, 3), ((2,), 2, 3)]
    state = msgspec.json.decode(msgspec.json.encode(done.head.state), type=GAME.state)
    assert state == done.head.state
    assert score_part(GAME, Head(state), []) == score_part(GAME, done.head, [])


def test_log_2_is_in_every_rulebook() -> None:
    assert GAME.rulebook.by_id["LOG-2"] is LOG_2
    assert list(GAME.rulebook)[-1] is LOG_2
