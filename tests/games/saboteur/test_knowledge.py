"""What the log says of the hands against the slow dealer, on small packs: the same turns are possible, for the same reasons."""

import os
import random

import pytest

from adjudicator.games.saboteur.deals import Way, adopt, has_copies, may_hold, must_hold, other_ways, way_alone
from adjudicator.games.saboteur.knowledge import NOTHING, UNNAMED, agrees, follow, name_hand, new_hand, note_turn
from adjudicator.games.saboteur.pieces import COPIES, KINDS
from tests.games.saboteur.slow_dealer import Table

GAMES = int(os.environ.get("ADJUDICATOR_SMALL_GAMES", "2000"))
PARTS = 8
Turn = tuple[int, int, int]


class Small:
    """A game with a small pack as it was, and what its log names of it; one turn in two logs is changed."""

    def __init__(self, rng: random.Random, players: int, size: int, turns: int) -> None:
        self.kinds = list(range(rng.choice([3, 4])))
        pack = [rng.choice(self.kinds) for _ in range(players * size + turns + rng.choice([0, 0, 1]))]
        self.limits = [pack.count(kind) if kind in self.kinds else 0 for kind in range(len(KINDS))]
        truth = [[pack.pop() for _ in range(size)] for _ in range(players)]
        self.deals = [list(hand) if rng.random() < 0.7 else [UNNAMED] * size for hand in truth]
        named, drawn = rng.choice([0.3, 0.5, 0.7]), rng.choice([0, 0.3, 0.6])
        self.turns = [self.turn(rng, truth, pack, named, drawn) for _ in range(turns)]
        if rng.random() < 0.5:
            place = rng.randrange(turns)
            seat, gone, came = self.turns[place]
            self.turns[place] = (seat, rng.choice(self.kinds), came) if rng.random() < 0.7 or came < 0 else (seat, gone, 0)

    def turn(self, rng: random.Random, truth: list[list[int]], pack: list[int], named: float, drawn: float) -> Turn:
        seat = rng.choice([seat for seat, hand in enumerate(truth) if hand])
        gone = truth[seat].pop(rng.randrange(len(truth[seat])))
        came = pack.pop() if len(pack) > 1 else NOTHING
        if came != NOTHING:
            truth[seat].append(came)
        return seat, gone if rng.random() < named else UNNAMED, came if came < 0 or rng.random() < drawn else UNNAMED


class Judge:
    """The engine's knowledge of a small game."""

    def __init__(self, game: Small) -> None:
        self.limits = game.limits
        self.hands = [new_hand(len(deal)) for deal in game.deals]
        self.copies = [0] * len(KINDS)
        for hand, deal in zip(self.hands, game.deals, strict=True):
            if UNNAMED not in deal:
                name_hand(hand, self.copies, deal)

    def turn(self, seat: int, gone: int, drawn: int) -> str:
        """`possible`, or why not: `hand`, `copies`."""
        hand = self.hands[seat]
        if agrees(hand, self.copies, self.limits, gone, drawn):
            follow(hand, self.copies, self.limits, gone, drawn)
            return "possible"
        alone = way_alone(hand, gone, drawn)
        if alone is None:
            return "hand"
        ways: dict[int, Way] | None = {seat: alone}
        if not has_copies(hand, alone, self.copies, self.limits, drawn):
            ways = other_ways(self.hands, self.limits, seat, gone, drawn)
        if ways is None:
            return "copies"
        note_turn(hand, gone, drawn)
        if drawn >= 0:
            self.copies[drawn] += 1
        adopt(self.hands, ways, self.copies)
        return "possible"

    def check_counts(self) -> None:
        """The ways that are kept hold as many cards as there are, and no more copies than there may be."""
        for hand in self.hands:
            assert hand.held == hand.unnamed + sum(hand.named.values())
            assert hand.unnamed >= 0
            assert min(hand.named.values(), default=1) > 0
        fresh = [sum(hand.fresh.get(kind, 0) for hand in self.hands) for kind in range(len(KINDS))]
        came = [kind for hand in self.hands for kind in (*hand.dealt, *(drawn for _, drawn in hand.turns))]
        told = [came.count(kind) for kind in range(len(KINDS))]
        assert self.copies == [some + more for some, more in zip(fresh, told, strict=True)]
        assert all(count <= limit for count, limit in zip(self.copies, self.limits, strict=True))


@pytest.mark.parametrize("part", range(PARTS))
def test_the_slow_dealer_agrees(part: int) -> None:
    rng = random.Random(f"small games {part}")
    seen = {"possible": 0, "hand": 0, "copies": 0}
    for _ in range(GAMES // PARTS):
        players = rng.choice([1, 2, 2, 3])
        game = Small(rng, players, rng.choice([1, 2, 3]) if players < 3 else rng.choice([1, 2]), rng.randint(2, 7))
        judge, together = Judge(game), Table(game.deals, game.kinds, game.limits)
        alone = [Table([deal], game.kinds, None) for deal in game.deals]
        for seat, gone, drawn in game.turns:
            expected = "possible" if together.turn(seat, gone, drawn) else "copies"
            if not alone[seat].turn(0, gone, drawn):
                expected = "hand"
            found = judge.turn(seat, gone, drawn)
            assert found == expected, (game.deals, game.turns, game.limits)
            seen[found] += 1
            if found != "possible":
                break
            judge.check_counts()
    assert min(seen.values()) > 5, "the games are too tame"


@pytest.mark.parametrize("part", range(PARTS))
def test_what_a_hand_must_or_may_hold(part: int) -> None:
    """Copies prove nothing here, and an unnamed card is never one that must be there."""
    rng = random.Random(f"hands {part}")
    for _ in range(GAMES // PARTS):
        game = Small(rng, 1, rng.choice([2, 3]), rng.randint(1, 6))
        judge, alone = Judge(game), Table(game.deals, [*game.kinds, 9], None)
        for _, gone, drawn in game.turns:
            if not alone.turn(0, gone, drawn) or judge.turn(0, gone, drawn) != "possible":
                break
            wanted = rng.sample(game.kinds, rng.randint(1, len(game.kinds)))
            possible = alone.possible(0)
            assert must_hold(judge.hands[0], wanted) == all(set(hand) & set(wanted) for hand in possible), game.turns
            assert may_hold(judge.hands[0], wanted) == any(set(hand) & set(wanted) for hand in possible), game.turns


@pytest.mark.parametrize("number", range(20))
def test_open_hands_are_followed_to_the_end(number: int) -> None:
    """A long course with a whole pack: every hand is known, half of what leaves is named, and the truth is always possible."""
    rng = random.Random(f"open hands {number}")
    game = Small(rng, rng.randint(3, 10), 4, 1)
    pack = [kind for kind, count in enumerate(COPIES["portrait"]) for _ in range(count)]
    rng.shuffle(pack)
    truth = [[pack.pop() for _ in range(4)] for _ in game.deals]
    game.deals, game.limits = [list(hand) for hand in truth], list(COPIES["portrait"])
    judge = Judge(game)
    while any(truth):
        turn = game.turn(rng, truth, pack, 0.5, 0)
        assert judge.turn(*turn) == "possible", (game.deals, turn)
        judge.check_counts()
