"""Sentences in English."""

TITLE = "Three-player Moon"
SUMMARY = (
    "A trick-taking domino game for three, each alone, with 22 tiles of a double-six set. The highest bidder contracts "
    "for a number of tricks, takes the tile left in the middle and names trump. First to 21 points."
)

RULES = {
    "MOON-1.1": "The game is for exactly three players, each alone. They are listed in clockwise order.",
    "MOON-1.2": (
        "The set has 22 tiles: a double-six set without the zero suit, but with the double zero. Each tile exists once. "
        "A tile is named by two digits, the high end first; the other way round it is read all the same. Two digits "
        "that name no tile of the set cannot have been played, dealt or put down."
    ),
    "MOON-1.3": (
        "Each player draws seven tiles; the one left lies face down in the middle and is called the kitty. A deal is the "
        "first thing logged of its hand, and there is one at most; a hand of which nothing is known begins with its first "
        "bid. A misdeal is not logged."
    ),
    "MOON-1.4": (
        "There are seven suits, 0 to 6. A tile belongs to the suits of both its ends, a double to one. 00 is the only tile "
        "of suit 0."
    ),
    "MOON-1.5": "A trump belongs to the trump suit alone. It never counts as a tile of the suit of its other end.",
    "MOON-1.6": (
        "The double is the highest tile of its suit; the others rank by their other end. Of the sixes: 66, 65, 64, 63, 62, 61."
    ),
    "MOON-1.7": (
        "When doubles are trump, all doubles are trumps, from 66 down to 00, and belong to no suit of numbers: 65 is then "
        "the highest six."
    ),
    "MOON-2.1": (
        "Who bids first in the first hand is drawn by lot. From hand to hand the first bid moves one place clockwise."
    ),
    "MOON-2.2": (
        "Each player speaks once in a hand, in clockwise order from the first bidder: a pass, or a bid that is higher than "
        "every bid before it. Next to speak is the first, clockwise from the first bidder, who has not spoken. A bid that is "
        "too low and stands uses up its player's turn and does nothing else."
    ),
    "MOON-2.3": (
        "A bid is the number of tricks contracted: 4, 5, 6, 7, or 21. 21 is the highest bid, and no other bid need go "
        "before it."
    ),
    "MOON-2.4": (
        "A bid of 21 ends the bidding at once: nobody speaks behind it, not even to pass. Otherwise the bidding is over when "
        "all three have spoken. The highest bid spoken before trump is named makes its player the bidder, the earlier of two "
        "equal ones; a later pass takes nothing back. Trump is named, and tiles are played, only when the bidding is over."
    ),
    "MOON-2.5": (
        "If all three pass, the option all_pass decides: the tiles are dealt again and the next player bids first (redeal), "
        "or the same player does (redeal_same_bidder), or the last player may not pass when both others have "
        "(last_must_bid). Under the last a pass that stands all the same is a redeal."
    ),
    "MOON-3.1": (
        "The bidder takes the kitty into the hand and puts one of the eight tiles, maybe the same one, face down in the "
        "middle. Nobody plays it. A discard that is not among the bidder's eight tiles, or is played, cannot be."
    ),
    "MOON-3.2": (
        "The bidder names trump, once: a number from 0 to 6, doubles, or none. Nobody bids behind it, and nothing is played "
        "before it. If somebody else's declaration stands, it counts as the bidder's."
    ),
    "MOON-3.3": "Without trump, the doubles remain the highest tiles of their suits.",
    "MOON-4.1": (
        "The bidder leads to the first trick, with any tile, and the winner of a trick to the next. The others play in "
        "clockwise "
        "order: next is the first, clockwise from the tile that led, who has not played to the trick. Each plays one tile; "
        "the third completes the trick."
    ),
    "MOON-4.2": "A trump led asks for trump. Any other tile led asks for the suit of its higher end.",
    "MOON-4.3": (
        "Whoever holds a tile of the suit asked for must play one. Whoever holds none may play any tile, also a trump. "
        "Nobody has to win a trick."
    ),
    "MOON-4.4": "The highest trump in a trick wins it; in one without trumps, the highest tile of the suit led.",
    "MOON-4.5": "A hand is seven tricks, and all seven are played. Behind the seventh nothing is left to play.",
    "MOON-4.6": (
        "An entry at the wrong stage of a hand cannot be, and the rule of that stage is cited: a bid or another declaration "
        "behind the naming of trump (3.2), a declaration or a play before the bidding is over (2.4), a play before trump "
        "is named (3.2) or right behind a hand whose seven tricks were logged (4.5), a player's second tile in a trick (4.1)."
    ),
    "MOON-5.1": "Tricks are scored when the hand is over, never during it.",
    "MOON-5.2": (
        "A bidder who wins at least the tricks bid, all seven for a bid of 21, scores the bid, and nothing for tricks above it."
    ),
    "MOON-5.3": (
        "A bidder who wins fewer loses the bid, and scores nothing for the tricks won. Totals may fall below zero."
    ),
    "MOON-5.4": (
        "Under the option moon_made wins_game, 21 made wins the game at once whatever the totals; it is added to the total "
        "too, and the winner ranks first even with a lower total. Under plus_21 it is 21 points and no more. 21 failed "
        "costs 21."
    ),
    "MOON-5.5": "Every other player scores a point for each trick won, whether or not the bid was made.",
    "MOON-5.6": (
        "When a hand has been scored and anybody has the game points (the option game_points) or more, the player with the "
        "highest total has won. Under finish bidder_goes_out, a bidder who has made the bid and reached the game points "
        "wins before anybody else, and ranks first. A correction by hand, a redeal or a voided hand ends no game."
    ),
    "MOON-5.7": (
        "If several share the highest total, further hands are played, until at the end of one a single player has more than "
        "each of the others, and the game points at least."
    ),
    "MOON-5.8": (
        "When time is called, the hand in play is not scored, nor is one that waits for the referee's ruling. The highest "
        "total wins; equal totals are a draw."
    ),
    "MOON-5.9": (
        "Nothing follows the end of the match but remarks. A forfeit, too, drops a hand in play or one that waits for "
        "its ruling."
    ),
    "MOON-6.1": (
        "A revoke is a play that does not follow suit although its player could have followed. It breaks 4.3."
    ),
    "MOON-6.2": (
        "Known is what is true in every distribution of the tiles that fits the log up to and with the play: seven tiles dealt "
        "to each, one in the middle, the discard one of the bidder's eight, the hands, kitty and discard as far as they were "
        "logged, and the tiles played. A play that does not follow is illegal if its player holds a following tile in all of "
        "these distributions, legal if in none, and undecided otherwise."
    ),
    "MOON-6.3": (
        "A play that is undecided is proven wrong only by a later play of the same player: of a tile that would have followed. "
        "One play may prove several. The ruling of the earlier play is not changed; the proof is a finding. Behind the seventh "
        "trick every play has been decided."
    ),
    "MOON-6.4": (
        "The option revoke decides what a proven revoke leads to; one that was seen at once and stood counts as proven. "
        "Under hold the hand is played out, and then waits for one ruling of the referee on all its revokes; until then the "
        "score is provisional and only rulings, corrections, remarks and the end of the match can be logged. Under "
        "offender_loses 6.5 is applied, under report_only the hand is scored as played. A ruling that nothing waits for "
        "cannot be."
    ),
    "MOON-6.5": (
        "Where the offender loses: a bidder who revoked loses the bid, whatever others did. A defender who revoked scores "
        "nothing, and unless the bidder revoked too the bid counts as made. Who did not revoke keeps the tricks won. A 21 that "
        "is only credited so does not win at once, but its points count; with all seven tricks really won it wins."
    ),
    "MOON-6.6": (
        "The referee may also rule that the hand is scored as it was played (stands), or that it is void: no score, the same "
        "player bids first again, and the hand is listed like a redeal."
    ),
    "MOON-7.1": (
        "The one tile of the 22 that has not been played behind the last trick is the discard. If the log named the "
        "discard, both agree."
    ),
    "MOON-7.2": (
        "A deal may show the hands of any of the players, seven different tiles each, and the kitty. Two hands and the "
        "kitty give the third "
        "hand, three hands give the kitty. A hand of another length, a tile that stands twice, or a declared kitty that "
        "contradicts, "
        "cannot be."
    ),
    "MOON-7.3": "A tile is played only from a hand that can hold it: the bidder's with the kitty, and without the discard.",
    "MOON-8.1": (
        "A summary takes the place of a whole hand: bidder, bid, trump if known, and the tricks of all three; or no bidder, "
        "for a hand that all three passed. It stands only where a hand would begin. It is scored by its tricks; what a revoke "
        "would have changed is put right by a correction. The first bid moves on as after any hand, behind one that all "
        "three passed as all_pass says."
    ),
    "MOON-8.2": (
        "The tricks of a summary are none or more each, and seven in all. Where the last player must bid, there is no "
        "hand that "
        "all three passed."
    ),
}

CODES = {
    "no_such_tile": "The set has no tile {tiles}.",
    "tile_already_played": "{tile} has already been played, and there is only one.",
    "deal_within_hand": "A deal can only be the first entry of a hand, and hand {hand} has begun.",
    "spoke_again": "{player} has already spoken in this hand; each player speaks once.",
    "spoke_out_of_turn": "{player} spoke, but it was for {on_turn} to speak.",
    "bid_too_low": "{player} must bid more than {highest}, or pass; {bid} is too low.",
    "spoke_behind_21": "{player} spoke, but {bidder}'s bid of 21 has ended the bidding.",
    "bidding_not_over": "The bidding is not over: it is for {on_turn} to speak.",
    "last_must_bid": "{player} may not pass: both others have passed, and the last player must bid.",
    "discard_not_among_eight": "{bidder} cannot have put down {tile}: it is not among {bidder}'s eight tiles.",
    "discard_played": "{tile} is the discard, which lies face down and is not played.",
    "trump_already_named": "Trump has been named in this hand ({trump}).",
    "trump_not_named": "{bidder} has not named trump yet; nothing can be played before.",
    "not_the_bidder": "{player} named trump, but {bidder} is the bidder.",
    "second_tile_in_trick": "{player} has already played {tile} to this trick.",
    "played_out_of_turn": "{player} played, but it was {on_turn}'s turn.",
    "revoke": "{player} played {tile} to the lead of {lead}, but holds a tile of the suit asked for ({suit}) and had to follow.",
    "revoke_proven": "{player} played {tile} to the lead of {lead} and did not follow ({suit}), but had {proof} and could have.",
    "hand_complete": "The seven tricks of hand {hand} have been played; a new hand begins with a deal or a bid.",
    "after_end": "The match is over; only a remark may follow.",
    "ruling_owed": "The referee must first rule on the revokes of {players}.",
    "no_ruling_owed": "There is nothing that waits for a ruling.",
    "discard_disagrees": "{discard} was logged as the discard, but the tile left unplayed would be {left}.",
    "hand_not_seven": "A hand is seven tiles; wrong are the hands of {players} ({lengths}).",
    "tile_twice_in_hand": "A hand holds a tile once; twice in one stands {tiles}.",
    "tile_in_two_places": "A tile is in one place; in two places stands {tiles}.",
    "kitty_contradicts": "{tile} cannot have been the kitty: the log has another tile in the middle, or this one in a hand.",
    "tile_not_in_hand": "{player} cannot hold {tile}, by what the log shows of the tiles.",
    "summary_within_hand": "A summary stands for a whole hand, but hand {hand} has begun.",
    "tricks_not_seven": "The tricks of a hand are seven in all, none of them negative; here they are {tricks}.",
    "nobody_bid": "The last player must bid in this match, so no hand is passed by all three.",
}

EFFECTS = {
    "contract": "{player} is the bidder, for {bid}.",
    "redeal": "Nobody bid: no score. {first} bids first in the next hand.",
    "trick_won": "{player} wins trick {trick}.",
    "discard_deduced": "{tile} was not played: it is the discard.",
    "bid_made": "{player} made the bid of {bid} with {tricks} trick(s).",
    "bid_failed": "{player} bid {bid} and won {tricks} trick(s): the bid is lost.",
    "bid_credited": "{player}'s bid of {bid} counts as made, because a defender revoked.",
    "bid_lost_by_revoke": "{player} revoked and loses the bid of {bid}.",
    "tricks_scored": "{player} scores {points} for tricks.",
    "tricks_lost_by_revoke": "{player} revoked and scores nothing for {tricks} trick(s).",
    "ruling_awaited": "The hand waits for the referee's ruling on the revokes of {players}.",
    "hand_voided": "Hand {hand} is void: no score. {first} bids first again.",
    "further_hand": "{players} share the highest total, {points}: a further hand is played.",
    "game_won": "{player} has won the game with {points} points.",
    "hand_dropped": "Hand {hand} is not scored.",
}

OPTIONS = {
    "all_pass": (
        "What follows when all three pass: a redeal with the next player as first bidder, a redeal with the same one, or it "
        "is not allowed to the last."
    ),
    "moon_made": "Whether 21 made wins the game at once, or only scores 21.",
    "game_points": "The total that ends the game at the end of a hand.",
    "finish": "Who wins when the game points are reached: the highest total, or first a bidder who made the bid and has them.",
    "revoke": (
        "What a proven revoke leads to: the hand waits for the referee's ruling, the offender loses by rule, or it is "
        "only reported."
    ),
}

WORDS: dict[str, dict[object, str]] = {"trump": {"none": "no trump"}}
