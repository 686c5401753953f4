"""Saboteur: the mine grows from the start to three goals, and some who dig do not want it to get there.

`mine` is the geometry, `knowledge` and `deals` what the log says of the hands, `goals` and `gold` what their names say,
`turns` the checks of a player's turn, `rounds` how a round is paid and closed.
"""

from adjudicator.core.game import Game
from adjudicator.core.seats import each_alone
from adjudicator.core.texts import Texts

from . import actions, effects, hidden, legality, moves, options, picture, pieces, playout, rules, scoring, state

GAME = Game(
    name="saboteur",
    version=1,
    state_format=1,
    seats=(3, 10),
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
    shared_win=True,
    picture=picture.picture,
    conserved=state.conserved,
)
