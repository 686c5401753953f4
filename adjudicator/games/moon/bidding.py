"""Whether a word of the bidding, and the naming of trump, may be (MOON-2.2 to 2.5, 3.2)."""

from collections.abc import Sequence

from adjudicator.core.ruling import Unverified, Violation

from . import rules
from .moves import MOON, PASS, Bid, Declare, Play
from .state import EVERYBODY, State, bidding_closed, next_to_speak

Found = Sequence[Violation | Unverified]


def trump_is_open(state: State, entry: Bid | Declare, plan: object) -> Found:
    """MOON-3.2: once trump is named nobody bids, and nobody names it again."""
    trump = state.hand.trump
    return () if trump is None else [rules.TRUMP.impossible("trump_already_named", trump=trump)]


def bidding_is_over(state: State, entry: Declare | Play, plan: object) -> Found:
    """MOON-2.4: trump is named, and tiles are played, when the bidding is over."""
    if bidding_closed(state.hand):
        return ()
    return [rules.BIDDING.impossible("bidding_not_over", on_turn=state.players[next_to_speak(state)])]


def bidder_declares(state: State, entry: Declare, plan: object) -> Found:
    """MOON-3.2: the bidder names trump."""
    bidder = state.players[state.hand.bidder]
    return () if entry.player == bidder else [rules.TRUMP.illegal("not_the_bidder", player=entry.player, bidder=bidder)]


def speaker(state: State, entry: Bid) -> int:
    """The plan of a word: the seat of whoever speaks."""
    return state.players.index(entry.player)


def bidding_goes_on(state: State, entry: Bid, seat: int) -> Found:
    """MOON-2.4: behind a 21 nobody speaks, not even to pass."""
    hand = state.hand
    if hand.bid != MOON:
        return ()
    return [rules.BIDDING.illegal("spoke_behind_21", player=entry.player, bidder=state.players[hand.bidder])]


def speaks_in_turn(state: State, entry: Bid, seat: int) -> Found:
    """MOON-2.2: each player speaks once in a hand, clockwise from the first bidder. Behind a 21 there are no turns."""
    hand = state.hand
    if hand.spoken >> seat & 1:
        return [rules.WORDS.illegal("spoke_again", player=entry.player)]
    up = next_to_speak(state)
    if seat == up or hand.bid == MOON:
        return ()
    return [rules.WORDS.illegal("spoke_out_of_turn", player=entry.player, on_turn=state.players[up])]


def bids_higher(state: State, entry: Bid, seat: int) -> Found:
    """MOON-2.2: a bid is higher than every bid before."""
    highest = state.hand.bid
    if isinstance(entry.bid, str) or entry.bid > highest:
        return ()
    return [rules.WORDS.illegal("bid_too_low", player=entry.player, bid=entry.bid, highest=highest)]


def last_must_bid(state: State, entry: Bid, seat: int) -> Found:
    """MOON-2.5: under `last_must_bid` the last player may not pass when the others have."""
    hand = state.hand
    if entry.bid != PASS or hand.bid or state.options.all_pass != "last_must_bid":
        return ()
    return [rules.ALL_PASS.illegal(player=entry.player)] if hand.spoken == EVERYBODY ^ 1 << seat else ()
