"""STEPS: kind of entry -> what it changes and brings about, step by step."""

from msgspec import UNSET

from adjudicator.core.entries import Adjust, End, Entry
from adjudicator.core.game import Step
from adjudicator.core.ruling import Finding, Judged, Outcome

from . import knowledge, rules, scoring, settlement
from .moves import Bid, Deal, Declare, Play, Ruling, Summary
from .pieces import HAND, TILES, names_of
from .scoring import Contract
from .state import PLAYS, Claim, State, bidding_closed, has_begun
from .suits import ASKED, FOLLOWING, STRENGTH


def begin_hand(state: State, entry: Entry, judged: Judged, outcome: Outcome) -> None:
    """MOON-4.6: something of this hand is logged now: what comes next is no longer right behind the hand before."""
    state.behind_tricks = False


def lay_out(state: State, entry: Deal, judged: Judged, outcome: Outcome) -> None:
    """MOON-1.3, 7.2: what the deal says of the tiles."""
    hands = {state.players.index(name): mask for name, mask in judged.plan.masks.items()}
    state.hand.dealt, state.hand.known = True, knowledge.deal(hands, judged.plan.kitty)


def speak(state: State, entry: Bid, judged: Judged, outcome: Outcome) -> None:
    """MOON-2.2, 2.4: the word is spoken; a bid higher than all before makes its player the bidder."""
    hand, seat = state.hand, state.players.index(entry.player)
    hand.words.append((seat, entry.bid))
    if isinstance(entry.bid, int) and entry.bid > hand.bid:
        hand.bid, hand.bidder, hand.leader = entry.bid, seat, seat


def close_bidding(state: State, entry: Bid, judged: Judged, outcome: Outcome) -> None:
    """MOON-2.4: the bidding is over, and the highest bidder has the contract."""
    hand = state.hand
    if hand.bid and bidding_closed(hand):
        outcome.effects.append(rules.BIDDING.effect("contract", player=state.players[hand.bidder], bid=hand.bid))


def redeal(state: State, entry: Bid, judged: Judged, outcome: Outcome) -> None:
    """MOON-2.5: all three passed."""
    if not state.hand.bid and bidding_closed(state.hand):
        settlement.redeal(state, outcome)


def take_kitty(state: State, entry: Declare, judged: Judged, outcome: Outcome) -> None:
    """MOON-3.1: the bidder, whoever spoke, takes the tile in the middle."""
    knowledge.take_kitty(state.hand.known, state.hand.bidder, judged.plan.kitty)


def put_down(state: State, entry: Declare, judged: Judged, outcome: Outcome) -> None:
    """MOON-3.1: one of the eight is face down for the hand; the log may say which."""
    if judged.plan.discard:
        knowledge.put_down(state.hand.known, judged.plan.discard)


def name_trump(state: State, entry: Declare, judged: Judged, outcome: Outcome) -> None:
    """MOON-3.2: trump is named, and the tricks begin."""
    state.hand.trump = entry.trump


def prove(state: State, entry: Play, judged: Judged, outcome: Outcome) -> None:
    """MOON-6.3: this tile would have followed where its player did not follow."""
    hand, seat, mask = state.hand, judged.plan.seat, judged.plan.mask
    if not hand.claims or hand.trump is None:
        return
    following = FOLLOWING[hand.trump]
    proven = [claim for claim in hand.claims if claim.seat == seat and mask & following[claim.lead]]
    for claim in proven:
        hand.claims.remove(claim)
        params = {
            "player": entry.player,
            "tile": TILES[claim.tile],
            "lead": TILES[claim.lead],
            "suit": ASKED[hand.trump][claim.lead],
            "proof": TILES[judged.plan.tile],
        }
        outcome.findings.append(Finding(rules.FOLLOW.id, "revoke_proven", entry.player, claim.ply, state.ply, params))
        _charge(state, seat)


def catch(state: State, entry: Play, judged: Judged, outcome: Outcome) -> None:
    """MOON-6.4: a revoke seen at once that stands counts as proven."""
    if not judged.violations:
        return
    for violation in judged.violations:
        if violation.rule == rules.FOLLOW.id:
            seen = Finding(violation.rule, violation.code, entry.player, state.ply, state.ply, violation.params)
            outcome.findings.append(seen)
            _charge(state, judged.plan.seat)


def claim(state: State, entry: Play, judged: Judged, outcome: Outcome) -> None:
    """MOON-6.1, 6.3: a play of which it cannot be said whether it is a revoke waits for proof."""
    if judged.unverified:
        lead = state.hand.trick[0][1]
        state.hand.claims.append(Claim(state.ply, judged.plan.seat, judged.plan.tile, lead))


def lay(state: State, entry: Play, judged: Judged, outcome: Outcome) -> None:
    """MOON-4.1, 7.3: the tile leaves the hand for the trick; the first of a trick leads it."""
    hand, plan = state.hand, judged.plan
    knowledge.play(hand.known, plan.seat, plan.mask)
    if not hand.trick:
        hand.leader = plan.seat
    hand.trick.append((plan.seat, plan.tile))
    hand.plays[plan.seat] += 1


def complete_trick(state: State, entry: Play, judged: Judged, outcome: Outcome) -> None:
    """MOON-4.4: the third tile completes the trick; its winner leads the next."""
    hand = state.hand
    if len(hand.trick) < len(state.players) or hand.trump is None:
        return
    strength = STRENGTH[hand.trump][hand.trick[0][1]]
    hand.leader = max(hand.trick, key=lambda played: strength[played[1]])[0]
    hand.tricks[hand.leader] += 1
    hand.trick = []
    number = sum(hand.tricks)
    outcome.effects.append(rules.TRICK.effect("trick_won", player=state.players[hand.leader], trick=number))


def deduce_discard(state: State, entry: Play, judged: Judged, outcome: Outcome) -> None:
    """MOON-7.1: the tile that is left behind the last play is the discard."""
    known = state.hand.known
    if not known.discard and sum(state.hand.plays) == PLAYS:
        knowledge.put_down(known, knowledge.discards(known))
        outcome.effects.append(rules.DISCARD.effect("discard_deduced", tile=names_of(known.discard)[0]))


def finish_hand(state: State, entry: Play, judged: Judged, outcome: Outcome) -> None:
    """MOON-5.1, 6.4: behind the seventh trick the hand is scored, or waits for the referee's ruling on its revokes."""
    hand = state.hand
    if sum(hand.tricks) < HAND:
        return
    if hand.revokers and state.options.revoke == "hold":
        state.held = True
        revokers = [state.players[seat] for seat in sorted(hand.revokers)]
        outcome.effects.append(rules.HOLD.effect("ruling_awaited", players=revokers))
        return
    offenders = hand.revokers if state.options.revoke == "offender_loses" else ()
    settlement.score_hand(state, scoring.contract(hand), offenders, outcome)
    state.behind_tricks = True


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
        settlement.score_hand(state, scoring.contract(state.hand), offenders, outcome)
    state.behind_tricks = True


def score_summary(state: State, entry: Summary, judged: Judged, outcome: Outcome) -> None:
    """MOON-8.1: a hand logged as a whole is scored by its tricks, or is a redeal."""
    if entry.bidder is None or entry.bid is UNSET or entry.tricks is UNSET:
        settlement.redeal(state, outcome)
    else:
        trump = None if entry.trump is UNSET else entry.trump
        tricks = [entry.tricks[name] for name in state.players]
        settlement.score_hand(state, Contract(state.players.index(entry.bidder), entry.bid, trump, tricks), (), outcome)
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


def _charge(state: State, seat: int) -> None:
    if seat not in state.hand.revokers:
        state.hand.revokers.append(seat)


STEPS: dict[type[Entry], tuple[Step, ...]] = {
    Deal: (begin_hand, lay_out),
    Bid: (begin_hand, speak, close_bidding, redeal),
    Declare: (take_kitty, put_down, name_trump),
    Play: (prove, catch, claim, lay, complete_trick, deduce_discard, finish_hand),
    Summary: (score_summary,),
    Ruling: (decide,),
    Adjust: (adjust,),
    End: (drop_hand, end),
}
