"""Sentences in English."""

TITLE = "Toy"
SUMMARY = "A miniature game of the tests: beat the card before you if you can."

RULES = {
    "TOY-1.1": "The box holds the cards 1 to 9, each once; everybody is dealt three.",
    "TOY-2.1": "Play goes round the table past whoever has no card left; only the player on turn plays.",
    "TOY-2.2": "Whoever holds a card that beats the card on top must play one that does.",
    "TOY-2.3": "When a breach of 2.2 is proven under `hold`, the referee rules before anything else is played.",
    "TOY-3.1": "A card that beats the one before scores a point.",
    "TOY-3.2": "The game ends when all cards are played; nothing follows but remarks.",
}

CODES = {
    "no_such_card": "There is no card {card} left to play.",
    "card_not_in_hand": "{player} cannot hold {card}.",
    "out_of_turn": "{player} played, but it is {on_turn}'s turn.",
    "could_beat": "{player} could have beaten {top}.",
    "ruling_owed": "The referee must rule first.",
    "no_ruling_asked": "There is nothing to rule on.",
    "after_end": "The match is over; only a remark may follow.",
}

EFFECTS = {"point": "{player} scores a point."}

OPTIONS = {"proof": "What follows when it is proven that somebody could have beaten."}
