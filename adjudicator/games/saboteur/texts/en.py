"""Sentences in English."""

TITLE = "Saboteur"
SUMMARY = (
    "Miners dig for gold, card by card, and some of the players are saboteurs who want the mine to lead nowhere. "
    "For 3 to 10 players, three rounds; whoever has the most nuggets at the end wins."
)

RULES = {
    "SAB-1.1": (
        "3 to 10 players sit round the table and are listed clockwise. The box holds 44 path cards (the start, three goals, "
        "40 tunnels), 27 action cards, 28 gold cards and 11 roles (7 miners, 4 saboteurs)."
    ),
    "SAB-1.2": (
        "As many role cards as there are players and one more are shuffled: for 3 players 3 miners and 1 saboteur, for 4 "
        "players 4 and 1, for 5 4 and 2, for 6 5 and 2, for 7 5 and 3, for 8 6 and 3, for 9 7 and 3, for 10 7 and 4. Everybody "
        "gets one; the spare one stays face down until the round is over. So all the saboteurs shuffled are in play, or all "
        "but one. Roles that cannot have come from these cards are impossible."
    ),
    "SAB-1.3": (
        "A tunnel card is written by its open edges as it lies, in the order N E S W, with x behind them for a dead end. "
        "Turned by half it is the same card. There are 5 NESW, 5 NES (NSW), 5 NEW (ESW), 4 NS, 3 EW, 4 NW (ES), 5 NE (SW), and "
        "one dead end each of NESWx, NESx (NSWx), NEWx (ESWx), NSx, EWx, NWx (ESx), NEx (SWx), Nx (Sx) and Ex (Wx). That is "
        "the pack in portrait; with the cards lying the other way it counts 3 NS, 4 EW, 5 NW and 4 NE. The option card_frame "
        "says which of the two the log is written in; with any, each card has the larger number. Any other text is a card "
        "that does not exist: impossible."
    ),
    "SAB-1.4": (
        "The action cards are 6 MAP, 3 ROCKFALL, 3 each of BREAK_PICK, BREAK_LAMP and BREAK_CART, 2 each of FIX_PICK, FIX_LAMP "
        "and FIX_CART, and one each of FIX_PICK_LAMP, FIX_PICK_CART and FIX_LAMP_CART. A repair with anything else than one of "
        "the repair cards is impossible."
    ),
    "SAB-1.5": "There are 16 gold cards of one nugget, 8 of two and 4 of three. No other gold card exists.",
    "SAB-1.6": (
        "A log cannot show more copies of a card in one round than exist, nor more gold cards in a game. A card counts where a "
        "deal, a draw, a discard or its play names it; one that was named and is later played is still one copy. What the log "
        "leaves open is weighed as well: it is enough that no distribution of the unnamed cards can be right."
    ),
    "SAB-2.1": (
        "The start card, open to all four sides, lies at (0, 0); x grows towards the goals and y to the north. Three goal cards "
        "lie face down, goal_distance columns from the start and goal_gap rows from each other: with the usual values goal 1 at "
        "(8, 2), goal 2 at (8, 0), goal 3 at (8, -2). The mine may grow in every direction."
    ),
    "SAB-2.2": (
        "The goals are the gold (open to all four sides) and two stones, one that bends NE (turned: SW) and one that bends NW "
        "(turned: ES), shuffled. Whatever the log says of them must leave an order in which they can lie; a look or a reveal "
        "that contradicts what is known, or goals that are not these three, are impossible. Goals and looks name a stone by "
        "either of its two lies."
    ),
    "SAB-2.3": (
        "Everybody is dealt 6 cards when 3 to 5 play, 5 when 6 or 7 play, 4 when 8 to 10 play; the rest of the 67 tunnel and "
        "action cards are the draw pile. Every round deals roles, hands and goals anew and begins with an empty mine and whole "
        "tools; gold cards already taken stay with their owners."
    ),
    "SAB-2.4": (
        "What a log says of a round's deal, roles or goals must agree with what it has said before; if not, it is impossible. "
        "The entry round may be left out; it can only be the first entry of its round."
    ),
    "SAB-3.1": (
        "A path card is laid into an empty cell, upright or turned by half, never crosswise. A cell in which a card lies, a "
        "face-down goal too, cannot take another: impossible."
    ),
    "SAB-3.2": (
        "A path card must join the mine: one of its open edges meets an open edge of a face-up card. Dead ends and cut-off "
        "cards count, a face-down goal joins nothing. With placement from_start that card must be joined to the start by an "
        "unbroken tunnel, which rules out dead ends and cut-off cards."
    ),
    "SAB-3.3": (
        "Every edge of a laid card that touches a face-up card must fit it: open to open, closed to closed. Against a face-down "
        "goal anything fits."
    ),
    "SAB-3.4": "A dead end leads nowhere: no tunnel passes it, and no goal is reached through it.",
    "SAB-3.5": "With a broken tool in front of them a player may not lay path cards. Everything else is allowed.",
    "SAB-4.1": (
        "A broken tool may be laid in front of any player, oneself too, who has no broken tool of that kind yet. One that is "
        "laid all the same, and stands, lies there as a second one, and each of the two needs its repair."
    ),
    "SAB-4.2": (
        "A repair removes one broken tool of any player. The tool must be on the repair card and must be broken; a card with "
        "two tools repairs one of them. If a repair of a whole tool stands, the card is spent and nothing else happens."
    ),
    "SAB-4.3": (
        "A rockfall removes one tunnel card, chosen by whoever plays it. An empty cell is impossible; the start and the goals, "
        "open or not, are never removed. If such a rockfall stands, it is spent and the card stays."
    ),
    "SAB-4.4": "With a map a player looks at one goal that still lies face down. What they say about it is free.",
    "SAB-5.1": (
        "The youngest begins the first round (the log says who; ages are not checked), and play goes clockwise. After an entry "
        "out of turn that stands, play goes on to the left of whoever acted."
    ),
    "SAB-5.2": (
        "On a turn a player lays a path card, plays an action card or discards one card face down, then draws one while the "
        "pile lasts. A card that cannot be in that hand, by what the log says of it, is impossible."
    ),
    "SAB-5.3": (
        "With the pile empty nobody draws, and players go on with the cards they hold. Whoever has none is passed over; a turn "
        "of theirs is impossible, and so is a draw from the empty pile."
    ),
    "SAB-5.4": (
        "An entry is impossible if no distribution of all the cards that the log leaves open agrees with it and with every "
        "entry before it. Cited is the first that applies: a card that does not exist (1.3, of a repair 1.4), no card to play "
        "or to draw (5.3), a card that cannot be in the hand (5.2), too many copies (1.6)."
    ),
    "SAB-6.1": (
        "A goal is reached when an unbroken tunnel from the start meets it. That is judged anew after every change of the mine; "
        "a stone that was turned over is such a change, and goals reached through it are owed by the same player."
    ),
    "SAB-6.2": (
        "Whoever reaches goals turns all of them over, in any order, before anything else is done; then, if the gold is among "
        "them, the round is over. A reveal that was left out stays owed as long as the goal is reached. To turn over a goal "
        "that was not reached, or one that another player owes, is illegal; if it stands the goal is open, and the finder of "
        "gold is still whoever reached it, or, if nobody did, whoever turned it. A goal that lies open cannot be turned over."
    ),
    "SAB-6.3": "When the gold lies open the round is over and the miners have won it, whoever turned it over.",
    "SAB-6.4": (
        "A stone is turned so that it joins a tunnel that reached it. Where it then does not fit another neighbour it lies there "
        "all the same. It stays open, and carries tunnels by its own edges, even when a rockfall cuts it off."
    ),
    "SAB-6.5": (
        "When the pile and all hands are empty and the reveals that are owed have been made without finding the gold, the round "
        "is over and the saboteurs have won it. A last card that reaches the gold wins for the miners."
    ),
    "SAB-6.6": (
        "With the pile empty the table may end the round because nobody can play, if stuck_ends_round says so. Somebody can "
        "play who holds a path card that fits somewhere and has no broken tool, or an action card that has a target; a discard "
        "does not count. Each hand is judged by what the log names of it alone: a card that must be there and can be played "
        "makes it illegal, and where that stays open it is unverified."
    ),
    "SAB-6.7": (
        "After a round everybody's role is shown, also where it had been written down. The roles must agree with the box and "
        "with the log; naming all three goals as well is allowed, whoever won."
    ),
    "SAB-6.8": (
        "Every entry has its stage: turns, reveals and stuck while the round goes on, roles once when it has ended, gold after "
        "the roles until the last card is taken, round where no round is being played. At another stage it is impossible."
    ),
    "SAB-7.1": (
        "If the miners won, as many gold cards are drawn as miners are in play, one for each. With gold_draw players it is as "
        "many as there are players, nine at most, and the stack goes round the miners until it is empty."
    ),
    "SAB-7.2": (
        "Whoever reached the gold takes first; if that is a saboteur, the nearest miner in passing order does. Then the stack "
        "goes to the next miner to the left, or to the right if gold_pass says so. To take out of order is illegal; if it "
        "stands, the stack goes on from whoever took, and where each takes one card it passes over those who have theirs."
    ),
    "SAB-7.3": (
        "If the saboteurs won, one saboteur in play gets 4 nuggets, two or three get 3 each, four get 2 each; with none in play "
        "nobody is paid. This pay is counted in nuggets and uses up no gold cards."
    ),
    "SAB-7.4": (
        "Nuggets are secret until the game has ended: until then nobody but the referee sees totals, amounts or corrections, "
        "except a player their own. What cannot be seen is not judged; when the game has ended everything is put back and the "
        "log is judged again."
    ),
    "SAB-8.1": (
        "A game has as many rounds as the option rounds says. Whoever laid the last path card of a round begins the next one, "
        "also if that card stood against the rules or is gone; with next_starter left_of_last it is whoever sits to the left "
        "of the last player who acted. Without such a player the same one begins again."
    ),
    "SAB-8.2": (
        "A round is scored with its last entry: the roles, or the last gold card. Corrections count in the totals from then on. "
        "After the last round the most nuggets win, and equal totals share the place and the win. If time is called, a round "
        "in play is not scored and its gold is lost."
    ),
    "SAB-8.3": "After the last round, or after an end, nothing follows but remarks.",
    "SAB-9.1": (
        "A whole round of which nothing else is logged may be written as a summary: who won, who the saboteurs were, what the "
        "miners took, who laid the last path card. It stands where a round would begin, and never within one."
    ),
    "SAB-9.2": (
        "A summary names as many saboteurs as were shuffled, or one fewer. If the miners won it says of every miner, and of "
        "nobody else, what they took: one gold card's worth each, or with gold_draw players what the cards due to that miner "
        "can hold, and for at least one choice of who took first all amounts must fit. If the saboteurs won, no amounts stand."
    ),
    "SAB-9.3": (
        "The gold of all rounds together must be possible with the 28 cards of the box and the numbers of cards drawn. "
        "last_path names the player from whom the next starter follows; without it the same one begins again."
    ),
    "SAB-9.4": (
        "A summary that contradicts anything is impossible: within a round by 9.1, in what it says by 9.2, and if that holds, "
        "in the gold by 9.3. Its frame is that of a round and says that it is a summary."
    ),
}

CODES = {
    "roles_not_dealt": "{miners} miners and {saboteurs} saboteurs cannot come from the roles that were shuffled.",
    "no_such_card": "There is no card {card} that could be meant here.",
    "no_repair_card": "{card} is no repair card.",
    "no_such_gold_card": "There is no gold card of {nuggets} nuggets.",
    "too_many_copies": "That would be more copies of {cards} than the pack holds.",
    "too_much_gold": "No gold card of {nuggets} can be left in the box.",
    "not_the_goals": "The goals are the gold and the two stones, not {goals}.",
    "goal_known_otherwise": "Goal {goal} cannot show {shows}, by what is known of the goals.",
    "wrong_hand_size": "At this table everybody is dealt {cards} cards; the hand of {players} has another number.",
    "role_known_otherwise": "The log has said otherwise of the role of {players}.",
    "goals_known_otherwise": "The goals cannot be {goals}, by what is known of them.",
    "cell_taken": "A card lies at ({cell}) already.",
    "joins_nothing": "{card} at ({cell}) joins no card that it may be joined to.",
    "does_not_fit": "{card} at ({cell}) does not fit all its neighbours.",
    "tool_is_broken": "{player} may lay no path card with a broken tool: {tools}.",
    "broken_already": "{target} has a broken {tool} already.",
    "tool_not_on_card": "{card} does not repair a {tool}.",
    "tool_is_whole": "{target} has no broken {tool}.",
    "nothing_there": "No card lies at ({cell}) that a rockfall could strike.",
    "no_tunnel_there": "What lies at ({cell}) is no tunnel card: a rockfall cannot remove it.",
    "goal_lies_open": "Goal {goal} lies open already; there is nothing to look at.",
    "out_of_turn": "{player} acted, but it is {on_turn}'s turn.",
    "card_not_in_hand": "{player} cannot hold {card}.",
    "no_card_in_hand": "{player} has no card left, and no turn.",
    "nothing_to_draw": "{player} cannot have drawn {card}: the pile is empty.",
    "goal_already_open": "Goal {goal} lies open already and shows {shows}.",
    "reveal_owed": "Before anything else {players} must turn over what was reached: goal {goals}.",
    "goal_not_reached": "{player} turned over goal {goal}, which no tunnel from the start has reached.",
    "owed_by_another": "{player} turned over goal {goal}, which {by} reached.",
    "stone_joins_nothing": "Goal {goal}, lying as {shows}, joins no tunnel that reached it.",
    "pile_not_empty": "The pile still holds {pile} cards.",
    "stuck_ends_nothing": "At this table a round goes on until all cards are played.",
    "somebody_can_play": "A card that can be played must be in the hand of {players}.",
    "round_is_over": "The round is over; what is logged of it now are the roles, and gold if the miners won.",
    "round_has_begun": "A round is being played already.",
    "roles_not_due": "Roles are shown once, when a round is over; they are not due now.",
    "gold_not_due": "No gold card is to be taken now.",
    "gold_out_of_order": "{player} took gold, but {due} is due.",
    "match_over": "The match is over; only a remark may follow.",
    "summary_within_round": "A summary takes the place of a whole round, and one is being played.",
    "summary_saboteurs": "So many saboteurs cannot be in play; at this table there are {allowed}.",
    "summary_names": "What was taken is to be said of every miner and of nobody else: {miners}.",
    "summary_amounts": "No way of taking the gold cards gives these amounts.",
    "summary_gold": "With this round the box would not have held the gold cards that were taken.",
}

EFFECTS = {
    "round_begun": "Round {round} begins with {starter}.",
    "pile_empty": "The draw pile is empty.",
    "player_skipped": "{player} has no card and is passed over.",
    "goal_reached": "{player} has reached goal {goal} and must turn it over.",
    "reveal_no_longer_owed": "Goal {goal} is no longer reached, and its reveal no longer owed.",
    "stone_clashes": "Goal {goal}, lying as {shows}, does not fit all its neighbours and lies there all the same.",
    "nothing_repaired": "The repair card is spent; {player}'s {tool} was whole.",
    "card_stays": "The rockfall is spent; the card at ({cell}) stays.",
    "cut_off": "{cards} cards are cut off from the start.",
    "round_ended": "Round {round} is over; the {winner} have won it.",
    "gold_drawn": "{cards} gold cards are drawn; {first} takes first.",
    "saboteurs_paid": "The saboteurs are paid: {players}.",
}

OPTIONS = {
    "placement": "What a path card must join: any open edge of a face-up card, or a tunnel from the start.",
    "gold_draw": "How many gold cards a win of the miners brings: one for each, or as many as there are players (nine at most).",
    "gold_pass": "Which way the gold cards are passed on.",
    "next_starter": "Who begins the next round: whoever laid the last path card, or the left neighbour of whoever acted last.",
    "stuck_ends_round": "Whether the table may end a round in which nobody can play any more.",
    "card_frame": "How the pack lies in the log: portrait, landscape, or any (each card by the larger of its two numbers).",
    "goal_distance": "How many columns the goals lie from the start.",
    "goal_gap": "How many rows the goals lie from each other.",
    "rounds": "How many rounds a game has.",
}
