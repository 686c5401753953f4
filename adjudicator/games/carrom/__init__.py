"""Carrom: two to four players clear a board of their pieces, with the queen safely pocketed.

A stroke is read once, as a set of fallen pieces (`stroke`, `queen`, `penalties` make its plan, a `shot.Shot`); `legality`
says which rules it breaks, `effects` does what follows. Boards end in `boards`, games and matches in `match`.
"""

from adjudicator.core.game import Game
from adjudicator.core.texts import Texts

from . import actions, effects, hidden, legality, moves, options, pieces, playout, quick, rules, scoring, sides, state

GAME = Game(
    name="carrom",
    version=1,
    state_format=1,
    seats=(2, 4),
    components=pieces.COMPONENTS,
    options=options.Options,
    presets=options.PRESETS,
    setup=moves.Setup,
    entries=moves.ENTRIES,
    state=state.State,
    rulebook=rules.RULEBOOK,
    texts=Texts(f"{__name__}.texts"),
    end_rule=rules.END,
    checks=legality.CHECKS,
    steps=effects.STEPS,
    quick=quick.QUICK,
    hidden=hidden.HIDDEN,
    begin=state.begin,
    malformed=moves.malformed,
    malformed_table=moves.malformed_table,
    sides=sides.sides,
    score=scoring.score,
    counting=scoring.COUNTING,
    next=actions.next_up,
    table=state.table,
    actions=actions.actions,
    playout=playout.playout,
    playout_options=playout.playout_options,
    result_order=lambda options: "all" if options.match_games == 1 else "none",
    measures=("games",),
    conserved=state.conserved,
)
