"""Three-player Moon: a trick-taking domino game, each for themselves, to 21 points.

The referee sees everything late here: hands are hidden, and that a play did not follow suit is proven by a later tile
at best. `knowledge` says what is known of the tiles, `legality.follows` what follows from it for a play, and
`effects.weigh` what a later tile shows of an earlier one.
"""

from adjudicator.core.game import Game
from adjudicator.core.seats import each_alone
from adjudicator.core.texts import Texts

from . import actions, effects, hidden, legality, moves, options, picture, pieces, playout, quick, rules, scoring, state

GAME = Game(
    name="moon",
    version=1,
    state_format=2,
    seats=(state.SEATS, state.SEATS),
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
    result_order=lambda options: "behind_first",
    pending=scoring.pending,
    picture=picture.picture,
    conserved=state.conserved,
)
