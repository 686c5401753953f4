"""What a finished hand brings about: frame, totals, who has won, and the next hand (MOON-2.1, 2.5, 5, 6.5)."""

from collections.abc import Iterator, Sequence
from typing import Any

from adjudicator.core.ruling import Outcome

from . import rules, scoring
from .scoring import Contract, Scored
from .state import State


def redeal(state: State, outcome: Outcome) -> None:
    """MOON-2.5: no score; who bids first next is the option's."""
    outcome.frames.append(scoring.empty_frame(state))
    scoring.next_hand(state, state.options.all_pass == "redeal_same_bidder")
    outcome.effects.append(rules.ALL_PASS.effect("redeal", first=state.players[state.first]))


def score_hand(state: State, done: Contract, offenders: Sequence[int], outcome: Outcome) -> None:
    """MOON-5, 6.5: the hand's points, and whether somebody has won; `offenders` are those who lose by their revokes."""
    scored = scoring.offenders_lose(done, offenders) if offenders else scoring.as_played(done)
    outcome.frames.append(scoring.frame(state, done, scored))
    state.totals = list(outcome.frames[-1]["totals"].values())
    outcome.effects.append(_of_bidder(state, done, scored, offenders))
    outcome.effects += _of_others(state, done, offenders)
    state.winner = scoring.winner(state.options, state.totals, done, scored.made)
    if state.winner is None:
        _go_on(state, outcome)
    else:
        state.ending = "played"
        moon = scoring.shot_the_moon(state.options, done, scored.made)
        rule, name = rules.MOON if moon else rules.FINISH, state.players[state.winner]
        outcome.effects.append(rule.effect("game_won", player=name, points=state.totals[state.winner]))


def _of_bidder(state: State, done: Contract, scored: Scored, offenders: Sequence[int]) -> dict[str, Any]:
    """What became of the bid, and by which rule."""
    fields = {"player": state.players[done.bidder], "bid": done.bid, "tricks": done.tricks[done.bidder]}
    if done.bidder in offenders:
        return rules.OFFENDER_LOSES.effect("bid_lost_by_revoke", **fields)
    if scored.made and not done.reached:
        return rules.OFFENDER_LOSES.effect("bid_credited", **fields)
    return rules.MADE.effect("bid_made", **fields) if scored.made else rules.FAILED.effect("bid_failed", **fields)


def _of_others(state: State, done: Contract, offenders: Sequence[int]) -> Iterator[dict[str, Any]]:
    """What the others' tricks are worth."""
    for seat, tricks in enumerate(done.tricks):
        if seat == done.bidder or not tricks:
            continue
        if seat in offenders:
            yield rules.OFFENDER_LOSES.effect("tricks_lost_by_revoke", player=state.players[seat], tricks=tricks)
        else:
            yield rules.OTHERS.effect("tricks_scored", player=state.players[seat], points=tricks)


def _go_on(state: State, outcome: Outcome) -> None:
    """MOON-2.1, 5.7: the next hand; also when several share the highest total with enough points."""
    best = max(state.totals)
    if best >= state.options.game_points:
        level = [name for name, total in zip(state.players, state.totals, strict=True) if total == best]
        outcome.effects.append(rules.TIE.effect("further_hand", players=level, points=best))
    scoring.next_hand(state)
