"""Every rule: id, codes, options, source, in rulebook order.

| rule | checked in | takes effect in |
|---|---|---|
| 1.1 | the kernel (2 to 4 players) | `sides.sides` |
| 1.2 | `legality.lies_there` | `state.conserved`, `effects.fall` |
| 1.3 | - | `state.begin` |
| 1.4 | - | `opening.next_breaker`, `opening.set_up` |
| 1.5 | - | `opening.set_up` |
| 2.1 | `legality.centre_unbroken` | `effects.strike` |
| 2.2 | - | `stroke.third_try_failed`, `effects.end_turn` |
| 2.3 | `legality.try_touched_nothing` | - |
| 3.1 | `legality.on_turn` | `effects.take_turn`, `turns.give_turn` |
| 3.2, 3.3, 3.5 | - | `stroke.read`, `stroke.kept`, `effects.end_turn` |
| 3.4 | - | `stroke.read` |
| 3.6, 3.7 | - | nothing: what is lawful is no foul |
| 4.1, 4.2, 4.3 | - | `queen.judge`, `effects.fall`, `effects.queen` |
| 4.4 | - | `queen.judge`, `effects.queen`, `turns.queen_back` |
| 4.5 | - | `turns.queen_back` |
| 4.6 | - | `effects.queen`, `effects.whistle` |
| 5.1 | - | `penalties.settle`, `effects.charge` |
| 5.2 to 5.9 | `legality.fouls`, `legality.foul_reported` | `stroke.spoiled`, `stroke.last_pieces`, `penalties.returned` |
| 5.10 | - | `penalties.returned` |
| 5.11 | `legality.foul_reported` | `effects.whistle` |
| 5.12 | - | `penalties.settle`, `effects.charge`, `effects.go_on`, `boards.close` |
| 5.13 | `legality.something_to_decline`, `legality.not_own_penalty` | `effects.decline`, `effects.settle_declined` |
| 5.14 | - | nothing: it is not logged |
| 6.1 | - | `penalties.settle`, `effects.go_on` |
| 6.2, 6.3, 6.4 | - | `boards.won`, `boards.lost` |
| 7.1, 7.2, 7.3 | - | `match.after_board` |
| 7.4 | - | `match.call_time` |
| 7.5 | - | `match.game_over`, `match.forfeit`, `scoring.score` |
| 7.6 | the kernel | - |
| 8.1 | - | `stroke.count`, `effects.fall`, `boards.shared` |
| 8.2 | `legality.named_piece_goes_back`, `legality.colour_named` | `penalties.taken` |
| 8.3 | - | `stroke.last_pieces`, `penalties.settle`, `effects.go_on` |
| 8.4 | - | `boards.shared`, `match.after_board` |
| 9.1 | `legality.between_boards`, `moves.malformed` | `effects.score_summary` |
| 9.2, 9.3 | `legality.pieces_left`, `legality.no_negative_share`, `legality.shares_sum` | `effects.score_summary` |
"""

from adjudicator.core.rulebook import Rule, Rulebook

SIDES = Rule("CARROM-1.1")
PIECES = Rule("CARROM-1.2", codes=("not_on_board",))
FIRST = Rule("CARROM-1.3")
NEXT_BREAK = Rule("CARROM-1.4", options=("next_break",), house=True)
OPENING = Rule("CARROM-1.5")

TRIES = Rule("CARROM-2.1", codes=("centre_broken",), house=True)
BREAK_PASSES = Rule("CARROM-2.2", options=("break_failed",), house=True, source="ICF 18")
TRY = Rule("CARROM-2.3", codes=("try_touched",))

ON_TURN = Rule("CARROM-3.1", codes=("out_of_turn",), house=True)
ANOTHER = Rule("CARROM-3.2")
TURN_ENDS = Rule("CARROM-3.3")
SET = Rule("CARROM-3.4")
TURN_KEPT = Rule("CARROM-3.5", options=("turn_after_foul", "queen_ineligible"), source="ICF 46, 48, 71a, 72a, 74a")
LIES = Rule("CARROM-3.6")
CAUGHT = Rule("CARROM-3.7")

ELIGIBLE = Rule("CARROM-4.1", options=("queen_needs_own",), house=True, source="ICF 68b")
COVER = Rule("CARROM-4.2")
FIRST_PIECES = Rule("CARROM-4.3", options=("queen_first_piece", "queen_needs_own"), house=True, source="ICF 70b")
REFUSED = Rule("CARROM-4.4", options=("queen_ineligible",), source="ICF 68")
UNCOVERED = Rule("CARROM-4.5", source="ICF 69")
QUEEN_FOULED = Rule("CARROM-4.6", options=("turn_after_foul",), house=True, source="ICF 71, 72, 73")

PENALTY = Rule("CARROM-5.1", options=("penalties_per_stroke",), house=True)
STRIKER = Rule("CARROM-5.2", codes=("striker_pocketed",), options=("striker_with_own",), house=True, source="ICF 45, 46")
OFF_BOARD = Rule("CARROM-5.3", codes=("off_board",), options=("off_board", "striker_off_board"), source="ICF 38")
OPPONENT = Rule("CARROM-5.4", codes=("opponent_piece",), options=("opponent_piece",), source="ICF 21")
LAST = Rule("CARROM-5.5", codes=("last_before_queen",), options=("last_before_queen",), source="ICF 80, 81")
OPPONENT_LAST = Rule("CARROM-5.6", codes=("opponent_last",), options=("opponent_last",), source="ICF 75 to 85")
BREAK_FAILED = Rule("CARROM-5.7", codes=("break_failed",), options=("break_failed",), source="ICF 18")
TOUCH = Rule("CARROM-5.8", codes=("touch",))
STRIKING = Rule("CARROM-5.9", codes=("placement", "foul_line", "push", "baseline"))
SPOILED = Rule("CARROM-5.10", house=True, source="ICF 49, 50")
WHISTLE = Rule("CARROM-5.11", options=("foul_before_stroke",), house=True, source="ICF 36")
DUES = Rule("CARROM-5.12", options=("dues",), house=True)
DECLINE = Rule("CARROM-5.13", codes=("nothing_to_decline", "own_penalty"), house=True)
PLACED = Rule("CARROM-5.14")

BOARD_WON = Rule("CARROM-6.1")
PIECES_LEFT = Rule("CARROM-6.2")
QUEEN_COUNTS = Rule("CARROM-6.3", options=("queen_points", "queen_points_until"))
BOUNDS = Rule("CARROM-6.4", options=("queen_points",))

TARGET = Rule("CARROM-7.1", options=("game_points",))
LIMIT = Rule("CARROM-7.2", options=("max_boards",))
TIE = Rule("CARROM-7.3", options=("tie",))
TIME = Rule("CARROM-7.4", house=True)
MATCH = Rule("CARROM-7.5", options=("match_games",), house=True)
END = Rule("CARROM-7.6", codes=("after_end",))

SHARED = Rule("CARROM-8.1", options=("piece_points",))
NAMED = Rule(
    "CARROM-8.2", codes=("penalty_piece_not_held", "penalty_piece_for_nothing", "penalty_piece_unnamed"), house=True
)
SHARED_END = Rule("CARROM-8.3", house=True)
SHARED_POINTS = Rule("CARROM-8.4", options=("game_points", "max_boards", "piece_points"), house=True)

SUMMARY = Rule("CARROM-9.1", codes=("board_in_play",))
SUMMARY_BOUNDS = Rule(
    "CARROM-9.2",
    codes=("pieces_left_impossible", "points_negative", "points_do_not_sum"),
    options=("last_before_queen", "opponent_last", "queen_points", "queen_points_until", "piece_points"),
)
SUMMARY_CITED = Rule("CARROM-9.3")

RULEBOOK = Rulebook((
    SIDES, PIECES, FIRST, NEXT_BREAK, OPENING,
    TRIES, BREAK_PASSES, TRY,
    ON_TURN, ANOTHER, TURN_ENDS, SET, TURN_KEPT, LIES, CAUGHT,
    ELIGIBLE, COVER, FIRST_PIECES, REFUSED, UNCOVERED, QUEEN_FOULED,
    PENALTY, STRIKER, OFF_BOARD, OPPONENT, LAST, OPPONENT_LAST, BREAK_FAILED, TOUCH, STRIKING, SPOILED, WHISTLE, DUES,
    DECLINE, PLACED,
    BOARD_WON, PIECES_LEFT, QUEEN_COUNTS, BOUNDS,
    TARGET, LIMIT, TIE, TIME, MATCH, END,
    SHARED, NAMED, SHARED_END, SHARED_POINTS,
    SUMMARY, SUMMARY_BOUNDS, SUMMARY_CITED,
))  # fmt: skip
