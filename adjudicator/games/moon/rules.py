"""Every rule: id, codes, options, in rulebook order.

| rule | checked in | takes effect in |
|---|---|---|
| 1.1 | the kernel (`seats`) | `seats.each_alone` |
| 1.2 | `moves`, `legality.tile_can_be_held`; `dealing.dealt_tiles_exist`, `shown_tiles_exist` | `pieces` |
| 1.3 | `dealing.hand_has_begun` | `effects.lay_out` |
| 1.4 to 1.7, 3.3 | - | `suits.FOLLOWING`, `suits.STRENGTH` |
| 2.1 | - | `scoring.next_hand` |
| 2.2 | `bidding.speaks_in_turn`, `bidding.bids_higher` | `effects.speak` |
| 2.3 | the schema of `bid` | `effects.speak` |
| 2.4 | `bidding.bidding_goes_on`, `bidding.bidding_is_over` | `effects.speak`, `effects.close_bidding` |
| 2.5 | `bidding.last_must_bid` | `effects.close_bidding`, `settlement.redeal` |
| 3.1 | `dealing.discard_is_among_eight`, `legality.tile_can_be_held` | `effects.take_kitty`, `effects.put_down` |
| 3.2 | `bidding.trump_is_open`, `bidding.bidder_declares`, `legality.has_its_place` | `effects.name_trump` |
| 4.1 | `legality.has_its_place`, `legality.plays_in_turn` | `effects.lay`, `effects.complete_trick` |
| 4.2, 4.4 | - | `suits.ASKED`, `suits.STRENGTH`, `effects.complete_trick` |
| 4.3 | `legality.follows` | - |
| 4.5 | `legality.has_its_place` | `effects.complete_trick` |
| 4.6 | the checks in the group `place` | - |
| 5.1 to 5.3, 5.5 | - | `effects.complete_trick`, `scoring.as_played`, `settlement.score_hand` |
| 5.4, 5.6, 5.7 | - | `scoring.winner` |
| 5.8 | - | `effects.drop_hand`, `effects.end` |
| 5.9 | the kernel | `effects.drop_hand`, `effects.end` |
| 6.1 | `legality.follows` | `effects.weigh` |
| 6.2 | `legality.follows`, `legality.tile_can_be_held` | `knowledge` |
| 6.3 | - | `effects.weigh` |
| 6.4 | `legality.owes_ruling`, `legality.ruling_is_owed` | `effects.weigh`, `effects.complete_trick`, `effects.decide` |
| 6.5 | - | `scoring.offenders_lose` |
| 6.6 | - | `effects.decide` |
| 7.1 | `legality.tile_can_be_held` | `effects.complete_trick` |
| 7.2 | `dealing.hands_are_seven`, `hands_are_distinct`, `tiles_lie_once`, `kitty_agrees` | `effects.lay_out` |
| 7.3 | `legality.tile_can_be_held` | `effects.lay` |
| 8.1 | `moves.malformed`, `legality.hand_would_begin` | `effects.score_summary` |
| 8.2 | `legality.tricks_are_seven`, `legality.somebody_bid` | `effects.score_summary` |
"""

from adjudicator.core.rulebook import Rule, Rulebook

PLAYERS = Rule("MOON-1.1")
TILES = Rule("MOON-1.2", codes=("no_such_tile", "tile_already_played"))
DEAL = Rule("MOON-1.3", codes=("deal_within_hand",))
SUITS = Rule("MOON-1.4")
TRUMP_SUIT = Rule("MOON-1.5")
ORDER = Rule("MOON-1.6")
DOUBLES = Rule("MOON-1.7")

FIRST_BID = Rule("MOON-2.1")
WORDS = Rule("MOON-2.2", codes=("spoke_again", "spoke_out_of_turn", "bid_too_low"))
BIDS = Rule("MOON-2.3")
BIDDING = Rule("MOON-2.4", codes=("spoke_behind_21", "bidding_not_over"))
ALL_PASS = Rule("MOON-2.5", codes=("last_must_bid",), options=("all_pass",), house=True)

KITTY = Rule("MOON-3.1", codes=("discard_not_among_eight", "discard_played"))
TRUMP = Rule("MOON-3.2", codes=("trump_already_named", "trump_not_named", "not_the_bidder"))
NO_TRUMP = Rule("MOON-3.3")

TURN = Rule("MOON-4.1", codes=("second_tile_in_trick", "played_out_of_turn"))
ASKED = Rule("MOON-4.2")
FOLLOW = Rule("MOON-4.3", codes=("revoke", "revoke_proven"))
TRICK = Rule("MOON-4.4")
HAND = Rule("MOON-4.5", codes=("hand_complete",))
STAGES = Rule("MOON-4.6")

AFTER_HAND = Rule("MOON-5.1")
MADE = Rule("MOON-5.2")
FAILED = Rule("MOON-5.3")
MOON = Rule("MOON-5.4", options=("moon_made",))
OTHERS = Rule("MOON-5.5")
FINISH = Rule("MOON-5.6", options=("game_points", "finish"))
TIE = Rule("MOON-5.7", options=("game_points",))
TIME = Rule("MOON-5.8", house=True)
END = Rule("MOON-5.9", codes=("after_end",))

REVOKE = Rule("MOON-6.1")
KNOWN = Rule("MOON-6.2")
PROOF = Rule("MOON-6.3")
HOLD = Rule("MOON-6.4", codes=("ruling_owed", "no_ruling_owed"), options=("revoke",), house=True)
OFFENDER_LOSES = Rule("MOON-6.5", options=("revoke",), house=True)
OTHER_RULINGS = Rule("MOON-6.6", options=("revoke",), house=True)

DISCARD = Rule("MOON-7.1", codes=("discard_disagrees",))
HANDS = Rule("MOON-7.2", codes=("hand_not_seven", "tile_twice_in_hand", "tile_in_two_places", "kitty_contradicts"))
HOLDING = Rule("MOON-7.3", codes=("tile_not_in_hand",))

SUMMARY = Rule("MOON-8.1", codes=("summary_within_hand",))
SUMMARY_TRICKS = Rule("MOON-8.2", codes=("tricks_not_seven", "nobody_bid"), options=("all_pass",))

RULEBOOK = Rulebook(
    (
        PLAYERS, TILES, DEAL, SUITS, TRUMP_SUIT, ORDER, DOUBLES,
        FIRST_BID, WORDS, BIDS, BIDDING, ALL_PASS,
        KITTY, TRUMP, NO_TRUMP,
        TURN, ASKED, FOLLOW, TRICK, HAND, STAGES,
        AFTER_HAND, MADE, FAILED, MOON, OTHERS, FINISH, TIE, TIME, END,
        REVOKE, KNOWN, PROOF, HOLD, OFFENDER_LOSES, OTHER_RULINGS,
        DISCARD, HANDS, HOLDING,
        SUMMARY, SUMMARY_TRICKS,
    )
)  # fmt: skip
