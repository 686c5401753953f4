"""From boards to games, from games to the match (CARROM-7, 8.4)."""

from collections.abc import Iterable, Sequence

from adjudicator.core.rulebook import Rule
from adjudicator.core.ruling import Outcome
from adjudicator.core.seats import after

from . import rules
from .opening import next_breaker, set_up
from .sides import SIDE_OF
from .state import State, names


def after_board(state: State, gains: Sequence[int], outcome: Outcome) -> None:
    """CARROM-7.1 to 7.3, 8.4: the game is won or drawn, or another board follows."""
    options = state.options
    reached = max(state.totals) >= options.game_points
    last = options.max_boards is not None and state.board >= options.max_boards
    if not reached and not last:
        another_board(state, gains)
        return
    leader = leading(state, range(len(state.totals)))
    if leader is not None:
        rule = rules.LIMIT if not reached else rules.SHARED_POINTS if state.shared else rules.TARGET
        game_over(state, leader, rule, outcome)
    elif last and options.tie == "draw":
        game_over(state, None, rules.TIE, outcome)
    else:
        rule = rules.TIE if last else rules.SHARED_POINTS if state.shared else rules.TARGET
        outcome.effects.append(rule.effect("another_board", board=state.board + 1))
        another_board(state, gains)


def another_board(state: State, gains: Sequence[int]) -> None:
    """CARROM-1.4: the game goes on with another board."""
    breaker = next_breaker(state, gains)
    state.board += 1
    set_up(state, breaker)


def leading(state: State, sides: Sequence[int]) -> int | None:
    """The one of `sides` whose total is higher than that of all others, or None."""
    totals = [state.totals[side] for side in sides]
    highest = max(totals)
    return sides[totals.index(highest)] if totals.count(highest) == 1 else None


def game_over(state: State, winner: int | None, rule: Rule, outcome: Outcome) -> None:
    """CARROM-7.5: the game counts for its winner, a drawn one for nobody; then the match is over, or its next game begins."""
    credit_game(state, winner, rule, outcome)
    if max(state.games) > state.options.match_games // 2 or state.game == state.options.match_games:
        state.ending = "played"
        announce(state, range(len(state.games)), outcome)
        return
    state.game, state.board = state.game + 1, 1
    state.totals = [0] * len(state.totals)
    set_up(state, after(state.first, len(state.players), state.game - 1))


def credit_game(state: State, winner: int | None, rule: Rule, outcome: Outcome) -> None:
    """The game in play is won by a side, or drawn."""
    if winner is None:
        outcome.effects.append(rule.effect("game_drawn", game=state.game))
        return
    state.games[winner] += 1
    outcome.effects.append(rule.effect("game_won", game=state.game, players=names(state, winner)))


def announce(state: State, sides: Iterable[int], outcome: Outcome) -> None:
    """CARROM-7.5: which of `sides` has won a match of several games."""
    if state.options.match_games == 1:
        return
    ranked = sorted(sides, key=state.games.__getitem__, reverse=True)
    if len(ranked) > 1 and state.games[ranked[0]] == state.games[ranked[1]]:
        outcome.effects.append(rules.MATCH.effect("match_drawn"))
    else:
        outcome.effects.append(rules.MATCH.effect("match_won", players=names(state, ranked[0])))


def call_time(state: State, outcome: Outcome) -> None:
    """CARROM-7.4, 7.5: the board in play is not scored; the game in play goes to the higher total, if there is one."""
    sides = range(len(state.totals))
    credit_game(state, leading(state, sides), rules.TIME, outcome)
    announce(state, sides, outcome)


def forfeit(state: State, seat: int, outcome: Outcome) -> None:
    """CARROM-7.5: of two sides the other has won game and match; of three players the others are judged as at time."""
    gone = SIDE_OF[len(state.players)][seat]
    others = [side for side in range(len(state.totals)) if side != gone]
    credit_game(state, leading(state, others), rules.MATCH, outcome)
    if len(others) > 1:
        announce(state, others, outcome)
    elif state.options.match_games > 1:
        outcome.effects.append(rules.MATCH.effect("match_won", players=names(state, others[0])))
