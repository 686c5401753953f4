"""What a board scores when it ends, however it ended (CARROM-5.5, 5.6, 6, 8.4, 9)."""

from typing import Any

from adjudicator.core.rulebook import Rule
from adjudicator.core.ruling import Outcome

from . import match, rules, shot
from .moves import Summary
from .shot import Shot
from .sides import SIDE_OF
from .state import State, names


def won(state: State, side: int, outcome: Outcome) -> None:
    """CARROM-6.1 to 6.3: `side` has cleared its pieces, and scores those that the other side has left."""
    queen = queen_points(state, side) if state.covered_by == side else 0
    score(state, side, left(state, 1 - side), queen, rules.BOARD_WON, outcome)


def lost(state: State, stroke: Shot, outcome: Outcome) -> None:
    """CARROM-5.5, 5.6: the striking side loses the board by a last piece, and what it has left scores for the other side.

    The queen counts if she was not covered, or was by the other side.
    """
    winner = 1 - stroke.side
    counts = not stroke.safe or (stroke.queen == "covered" and state.covered_by == winner)
    queen = queen_points(state, winner) if counts else 0
    rule = rules.LAST if stroke.fouls & shot.LAST else rules.OPPONENT_LAST
    score(state, winner, left(state, stroke.side), queen, rule, outcome)


def summed_up(state: State, entry: Summary, outcome: Outcome) -> None:
    """CARROM-9.1, 9.2: a board of which only the result is known."""
    assert isinstance(entry.winner, str)
    assert isinstance(entry.pieces, int)
    side = SIDE_OF[len(state.players)][state.players.index(entry.winner)]
    queen = queen_points(state, side) if entry.queen else 0
    score(state, side, entry.pieces, queen, rules.SUMMARY, outcome)


def left(state: State, side: int) -> int:
    """The pieces that one of two sides still has on the board."""
    return state.lie[side != state.white]


def queen_points(state: State, side: int) -> int:
    """CARROM-6.3: what the queen is worth to a side with its total as it stands."""
    until = state.options.queen_points_until
    return state.options.queen_points if until is None or state.totals[side] < until else 0


def score(state: State, side: int, pieces: int, queen: int, rule: Rule, outcome: Outcome) -> None:
    """CARROM-6.2, 6.4: a board of two sides ends, and its winner scores, at least 1."""
    winner, points = names(state, side), pieces + queen or 1
    outcome.effects.append(
        rule.effect("board_won", board=state.board, winner=winner, pieces=pieces, queen=queen, points=points)
    )
    frame = open_frame(state)
    frame["winner"], frame["pieces"], frame["queen"], frame["points"] = winner, pieces, queen, points
    close(state, [0, points] if side else [points, 0], frame, rule, outcome)


def shared(state: State, outcome: Outcome) -> None:
    """CARROM-8.1, 8.4: a board of three players ends, and everybody scores what they pocketed."""
    worth = state.options.piece_points
    gains = [white * worth.white + black * worth.black for white, black in state.down]
    if state.covered_by is not None:
        gains[state.covered_by] += worth.queen
    share(state, gains, rules.SHARED_POINTS, outcome)


def share(state: State, gains: list[int], rule: Rule, outcome: Outcome) -> None:
    """A board of three players ends with these points."""
    outcome.effects.append(rule.effect("board_shared", board=state.board, players=list(state.players), points=list(gains)))
    close(state, gains, {**open_frame(state), "winner": None, "pieces": None, "queen": None, "points": gains}, rule, outcome)


def open_frame(state: State) -> dict[str, Any]:
    """What the frame of the board in play begins with."""
    return {"game": state.game, "board": state.board, "breaker": state.players[state.breaker]}


def close(state: State, gains: list[int], frame: dict[str, Any], rule: Rule, outcome: Outcome) -> None:
    """A board has ended: dues are written off (CARROM-5.12), points added, the frame written, and the game goes on."""
    if any(state.dues):
        write_off(state, outcome)
    state.totals = [total + gain for total, gain in zip(state.totals, gains, strict=True)]
    frame["totals"] = list(state.totals)
    if rule is rules.SUMMARY:
        frame["summary"] = True
    outcome.frames.append(frame)
    state.latest = None
    match.after_board(state, gains, outcome)


def write_off(state: State, outcome: Outcome) -> None:
    """CARROM-5.12: dues still owed when the board ends are written off."""
    for side, owed in enumerate(state.dues):
        if owed:
            outcome.effects.append(rules.DUES.effect("dues_written_off", players=names(state, side), count=owed))
    state.dues = [0] * len(state.dues)
