"""What the log shows of the cards, and the claims that later plays may prove (TAKI-1.4, 3.5, 3.6, 6.1).

A claim says of one entry that its player perhaps held a card that fitted. It is proven when, since then, the player has
played more cards that fitted (F) than cards drawn (d). Claims of one player against one lead share a bucket: F - d grows and
falls for all of them alike, so that they lie on a stack, and a play only looks at the top of it.
"""

from collections.abc import Iterator, Sequence

from .pieces import FITS
from .state import Bucket, Claim, State, unknown


def open_claim(state: State, seat: int, key: str) -> None:
    """A claim against the entry in hand: what is played and drawn from now on counts."""
    bucket = state.claims[seat].setdefault(key, Bucket(0, []))
    bucket.claims.append(Claim(state.ply, bucket.fitted, state.drawn[seat]))


def proven(state: State, seat: int, cards: Sequence[str]) -> Iterator[tuple[str, Claim, int, int]]:
    """Count these cards against the player's open claims; take off, and yield, those that they prove: (key, claim, F, d)."""
    buckets = state.claims[seat]
    for key, bucket in list(buckets.items()):
        fits = FITS[key]
        for card in cards:
            if card in fits:
                bucket.fitted += 1
        level = bucket.fitted - state.drawn[seat]
        while bucket.claims and level > bucket.claims[-1].fitted - bucket.claims[-1].drawn:
            claim = bucket.claims.pop()
            yield key, claim, bucket.fitted - claim.fitted, state.drawn[seat] - claim.drawn
        if not bucket.claims:
            del buckets[key]


def shows_fitting(state: State, seat: int, key: str) -> list[str]:
    """The cards in the known part of the hand that fit."""
    fits = FITS[key]
    return sorted(card for card in state.known[seat] if card in fits)


def all_known(state: State, seat: int) -> bool:
    """Whether the log shows the whole hand."""
    return unknown(state, seat) == 0


def take_out(state: State, seat: int, cards: Sequence[str], fresh: Sequence[str]) -> None:
    """The cards leave the hand for the discards: known ones first; the fresh ones are now seen."""
    for card in fresh:
        state.seen[card] = state.seen.get(card, 0) + 1
    if len(fresh) == len(cards):
        return
    known, open_cards = state.known[seat], list(fresh)
    for card in cards:
        if card in open_cards:
            open_cards.remove(card)
        elif known[card] > 1:
            known[card] -= 1
        else:
            del known[card]


def take_in(state: State, seat: int, cards: Sequence[str]) -> None:
    """Drawn cards that the log shows are known of this hand."""
    known = state.known[seat]
    for card in cards:
        known[card] = known.get(card, 0) + 1
        state.seen[card] = state.seen.get(card, 0) + 1


def seen_in_hands(state: State) -> dict[str, int]:
    """The copies that all known hands hold, and the top card: what counts behind a reshuffle."""
    seen = {state.top: 1} if state.top else {}
    for hand in state.known:
        for card, copies in hand.items():
            seen[card] = seen.get(card, 0) + copies
    return seen
