"""Glicko-2, for matches of two sides of one player each.

Source: Mark E. Glickman, "Example of the Glicko-2 system", Boston University, November 2013; steps are numbered as there.
Written out here because the packages that offer it are old, unlicensed or weeks old, and it is one page. Sums are exact
(`math.fsum`), so that the order of matches inside a period cannot show.
"""

import math
from collections.abc import Sequence

from msgspec import Struct

SCALE = 173.7178
CENTRE = 1500.0
TAU = 0.5
"""How much volatility may change in a period; the paper advises 0.3 to 1.2."""
TOLERANCE = 0.000001


class Glicko(Struct, frozen=True):
    """Rating, rating deviation (both on the scale of Elo) and volatility; as it stands, somebody unrated."""

    rating: float = CENTRE
    deviation: float = 350.0
    volatility: float = 0.06


def rated(player: Glicko, matches: Sequence[tuple[Glicko, float]]) -> Glicko:
    """Steps 2 to 8: the rating behind a period; `matches` are (opponent before the period, 1, 0.5 or 0)."""
    own, deviation = (player.rating - CENTRE) / SCALE, player.deviation / SCALE
    if not matches:
        return _scaled(own, math.hypot(deviation, player.volatility), player.volatility)
    weights = [_weight(opponent.deviation / SCALE) for opponent, _ in matches]
    expected = [
        1 / (1 + math.exp(-weight * (own - (opponent.rating - CENTRE) / SCALE)))
        for weight, (opponent, _) in zip(weights, matches, strict=True)
    ]
    variance = 1 / math.fsum(w * w * e * (1 - e) for w, e in zip(weights, expected, strict=True))
    surplus = math.fsum(w * (score - e) for w, e, (_, score) in zip(weights, expected, matches, strict=True))
    volatility = _volatility(player.volatility, deviation, variance, variance * surplus)
    before = math.hypot(deviation, volatility)
    after = 1 / math.sqrt(1 / before**2 + 1 / variance)
    return _scaled(own + after**2 * surplus, after, volatility)


def _weight(deviation: float) -> float:
    """g of step 3: how much a match against an opponent of this deviation tells."""
    return 1 / math.sqrt(1 + 3 * deviation**2 / math.pi**2)


def _scaled(own: float, deviation: float, volatility: float) -> Glicko:
    """Step 8; nobody gets less certain than somebody unrated."""
    return Glicko(SCALE * own + CENTRE, min(SCALE * deviation, Glicko().deviation), volatility)


def _volatility(old: float, deviation: float, variance: float, delta: float) -> float:
    """Step 5: the new volatility, by the Illinois algorithm."""
    start = math.log(old**2)

    def f(x: float) -> float:
        spread = deviation**2 + variance + math.exp(x)
        return math.exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / TAU**2

    surprise = delta**2 - deviation**2 - variance
    # Step 5.2 goes down by TAU until f is positive: with a TAU below 2 once is enough, as f is then above 1 / TAU - 1 / 2.
    low, high = start, math.log(surprise) if surprise > 0 else start - TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > TOLERANCE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
