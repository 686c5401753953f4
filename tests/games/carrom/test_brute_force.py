"""Random strokes, lawful and not, under random options: the engine holds what must hold at every ply."""

import random

import msgspec
import pytest

from adjudicator.core.entries import Adjust, End, Remark
from adjudicator.core.game import Table
from adjudicator.core.replay import Head, begin, next_of, replay, status
from adjudicator.core.report import score_part
from adjudicator.games.carrom import GAME
from adjudicator.games.carrom.moves import DeclinePenalty, Foul, Setup, Stroke, Summary
from adjudicator.games.carrom.playout import CODES

PIECES = ["white", "black", "queen", "striker"]
PLAYERS = ("Asha", "Bo", "Chen", "Dina")


def some_stroke(rng, player, stands):
    few = rng.choice([0, 0, 1, 1, 2, 3, 9])
    fell = rng.choices(PIECES, [5, 5, 2, 1], k=few)
    return Stroke(
        player=player,
        pocketed=tuple(fell),
        off_board=tuple(rng.choices(PIECES, k=rng.choice([0] * 8 + [1, 2]))),
        fouls=tuple(rng.sample(CODES, rng.choice([0] * 8 + [1, 2, 5]))),
        broke=rng.choice([msgspec.UNSET] * 5 + [True, False]),
        penalty_piece=rng.choice([msgspec.UNSET] * 5 + ["white", "black"]),
        stands=stands,
        note="the table agreed",
    )


def some_entry(rng, players):
    player, stands = rng.choice(players), rng.random() < 0.7
    kind = rng.random()
    if kind < 0.8:
        return some_stroke(rng, player, stands)
    if kind < 0.88:
        named = rng.choice([msgspec.UNSET, "white", "black"])
        return Foul(player=player, code=rng.choice(CODES), penalty_piece=named, stands=stands)
    if kind < 0.94:
        return DeclinePenalty(player=player, stands=stands)
    if kind < 0.96:
        return Adjust(player=player, points=rng.randint(-9, 9), note="a slip of the pen")
    if kind < 0.97:
        return Remark(note="tea")
    if kind < 0.975:
        return End(reason=rng.choice(["time", "abandoned"]))
    if len(players) == 3:
        return Summary(points={name: rng.randint(-1, 20) for name in players})
    return Summary(winner=player, pieces=rng.randint(-1, 10), queen=rng.random() < 0.5)


def check_state(game, state):
    assert GAME.conserved(state) == {"white": 9, "black": 9}
    assert min(state.lie) >= 0
    assert all(min(pair) >= 0 for pair in state.down)
    assert min(state.dues) >= 0
    assert (state.covered_by is not None) == (state.queen == "covered")
    assert all(not owed or not sum(down) for owed, down in zip(state.dues, state.down, strict=True))
    assert not (state.options.dues == "waived" and any(state.dues))
    if state.ending is None:
        assert sum(state.lie) > 0
        assert next_of(GAME, state).players == [state.players[state.turn]]
        assert state.queen == "covered" or all(state.lie) or state.white < 0


@pytest.mark.parametrize("seed", range(300))
def test_whatever_is_logged_the_engine_holds(seed):
    rng = random.Random(seed)
    players = PLAYERS[: rng.choice([2, 3, 4])]
    options = msgspec.convert(GAME.playout_options(rng, len(players)), GAME.options)
    table = Table(players, "standard", options, Setup(first=rng.choice(players)))
    head = begin(GAME, table)
    for _ in range(120):
        before = msgspec.json.encode(head.state)
        entry = some_entry(rng, players)
        done = replay(GAME, head, [entry])
        ruling = done.rulings[0]
        if head.stopped_at is not None:
            assert ruling.verdict in ("illegal", "impossible")
            head.state.ply -= 1
            assert msgspec.json.encode(head.state) == before
            head.stopped_at = None
            continue
        check_frames(done)
        check_state(GAME, head.state)
        assert ruling.verdict != "impossible"
        encoded = msgspec.json.encode(head.state)
        head = Head(msgspec.json.decode(encoded, type=GAME.state))
        assert msgspec.json.encode(head.state) == encoded
        score_part(GAME, head, done.frames)
        GAME.actions(head.state, None)
        if status(head) == "complete":
            break


def check_frames(done):
    for frame in done.frames:
        points = frame["points"]
        if isinstance(points, int):
            assert points == max(1, frame["pieces"] + frame["queen"])
