"""Taki: cards are shed by colour and symbol, in runs, stacks and with a last card to be called; or a tournament of stages.

Hands are hidden. A draw though able is judged as far as the log shows the hand, and proven by later plays where it does not.
"""

from adjudicator.core.game import Game
from adjudicator.core.seats import each_alone
from adjudicator.core.texts import Texts

from . import actions, effects, hidden, legality, moves, options, picture, pieces, playout, quick, rules, scoring, state

GAME = Game(
    name="taki",
    version=1,
    state_format=2,
    seats=(2, 10),
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
    sides=each_alone,
    score=scoring.score,
    counting=scoring.COUNTING,
    next=actions.next_up,
    table=state.table,
    actions=actions.actions,
    playout=playout.playout,
    playout_options=playout.playout_options,
    result_points=False,
    measures=("stage", "cards"),
    picture=picture.picture,
    conserved=state.conserved,
)
