"""Every rule: id, codes, options, in rulebook order. Checks are in `legality` and `turns`, steps in `effects`, `rounds`.

| rule | checked in | takes effect in |
|---|---|---|
| 1.1 | the kernel (number of players) | `pieces`, `state.conserved` |
| 1.2 | `legality.roles_of_the_box` | `pieces.ROLES` |
| 1.3 | `turns.cards_agree`, `legality.dealt_cards_exist` | `pieces.KIND`, `pieces.COPIES` |
| 1.4 | `turns.cards_agree` | `pieces.KIND`, `pieces.REPAIRS` |
| 1.5 | `legality.gold_card_exists` | `pieces.GOLD_CARDS` |
| 1.6 | `turns.cards_agree`, `legality.dealt_copies_exist`, `legality.gold_left` | `knowledge`, `deals`, `gold` |
| 2.1 | - | `mine.new_mine` |
| 2.2 | `legality.goals_of_the_box`, `legality.goal_as_known`, `turns.saw_as_known` | `goals` |
| 2.3 | `legality.hands_of_the_deal` | `state.lay_out` |
| 2.4 | `legality.roles_as_known`, `legality.goals_as_known` | - |
| 3.1 | `turns.cell_is_free` | - |
| 3.2 | `turns.joins` | - |
| 3.3 | `turns.fits` | - |
| 3.4 | - | `mine.lay`, `mine.reaching` |
| 3.5 | `turns.tools_are_whole` | - |
| 4.1 | `turns.not_broken_yet` | `effects.break_tool` |
| 4.2 | `turns.tool_on_card`, `turns.tool_is_broken` | `effects.repair_tool` |
| 4.3 | `turns.something_lies_there`, `turns.tunnel_lies_there` | `effects.bring_down` |
| 4.4 | `turns.goal_face_down` | `effects.look` |
| 5.1 | `turns.on_turn` | `effects.pass_turn` |
| 5.2 | `turns.cards_agree` | `effects.spend_card`, `effects.draw` |
| 5.3 | `turns.cards_agree` | `effects.draw`, `effects.pass_turn` |
| 5.4 | `turns.cards_agree` | `knowledge`, `deals` |
| 6.1 | - | `mine`, `effects.lay_path` |
| 6.2 | `turns.nothing_owed`, `legality.goal_reached`, `legality.owed_by_them`, `legality.not_open_yet` | `effects.turn_goal` |
| 6.3 | - | `effects.end_round` |
| 6.4 | `legality.turned_to_join` | `effects.turn_goal` |
| 6.5 | - | `effects.end_round` |
| 6.6 | `legality.pile_is_empty`, `legality.stuck_may_end`, `legality.nobody_can_play` | `effects.give_up_round` |
| 6.7 | `moves.malformed`, `legality.roles_as_known`, `legality.goals_as_known` | `effects.show_roles`, `effects.know_goals` |
| 6.8 | `turns.round_goes_on`, `legality.round_not_begun`, `legality.roles_are_due`, `legality.gold_is_due` | - |
| 7.1 | - | `gold.cards_due`, `rounds.pay_out` |
| 7.2 | `legality.their_turn_to_take` | `effects.take_gold` |
| 7.3 | - | `rounds.pay` |
| 7.4 | - | `hidden`, `scoring`, `rounds.close` |
| 8.1 | - | `rounds.close` |
| 8.2 | - | `rounds.close`, `scoring.score` |
| 8.3 | the kernel | - |
| 9.1 | `legality.round_not_begun_for_summary` | `effects.sum_up` |
| 9.2 | `legality.summary_saboteurs`, `legality.summary_names`, `legality.summary_amounts`, `moves.malformed` | `gold` |
| 9.3 | `legality.summary_gold` | `gold.within_box`, `rounds.close` |
| 9.4 | - | `rounds.close` |
"""

from adjudicator.core.rulebook import Rule, Rulebook

BOX = Rule("SAB-1.1")
ROLES = Rule("SAB-1.2", codes=("roles_not_dealt",))
TUNNELS = Rule("SAB-1.3", codes=("no_such_card",), options=("card_frame",), house=True)
ACTIONS = Rule("SAB-1.4", codes=("no_repair_card",), house=True)
GOLD_CARDS = Rule("SAB-1.5", codes=("no_such_gold_card",), house=True)
COPIES = Rule("SAB-1.6", codes=("too_many_copies", "too_much_gold"), options=("card_frame",))
LAYOUT = Rule("SAB-2.1", options=("goal_distance", "goal_gap"), house=True)
GOALS = Rule("SAB-2.2", codes=("not_the_goals", "goal_known_otherwise"), house=True)
DEAL = Rule("SAB-2.3", codes=("wrong_hand_size",))
AS_LOGGED = Rule("SAB-2.4", codes=("role_known_otherwise", "goals_known_otherwise"))
CELL = Rule("SAB-3.1", codes=("cell_taken",))
JOIN = Rule("SAB-3.2", codes=("joins_nothing",), options=("placement",))
FIT = Rule("SAB-3.3", codes=("does_not_fit",), house=True)
DEAD_END = Rule("SAB-3.4")
WHOLE_TOOLS = Rule("SAB-3.5", codes=("tool_is_broken",))
BREAK = Rule("SAB-4.1", codes=("broken_already",), house=True)
REPAIR = Rule("SAB-4.2", codes=("tool_not_on_card", "tool_is_whole"))
ROCKFALL = Rule("SAB-4.3", codes=("nothing_there", "no_tunnel_there"), house=True)
MAP = Rule("SAB-4.4", codes=("goal_lies_open",), house=True)
TURN = Rule("SAB-5.1", codes=("out_of_turn",), house=True)
HAND = Rule("SAB-5.2", codes=("card_not_in_hand",))
PILE = Rule("SAB-5.3", codes=("no_card_in_hand", "nothing_to_draw"), house=True)
AGREES = Rule("SAB-5.4")
REACHED = Rule("SAB-6.1")
REVEAL = Rule("SAB-6.2", codes=("goal_already_open", "reveal_owed", "goal_not_reached", "owed_by_another"))
GOLD_FOUND = Rule("SAB-6.3")
STONE = Rule("SAB-6.4", codes=("stone_joins_nothing",))
ALL_PLAYED = Rule("SAB-6.5")
STUCK = Rule("SAB-6.6", codes=("pile_not_empty", "stuck_ends_nothing", "somebody_can_play"), options=("stuck_ends_round",))
SHOW_ROLES = Rule("SAB-6.7")
STAGE = Rule("SAB-6.8", codes=("round_is_over", "round_has_begun", "roles_not_due", "gold_not_due"))
DRAW_GOLD = Rule("SAB-7.1", options=("gold_draw",))
TAKE_GOLD = Rule("SAB-7.2", codes=("gold_out_of_order",), options=("gold_draw", "gold_pass"), house=True)
PAY = Rule("SAB-7.3")
SECRET = Rule("SAB-7.4")
NEXT_ROUND = Rule("SAB-8.1", options=("rounds", "next_starter"), house=True)
SCORE = Rule("SAB-8.2", options=("rounds",), house=True)
END = Rule("SAB-8.3", codes=("match_over",), options=("rounds",))
SUMMARY = Rule("SAB-9.1", codes=("summary_within_round",))
SUMMARY_SAYS = Rule("SAB-9.2", codes=("summary_saboteurs", "summary_names", "summary_amounts"), options=("gold_draw",))
SUMMARY_GOLD = Rule("SAB-9.3", codes=("summary_gold",), options=("gold_draw", "next_starter"))
SUMMARY_FRAME = Rule("SAB-9.4")

RULEBOOK = Rulebook(
    (
        BOX, ROLES, TUNNELS, ACTIONS, GOLD_CARDS, COPIES, LAYOUT, GOALS, DEAL, AS_LOGGED,
        CELL, JOIN, FIT, DEAD_END, WHOLE_TOOLS, BREAK, REPAIR, ROCKFALL, MAP,
        TURN, HAND, PILE, AGREES, REACHED, REVEAL, GOLD_FOUND, STONE, ALL_PLAYED, STUCK, SHOW_ROLES, STAGE,
        DRAW_GOLD, TAKE_GOLD, PAY, SECRET, NEXT_ROUND, SCORE, END, SUMMARY, SUMMARY_SAYS, SUMMARY_GOLD, SUMMARY_FRAME,
    )
)
