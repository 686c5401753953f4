"""Every rule: id, codes, options, in rulebook order. `checked in` names functions of `legality` where no module stands.

| rule | checked in | takes effect in |
|---|---|---|
| 1.1 | the kernel | `pieces`, `state.begin` |
| 1.2, 1.3 | `cards_exist` | `pieces` |
| 1.4 | `copies_played`, `copies_drawn` | `effects.lay`, `knowledge.take_in` |
| 1.5 | `moves.malformed_table` | `state.begin` |
| 1.6 | `cards_held` | `effects.lay` |
| 2.1 | - | `laying.lead_behind`, `effects.lay` |
| 2.2, 2.3 | `matches` | `pieces.FITS` |
| 3.1 | - | `state.begin`, `turns.pass_turn` |
| 3.2 | `one_sequence`, `draws_the_number` | `turns.ACTIONS`, `effects.end_turn` |
| 3.3 | `plays_on_turn`, `calls_in_time`, `draws_in_turn`, `may_close` | - |
| 3.4 | - | `effects.end_turn` |
| 3.5 | `cannot_play` | `effects.claim_draw`, `effects.weigh` |
| 3.6 | `cards_left` | `drawing.available`, `effects.take` |
| 4.1, 4.2, 4.4, 4.5 | `answers_stack` | `turns` |
| 4.3 | - | `effects.end_turn` |
| 4.6 | - | `effects.finish` |
| 5.1, 5.2 | `answers_stack`, `waits_for_draws` | `laying`, `effects.lay` |
| 5.3 | `king_followed`, `waits_for_draws` | `effects.answer` |
| 5.4 | `answers_stack` | `turns.plus3` |
| 5.5 | `answers_stack`, `waits_for_draws` | `effects.answer`, `turns.breaker` |
| 6.1 | `plays_all` | `effects.weigh` |
| 6.2 | `fits_run` | `laying` |
| 6.3, 6.5, 6.7 | - | `laying` |
| 6.4 | `may_close`, `calls_in_time` | `calls.close`, `effects.carry_run` |
| 6.6 | - | `laying`, `effects.carry_run` |
| 7.1, 7.4 | - | `effects.owe_call`, `calls.call`, `effects.take` |
| 7.2 | - | `turns.show_uncalled` |
| 7.3 | `may_catch` | `calls.catch` |
| 8.1, 8.3, 8.4 | - | `effects.finish` |
| 8.2, 8.5, 8.6 | - | `scoring` |
| 8.7 | the kernel | - |
| 9.1 | `waits_for_draws`, `draws_in_turn`, `draws_the_number` | `drawing` |
| 12.1 | `log_of_play`, `log_of_summaries`, `moves.malformed_table` | `effects.decide_kind` |
| 12.2 | `summary_agrees` | `effects.accept_result` |
| 12.3 | `stage_is_current` | `effects.accept_stage` |
| 12.4 | `log_of_play`, `summary_agrees`, `stage_is_current` | `actions.next_up` |
"""

from adjudicator.core.rulebook import Rule, Rulebook

PLAYERS = Rule("TAKI-1.1")
BOX = Rule("TAKI-1.2", codes=("no_such_card",), house=True)
TOKENS = Rule("TAKI-1.3")
COPIES = Rule("TAKI-1.4", codes=("too_many_copies",))
DEAL = Rule("TAKI-1.5", options=("hand_size",), house=True)
HAND = Rule("TAKI-1.6", codes=("more_than_held", "not_in_hand"))
LEAD = Rule("TAKI-2.1", house=True)
MATCH = Rule("TAKI-2.2", codes=("no_match",), house=True)
COLOURLESS = Rule("TAKI-2.3")
ORDER = Rule("TAKI-3.1")
TURN = Rule("TAKI-3.2", codes=("after_sequence", "wrong_turn_draw"))
ON_TURN = Rule("TAKI-3.3", codes=("out_of_turn", "call_out_of_turn"))
DRAWN_CARD = Rule("TAKI-3.4")
ABLE = Rule("TAKI-3.5", codes=("could_play", "drew_though_able"), options=("draw_when_able",))
RESHUFFLE = Rule("TAKI-3.6", codes=("more_than_exists",), house=True)
STOP = Rule("TAKI-4.1")
STACK = Rule("TAKI-4.2", codes=("stack_unanswered",))
SPENT = Rule("TAKI-4.3")
DIRECTION = Rule("TAKI-4.4", options=("two_player_direction",), house=True)
PLUS = Rule("TAKI-4.5")
LAST_PLUS = Rule("TAKI-4.6", options=("win_on_plus",), house=True)
COLOR = Rule("TAKI-5.1")
SUPER = Rule("TAKI-5.2")
KING = Rule("TAKI-5.3", codes=("king_alone",), options=("king_on_plus3", "king_followup"), house=True)
PLUS3 = Rule("TAKI-5.4", codes=("plus3_on_stack",), options=("plus3_on_stack",), house=True)
BREAKER = Rule("TAKI-5.5", codes=("breaker_on_stack", "breaker_too_late", "breaker_of_own"))
RUN = Rule("TAKI-6.1", codes=("run_unfinished", "kept_of_run"), options=("taki_must_play_all",), house=True)
IN_RUN = Rule("TAKI-6.2", codes=("not_of_run", "behind_run", "wild_in_run"), options=("wild_in_run",), house=True)
RUN_ACTION = Rule("TAKI-6.3")
CLOSE = Rule("TAKI-6.4", house=True)
OPEN_RUN = Rule("TAKI-6.5")
RUN_END = Rule("TAKI-6.6")
UNCLOSED = Rule("TAKI-6.7", options=("unclosed_action",), house=True)
CALL = Rule("TAKI-7.1")
UNCALLED = Rule("TAKI-7.2", codes=("last_card_uncalled",), options=("last_card",))
CATCH = Rule(
    "TAKI-7.3", codes=("no_challenge", "caught_oneself", "nothing_to_catch", "caught_too_early"), options=("last_card",)
)
DUTY_ENDS = Rule("TAKI-7.4")
WIN = Rule("TAKI-8.1", options=("format",), house=True)
NO_SCORE = Rule("TAKI-8.2")
STAGES = Rule("TAKI-8.3", options=("format", "stages"))
LAST_EFFECT = Rule("TAKI-8.4", house=True)
STANDINGS = Rule("TAKI-8.5")
TIME = Rule("TAKI-8.6", house=True)
END = Rule("TAKI-8.7", codes=("after_end",))
OWED = Rule("TAKI-9.1", codes=("draws_first", "wrong_owed_draw"))
KIND = Rule("TAKI-12.1", codes=("other_kind",))
GAME_SUMMARY = Rule("TAKI-12.2", codes=("summary_contradicts",))
STAGE_SUMMARY = Rule("TAKI-12.3", codes=("not_in_stage",))
SUMMARY = Rule("TAKI-12.4")

RULEBOOK = Rulebook(
    (
        PLAYERS, BOX, TOKENS, COPIES, DEAL, HAND,
        LEAD, MATCH, COLOURLESS,
        ORDER, TURN, ON_TURN, DRAWN_CARD, ABLE, RESHUFFLE,
        STOP, STACK, SPENT, DIRECTION, PLUS, LAST_PLUS,
        COLOR, SUPER, KING, PLUS3, BREAKER,
        RUN, IN_RUN, RUN_ACTION, CLOSE, OPEN_RUN, RUN_END, UNCLOSED,
        CALL, UNCALLED, CATCH, DUTY_ENDS,
        WIN, NO_SCORE, STAGES, LAST_EFFECT, STANDINGS, TIME, END,
        OWED,
        KIND, GAME_SUMMARY, STAGE_SUMMARY, SUMMARY,
    )
)
