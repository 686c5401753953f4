"""CHECKS: kind of entry -> may it be? The violations. Reads only.

Deals and declarations are judged in `dealing`, words in `bidding`; here are plays, rulings, summaries, and the whole table.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import UNSET, Struct

from adjudicator.core.entries import Adjust, End, Entry
from adjudicator.core.game import Checks
from adjudicator.core.ruling import Unverified, Violation
from adjudicator.core.seats import after

from . import bidding, dealing, knowledge, rules
from .moves import Bid, Deal, Declare, Play, Ruling, Summary
from .pieces import HAND, TILE, TILES, names_of
from .state import PLAYS, SEATS, State, has_begun
from .suits import ASKED

Found = Sequence[Violation | Unverified]
_OPEN = (rules.FOLLOW.unverified(),)


class Played(Struct, frozen=True):
    """The plan of a play: who plays which tile (-1: none of the set), both again in `laid`, the tile as a mask (0: no tile).

    `after`: the seat behind this one in the order of turns.
    """

    seat: int
    tile: int
    mask: int
    laid: tuple[int, int]
    after: int


def _played(seat: int, tile: int) -> Played:
    return Played(seat, tile, 1 << tile if tile >= 0 else 0, (seat, tile), after(seat, SEATS))


PLAYED = tuple({token: _played(seat, tile) for token, tile in TILE.items()} for seat in range(SEATS))
"""By seat and token: the plans of all plays of a tile."""
_STRANGE = tuple(_played(seat, -1) for seat in range(SEATS))


def tile_played(state: State, entry: Play) -> Played:
    """The plan of a play, one of those made beforehand."""
    seat = state.players.index(entry.player)
    return PLAYED[seat].get(entry.tile) or _STRANGE[seat]


def owes_ruling(state: State, entry: Entry, plan: object) -> Found:
    """MOON-6.4: while a ruling is owed no hand goes on and none begins."""
    if not state.held:
        return ()
    revokers = [state.players[seat] for seat in sorted(state.hand.revokers)]
    return [rules.HOLD.impossible("ruling_owed", players=revokers)]


def ruling_is_owed(state: State, entry: Ruling, plan: None) -> Found:
    """MOON-6.4: a ruling answers a revoke that was proven in a hand played out, under the option `hold`."""
    return () if state.held else [rules.HOLD.impossible("no_ruling_owed")]


def has_its_place(state: State, entry: Play, plan: Played) -> Found:
    """MOON-4.6, 6.4: a tile is played when trump has been named and the hand is not over, one by each to a trick."""
    hand = state.hand
    if hand.trump is None:
        return _before_the_tricks(state, entry, plan)
    if state.held:
        return owes_ruling(state, entry, plan)
    for seat, tile in hand.trick:
        if seat == plan.seat:
            return [rules.TURN.impossible("second_tile_in_trick", player=entry.player, tile=TILES[tile])]
    return ()


def _before_the_tricks(state: State, entry: Play, plan: Played) -> Found:
    """MOON-4.5, 2.4, 3.2: right behind a hand whose tricks were logged; before the bidding is over; before trump is named."""
    if state.behind_tricks:
        return [rules.HAND.impossible(hand=state.number - 1)]
    bidder = state.players[state.hand.bidder]
    return bidding.bidding_is_over(state, entry, plan) or [rules.TRUMP.impossible("trump_not_named", bidder=bidder)]


def tile_can_be_held(state: State, entry: Play, plan: Played) -> Found:
    """MOON-7.3: in some distribution that fits the log, the player holds this tile. If not, also why nobody does."""
    if knowledge.can_hold(state.hand.known, plan.seat, plan.mask):
        return ()
    if not plan.mask:
        return [rules.TILES.impossible("no_such_tile", tiles=[entry.tile])]
    return [*_nobody_holds(state, plan), rules.HOLDING.impossible(player=entry.player, tile=TILES[plan.tile])]


def _nobody_holds(state: State, plan: Played) -> Iterator[Violation]:
    """MOON-1.2: a tile exists once. MOON-3.1, 7.1: the discard is not played, and is what is left behind the last play."""
    known, tile = state.hand.known, TILES[plan.tile]
    played = knowledge.played(known)
    if plan.mask & played:
        yield rules.TILES.impossible("tile_already_played", tile=tile)
    if not plan.mask & known.discard:
        return
    yield rules.KITTY.impossible("discard_played", tile=tile)
    if played.bit_count() == PLAYS - 1:
        left = names_of(known.free | known.sure[0] | known.sure[1] | known.sure[2])
        yield rules.DISCARD.impossible(discard=tile, left=left)


def plays_in_turn(state: State, entry: Play, plan: Played) -> Found:
    """MOON-4.1: clockwise from the tile that led; the winner of a trick leads the next, the bidder the first."""
    up = state.hand.up
    if up == plan.seat:
        return ()
    return [rules.TURN.illegal("played_out_of_turn", player=entry.player, on_turn=state.players[up])]


def follows(state: State, entry: Play, plan: Played) -> Found:
    """MOON-4.3, 6.2: whoever can follow must; whether one could is what every distribution that fits the log says."""
    hand = state.hand
    asked = hand.asked
    if plan.mask & asked or not knowledge.can_hold_behind(hand.known, plan.seat, plan.mask, asked):
        return ()
    if not knowledge.must_hold(hand.known, plan.seat, asked):
        return _OPEN
    return [rules.FOLLOW.illegal("revoke", **_offence(state, entry, plan))]


def _offence(state: State, entry: Play, plan: Played) -> dict[str, Any]:
    """What the message on a revoke seen at once says. `held`: the following tiles in hand (one may be the discard)."""
    hand, lead = state.hand, state.hand.trick[0][1]
    suit = None if hand.trump is None else ASKED[hand.trump][lead]
    held = names_of((hand.known.sure[plan.seat] | knowledge.held(hand.known, plan.seat)) & hand.asked)
    return {"player": entry.player, "tile": TILES[plan.tile], "lead": TILES[lead], "suit": suit, "held": held}


def hand_would_begin(state: State, entry: Summary, plan: None) -> Found:
    """MOON-8.1: a summary stands only where a hand would begin."""
    return [rules.SUMMARY.impossible(hand=state.number)] if has_begun(state.hand) else ()


def tricks_are_seven(state: State, entry: Summary, plan: None) -> Found:
    """MOON-8.2: tricks are from 0, and seven in all."""
    if entry.tricks is UNSET or (sum(entry.tricks.values()) == HAND and min(entry.tricks.values()) >= 0):
        return ()
    return [rules.SUMMARY_TRICKS.impossible("tricks_not_seven", tricks=list(entry.tricks.values()))]


def somebody_bid(state: State, entry: Summary, plan: None) -> Found:
    """MOON-8.2: under `last_must_bid` no hand is passed by all three."""
    if entry.bidder is not None or state.options.all_pass != "last_must_bid":
        return ()
    return [rules.SUMMARY_TRICKS.impossible("nobody_bid")]


CHECKS: dict[type[Entry], Checks] = {
    Deal: Checks(
        plan=dealing.deal_told,
        place=(owes_ruling, dealing.hand_has_begun),
        facts=(dealing.dealt_tiles_exist, dealing.hands_are_seven, dealing.hands_are_distinct, dealing.tiles_lie_once),
    ),
    Bid: Checks(
        plan=bidding.speaker,
        place=(owes_ruling, bidding.trump_is_open),
        rules=(bidding.speaks_in_turn, bidding.bids_higher, bidding.bidding_goes_on, bidding.last_must_bid),
    ),
    Declare: Checks(
        plan=dealing.declaration_shows,
        place=(owes_ruling, bidding.trump_is_open, bidding.bidding_is_over),
        facts=(dealing.shown_tiles_exist, dealing.kitty_agrees, dealing.discard_is_among_eight),
        rules=(bidding.bidder_declares,),
    ),
    Play: Checks(
        plan=tile_played,
        place=(has_its_place,),
        facts=(tile_can_be_held,),
        rules=(plays_in_turn, follows),
    ),
    Summary: Checks(place=(owes_ruling, hand_would_begin), facts=(tricks_are_seven, somebody_bid)),
    Ruling: Checks(place=(ruling_is_owed,)),
    Adjust: Checks(),
    End: Checks(),
}
