"""What the log shows of the cards, and the claims that later plays may prove (TAKI-1.4, 3.5, 3.6, 6.1).

A claim says of one entry that its player perhaps held a card that fitted. It is proven when, since then, the player has
played more cards that fitted (F) than cards drawn (d). Claims of one player against one lead share a bucket: F - d grows and
falls for all of them alike, so that they lie on a stack, and a play only looks at the top of it.
"""

from collections.abc import Sequence

from .pieces import COPIES, FITS, KEYS
from .state import Bucket, Claim, State, unknown


def open_claim(state: State, seat: int, key: str) -> None:
    """A claim against the entry in hand: what is played and drawn from now on counts."""
    bucket = state.claims[seat].get(key)
    if bucket is None:
        bucket = state.claims[seat][key] = Bucket(0, [])
    bucket.claims.append(Claim(state.ply, bucket.fitted, state.drawn[seat]))


def proven(state: State, seat: int, cards: Sequence[str]) -> Sequence[tuple[Claim, str, int, int]]:
    """Count these cards against the player's open claims; take off those that they prove: (claim, key, F, d), in plies' order."""
    buckets, drawn = state.claims[seat], state.drawn[seat]
    found: list[tuple[Claim, str]] = []
    for card in cards:
        for key in KEYS[card].intersection(buckets):
            bucket = buckets[key]
            bucket.fitted += 1
            claims = bucket.claims
            while claims and bucket.fitted - drawn > (claim := claims[-1]).fitted - claim.drawn:
                found.append((claims.pop(), key))
    return _counted(buckets, drawn, found) if found else ()


def _counted(buckets: dict[str, Bucket], drawn: int, found: list[tuple[Claim, str]]) -> Sequence[tuple[Claim, str, int, int]]:
    """What F and d of these claims have come to; buckets that they leave empty are taken off."""
    found.sort(key=lambda each: each[0].ply)
    counted = [(claim, key, buckets[key].fitted - claim.fitted, drawn - claim.drawn) for claim, key in found]
    for key in {key for _, key in found}:
        if not buckets[key].claims:
            del buckets[key]
    return counted


def shows_fitting(state: State, seat: int, key: str) -> list[str]:
    """The cards in the known part of the hand that fit."""
    fits = FITS[key]
    return sorted(card for card in state.known[seat] if card in fits)


def all_known(state: State, seat: int) -> bool:
    """Whether the log shows the whole hand."""
    return unknown(state, seat) == 0


def take_one(known: dict[str, int], card: str) -> None:
    """One card leaves the known part of a hand."""
    if known[card] > 1:
        known[card] -= 1
    else:
        del known[card]


def take_known(known: dict[str, int], cards: Sequence[str], fresh: list[str]) -> None:
    """The cards leave the known part of a hand, but for the fresh ones among them."""
    for card in cards:
        if card in fresh:
            fresh.remove(card)
        else:
            take_one(known, card)


def take_in(state: State, seat: int, cards: Sequence[str]) -> bool:
    """Drawn cards that the log shows are known of this hand, if there are as many; whether there are."""
    if not uncover(state.seen, cards):
        return False
    known = state.known[seat]
    for card in cards:
        known[card] = known.get(card, 0) + 1
    return True


def uncover(seen: dict[str, int], cards: Sequence[str]) -> bool:
    """TAKI-1.2, 1.4: further cards are seen, if there are as many; whether there are. If not, nothing has changed."""
    for place, card in enumerate(cards):
        copies = seen.get(card, 0)
        if copies >= COPIES.get(card, 0):
            for each in cards[:place]:
                take_one(seen, each)
            return False
        seen[card] = copies + 1
    return True


def seen_in_hands(state: State) -> dict[str, int]:
    """The copies that all known hands hold, and the top card: what counts behind a reshuffle."""
    seen = {state.top: 1} if state.top else {}
    for hand in state.known:
        for card, copies in hand.items():
            seen[card] = seen.get(card, 0) + copies
    return seen
