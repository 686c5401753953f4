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
    gains = [0, 0]
    gains[side] = points = max(1, pieces + queen)
    frame = {"winner": names(state, side), "pieces": pieces, "queen": queen, "points": points}
    outcome.effects.append(rule.effect("board_won", board=state.board, **{**frame, "winner": names(state, side)}))
    close(state, gains, frame, rule is rules.SUMMARY, outcome)


def shared(state: State, outcome: Outcome) -> None:
    """CARROM-8.1, 8.4: a board of three players ends, and everybody scores what they pocketed."""
    worth = state.options.piece_points
    gains = [white * worth.white + black * worth.black for white, black in state.down]
    if state.covered_by is not None:
        gains[state.covered_by] += worth.queen
    share(state, gains, rules.SHARED_POINTS, outcome)


def share(state: State, gains: list[int], rule: Rule, outcome: Outcome) -> None:
    """A board of three players ends with these points."""
    frame = {"winner": None, "pieces": None, "queen": None, "points": gains}
    outcome.effects.append(rule.effect("board_shared", board=state.board, players=list(state.players), points=list(gains)))
    close(state, gains, frame, rule is rules.SUMMARY, outcome)


def close(state: State, gains: list[int], frame: dict[str, Any], summary: bool, outcome: Outcome) -> None:
    """A board has ended: dues are written off (CARROM-5.12), points added, the frame written, and the game goes on."""
    for side, owed in enumerate(state.dues):
        if owed:
            outcome.effects.append(rules.DUES.effect("dues_written_off", players=names(state, side), count=owed))
    state.dues, state.latest = [0] * len(gains), None
    state.totals = [total + gain for total, gain in zip(state.totals, gains, strict=True)]
    opening = {"game": state.game, "board": state.board, "breaker": state.players[state.breaker]}
    closing: dict[str, Any] = {"totals": list(state.totals)}
    outcome.frames.append({**opening, **frame, **closing, **({"summary": True} if summary else {})})
    match.after_board(state, gains, outcome)
