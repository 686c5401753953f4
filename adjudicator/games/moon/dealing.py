"""Whether a deal and a declaration may be: tiles that exist, hands of seven, each tile in one place (MOON-1.2, 1.3, 3.1, 7.2)."""

from collections.abc import Iterator, Sequence

from msgspec import UNSET, Struct, UnsetType

from adjudicator.core.ruling import Unverified, Violation

from . import knowledge, rules
from .moves import Deal, Declare
from .pieces import HAND, TILE, mask_of, name_of, names_of
from .state import State, has_begun

Found = Sequence[Violation | Unverified]


class Told(Struct):
    """What a deal says: tokens and masks of its hands by name, mask of its kitty (0: not said, or no tile), unknown tokens."""

    hands: dict[str, tuple[str, ...]]
    masks: dict[str, int]
    kitty: int
    strange: list[str]


def deal_told(state: State, entry: Deal) -> Told:
    """The plan of a deal."""
    hands = {} if entry.hands is UNSET else entry.hands
    masks = {name: mask_of(hand) for name, hand in hands.items()}
    tokens = [*(token for hand in hands.values() for token in hand), *_given(entry.kitty)]
    return Told(hands, masks, mask_of(_given(entry.kitty)), _strange(tokens))


def hand_has_begun(state: State, entry: Deal, plan: Told) -> Found:
    """MOON-1.3: a deal is the first entry of its hand."""
    return [rules.DEAL.impossible(hand=state.number)] if has_begun(state.hand) else ()


def dealt_tiles_exist(state: State, entry: Deal, plan: Told) -> Found:
    """MOON-1.2: every tile is one of the 22."""
    return [rules.TILES.impossible("no_such_tile", tiles=list(plan.strange))] if plan.strange else ()


def hands_are_seven(state: State, entry: Deal, plan: Told) -> Found:
    """MOON-7.2: a hand is seven tiles."""
    lengths = {name: len(hand) for name, hand in plan.hands.items() if len(hand) != HAND}
    if not lengths:
        return ()
    return [rules.HANDS.impossible("hand_not_seven", players=list(lengths), lengths=list(lengths.values()))]


def hands_are_distinct(state: State, entry: Deal, plan: Told) -> Found:
    """MOON-7.2: no tile stands twice in a hand, whichever end is written first."""
    twice = 0
    for hand in plan.hands.values():
        twice |= _repeated(mask_of([token]) for token in hand)
    return [rules.HANDS.impossible("tile_twice_in_hand", tiles=names_of(twice))] if twice else ()


def tiles_lie_once(state: State, entry: Deal, plan: Told) -> Found:
    """MOON-7.2: no tile is in two hands, or in a hand and in the middle."""
    twice = _repeated([*plan.masks.values(), plan.kitty])
    return [rules.HANDS.impossible("tile_in_two_places", tiles=names_of(twice))] if twice else ()


class Taken(Struct, frozen=True):
    """What a declaration shows: kitty and discard as masks (0: not said, or no tile), unknown tokens; if the kitty can be."""

    kitty: int
    discard: int
    strange: Sequence[str]
    kitty_fits: bool


_NOTHING = Taken(0, 0, (), True)


def declaration_shows(state: State, entry: Declare) -> Taken:
    """The plan of a declaration."""
    if entry.kitty is UNSET and entry.discard is UNSET:
        return _NOTHING
    kitty, discard = mask_of(_given(entry.kitty)), mask_of(_given(entry.discard))
    fits = not kitty or knowledge.can_be_kitty(state.hand.known, kitty)
    return Taken(kitty, discard, _strange([*_given(entry.kitty), *_given(entry.discard)]), fits)


def shown_tiles_exist(state: State, entry: Declare, plan: Taken) -> Found:
    """MOON-1.2: kitty and discard are of the 22 tiles."""
    return [rules.TILES.impossible("no_such_tile", tiles=list(plan.strange))] if plan.strange else ()


def kitty_agrees(state: State, entry: Declare, plan: Taken) -> Found:
    """MOON-7.2: the kitty declared is the one dealt, if that is known, and is in nobody's hand."""
    return () if plan.kitty_fits else [rules.HANDS.impossible("kitty_contradicts", tile=name_of(plan.kitty))]


def discard_is_among_eight(state: State, entry: Declare, plan: Taken) -> Found:
    """MOON-3.1: the discard can be one of the bidder's seven, or the kitty."""
    known, bidder = state.hand.known, state.hand.bidder
    kitty = known.kitty or (plan.kitty if plan.kitty_fits else 0)
    if not plan.discard or knowledge.can_be_discard(known, bidder, kitty, plan.discard):
        return ()
    bidder_name, tile = state.players[bidder], name_of(plan.discard)
    return [rules.KITTY.impossible("discard_not_among_eight", bidder=bidder_name, tile=tile)]


def _given(token: str | UnsetType) -> list[str]:
    return [] if token is UNSET else [token]


def _strange(tokens: Sequence[str]) -> list[str]:
    return [token for token in dict.fromkeys(tokens) if token not in TILE]


def _repeated(masks: Sequence[int] | Iterator[int]) -> int:
    """The tiles that are in more than one of the masks."""
    seen = twice = 0
    for mask in masks:
        twice |= seen & mask
        seen |= mask
    return twice
