"""Gold: who takes from the stack and in what order, and what the 28 cards of the box still allow (SAB-7.1, 7.2, 9.2, 9.3).

Gold cards are of 1, 2 or 3 nuggets. Of cards whose number and nuggets together are known, only one thing stays open: how
many of them are of 3 nuggets. That settles the other two, so the cards of a whole game are kept as the numbers of threes
that are possible, one bit each.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from adjudicator.core.seats import round_from

from .options import Options
from .pieces import GOLD_CARDS, MOST_GOLD_DRAWN

_ONES, _TWOS, _THREES = (GOLD_CARDS[nuggets] for nuggets in (1, 2, 3))
NO_THREES = 1


class Taken(Struct):
    """The gold cards taken in the game, as far as they are known: how many, their nuggets, the possible numbers of threes."""

    cards: int = 0
    nuggets: int = 0
    threes: int = NO_THREES


class Stack(Struct):
    """The gold cards drawn after a round: how many are left, whose turn it is to take, and what each seat has taken."""

    left: int
    taker: int
    cards: list[int]
    nuggets: list[int]


def added(taken: Taken, cards: int, nuggets: int, threes: int) -> Taken:
    """With further cards, of which `threes` says how many can be of 3 nuggets. Whether the box allows it is not asked."""
    return Taken(taken.cards + cards, taken.nuggets + nuggets, _sums(taken.threes, threes))


def within_box(taken: Taken) -> Taken | None:
    """SAB-9.3: only the numbers of threes that the box allows; None if it allows none."""
    beyond = taken.nuggets - taken.cards
    fitting = sum(
        1 << threes
        for threes in _bits(taken.threes)
        if threes <= _THREES and 0 <= beyond - 2 * threes <= _TWOS and taken.cards - beyond + threes <= _ONES
    )
    return Taken(taken.cards, taken.nuggets, fitting) if fitting else None


def one_card(taken: Taken, nuggets: int) -> Taken | None:
    """SAB-1.6: with one more card of so many nuggets; None if the box does not hold it any more."""
    return within_box(added(taken, 1, nuggets, 1 << (nuggets == 3)))


def cards_due(options: Options, players: int, miners: int) -> int:
    """SAB-7.1: how many gold cards are drawn."""
    return miners if options.gold_draw == "miners" else min(players, MOST_GOLD_DRAWN)


def new_stack(options: Options, miners: Sequence[bool], finder: int) -> Stack:
    """SAB-7.1, SAB-7.2: the stack, and the miner who chooses first."""
    players = len(miners)
    taker = finder if miners[finder] else _next_miner(options, miners, finder)
    return Stack(cards_due(options, players, sum(miners)), taker, [0] * players, [0] * players)


def pass_on(options: Options, miners: Sequence[bool], stack: Stack, seat: int) -> None:
    """SAB-7.2: the stack goes on from whoever took."""
    once = options.gold_draw == "miners"
    due = [miner and not (once and cards) for miner, cards in zip(miners, stack.cards, strict=True)]
    stack.taker = _next_miner(options, due, seat)


def step_of(options: Options) -> int:
    """The way in which the stack passes: 1 to the left, the next in the list."""
    return 1 if options.gold_pass == "left" else -1


def _next_miner(options: Options, miners: Sequence[bool], seat: int) -> int:
    step, players = step_of(options), len(miners)
    return next((place for place in round_from(seat + step, players, step) if miners[place]), seat)


def threes_possible(cards: int, nuggets: int) -> int:
    """How many of so many cards with so many nuggets can be of 3 nuggets, as bits; 0 if no cards give this amount."""
    beyond = nuggets - cards
    return sum(1 << threes for threes in range(max(0, beyond - cards), beyond // 2 + 1)) if 0 <= beyond <= 2 * cards else 0


def threes_of_shares(options: Options, players: int, amounts: Sequence[int]) -> int:
    """SAB-9.2: the numbers of threes that can be among the miners' amounts (in the order of the table); 0 if none fits.

    The cards go round from whoever takes first, which is not known: any of them may have been.
    """
    count = len(amounts)
    due = cards_due(options, players, count)
    found = 0
    for first in range(count):
        threes = NO_THREES
        for place, amount in enumerate(amounts):
            cards = -(-(due - (place - first) % count) // count)
            threes = _sums(threes, threes_possible(cards, amount))
        found |= threes
    return found


def _sums(some: int, others: int) -> int:
    """All sums of a number of the one set and a number of the other, both as bits."""
    found = 0
    for number in _bits(others):
        found |= some << number
    return found


def _bits(numbers: int) -> Iterator[int]:
    return (bit for bit in range(numbers.bit_length()) if numbers >> bit & 1)
