"""The choke point: what is cut, for whom, and when it comes back."""

from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import UNSET, UnsetType, structs

from adjudicator.core import game as contract
from adjudicator.core.entries import Adjust, End, Entry, Placing, Remark, Result, Seat, Whole
from adjudicator.core.errors import UnknownView
from adjudicator.core.game import Audience, Checks, Game, Hidden, Table
from adjudicator.core.log import Log
from adjudicator.core.report import judge_log, report
from adjudicator.core.ruling import Judged, Outcome
from adjudicator.core.views import PUBLIC, REFEREE, Viewer, cut, cut_table, hides, returns_at_end, viewer_of
from tests.games.toy import GAME
from tests.games.toy.moves import Play
from tests.games.toy.moves import Setup as ToySetup
from tests.games.toy.options import Options

A, B, C = NAMES = ("Asha", "Bo", "Chen")
ASHA, BO = Viewer(player=A), Viewer(player=B)


@pytest.mark.parametrize(
    ("word", "viewer"),
    [("referee", REFEREE), ("public", PUBLIC), ("player:Asha", ASHA), ("player:player:Bo", Viewer(player="player:Bo")),
     ("player: x", Viewer(player=" x"))],
)
def test_views_have_words(word: str, viewer: Viewer) -> None:
    assert viewer_of(word, [A, "player:Bo", " x"]) == viewer
    assert str(viewer) == word


@pytest.mark.parametrize(
    "word", ["", "Referee", "referee ", "player", "player:", "player:Dana", "player:asha", "Asha", "players:Asha"]
)
def test_no_views(word: str) -> None:
    with pytest.raises(UnknownView):
        viewer_of(word, NAMES)


class Look(Entry, frozen=True, tag="look"):
    """An entry of every audience. `until`: nobody's until the end. `own`: each their own key."""

    player: Seat
    mine: Whole | UnsetType = UNSET
    nobodys: Annotated[str, msgspec.Meta(max_length=9)] | UnsetType = UNSET
    own: dict[Seat, Whole] | UnsetType = UNSET
    until: Whole | UnsetType = UNSET
    open: Whole = 0


class Setup(contract.Setup, frozen=True):
    deal: dict[Seat, Whole] | UnsetType = UNSET
    seed: Whole | UnsetType = UNSET
    kind: Literal["a", "b"] = "a"


HIDDEN = {
    Look: {
        "mine": Hidden(Audience.ACTOR), "nobodys": Hidden(Audience.NOBODY), "own": Hidden(Audience.EACH_OWN),
        "until": Hidden(Audience.NOBODY, until_end=True),
    },
    Setup: {"deal": Hidden(Audience.EACH_OWN), "seed": Hidden(Audience.NOBODY, until_end=True)},
}


def count(state: Any, entry: Look, judged: Judged, outcome: Outcome) -> None:
    """The points of whoever looked are what is known of `until`; a look at 99 by its own player ends the match."""
    state.points[state.players.index(entry.player)] += 1 if entry.until is UNSET else entry.until
    state.ending = "played" if entry.mine == 99 else None


LOOKING: Game = structs.replace(
    GAME, entries=(Look, End, Remark, Result), setup=Setup, hidden=HIDDEN, checks={Look: Checks(), End: Checks()},
    steps={Look: (count,), End: GAME.steps[End]}, begin=lambda table: GAME.begin(structs.replace(table, setup=ToySetup())),
)
FULL = Look(player=A, mine=7, nobodys="x", own={A: 1, B: 2}, until=5, open=3, note="n", at="2026-05-01T19:30:00Z", stands=True)


@pytest.mark.parametrize(
    ("viewer", "ended", "seen"),
    [
        (REFEREE, False, FULL),
        (PUBLIC, False, Look(player=A, open=3, at=FULL.at, stands=True)),
        (ASHA, False, Look(player=A, mine=7, own={A: 1}, open=3, at=FULL.at, stands=True)),
        (BO, False, Look(player=A, own={B: 2}, open=3, at=FULL.at, stands=True)),
        (Viewer(player=C), False, Look(player=A, open=3, at=FULL.at, stands=True)),
        (PUBLIC, True, Look(player=A, until=5, open=3, at=FULL.at, stands=True)),
        (ASHA, True, Look(player=A, mine=7, own={A: 1}, until=5, open=3, at=FULL.at, stands=True)),
    ],
)
def test_cut(viewer: Viewer, ended: bool, seen: Look) -> None:
    assert cut(LOOKING, FULL, viewer, ended) == seen
    assert cut(LOOKING, seen, viewer, ended) == seen


def test_what_is_not_hidden_is_the_same_entry() -> None:
    for entry in (Look(player=A, open=1), End(reason="time"), Look(player=A, own=UNSET)):
        assert cut(LOOKING, entry, PUBLIC) is entry


def test_notes_and_remarks() -> None:
    assert cut(LOOKING, End(reason="forfeit", player=A, note="x"), ASHA) == End(reason="forfeit", player=A)
    assert cut(LOOKING, Remark(player=A, note="x", at="2026-05-01T19:30:00Z", stands=True), ASHA) == Remark()
    result = Result(standings=(Placing(players=(A,), rank=1),), note="x")
    assert cut(LOOKING, result, PUBLIC) == structs.replace(result, note=UNSET)


def test_an_empty_object_is_absent() -> None:
    assert cut(LOOKING, Look(player=A, own={}), BO) == Look(player=A)


@pytest.mark.parametrize(
    ("viewer", "ended", "seen"),
    [
        (REFEREE, False, {"first": B, "deal": {A: 1, B: 2}, "seed": 4, "kind": "b"}),
        (PUBLIC, False, {"first": B, "kind": "b"}),
        (BO, False, {"first": B, "deal": {B: 2}, "kind": "b"}),
        (PUBLIC, True, {"first": B, "seed": 4, "kind": "b"}),
    ],
)
def test_cut_table(viewer: Viewer, ended: bool, seen: dict[str, Any]) -> None:
    setup = Setup(first=B, deal={A: 1, B: 2}, seed=4, kind="b")
    found = cut_table(LOOKING, Table(NAMES, "standard", Options(), setup), viewer, ended)
    assert msgspec.to_builtins(found.setup) == seen
    assert (found.players, found.preset, found.options) == (NAMES, "standard", Options())
    assert (found.viewer, found.all_shown) == (viewer.player, viewer.referee or ended)


def test_hides() -> None:
    assert not hides(GAME, ToySetup())
    assert hides(GAME, ToySetup(hands={A: (1, 2, 3)}))
    assert not hides(GAME, Play(player=A, card=1, note="x"))
    assert hides(LOOKING, Look(player=A, until=1))
    assert not hides(LOOKING, Look(player=A, open=1))
    assert hides(LOOKING, Setup()), "totals made of what is hidden until the end are hidden too"


def test_returns_at_end() -> None:
    assert returns_at_end(LOOKING)
    assert not returns_at_end(GAME)


def looked(*entries: Entry) -> Log:
    return Log(LOOKING, Table(NAMES, "standard", Options(), Setup()), entries)


def points(log: Log, viewer: Viewer) -> list[int]:
    return list(judge_log(log, viewer).replay.head.state.points)


def test_what_comes_back_at_the_end_is_judged_again() -> None:
    looks = (Look(player=A, until=5), Look(player=B, until=7))
    assert points(looked(*looks), REFEREE) == [5, 7, 0]
    assert points(looked(*looks), PUBLIC) == [1, 1, 0]
    assert points(looked(*looks, End(reason="time")), PUBLIC) == [5, 7, 0]


def test_the_end_is_that_of_the_view() -> None:
    """A match that only the hidden fact ends has not ended for whoever does not see the fact."""
    log = looked(Look(player=A, until=5), Look(player=A, mine=99))
    assert [points(log, viewer) for viewer in (REFEREE, ASHA, BO, PUBLIC)] == [[6, 0, 0], [6, 0, 0], [2, 0, 0], [2, 0, 0]]
    assert [judge_log(log, viewer).ended for viewer in (ASHA, BO, PUBLIC)] == [True, False, False]


def test_a_report_is_that_of_the_log_without_what_is_hidden() -> None:
    """Verdicts, findings, scores, state: all of it, with stops where this view stops."""
    table = Table((A, B), "standard", Options(), ToySetup(hands={A: (5, 6, 7), B: (1, 2, 8)}))
    entries = (Play(player=A, card=5, note="x"), Play(player=B, card=2), Play(player=A, card=6), Play(player=B, card=8))
    full = Log(GAME, table, entries)
    bare = Log(GAME, structs.replace(table, setup=ToySetup()), tuple(structs.replace(each, note=UNSET) for each in entries))
    assert report(full, PUBLIC) == report(bare)
    assert report(full, ASHA) == report(structs.replace(bare, table=structs.replace(table, setup=ToySetup(hands={A: (5, 6, 7)}))))
    assert [report(full, viewer)["stopped_at"] for viewer in (REFEREE, ASHA, BO, PUBLIC)] == [2, None, 2, None]
    assert report(full, PUBLIC)["status"] == "held"


def test_an_adjust_can_be_cut() -> None:
    game = structs.replace(GAME, hidden={Adjust: {"points": Hidden(Audience.NOBODY, until_end=True)}})
    assert cut(game, Adjust(player=A, points=3, note="x"), ASHA) == Adjust(player=A, points=UNSET)
    assert cut(game, Adjust(player=A, points=3, note="x"), ASHA, ended=True) == Adjust(player=A, points=3)
