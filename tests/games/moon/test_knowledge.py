"""The knowledge logic against the slow referee: random hands, some of whose players revoke or play what they cannot have.

Of every play: impossible, or a revoke seen at once, or open, or no revoke; and behind the hand the findings. Nothing of
the engine's own is used but its reports.
"""

import os
import random
from itertools import product
from typing import Any

import msgspec
import pytest

from adjudicator.core.log import decode_log
from adjudicator.core.reading import read_json
from adjudicator.core.report import report
from tests.games.cases import GAMES
from tests.games.moon.slow_referee import SEATS, SET, Facts, follows, wins

HANDS = int(os.environ.get("ADJUDICATOR_MOON_HANDS", "3000"))
PARTS = 10
NAMES = ("Asha", "Bo", "Chen")
TRUMPS = (0, 1, 2, 3, 4, 5, 6, "doubles", "none")
VERDICTS = ("legal", "illegal", "unverified", "impossible", "findings")
DOUBLES = frozenset(tile for tile in SET if tile[0] == tile[1])
STANDS = {"stands": True, "note": "As it was played."}


class Written:
    """One hand as it was, and as its log tells it. In some the trumps are kept for the end: then they are known to be there."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        tiles = rng.sample(SET, len(SET))
        self.bidder = rng.choice(SEATS)
        self.kept = DOUBLES if rng.random() < 0.2 else frozenset[str]()
        self.trump = "doubles" if self.kept else rng.choice(TRUMPS)
        self.held = {seat: tiles[seat * 7 : seat * 7 + 7] for seat in SEATS}
        self.facts = Facts(bidder=self.bidder)
        self.moves: list[dict[str, Any]] = []
        self._deal(tiles[21])
        self._bid()
        self._declare(tiles[21])
        self._play()

    def _deal(self, kitty: str) -> None:
        share = self.rng.choice((0, 0, 0.3, 0.6, 0.9))
        shown = [seat for seat in SEATS if self.rng.random() < share]
        self.facts.dealt = {seat: frozenset(self.held[seat]) for seat in shown}
        deal: dict[str, Any] = {"type": "deal", "hands": {NAMES[seat]: list(self.held[seat]) for seat in shown}}
        if self.rng.random() < share / 2:
            deal["kitty"] = self.facts.kitty = kitty
        self.moves.append(deal)

    def _bid(self) -> None:
        words = [{"type": "bid", "player": NAMES[seat], "bid": 7 if seat == self.bidder else "pass"} for seat in SEATS]
        self.moves += words

    def _declare(self, kitty: str) -> None:
        eight = [*self.held[self.bidder], kitty]
        discard = self.rng.choice(eight)
        eight.remove(discard)
        self.held[self.bidder] = eight
        entry = {"type": "declare", "player": NAMES[self.bidder], "trump": self.trump}
        if self.rng.random() < 0.3:
            entry["kitty"] = self.facts.kitty = kitty
        if self.rng.random() < 0.3:
            entry["discard"] = self.facts.discard = discard
        self.moves.append(entry)

    def _play(self) -> None:
        """Seven tricks; about every seventh play is any tile of the hand, and a few are any tile of the set."""
        wild, anybody = self.rng.choice(((0, 0), (0.15, 0), (0.4, 0), (0.4, 0.02))), self.rng.random() < 0.1
        self.plays: list[tuple[int, str, str | None]] = []
        leader = self.bidder
        for _ in range(7):
            trick: list[tuple[int, str]] = []
            for seat in ((leader + place) % 3 for place in SEATS):
                lead = trick[0][1] if trick else None
                trick.append((seat, self._tile(seat, lead, *wild)))
                self.plays.append((*trick[-1], lead))
            leader = self.rng.choice(SEATS) if anybody else wins(self.trump, trick)
        self.in_turn = not anybody

    @property
    def shown(self) -> str:
        """How much is known but for the plays: of nobody, of some, or of everybody."""
        facts = self.facts
        if not facts.dealt and facts.kitty is None and facts.discard is None:
            return "blind"
        return "open" if len(facts.dealt) + (facts.kitty is not None) >= 3 else "partly"

    def _tile(self, seat: int, lead: str | None, wild: float, strange: float) -> str:
        hand = self.held[seat]
        following = [tile for tile in hand if lead is not None and follows(self.trump, lead, tile)]
        able = hand if self.rng.random() < wild else following or hand
        tile = self.rng.choice([tile for tile in able if tile not in self.kept] or able)
        hand.remove(tile)
        tile = self.rng.choice(SET) if self.rng.random() < strange else tile
        self.moves.append({"type": "play", "player": NAMES[seat], "tile": tile, **STANDS})
        return tile


def judged(moves: list[dict[str, Any]]) -> Any:
    log = {"game": "moon", "players": NAMES, "ruleset": {"options": {"revoke": "report_only"}}, "moves": moves}
    return report(decode_log(GAMES, read_json(msgspec.json.encode(log))))


def revoke_part(ruling: Any) -> str:
    """What a ruling says of following suit."""
    if ruling["verdict"] == "impossible":
        return "impossible"
    if any(violation["rule"] == "MOON-4.3" for violation in ruling["violations"]):
        return "illegal"
    return "unverified" if ruling["unverified"] else "legal"


@pytest.mark.parametrize("part", range(PARTS))
def test_every_play(part: int) -> None:
    counts = dict.fromkeys(product(("blind", "partly", "open"), VERDICTS), 0)
    for number in range(part, HANDS, PARTS):
        hand = Written(random.Random(f"moon knowledge {number}"))
        found = judged(hand.moves)
        first = len(hand.moves) - len(hand.plays)
        slow, findings = judged_slowly(hand, first + 1)
        fast = [revoke_part(ruling) for ruling in found["rulings"][first:]]
        assert fast == slow, hand.moves
        out_of_turn = any(each["rule"] == "MOON-4.1" for ruling in found["rulings"] for each in ruling["violations"])
        assert not (out_of_turn and hand.in_turn), hand.moves
        assert [(each["ply"], each["proved_at"]) for each in found["findings"]] == findings, hand.moves
        for verdict in slow:
            counts[hand.shown, verdict] += 1
        counts[hand.shown, "findings"] += len(findings)
    del counts["blind", "illegal"]  # one in hundreds of hands
    assert min(counts.values()) >= HANDS // 3000, counts


def judged_slowly(hand: Written, ply: int) -> tuple[list[str], list[tuple[int, int]]]:
    """The verdicts up to the first impossible play, and the findings."""
    verdicts: list[str] = []
    findings: list[tuple[int, int]] = []
    waiting: list[tuple[int, int, str]] = []
    for place, (seat, tile, lead) in enumerate(hand.plays, ply):
        verdict = hand.facts.verdict(seat, tile, hand.trump, lead)
        verdicts.append(verdict)
        if verdict == "impossible":
            break
        proven = [claim for claim in waiting if claim[1] == seat and follows(hand.trump, claim[2], tile)]
        findings += [(claim[0], place) for claim in proven]
        waiting = [claim for claim in waiting if claim not in proven]
        if verdict == "illegal":
            findings.append((place, place))
        if verdict == "unverified" and lead is not None:
            waiting.append((place, seat, lead))
        hand.facts.played[seat].append(tile)
    return verdicts, findings


@pytest.mark.parametrize("part", range(PARTS))
def test_every_declaration(part: int) -> None:
    """A kitty and a discard are possible exactly when some distribution has them."""
    counts = {True: 0, False: 0}
    for number in range(part, HANDS // 5, PARTS):
        moves, facts, agree = declared(random.Random(f"moon declaration {number}"))
        possible = agree and facts.exists()
        assert (judged(moves)["rulings"][-1]["verdict"] == "legal") == possible, moves
        counts[possible] += 1
    assert min(counts.values()) >= HANDS // PARTS // 50, counts


def declared(rng: random.Random) -> tuple[list[dict[str, Any]], Facts, bool]:
    """A true deal, partly told, and a declaration of any kitty and discard; whether the two kitties are the same."""
    tiles = rng.sample(SET, len(SET))
    shown = {NAMES[seat]: tiles[seat * 7 : seat * 7 + 7] for seat in SEATS if rng.random() < 0.5}
    facts = Facts(dealt={NAMES.index(name): frozenset(hand) for name, hand in shown.items()}, bidder=rng.choice(SEATS))
    deal: dict[str, Any] = {"type": "deal", "hands": shown}
    entry: dict[str, Any] = {"type": "declare", "player": NAMES[facts.bidder], "trump": 6}
    if rng.random() < 0.4:
        deal["kitty"] = facts.kitty = tiles[21]
    if rng.random() < 0.7:
        entry["kitty"] = rng.choice((tiles[21], tiles[21], rng.choice(SET)))
    if rng.random() < 0.7:
        entry["discard"] = facts.discard = rng.choice((tiles[21], rng.choice(tiles[facts.bidder * 7 :][:7]), rng.choice(SET)))
    agree = facts.kitty is None or entry.get("kitty", facts.kitty) == facts.kitty
    facts.kitty = entry.get("kitty", facts.kitty)
    words = [{"type": "bid", "player": NAMES[seat], "bid": 7 if seat == facts.bidder else "pass"} for seat in SEATS]
    return [deal, *words, entry], facts, agree
