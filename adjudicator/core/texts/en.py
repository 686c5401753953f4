"""The kernel's own sentences in English: what every game's log may meet."""

RULES = {
    "LOG-2": (
        "A result is the whole log but for remarks: it is logged only where nothing else is known. It names every side "
        "once, its ranks are as in sport (1, 2, 2, 4), and its points, given for all sides or for none, do not rise "
        "from a better rank to a worse one."
    ),
}

CODES = {
    "result_not_alone": "A reported result can only be the whole log, but other entries stand before it.",
    "result_contradicts_itself": "The reported result contradicts itself: {what}.",
}

EFFECTS = {
    "match_ended": "The match is over: {reason}.",
    "total_adjusted": "The referee corrects {player}'s total by {points}.",
}

OPTIONS: dict[str, str] = {}

WORDS: dict[str, dict[object, str]] = {
    "reason": {"time": "time was called", "abandoned": "abandoned", "forfeit": "forfeited"},
}
