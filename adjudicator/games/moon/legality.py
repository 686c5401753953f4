"""CHECKS: kind of entry -> may it be? The violations. Reads only.

Deals and declarations are judged in `dealing`, words in `bidding`; here are plays, rulings, summaries, and the whole table.
"""

from collections.abc import Sequence

from msgspec import UNSET, Struct

from adjudicator.core.entries import Adjust, End, Entry
from adjudicator.core.game import Checks
from adjudicator.core.ruling import Unverified, Violation

from . import bidding, dealing, knowledge, rules
from .moves import Bid, Deal, Declare, Play, Ruling, Summary
from .pieces import HAND, TILE, TILES, names_of
from .state import PLAYS, State, has_begun, next_to_play
from .suits import ASKED, FOLLOWING

Found = Sequence[Violation | Unverified]


class Tile(Struct):
    """The plan of a play: who plays which tile (-1: none of the set), and that tile as a mask (0 then)."""

    seat: int
    tile: int
    mask: int


def tile_played(state: State, entry: Play) -> Tile:
    """The plan of a play."""
    tile = TILE.get(entry.tile, -1)
    return Tile(state.players.index(entry.player), tile, 1 << tile if tile >= 0 else 0)


def owes_ruling(state: State, entry: Entry, plan: object) -> Found:
    """MOON-6.4: while a ruling is owed no hand goes on and none begins."""
    if not state.held:
        return ()
    revokers = [state.players[seat] for seat in sorted(state.hand.revokers)]
    return [rules.HOLD.impossible("ruling_owed", players=revokers)]


def ruling_is_owed(state: State, entry: Ruling, plan: None) -> Found:
    """MOON-6.4: a ruling answers a revoke that was proven in a hand played out, under the option `hold`."""
    return () if state.held else [rules.HOLD.impossible("no_ruling_owed")]


def hand_is_complete(state: State, entry: Play, plan: Tile) -> Found:
    """MOON-4.5: behind seven tricks no tile is left to play."""
    return [rules.HAND.impossible(hand=state.number - 1)] if state.behind_tricks else ()


def trump_is_named(state: State, entry: Play, plan: Tile) -> Found:
    """MOON-3.2: trump is named before a tile is played."""
    bidder = state.players[state.hand.bidder]
    return [rules.TRUMP.impossible("trump_not_named", bidder=bidder)] if state.hand.trump is None else ()


def one_tile_each(state: State, entry: Play, plan: Tile) -> Found:
    """MOON-4.1: each player plays one tile to a trick."""
    for seat, tile in state.hand.trick:
        if seat == plan.seat:
            return [rules.TURN.impossible("second_tile_in_trick", player=entry.player, tile=TILES[tile])]
    return ()


def tile_exists(state: State, entry: Play, plan: Tile) -> Found:
    """MOON-1.2: the tile is one of the 22."""
    return () if plan.mask else [rules.TILES.impossible("no_such_tile", tiles=[entry.tile])]


def tile_is_left(state: State, entry: Play, plan: Tile) -> Found:
    """MOON-1.2: each tile exists once, and so is played once."""
    if plan.mask & state.hand.known.played:
        return [rules.TILES.impossible("tile_already_played", tile=TILES[plan.tile])]
    return ()


def discard_stays(state: State, entry: Play, plan: Tile) -> Found:
    """MOON-3.1: nobody plays the discard."""
    if plan.mask & state.hand.known.discard:
        return [rules.KITTY.impossible("discard_played", tile=TILES[plan.tile])]
    return ()


def discard_is_left(state: State, entry: Play, plan: Tile) -> Found:
    """MOON-7.1: the tile that is left behind the last play is the discard that the log named."""
    known = state.hand.known
    if not plan.mask & known.discard or sum(state.hand.plays) < PLAYS - 1:
        return ()
    left = names_of(known.free | known.sure[0] | known.sure[1] | known.sure[2])
    return [rules.DISCARD.impossible(discard=TILES[plan.tile], left=left)]


def tile_can_be_held(state: State, entry: Play, plan: Tile) -> Found:
    """MOON-7.3: in some distribution that fits the log, the player holds this tile."""
    if not plan.mask or knowledge.can_hold(state.hand.known, plan.seat, plan.mask):
        return ()
    return [rules.HOLDING.impossible(player=entry.player, tile=TILES[plan.tile])]


def plays_in_turn(state: State, entry: Play, plan: Tile) -> Found:
    """MOON-4.1: clockwise from the tile that led; the winner of a trick leads the next, the bidder the first."""
    up = next_to_play(state.hand)
    if up == plan.seat:
        return ()
    return [rules.TURN.illegal("played_out_of_turn", player=entry.player, on_turn=state.players[up])]


def follows(state: State, entry: Play, plan: Tile) -> Found:
    """MOON-4.3, 6.2: whoever can follow must; whether one could is what every distribution that fits the log says."""
    hand = state.hand
    if not hand.trick or hand.trump is None:
        return ()
    lead = hand.trick[0][1]
    asked = FOLLOWING[hand.trump][lead]
    if plan.mask & asked or not knowledge.can_hold_behind(hand.known, plan.seat, plan.mask, asked):
        return ()
    if not knowledge.must_hold(hand.known, plan.seat, asked):
        return [rules.FOLLOW.unverified()]
    suit, held = ASKED[hand.trump][lead], names_of(hand.known.sure[plan.seat] & asked)
    params = {"player": entry.player, "tile": TILES[plan.tile], "lead": TILES[lead], "suit": suit, "held": held}
    return [rules.FOLLOW.illegal("revoke", **params)]


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
        place=(owes_ruling, bidding.trump_is_open),
        rules=(
            bidding.speaks_once,
            bidding.speaks_in_turn,
            bidding.bids_higher,
            bidding.bidding_goes_on,
            bidding.last_must_bid,
        ),
    ),
    Declare: Checks(
        plan=dealing.declaration_shows,
        place=(owes_ruling, bidding.trump_is_open, bidding.bidding_is_over),
        facts=(dealing.shown_tiles_exist, dealing.kitty_agrees, dealing.discard_is_among_eight),
        rules=(bidding.bidder_declares,),
    ),
    Play: Checks(
        plan=tile_played,
        place=(owes_ruling, hand_is_complete, bidding.bidding_is_over, trump_is_named, one_tile_each),
        facts=(tile_exists, tile_is_left, discard_stays, discard_is_left, tile_can_be_held),
        rules=(plays_in_turn, follows),
    ),
    Summary: Checks(place=(owes_ruling, hand_would_begin), facts=(tricks_are_seven, somebody_bid)),
    Ruling: Checks(place=(ruling_is_owed,)),
    Adjust: Checks(),
    End: Checks(),
}
