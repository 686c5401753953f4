"""Toy: the miniature game of the tests. It has what Carrom has not: hidden hands, an unverified play, a finding, a hold.

Each player is dealt three of the cards 1 to 9. On a turn a card is played, which must beat the card before if the
player has one that does. A card that beats scores a point. After three cards each the game is over.
"""

from adjudicator.core.game import Game
from adjudicator.core.seats import each_alone
from adjudicator.core.texts import Texts

from . import actions, effects, hidden, legality, moves, options, pieces, playout, rules, scoring, state

GAME = Game(
    name="toy",
    version=1,
    state_format=1,
    seats=(2, 3),
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
    conserved=state.conserved,
)
