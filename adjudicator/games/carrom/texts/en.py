"""Sentences in English."""

TITLE = "Carrom"
SUMMARY = (
    "Two, three or four players flick a striker to pocket their pieces. A board is won by the side that clears its pieces "
    "once the queen is covered; 25 points win the game, or the most when boards or time run out."
)

RULES = {
    "CARROM-1.1": (
        "Two, three or four players, listed in turn order. Two play against each other. Four play in partnerships, the "
        "first with the third and the second with the fourth. Three play each for themselves, for the points of the "
        "pieces (section 8)."
    ),
    "CARROM-1.2": (
        "A set has 9 white pieces, 9 black ones, a queen and a striker. At every moment the pieces of a colour on the "
        "board and those pocketed are 9 together, so no stroke can pocket, or drive off the board, what does not lie "
        "there."
    ),
    "CARROM-1.3": "The player drawn to begin breaks the first board, and that side plays white in it.",
    "CARROM-1.4": (
        "Who breaks a later board of a game is told by `next_break`: the next player in turn order (`alternate`), or "
        "the first player in turn order after the last breaker who belongs to the side that won the board (`winner`) "
        "or lost it (`loser`); with three players, to whoever scored most or fewest in it, the first in that order if "
        "several did. The breaker's side always plays white. Extra boards are no exception."
    ),
    "CARROM-1.5": (
        "Every board opens with the queen in the centre, six pieces round her, twelve round these, the colours in "
        "turn, and the doubled whites turned towards the pockets as nearly as possible. The log does not mention it."
    ),
    "CARROM-2.1": (
        "The breaker has three tries in a turn to disturb the centre. A try that touches nothing is logged with "
        "`broke: false` and is followed by another of the same player; any contact at all is a break. Once the centre "
        "is broken no try can fail to break it."
    ),
    "CARROM-2.2": (
        "After three failed tries (5.7) the turn goes to the next player, who plays their own colour and has three "
        "tries too, and so on until the centre is broken. Any foul in a try ends the turn. A third try that also "
        "pockets the striker breaks both rules."
    ),
    "CARROM-2.3": "In a try that touched nothing only the striker can have been pocketed or have left the board.",
    "CARROM-3.1": (
        "Only the player on turn strikes; in doubles the turn goes round all four. If the referee lets a stroke out of "
        "turn stand, the turn of the player who was on turn is over, a queen that was not covered goes back, and the "
        "one who struck is on turn from that stroke on, with tries and strokes counted anew."
    ),
    "CARROM-3.2": "A stroke without a foul that pockets an own piece or the queen gives another stroke.",
    "CARROM-3.3": "A stroke that pockets nothing of one's own ends the turn, and a foul ends it at once.",
    "CARROM-3.4": (
        "A stroke is the set of pieces that fell in it: their order never matters, and whether the side may take the "
        "queen is judged on what was before the stroke."
    ),
    "CARROM-3.5": (
        "Under `turn_after_foul` = `icf` a stroke whose only foul is the pocketed striker keeps the turn if an own "
        "piece fell, or the queen to a side that may take her; a queen waiting for her cover goes on waiting if an own "
        "piece fell. A queen refused under `return_now_end_turn` ends the turn all the same. Every other foul ends it."
    ),
    "CARROM-3.6": "Pieces stay as they come to rest, on top of each other or on their edge too.",
    "CARROM-3.7": (
        "A striker that lies under a piece may be taken away with as little disturbance as possible; that is no "
        "touched piece (5.8)."
    ),
    "CARROM-4.1": (
        "A side may take the queen once an own piece has fallen in one of its own strokes in this board, even if that "
        "piece has gone back since or went back at once, and only while it owes no due. `queen_needs_own` = `false` "
        "drops the first condition, never the second."
    ),
    "CARROM-4.2": (
        "A side that pockets a queen that it may take must cover her with an own piece, in the same stroke or in its "
        "next one."
    ),
    "CARROM-4.3": (
        "Where the queen falls together with the side's first own pieces of the board and no due is owed, the first "
        "own piece gives the right to her and a second one covers her; with one alone she still needs a cover. "
        "`queen_first_piece` can send her back however many fell (`return`, as in 4.4) or let one piece do "
        "(`covered`)."
    ),
    "CARROM-4.4": (
        "A queen pocketed by a side that may not take her is no foul. The turn goes on, she cannot be covered in it, "
        "and she goes back to the centre when it ends; under `queen_ineligible` = `return_now_end_turn` she goes back "
        "at once and the turn is over, even if own pieces fell."
    ),
    "CARROM-4.5": "A queen that was not covered goes back to the centre when the turn ends; it costs nothing more.",
    "CARROM-4.6": (
        "A queen pocketed in a foul stroke, or waiting for her cover when the player on turn fouls, goes back to the "
        "centre. A foul stroke never covers her."
    ),
    "CARROM-5.1": (
        "A foul costs a penalty: one pocketed piece of the offender's side goes back to the board, besides whatever "
        "the foul itself returns, and the turn ends. However many fouls a stroke holds it costs one piece; under "
        "`penalties_per_stroke` = `per_offence` one for each kind of foul in it, however many pieces it concerned."
    ),
    "CARROM-5.2": (
        "Pocketing the striker is a foul. Own pieces that fell with it go back too, unless `striker_with_own` = `keep` "
        "lets them stay down."
    ),
    "CARROM-5.3": (
        "A piece that leaves the board is a foul and lies in the centre again; under `off_board` = `respot` it only "
        "goes to the centre and the turn follows from what fell. The striker leaving the board is a foul as well, "
        "unless `striker_off_board` = `none`."
    ),
    "CARROM-5.4": (
        "Pocketing an opponent's piece is a foul: it goes back, the queen with it if she fell or waited for her cover, "
        "while own pieces of the stroke stay down. Under `opponent_piece` = `return_only` it costs no penalty piece; "
        "under `stays_down` it is no foul at all, the piece stays down, and the turn goes on only if an own piece or "
        "the queen fell."
    ),
    "CARROM-5.5": (
        "A side that pockets its last piece while the queen is neither covered nor covered by that stroke fouls: one "
        "piece goes back and a penalty piece with it. In a stroke with another foul the queen is not covered. "
        "`last_before_queen` = `lose_board` loses the board instead, except in a stroke spoilt by another foul in "
        "which the queen fell or waited for her cover, and no last piece of the opponents fell: then all own pieces of "
        "the stroke go back."
    ),
    "CARROM-5.6": (
        "Pocketing the opponents' last piece is a foul besides 5.4: it goes back and costs a penalty piece. "
        "`opponent_last` = `lose_board` loses the board instead, unless the own last piece fell in the same stroke, "
        "without another foul, and the queen was covered before or by it: then the striking side has won."
    ),
    "CARROM-5.7": (
        "Three failed tries to break are a foul; under `break_failed` = `pass` they are none and only the turn passes."
    ),
    "CARROM-5.8": "Touching a piece other than the striker is a foul.",
    "CARROM-5.9": (
        "The referee may report of a stroke that the striker was not placed properly, between the two base lines or "
        "wholly on a red circle at their ends (`placement`); that arm, hand or leg crossed a diagonal line "
        "(`foul_line`); that the striker was not flicked (`push`); or that it did not cross the front base line "
        "(`baseline`). Each is a foul."
    ),
    "CARROM-5.10": "Own pieces that fell in a stroke fouled under 5.8 or 5.9 go back too.",
    "CARROM-5.11": (
        "A foul without a stroke (5.8, 5.9) by the player on turn ends the turn; by anybody else it costs the penalty "
        "and the turn goes on. Under `foul_before_stroke` = `continues` the turn goes on as well if nothing has been "
        "struck in it yet, a failed try being a stroke. Between boards such a foul belongs to the next board."
    ),
    "CARROM-5.12": (
        "A side without a pocketed piece owes the penalty, unless `dues` = `waived`. A due is paid from its next own "
        "pieces, whoever pockets them, after the stroke in which they fall and behind a penalty of that stroke; a "
        "board won by the stroke is won first. Paying does not end the turn. What is still owed at the end of the "
        "board is written off."
    ),
    "CARROM-5.13": (
        "Before the next stroke an opponent of the offender may decline the penalty of the latest stroke or foul "
        "entry, whole and once: its penalty pieces stay down and its dues are struck off, but what the foul itself "
        "returned stays returned and the turn does not come back. A side left without a piece, the queen being "
        "covered, has won the board; else an older due is paid from the pieces that stay down (with three players "
        "black first). Without a penalty there is nothing to decline, and nobody declines their own side's."
    ),
    "CARROM-5.14": (
        "An opponent puts returned pieces into the circle, on top of others if need be, and the queen as near the "
        "centre as possible. The log does not mention it."
    ),
    "CARROM-6.1": (
        "Once the queen is covered, the side that has no piece left on the board after all returns and penalties has "
        "won the board at once; the last piece may be the one that covers her."
    ),
    "CARROM-6.2": "The winner of a board scores 1 for each piece that the opponents still have on it.",
    "CARROM-6.3": (
        "The winner scores the queen too (`queen_points`) if its own side covered her, else nobody does. Where "
        "`queen_points_until` is set, she counts only for a winner whose total is still below it, corrections "
        "included."
    ),
    "CARROM-6.4": "Only the winner of a board scores: at least 1, at most 9 and the queen.",
    "CARROM-7.1": (
        "A side whose total has reached `game_points` when a board ends has won the game; a correction by hand alone "
        "wins nothing. Totals are not capped. If both have reached it the higher total wins, and equal totals play "
        "another board."
    ),
    "CARROM-7.2": "After `max_boards` boards the highest total wins the game.",
    "CARROM-7.3": (
        "Equal totals after the last board are a draw, or under `tie` = `extra_board` are played off by further boards "
        "until they differ."
    ),
    "CARROM-7.4": (
        "When time is called the board in play is not scored and the highest total wins the game; equal totals are a "
        "draw."
    ),
    "CARROM-7.5": (
        "A match is `match_games` games, won by the side first to more than half of them, or after the last by most "
        "games, level being a draw; a drawn game is nobody's. Each game is broken first by the player after the one "
        "who first broke the game before. At time the game in play goes to the higher total, then the match to most "
        "games. A correction belongs to the game in play, between games to the next. Of two sides, one that forfeits "
        "loses the game in play and the match whatever the games; with three players the game in play goes to the "
        "higher of the two others, then most games decide between them."
    ),
    "CARROM-7.6": "Nothing but remarks follows the end of the match.",
    "CARROM-8.1": (
        "With three players every pocketed piece counts for whoever pocketed it, by `piece_points`. All pieces are "
        "everyone's: there are no opponents' pieces, and an own piece is any black or white one."
    ),
    "CARROM-8.2": (
        "With three players a returned piece takes its points with it, and penalty pieces and dues come from what the "
        "offender pocketed. Whoever has both colours down must name which goes back first (`penalty_piece`); unnamed "
        "it is black. A colour that the offender does not have, or any where nothing goes back, cannot have been "
        "named."
    ),
    "CARROM-8.3": (
        "With three players the board ends when all 18 pieces and the covered queen are down. The last piece cannot "
        "fall before she is covered (5.5): one piece goes back, white if both colours fell, and a penalty piece. After "
        "a foul stroke with the last piece the penalty piece lies, and play goes on."
    ),
    "CARROM-8.4": (
        "With three players the points of a board are added when it ends. `game_points` or more then wins, of several "
        "the highest, and equal highest totals play another board; after `max_boards` the highest total wins."
    ),
    "CARROM-9.1": (
        "A board of which no strokes are logged is logged as a whole: for two sides the winner, the pieces that the "
        "loser had left, and whether the queen was scored; for three players the points of each. It stands only where "
        "a board would begin, and ends that board like any other."
    ),
    "CARROM-9.2": (
        "A loser has 1 to 9 pieces left; none only where a board can be lost by a last piece, and without the queen "
        "only by the opponents' last. The queen scores as in 6.3, and a board at least 1. With three players the "
        "points are whole numbers, none negative, whose sum is the value of all pieces."
    ),
    "CARROM-9.3": (
        "What contradicts 9.2 is impossible and cited as 9.2. The score sheet marks the board as a summary: what "
        "happened inside it has not been judged."
    ),
}

CODES = {
    "not_on_board": "{player} cannot have pocketed or driven off that much: {pieces} (gone: {gone}, on the board: {on_board}).",
    "centre_broken": "The centre is broken already, so {player}'s stroke cannot have been a failed try to break it.",
    "try_touched": "{player}'s try touched nothing, so {pieces} cannot have moved.",
    "out_of_turn": "{player} struck, but {on_turn} is on turn.",
    "striker_pocketed": "{player} pocketed the striker.",
    "off_board": "{player} drove off the board: {pieces}.",
    "opponent_piece": "{player} pocketed {count} of the opponents' pieces.",
    "last_before_queen": "{player} pocketed the last piece before the queen was covered.",
    "opponent_last": "{player} pocketed the opponents' last piece.",
    "break_failed": "{player} failed to break the centre in three tries.",
    "touch": "{player} touched a piece other than the striker.",
    "placement": "{player} did not place the striker properly.",
    "foul_line": "{player}'s arm, hand or leg crossed a diagonal line.",
    "push": "{player} pushed the striker instead of flicking it.",
    "baseline": "{player}'s stroke did not cross the front base line.",
    "nothing_to_decline": "{player} declines a penalty, but the latest stroke or foul entry left none.",
    "own_penalty": "{player} cannot decline a penalty of their own side ({players}).",
    "after_end": "The match is over; nothing but a remark can follow.",
    "penalty_piece_not_held": "No {colour} piece can go back for {player}: none of that colour is there to pay with.",
    "penalty_piece_for_nothing": "{player} names a {colour} penalty piece, but no piece goes back as a penalty or due.",
    "penalty_piece_unnamed": "{player} has both colours down ({white} white, {black} black) and must name which goes back.",
    "board_in_play": "Board {board} has begun, so it cannot be logged as a whole.",
    "pieces_left_impossible": "No loser of a board can have {pieces} pieces left here.",
    "points_negative": "The points of a board cannot be negative: {players}.",
    "points_do_not_sum": "The points of a board sum to {total}, not to {points}.",
}

EFFECTS = {
    "turn_taken": "{player} is on turn from this stroke on.",
    "pieces_respotted": "Back in the centre: {pieces}.",
    "pieces_returned": "The foul returns {pieces} of {players}.",
    "queen_pending": "The queen is down; {players} must cover her with the next stroke.",
    "queen_covered": "The queen is covered by {players}.",
    "queen_refused": "The queen is down, but {players} may not have her: she goes back when the turn ends.",
    "queen_returned": "The queen goes back to the centre.",
    "penalty_paid": "Penalty of {players}: {pieces} back on the board.",
    "penalty_owed": "No piece of {players} to pay with: {count} more owed.",
    "penalty_waived": "No piece of {players} to pay with: the penalty is waived.",
    "penalty_declined": "The penalty of {players} is declined: pieces that stay down: {pieces}; dues struck off: {count}.",
    "due_paid": "What {players} owed is paid: {pieces} back on the board.",
    "dues_written_off": "What {players} still owed ({count}) is written off.",
    "turn_kept": "The turn goes on: {player}.",
    "break_passed": "Three tries of {player} failed: the turn passes.",
    "board_won": "Board {board} goes to {winner}: {pieces} for pieces left, {queen} for the queen, {points} in all.",
    "board_shared": "Board {board} is over: {points} points for {players}.",
    "another_board": "Equal totals: board {board} is played.",
    "game_won": "Game {game} goes to {players}.",
    "game_drawn": "Game {game} is drawn.",
    "match_won": "The match goes to {players}.",
    "match_drawn": "The match is drawn.",
}

OPTIONS = {
    "next_break": "Who breaks the boards after the first of a game.",
    "turn_after_foul": "Whether a stroke whose only foul is the pocketed striker can keep the turn (`icf`).",
    "queen_needs_own": "Whether a side needs an own piece down before it may take the queen.",
    "queen_first_piece": "What becomes of a queen that falls together with the side's first own pieces of the board.",
    "queen_ineligible": "What becomes of a queen pocketed by a side that may not take her.",
    "penalties_per_stroke": "Whether a stroke with several fouls costs one penalty, or one for each kind of foul.",
    "striker_with_own": "Whether own pieces that fell with the striker go back or stay down.",
    "off_board": "Whether a piece that leaves the board is a foul, or only goes back to the centre.",
    "striker_off_board": "Whether the striker leaving the board is a foul.",
    "opponent_piece": "What pocketing an opponent's piece means: return and penalty, no foul, or return alone.",
    "last_before_queen": (
        "What pocketing the own last piece before the queen is covered means: return and penalty, or the board lost."
    ),
    "opponent_last": "What pocketing the opponents' last piece means: return and penalty, or the board lost.",
    "break_failed": "Whether three failed tries to break cost a penalty, or only pass the turn.",
    "foul_before_stroke": "Whether a foul of the player on turn before the first stroke of the turn ends the turn.",
    "dues": "Whether a side without a pocketed piece owes its penalties.",
    "queen_points": "What the queen scores for a winner that covered her.",
    "queen_points_until": "From which total on the queen scores nothing for the winner; null: she always scores.",
    "game_points": "How many points win a game.",
    "max_boards": "How many boards a game has at most; null: no limit.",
    "tie": "Whether equal totals after the last board are a draw, or are played off.",
    "match_games": "How many games a match has.",
    "piece_points": "What black, white and queen are worth with three players.",
}
