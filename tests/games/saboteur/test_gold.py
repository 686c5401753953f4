"""Gold cards by counting against gold cards tried one by one: amounts, choices of who takes first, what the box holds."""

import random
from collections.abc import Iterator
from itertools import combinations_with_replacement, product

import pytest

from adjudicator.games.saboteur.gold import Taken, added, cards_due, one_card, threes_of_shares, threes_possible, within_box
from adjudicator.games.saboteur.options import Options
from adjudicator.games.saboteur.pieces import ROLES

BOX = {1: 16, 2: 8, 3: 4}


def ways(cards: int, nuggets: int) -> set[tuple[int, ...]]:
    """All handfuls of so many cards with so many nuggets."""
    return {hand for hand in combinations_with_replacement((1, 2, 3), cards) if sum(hand) == nuggets}


@pytest.mark.parametrize("cards", range(1, 6))
@pytest.mark.parametrize("nuggets", range(-1, 17))
def test_how_many_threes(cards: int, nuggets: int) -> None:
    expected = {hand.count(3) for hand in ways(cards, nuggets)}
    assert {bit for bit in range(20) if threes_possible(cards, nuggets) >> bit & 1} == expected


def choices(options: Options, players: int, miners: int) -> list[list[int]]:
    """The cards of each miner, for each who may take first: dealt out one by one, round and round."""
    found = []
    for first in range(miners):
        cards = [0] * miners
        for number in range(cards_due(options, players, miners)):
            cards[(first + number) % miners] += 1
        found.append(cards)
    return found


@pytest.mark.parametrize("draw", ["miners", "players"])
@pytest.mark.parametrize("players", range(3, 11))
def test_whether_amounts_fit(draw: str, players: int) -> None:
    rng, options = random.Random(f"{draw} {players}"), Options(gold_draw=draw)  # type: ignore[arg-type]
    for _ in range(60):
        miners = players - ROLES[players][1] + rng.randint(0, 1)
        amounts = [rng.randint(1, 3) if draw == "miners" else rng.randint(1, 7) for _ in range(miners)]
        if rng.random() < 0.7:
            cards = rng.choice(choices(options, players, miners))
            amounts = [sum(rng.randint(1, 3) for _ in range(mine)) for mine in cards]
        expected = set()
        for cards in choices(options, players, miners):
            hands = [{hand.count(3) for hand in ways(mine, amount)} for mine, amount in zip(cards, amounts, strict=True)]
            expected |= {sum(threes) for threes in product(*hands)}
        found = threes_of_shares(options, players, amounts)
        assert {bit for bit in range(30) if found >> bit & 1} == expected, amounts


def with_more(possible: set[tuple[int, ...]], cards: int, nuggets: int) -> Iterator[tuple[int, ...]]:
    """The counts of ones, twos and threes taken, with so many more cards of so many nuggets; only what the box holds."""
    for had, hand in product(possible, ways(cards, nuggets)):
        new = tuple(count + hand.count(kind) for kind, count in enumerate(had, 1))
        if all(count <= BOX[kind] for kind, count in enumerate(new, 1)):
            yield new


@pytest.mark.parametrize("number", range(300))
def test_what_the_box_allows(number: int) -> None:
    """Amounts of which only the number of cards is known, and single cards, in any order: possible as long as some cards fit."""
    rng = random.Random(number)
    taken: Taken | None = Taken()
    possible: set[tuple[int, ...]] = {(0, 0, 0)}
    while taken is not None:
        cards = rng.choice([1, 1, 2, 3])
        nuggets = rng.choice([cards, cards * 3, cards * 2, rng.randint(cards, 3 * cards)])
        assert taken.cards <= 28
        possible = set(with_more(possible, cards, nuggets))
        known = cards == 1
        taken = one_card(taken, nuggets) if known else within_box(added(taken, cards, nuggets, threes_possible(cards, nuggets)))
        assert (taken is not None) == bool(possible)
        if taken is not None:
            assert {bit for bit in range(9) if taken.threes >> bit & 1} == {counts[2] for counts in possible}
