"""Every rule: id, codes, options, in rulebook order.

| rule | checked in | takes effect in |
|---|---|---|
| 1.1 | `legality.card_exists` | `state.begin` |
| 2.1 | `legality.on_turn` | `effects.pass_turn` |
| 2.2 | `legality.must_beat` | `effects.prove`, `effects.claim` |
| 2.3 | `legality.owes_ruling`, `legality.ruling_asked` | `effects.decide` |
| 3.1 | - | `effects.lay` |
| 3.2 | the kernel | `effects.finish` |
"""

from adjudicator.core.rulebook import Rule, Rulebook

CARDS = Rule("TOY-1.1", codes=("no_such_card", "card_not_in_hand"))
TURN = Rule("TOY-2.1", codes=("out_of_turn",))
BEAT = Rule("TOY-2.2", codes=("could_beat",), options=("proof",))
RULING = Rule("TOY-2.3", codes=("ruling_owed", "no_ruling_asked"), options=("proof",), house=True)
POINTS = Rule("TOY-3.1")
END = Rule("TOY-3.2", codes=("after_end",))

RULEBOOK = Rulebook((CARDS, TURN, BEAT, RULING, POINTS, END))
