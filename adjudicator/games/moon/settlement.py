"""What a finished hand brings about: frame, totals, who has won, and the next hand (MOON-2.1, 2.5, 5, 6.5)."""

from collections.abc import Iterator, Sequence
from typing import Any

from adjudicator.core.ruling import Outcome

from . import rules, scoring
from .scoring import Scored
from .state import Hand, State


def redeal(state: State, outcome: Outcome) -> None:
    """MOON-2.5: no score; who bids first next is the option's."""
    outcome.frames.append(scoring.empty_frame(state))
    scoring.next_hand(state, state.options.all_pass == "redeal_same_bidder")
    outcome.effects.append(rules.ALL_PASS.effect("redeal", first=state.players[state.first]))


def score_hand(state: State, hand: Hand, offenders: Sequence[int], outcome: Outcome) -> None:
    """MOON-5, 6.5: the hand's points, and whether somebody has won; `offenders` are those who lose by their revokes."""
    scored = scoring.offenders_lose(hand, offenders) if offenders else scoring.as_played(hand)
    state.totals = scoring.added(state.totals, scored.points)
    outcome.frames.append(scoring.frame(state, hand, scored, state.totals))
    outcome.effects.append(_of_bidder(state, hand, scored, offenders))
    outcome.effects += _of_others(state, hand, offenders)
    state.winner = scoring.winner(state.options, state.totals, hand, scored.made)
    if state.winner is None:
        _go_on(state, outcome)
    else:
        state.ending = "played"
        moon = scored.made and scoring.shot_the_moon(state.options, hand)
        rule, name = rules.MOON if moon else rules.FINISH, state.players[state.winner]
        outcome.effects.append(rule.effect("game_won", player=name, points=state.totals[state.winner]))


def _of_bidder(state: State, hand: Hand, scored: Scored, offenders: Sequence[int]) -> dict[str, Any]:
    """What became of the bid, and by which rule."""
    if hand.bidder in offenders:
        rule, kind = rules.OFFENDER_LOSES, "bid_lost_by_revoke"
    elif not scored.made:
        rule, kind = rules.FAILED, "bid_failed"
    elif scoring.reached(hand):
        rule, kind = rules.MADE, "bid_made"
    else:
        rule, kind = rules.OFFENDER_LOSES, "bid_credited"
    return rule.effect(kind, player=state.players[hand.bidder], bid=hand.bid, tricks=hand.tricks[hand.bidder])


def _of_others(state: State, hand: Hand, offenders: Sequence[int]) -> Iterator[dict[str, Any]]:
    """What the others' tricks are worth."""
    for seat, tricks in enumerate(hand.tricks):
        if not tricks or seat == hand.bidder:
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
