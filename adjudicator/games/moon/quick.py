"""QUICK: most plays, judged from what is known of their tile, and carried out by those steps that have something to do."""

from collections.abc import Mapping

from adjudicator.core.entries import Entry
from adjudicator.core.game import Quick
from adjudicator.core.ruling import Judged, Outcome

from . import rules
from .effects import complete_trick, lay, weigh
from .knowledge import can_hold, can_hold_behind, must_hold
from .legality import PLAYED
from .moves import Play
from .state import SEATS, State

LEGAL = [{token: Judged("legal", plan=plan) for token, plan in plans.items()} for plans in PLAYED]
"""By seat and token: what is said of a play that is no revoke."""
OPEN = [
    {token: Judged("unverified", unverified=(rules.FOLLOW.id,), plan=plan) for token, plan in plans.items()} for plans in PLAYED
]
"""The same of a play that may be one."""


def play(state: State, entry: Play, outcome: Outcome) -> tuple[str, ...] | None:
    """MOON-4.1, 4.3: a tile that its player can hold is played in turn, and nothing shows at once that it is a revoke."""
    hand = state.hand
    seat, asked, known = hand.up, hand.asked, hand.known
    judged = LEGAL[seat].get(entry.tile)
    if judged is None or not asked or state.players[seat] != entry.player:
        return None
    tile = judged.plan.mask
    if not can_hold(known, seat, tile):
        return None
    if not tile & asked and can_hold_behind(known, seat, tile, asked):
        if must_hold(known, seat, asked):
            return None
        judged = OPEN[seat][entry.tile]
    if judged.unverified or tile & hand.proofs[seat]:
        weigh(state, entry, judged, outcome)
    lay(state, entry, judged, outcome)
    if len(hand.trick) == SEATS:
        complete_trick(state, entry, judged, outcome)
    return judged.unverified


QUICK: Mapping[type[Entry], Quick] = {Play: play}
