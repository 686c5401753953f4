"""Of a log in which nothing but the play is written: every revoke is found as soon as it is provable, and no other play is.

The truth is known here: hands are dealt, and some plays do not follow though their player could. A revoke is provable
when the same player plays a tile that would have followed; what is broken off before proves nothing.
"""

import random
from typing import Any

import pytest

from tests.games.moon.slow_referee import SEATS, SET, follows, wins
from tests.games.moon.test_knowledge import NAMES, TRUMPS, judged

GAMES = 2_000
PARTS = 4
FIRST_PLY = 5


class Game:
    """A lawful hand in which one to three plays are revokes, and its blind log up to some play."""

    def __init__(self, rng: random.Random) -> None:
        tiles = rng.sample(SET, len(SET))
        self.rng, self.trump = rng, rng.choice(TRUMPS)
        self.held = [tiles[seat * 7 : seat * 7 + 7] for seat in SEATS]
        self.discard_of_bidder(tiles[21])
        self.wanted = rng.randint(1, 3)
        self.revokes: list[tuple[int, int, str]] = []
        self.findings: list[tuple[int, int]] = []
        self.moves: list[dict[str, Any]] = [{"type": "bid", "player": NAMES[0], "bid": 4}]
        self.moves += [{"type": "bid", "player": name, "bid": "pass"} for name in NAMES[1:]]
        self.moves.append({"type": "declare", "player": NAMES[0], "trump": self.trump})
        self.play(rng.choice((21, 21, rng.randint(1, 21))))

    def discard_of_bidder(self, kitty: str) -> None:
        self.held[0].append(kitty)
        self.held[0].remove(self.rng.choice(self.held[0]))

    def play(self, plays: int) -> None:
        leader, trick = 0, list[tuple[int, str]]()
        for ply in range(FIRST_PLY, FIRST_PLY + plays):
            seat = (leader + len(trick)) % 3
            tile = self.choose(ply, seat, trick[0][1] if trick else None)
            self.prove(ply, seat, tile)
            self.moves.append({"type": "play", "player": NAMES[seat], "tile": tile})
            trick.append((seat, tile))
            if len(trick) == 3:
                leader, trick = wins(self.trump, trick), []

    def choose(self, ply: int, seat: int, lead: str | None) -> str:
        hand = self.held[seat]
        following = [tile for tile in hand if lead is not None and follows(self.trump, lead, tile)]
        others = [tile for tile in hand if tile not in following]
        revokes = bool(following and others) and len(self.revokes) < self.wanted and self.rng.random() < 0.3
        tile = self.rng.choice(others if revokes else following or hand)
        hand.remove(tile)
        if revokes and lead is not None:
            self.revokes.append((ply, seat, lead))
        return tile

    def prove(self, ply: int, seat: int, tile: str) -> None:
        """The plays that this one proves wrong; each is proven once."""
        known = {offence for offence, _ in self.findings}
        self.findings += [
            (offence, ply)
            for offence, who, lead in self.revokes
            if who == seat and offence < ply and offence not in known and follows(self.trump, lead, tile)
        ]


@pytest.mark.parametrize("part", range(PARTS))
def test_revokes_are_found(part: int) -> None:
    found = unproven = 0
    for number in range(part, GAMES, PARTS):
        game = Game(random.Random(f"blind {number}"))
        report = judged(game.moves)
        assert {ruling["verdict"] for ruling in report["rulings"]} <= {"legal", "unverified"}, game.moves
        assert [(each["ply"], each["proved_at"]) for each in report["findings"]] == game.findings, game.moves
        found += len(game.findings)
        unproven += len(game.revokes) - len(game.findings)
        if len(game.moves) == FIRST_PLY - 1 + 21:
            assert len(game.findings) == len(game.revokes), "a hand played out leaves nothing open"
    assert found > GAMES // PARTS
    assert unproven > GAMES // PARTS // 10
