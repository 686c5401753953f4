"""Sentences in English."""

TITLE = "Taki"
SUMMARY = (
    "A hand-shedding card game for 2 to 10 players: cards follow each other by colour or symbol, whole runs of a colour "
    "are laid behind a Taki, +2 cards pile up, and the last card is called. The first empty hand wins; a tournament goes "
    "through stages with fewer cards each time."
)

RULES = {
    "TAKI-1.1": "Two to ten players sit in clockwise order. The pack has 116 cards in the colours red, blue, green and yellow.",
    "TAKI-1.2": (
        "Each colour has two each of the numbers 1 and 3 to 9 (there is no plain 2) and of Stop, +2, Change Direction, Plus "
        "and Taki. Without a colour there are four Change Colour and two each of Super Taki, King, +3 and +3 Breaker. A card "
        "that is none of these cannot have been played; nothing else is said of such an entry."
    ),
    "TAKI-1.3": (
        "Cards are written as colour and symbol (R1, B+2, GSTOP, YDIR, RPLUS, BTAKI) or, without a colour, as COLOR, STAKI, "
        "KING, +3 and BREAK. Both copies of a card are written alike."
    ),
    "TAKI-1.4": (
        "No card can be seen more often than it exists. Counted are the discards since the last reshuffle and every hand as "
        "far as the log shows it. A card that is played is first taken from the known part of the hand."
    ),
    "TAKI-1.5": (
        "Everybody is dealt eight cards, or as many as hand_size says. The next card is turned as the leading card; "
        "colourless ones are covered until a coloured card lies on top. What the opening card would do is ignored, and an "
        "opening Taki is no open run. A setup that does not agree with this, or shows a card too often, is malformed."
    ),
    "TAKI-1.6": "Nobody plays more cards than they hold, or a card that their hand, as far as it is logged, cannot hold.",
    "TAKI-2.1": (
        "The lead is the colour and symbol of the coloured card on top. Behind a Change Colour it is the colour named, "
        "without a symbol. A King, a +3 and a Breaker leave the lead beneath them as it was. A Super Taki has the colour of "
        "the lead and the symbol of a Taki."
    ),
    "TAKI-2.2": "A coloured card fits the lead by its colour or by its symbol. A Taki and a Super Taki fit each other.",
    "TAKI-2.3": (
        "A card without a colour fits everything, except where an active stack (4.2, 5.4, 5.5) or a draw that is owed (9.1) "
        "forbids it."
    ),
    "TAKI-3.1": "Whom the setup names begins (at the table: the youngest). Play goes clockwise until a Change Direction.",
    "TAKI-3.2": (
        "On a turn a player lays a card, or the cards that belong together by sections 4 to 6, or draws one card; then the "
        "turn ends. Nothing is laid behind a finished sequence, and the turn's draw is of exactly one card."
    ),
    "TAKI-3.3": (
        "Only the player on turn acts. Excepted are a Breaker in answer to a +3, calls, catches and draws that are owed. An "
        "entry that stands moves the turn on from whoever acted, on turn or not."
    ),
    "TAKI-3.4": "A card that was drawn is not played before the player's next turn.",
    "TAKI-3.5": (
        "Who can play does not draw, unless draw_when_able allows it. Cards without a colour count as playable. A draw is "
        "illegal if the log shows a playable card in the hand, legal if the whole hand is known and nothing fits, and "
        "otherwise open. It is proven wrong as soon as the player has played more cards that would have fitted then than "
        "cards drawn since, that draw included. The draw behind a Plus is judged in the same way; drawing a stack, or with an"
        " empty hand, is free."
    ),
    "TAKI-3.6": (
        "When a draw needs more cards than the pile holds, all discards but the top card are shuffled into it; the lead "
        "stays. Nobody owes more than pile and discards without the top card hold together: with nothing left the draw is "
        "logged with 0 cards, and a draw of more than there is cannot have happened. A hand that stays empty by such a draw "
        "has not won."
    ),
    "TAKI-4.1": "A Stop skips the next player. With two players whoever laid it is on turn again.",
    "TAKI-4.2": (
        "A +2 begins a stack of two against the next player, who lays a +2 of any colour (two more, for the player behind), "
        "lays a King, or draws the stack and loses the turn. Nothing else is played on an active stack; one that a standing "
        "play did not answer lapses."
    ),
    "TAKI-4.3": "A stack that was drawn is spent: its +2 leads like any card, and a new +2 on it begins at two.",
    "TAKI-4.4": (
        "A Change Direction turns the order of play round. With two players the other is on turn, or, under "
        "two_player_direction again, the same."
    ),
    "TAKI-4.5": (
        "Who lays a Plus owes one more card, which fits in the usual way; who cannot lay one draws a card, and the turn ends."
        " Another Plus may follow. The card may stand in the same entry or in the player's next one."
    ),
    "TAKI-4.6": (
        "A Plus as the last card neither wins nor finishes a stage, also at the end of a run, closed or not: the player draws"
        " one card and the turn ends. Under win_on_plus it wins, and nothing more is owed."
    ),
    "TAKI-5.1": (
        "With a Change Colour the player names a colour, which may be the present one. It is not laid on an active stack nor "
        "while draws for a +3 are owed."
    ),
    "TAKI-5.2": "A Super Taki is a Taki of the lead's colour, under the same two limits as a Change Colour.",
    "TAKI-5.3": (
        "A King may be laid on anything. It wipes out an active stack, and, unless king_on_plus3 forbids it, a +3 if the next"
        " player lays it before anybody has drawn. The player may then lay one more card of any kind, whatever the lead; "
        "under king_followup required this is a duty, if a card is left."
    ),
    "TAKI-5.4": (
        "A +3 makes every other player draw three; nobody loses a turn. On an active stack it is forbidden, or, under "
        "plus3_on_stack allowed, takes the stack's place."
    ),
    "TAKI-5.5": (
        "Any other player may answer a +3 with a Breaker, alone, before anybody has drawn for it: the +3 is cancelled and its"
        " player draws three. The first Breaker counts. It is no turn: play goes on behind the player of the +3, and the next"
        " player may break and is still on turn. On the own turn, without a +3, a Breaker may be laid on anything but an "
        "active stack; its player draws three, and the turn ends."
    ),
    "TAKI-6.1": (
        "Behind a Taki a player may lay any number of cards of its colour in the same turn: a run. Under taki_must_play_all "
        "whoever opened it lays all coloured cards of that colour; what an unknown hand keeps back is open until more such "
        "cards are played than have been drawn since."
    ),
    "TAKI-6.2": (
        "In a run only the colour counts. A Change Colour or a Super Taki may end it, unless wild_in_run forbids them behind "
        "another card of the run; no other card without a colour fits, and nothing follows the end. A card that does not fit,"
        " and stands, ends the run."
    ),
    "TAKI-6.3": "Actions inside a run do nothing. That of its last card happens if the run is closed with it.",
    "TAKI-6.4": (
        "At the end of a run its player says closed Taki. With a Taki or Super Taki on top a run cannot be closed; such a "
        "call, like one with nothing to close, is void. Who laid the run may still say it until another player's turn action,"
        " and the last card then acts as if it had been said at once. The player on turn may say it too: that closes the run "
        "without an action and is not the turn. Nobody else may say it."
    ),
    "TAKI-6.5": (
        "A run that was not closed is open. Whoever is on turn may go on with it, a card of its colour first, and all behind "
        "that is of the run; or close it; or play anything else that is legal. A Super Taki laid first opens a new run."
    ),
    "TAKI-6.6": (
        "An open run ends when it is closed or when a card is played that is not of its colour: also a King, a +3, a Breaker,"
        " or a Change Colour, whose named colour counts. With a Super Taki at its end it stays open. Drawing does not end it."
    ),
    "TAKI-6.7": (
        "If an unclosed run ends with an action, that does nothing. Under unclosed_action resolve it happens and the run "
        "stays open; an active stack then goes before the run: a +2 answers alone and, if it has the run's colour, leaves it "
        "open."
    ),
    "TAKI-7.1": (
        "Whose play leaves one card in hand says last card before another player's next turn action: a play on turn, the "
        "turn's draw or the drawing of a stack. Other owed draws, and a Breaker in answer to a +3, are no turn actions. A "
        "call before that play is void, and one card that was reached by drawing needs none."
    ),
    "TAKI-7.2": (
        "Who has not said it draws four. Under last_card automatic another player's next turn action shows it; this is a "
        "finding against the play that left one card, and what shows it is judged for itself. What ends the game shows "
        "nothing."
    ),
    "TAKI-7.3": (
        "Under last_card challenge it is shown only when somebody else catches the player, behind another player's turn "
        "action and before the target's own next one. Any other catch is illegal; if it stands, it costs the target four all "
        "the same. A late call does not help."
    ),
    "TAKI-7.4": "The duty to call ends when the hand is no longer one card, and begins anew each time.",
    "TAKI-8.1": (
        "In a single game the first empty hand wins at once, before its last card has any effect. Excepted are a last Plus "
        "(4.6) and a Breaker on the own turn, for which three cards are drawn first; they finish no stage either."
    ),
    "TAKI-8.2": "There is no score. The winner ranks first, all others share the next place.",
    "TAKI-8.3": (
        "In a tournament everybody starts in the highest stage with as many cards. Who empties the hand draws one card fewer "
        "than the stage's number and is in the stage below. Emptying the hand in stage 1 wins; the winner is shown in stage "
        "0, but not after a forfeit."
    ),
    "TAKI-8.4": "The card that finishes a stage keeps its effect on the others. The stage hand is drawn before anything else.",
    "TAKI-8.5": "Tournament standings: the winner, then the lower stage, then the fewer cards in hand.",
    "TAKI-8.6": (
        "When time is called a tournament ranks as in 8.5 and a single game by fewest cards. Whoever is alone in the first "
        "place has won; a shared first place has no winner. While the game goes on the order is the same."
    ),
    "TAKI-8.7": "Behind the end there is nothing but remarks.",
    "TAKI-9.1": (
        "An owed draw is logged with exactly its number. For all players together stage hands come first, then last-card "
        "penalties, then the rest; inside a step any order. Until they are drawn nothing else is legal but calls, catches, "
        "and a Breaker or King in answer to a +3, for which only a stage hand, or a penalty of the same player, must be drawn"
        " before. A play that stands although draws were owed lets them lapse; a wrong draw that stands settles the player's "
        "own."
    ),
    "TAKI-12.1": (
        "A log holds either play or results. The first play, draw, call, catch or summary decides; an entry of the other kind"
        " behind it cannot be. Only a log of play needs the leading card."
    ),
    "TAKI-12.2": (
        "Single game: one summary names the winner, and may name the cards left in every hand: none of the winner, at least "
        "one of each other, together no more than 115. The game is then over."
    ),
    "TAKI-12.3": (
        "Tournament: each summary names a player and the stage that this player has just finished, which is the one the "
        "player is in. Finishing stage 1 wins. Cards in hand stay unknown, and equal stages share a rank."
    ),
    "TAKI-12.4": (
        "A summary that contradicts what the log says is impossible. Behind a summary nobody is known to be on turn. Its "
        "frames are those of play, marked as a summary."
    ),
}

CODES = {
    "no_such_card": "There is no card {card}; {player} cannot have had it.",
    "too_many_copies": "{card} would be on the table and in known hands {shown} times, but exists {copies} times.",
    "more_than_held": "{player} plays {count} card(s), but holds {held}.",
    "not_in_hand": "The logged hand of {player} does not hold {cards}.",
    "no_match": "{player} laid {card}, which fits neither the colour nor the symbol of the lead ({lead}).",
    "after_sequence": "{player} laid {card} behind a sequence that was finished.",
    "wrong_turn_draw": "{player} drew {count} card(s) on turn, where {due} may be drawn.",
    "out_of_turn": "{player} acted, but it is {on_turn}'s turn.",
    "call_out_of_turn": "{player} said closed Taki, but is not on turn and did not lay the run just now.",
    "could_play": "{player} drew on {lead}, but held {fitting}.",
    "drew_though_able": (
        "{player} drew on {lead} though able to play: since then {player} has played {fitting} card(s) that fitted, and drawn"
        " {drawn}, that draw included."
    ),
    "more_than_exists": "{player} cannot have drawn {count} card(s): there are only {most} to draw.",
    "stack_unanswered": "{player} laid {card} on a stack of {count}; only a +2 or a King answers it.",
    "king_alone": "{player} laid a King and no card behind it, but holds {left}.",
    "plus3_on_stack": "{player} laid a +3 on a stack of {count}.",
    "breaker_on_stack": "{player} laid a Breaker on a stack of {count}.",
    "breaker_too_late": "{player} laid a Breaker after somebody had drawn for the +3.",
    "breaker_of_own": "{player} laid a Breaker against their own +3.",
    "run_unfinished": "{player} opened a {colour} run and kept {left}.",
    "kept_of_run": (
        "{player} opened a {colour} run and kept cards of that colour: since then {player} has played {fitting} of them, "
        "and drawn {drawn} card(s)."
    ),
    "not_of_run": "{player} laid {card}, which does not fit the run.",
    "behind_run": "{player} laid {card} behind the card that ended the run.",
    "wild_in_run": "{player} laid {card} in a run, where the ruleset allows no card without a colour.",
    "last_card_uncalled": "{player} did not call the last card in time, and draws {count}.",
    "no_challenge": "{player} caught {target}, but in this ruleset nobody needs to: a missing call shows itself.",
    "caught_oneself": "{player} cannot catch their own missing call.",
    "nothing_to_catch": "{player} caught {target}, who has no call to make, or can no longer be caught.",
    "caught_too_early": "{player} caught {target} too early: nobody else has acted on turn since, and {target} may still call.",
    "after_end": "The game is over; only a remark may follow.",
    "draws_first": "{player} acted, but first {owing} must draw.",
    "wrong_owed_draw": "{player} drew {count} card(s), but had to draw {due}.",
    "other_kind": "This log holds {logged}; an entry of {other} cannot stand in it.",
    "summary_contradicts": "The result contradicts itself: {what}.",
    "not_in_stage": "{player} cannot have finished stage {stage}, being in stage {current}.",
}

EFFECTS = {
    "turn_skipped": "{player} is skipped.",
    "stack_lies": "{player} faces a stack of {count}.",
    "stack_drawn": "The stack of {count} is drawn and spent.",
    "stack_ended": "The stack of {count} is no more.",
    "direction_changed": "Play goes {direction} now.",
    "card_owed": "{player} owes one more card.",
    "plus_lapsed": "The card that {player} owed to a Plus lapses.",
    "colour_named": "{player} names {colour}.",
    "draw_owed": "{player} has to draw {count}.",
    "draws_lapsed": "What {players} had to draw lapses.",
    "plus3_cancelled": "The +3 of {player} is cancelled.",
    "run_opened": "{player} opens a {colour} run.",
    "run_continued": "{player} goes on with the {colour} run.",
    "run_closed": "{player} closes the {colour} run.",
    "run_ended": "The {colour} run is over.",
    "call_void": "{player}'s call of {phrase} is void.",
    "last_card_called": "{player} has called the last card.",
    "reshuffled": "{cards} discards are shuffled into the pile.",
    "stage_finished": "{player} has finished stage {stage}.",
    "won": "{player} has won.",
}

OPTIONS = {
    "format": "A single game, or a tournament through stages.",
    "hand_size": "How many cards everybody is dealt in a single game.",
    "stages": "In which stage everybody starts in a tournament, and with how many cards.",
    "draw_when_able": "Whether a player who can play may draw instead.",
    "two_player_direction": "Whether with two players a Change Direction passes the turn, or gives another one.",
    "win_on_plus": "Whether a Plus as the last card wins, or finishes a stage.",
    "king_on_plus3": "Whether the King of the next player cancels a +3.",
    "king_followup": "Whether a card behind a King may, or must, be laid.",
    "plus3_on_stack": "Whether a +3 may take the place of an active stack.",
    "taki_must_play_all": "Whether who opens a run must lay all cards of its colour.",
    "wild_in_run": "Whether a Change Colour or Super Taki may end a run.",
    "unclosed_action": "Whether the action at the end of an unclosed run does nothing, or happens.",
    "last_card": "Whether a missing call shows itself, or must be caught.",
}

_COLOURS: dict[object, str] = {"R": "red", "B": "blue", "G": "green", "Y": "yellow"}
_KINDS: dict[object, str] = {"play": "play", "summary": "results"}
WORDS = {
    "colour": _COLOURS,
    "lead": _COLOURS,
    "phrase": {"last_card": "last card", "closed_taki": "closed Taki"},
    "logged": _KINDS,
    "other": _KINDS,
}
