"""STEPS: kind of entry -> what it changes and brings about, step by step."""

from typing import Any

from msgspec import UNSET

from adjudicator.core.entries import Adjust, End, Entry
from adjudicator.core.game import Step
from adjudicator.core.ruling import Finding, Judged, Outcome

from . import knowledge, rules, scoring, settlement
from .legality import Played
from .moves import Bid, Deal, Declare, Play, Ruling, Summary
from .pieces import ALL, HAND, TILES, name_of
from .state import SEATS, Claim, Hand, State, bidding_closed, has_begun
from .suits import ASKED, FOLLOWING, Trump, strongest


def lay_out(state: State, entry: Deal, judged: Judged, outcome: Outcome) -> None:
    """MOON-1.3, 7.2: a hand begins, with what the deal says of the tiles."""
    state.behind_tricks = False
    hands = {state.players.index(name): mask for name, mask in judged.plan.masks.items()}
    state.hand.dealt, state.hand.known = True, knowledge.deal(hands, judged.plan.kitty)


def speak(state: State, entry: Bid, judged: Judged, outcome: Outcome) -> None:
    """MOON-2.2, 2.4: the word is spoken; a bid higher than all before makes its player the bidder."""
    hand, seat = state.hand, judged.plan
    state.behind_tricks = False
    hand.words.append((seat, entry.bid))
    hand.spoken |= 1 << seat
    if isinstance(entry.bid, int) and entry.bid > hand.bid:
        hand.bid, hand.bidder = entry.bid, seat


def close_bidding(state: State, entry: Bid, judged: Judged, outcome: Outcome) -> None:
    """MOON-2.4, 2.5: the bidding is over: the highest bidder has the contract, or all three have passed."""
    hand = state.hand
    if not bidding_closed(hand):
        return
    if hand.bid:
        outcome.effects.append(rules.BIDDING.effect("contract", player=state.players[hand.bidder], bid=hand.bid))
    else:
        settlement.redeal(state, outcome)


def take_kitty(state: State, entry: Declare, judged: Judged, outcome: Outcome) -> None:
    """MOON-3.1: the bidder, whoever spoke, takes the tile in the middle."""
    knowledge.take_kitty(state.hand.known, state.hand.bidder, judged.plan.kitty)


def put_down(state: State, entry: Declare, judged: Judged, outcome: Outcome) -> None:
    """MOON-3.1: one of the eight is face down for the hand; the log may say which."""
    if judged.plan.discard:
        knowledge.put_down(state.hand.known, judged.plan.discard)


def name_trump(state: State, entry: Declare, judged: Judged, outcome: Outcome) -> None:
    """MOON-3.2, 4.1: trump is named, and the bidder leads any tile."""
    hand = state.hand
    hand.trump, hand.up, hand.asked = entry.trump, hand.bidder, ALL


def weigh(state: State, entry: Play, judged: Judged, outcome: Outcome) -> None:
    """MOON-6.3, 6.4: the tile may prove earlier plays wrong; what the play itself is may be open, or seen at once."""
    plan = judged.plan
    if plan.mask & state.hand.proofs[plan.seat]:
        _prove(state, entry, plan, outcome)
    if judged.verdict != "legal":
        _doubt(state, entry, judged, outcome)


def lay(state: State, entry: Play, judged: Judged, outcome: Outcome) -> None:
    """MOON-4.1, 4.2, 7.3: the tile leaves the hand for the trick; the first of a trick leads it and asks for its suit.

    Whoever plays out of turn, but does not lead, takes nobody's turn.
    """
    hand, plan = state.hand, judged.plan
    knowledge.play(hand.known, plan.seat, plan.mask)
    if not hand.trick and hand.trump is not None:
        hand.up, hand.asked = plan.after, FOLLOWING[hand.trump][plan.tile]
    elif plan.seat == hand.up:
        hand.up = plan.after
    hand.trick.append(plan.laid)


def complete_trick(state: State, entry: Play, judged: Judged, outcome: Outcome) -> None:
    """MOON-4.4: the third tile completes the trick; its winner leads the next."""
    hand = state.hand
    if len(hand.trick) < SEATS or hand.trump is None:
        return
    winner = strongest(hand.trump, hand.trick)
    hand.trick, hand.up, hand.asked = [], winner, ALL
    hand.tricks[winner] += 1
    hand.done += 1
    outcome.effects.append(
        {"type": "trick_won", "rule": rules.TRICK.id, "player": state.players[winner], "trick": hand.done}
    )
    if hand.done == HAND:
        _finish_hand(state, outcome)


def decide(state: State, entry: Ruling, judged: Judged, outcome: Outcome) -> None:
    """MOON-6.4 to 6.6: the referee's decision settles all revokes of the hand."""
    state.held = False
    if entry.decision == "void_hand":
        outcome.frames.append(scoring.empty_frame(state))
        outcome.effects.append(
            rules.OTHER_RULINGS.effect("hand_voided", hand=state.number, first=state.players[state.first])
        )
        scoring.next_hand(state, same_bidder=True)
    else:
        offenders = state.hand.revokers if entry.decision == "offender_loses" else ()
        settlement.score_hand(state, state.hand, offenders, outcome)
    state.behind_tricks = True


def score_summary(state: State, entry: Summary, judged: Judged, outcome: Outcome) -> None:
    """MOON-8.1: a hand logged as a whole is scored by its tricks, or is a redeal."""
    if entry.bidder is None or entry.bid is UNSET or entry.tricks is UNSET:
        settlement.redeal(state, outcome)
    else:
        trump = None if entry.trump is UNSET else entry.trump
        tricks = [entry.tricks[name] for name in state.players]
        hand = Hand(bidder=state.players.index(entry.bidder), bid=entry.bid, trump=trump, tricks=tricks)
        settlement.score_hand(state, hand, (), outcome)
    outcome.frames[-1]["summary"] = True


def adjust(state: State, entry: Adjust, judged: Judged, outcome: Outcome) -> None:
    """A correction by hand; nobody wins by it (MOON-5.6)."""
    points = 0 if entry.points is UNSET else entry.points
    state.totals[state.players.index(entry.player)] += points
    outcome.effects.append({"type": "total_adjusted", "player": entry.player, "points": points})


def drop_hand(state: State, entry: End, judged: Judged, outcome: Outcome) -> None:
    """MOON-5.8, 5.9: a hand in play is not scored, nor one that waits for its ruling."""
    if state.held or has_begun(state.hand):
        outcome.effects.append(rules.TIME.effect("hand_dropped", hand=state.number))
    state.held = False


def end(state: State, entry: End, judged: Judged, outcome: Outcome) -> None:
    """MOON-5.8, 5.9: the match ends before its own end."""
    state.ending = entry.reason
    state.forfeiter = state.players.index(entry.player) if entry.player is not UNSET else None
    outcome.effects.append(rules.TIME.effect("match_ended", reason=entry.reason))


def _prove(state: State, entry: Play, plan: Played, outcome: Outcome) -> None:
    """MOON-6.3: this tile would have followed where its player did not follow."""
    hand, seat = state.hand, plan.seat
    if hand.trump is None:
        return
    following, suits = FOLLOWING[hand.trump], ASKED[hand.trump]
    proven = [claim for claim in hand.claims if claim.seat == seat and plan.mask & following[claim.lead]]
    hand.claims = [claim for claim in hand.claims if claim not in proven]
    hand.proofs[seat] = 0
    for claim in hand.claims:
        hand.proofs[claim.seat] |= following[claim.lead]
    for claim in proven:
        params = _offence(entry.player, claim.tile, claim.lead, suits[claim.lead]) | {"proof": TILES[plan.tile]}
        outcome.findings.append(Finding(rules.FOLLOW.id, "revoke_proven", entry.player, claim.ply, state.ply, params))
    _charge(state, seat)


def _doubt(state: State, entry: Play, judged: Judged, outcome: Outcome) -> None:
    """MOON-6.1, 6.3, 6.4: a revoke seen at once counts as proven; a play of which it cannot be said yet waits for proof."""
    hand, plan = state.hand, judged.plan
    if judged.unverified:
        hand.claims.append(Claim(state.ply, plan.seat, plan.tile, hand.trick[0][1]))
        hand.proofs[plan.seat] |= hand.asked
    for violation in judged.violations:
        if violation.rule == rules.FOLLOW.id:
            seen = Finding(violation.rule, violation.code, entry.player, state.ply, state.ply, violation.params)
            outcome.findings.append(seen)
            _charge(state, plan.seat)


def _finish_hand(state: State, outcome: Outcome) -> None:
    """MOON-5.1, 6.4, 7.1: behind the last tile the hand is scored, or waits for the referee's ruling on its revokes."""
    hand = state.hand
    _deduce_discard(state, outcome)
    if hand.revokers and state.options.revoke == "hold":
        state.held, hand.asked = True, 0
        revokers = [state.players[seat] for seat in sorted(hand.revokers)]
        outcome.effects.append(rules.HOLD.effect("ruling_awaited", players=revokers))
        return
    offenders = hand.revokers if state.options.revoke == "offender_loses" else ()
    settlement.score_hand(state, hand, offenders, outcome)
    state.behind_tricks = True


def _deduce_discard(state: State, outcome: Outcome) -> None:
    """MOON-7.1: the tile that is left is the discard, unless the log has named it."""
    known = state.hand.known
    if not known.discard:
        knowledge.put_down(known, knowledge.discards(known))
        outcome.effects.append(rules.DISCARD.effect("discard_deduced", tile=name_of(known.discard)))


def _offence(player: str, tile: int, lead: int, suit: Trump) -> dict[str, Any]:
    """What messages on a revoke say."""
    return {"player": player, "tile": TILES[tile], "lead": TILES[lead], "suit": suit}


def _charge(state: State, seat: int) -> None:
    if seat not in state.hand.revokers:
        state.hand.revokers.append(seat)


STEPS: dict[type[Entry], tuple[Step, ...]] = {
    Deal: (lay_out,),
    Bid: (speak, close_bidding),
    Declare: (take_kitty, put_down, name_trump),
    Play: (weigh, lay, complete_trick),
    Summary: (score_summary,),
    Ruling: (decide,),
    Adjust: (adjust,),
    End: (drop_hand, end),
}
