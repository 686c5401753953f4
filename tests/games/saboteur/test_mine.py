"""The mine against the slow surveyor: every placement fits or does not, every tunnel reaches or does not, alike for both."""

import os
import random
from typing import Any

import msgspec
import pytest

from adjudicator.core.game import Table
from adjudicator.core.log import entry_list
from adjudicator.core.replay import Head, begin, judge, replay
from tests.games.cases import GAMES
from tests.games.saboteur.slow_surveyor import START, Survey, around

GAME = GAMES["saboteur"]
PLACEMENTS = int(os.environ.get("ADJUDICATOR_PLACEMENTS", "100000"))
PARTS = 10
TRIED = 6
"""Cells tried for each card, of which one is then taken."""
GEOMETRY = {"SAB-3.1", "SAB-3.2", "SAB-3.3"}
PACK = (
    ["NESW"] * 5 + ["NES"] * 5 + ["NEW"] * 5 + ["NS"] * 4 + ["EW"] * 3 + ["NW"] * 4 + ["NE"] * 5
    + ["NESWx", "NESx", "NEWx", "NSx", "EWx", "NWx", "NEx", "Nx", "Ex"] + ["ROCKFALL"] * 3
)
TURNED = str.maketrans("NESW", "SWNE")
STANDS = {"stands": True, "note": "As it lay."}


def entry_of(raw: dict[str, Any]) -> Any:
    return msgspec.convert([raw], entry_list(GAME))[0]


def half_turn(token: str) -> str:
    letters = token.translate(TURNED)
    return "".join(letter for letter in "NESWx" if letter in letters)


class Dig:
    """One round of placements, wild ones too: everything that is possible stands."""

    def __init__(self, rng: random.Random) -> None:
        self.rng, self.placement = rng, rng.choice(["any_open_edge", "from_start"])
        distance, gap = rng.choice([2, 2, 3, 4, 8]), rng.choice([1, 2, 3])
        given = {"goal_distance": distance, "goal_gap": gap, "placement": self.placement}
        table = Table(("Asha", "Bo", "Chen"), "standard", msgspec.convert(given, GAME.options), GAME.setup())
        self.head: Head = begin(GAME, table)
        self.survey = Survey(distance, gap)
        self.faces = rng.sample([("gold",), ("NE", "SW"), ("NW", "ES")], 3)
        self.judged = 0

    def play(self) -> None:
        cards = self.rng.sample(PACK, len(PACK))
        while cards and self.head.state.stage in ("ready", "digging"):
            card = cards.pop()
            if card == "ROCKFALL":
                self.strike()
            else:
                self.lay(self.rng.choice([card, half_turn(card)]))
            while self.survey.reached_goals() and self.rng.random() < 0.8 and self.head.state.stage == "digging":
                self.reveal()

    def lay(self, card: str) -> None:
        """Judge the card in some cells, then lay it into the best of them, or now and then into any that is free."""
        tried = []
        for cell in self.rng.sample(self.cells(), TRIED):
            raw = {"type": "path", "player": self.on_turn(), "card": card, "cell": list(cell), **STANDS}
            wrong = self.survey.broken_rules(cell, card, self.placement)
            found = judge(GAME, self.head.state, entry_of(raw))
            assert {each.rule for each in found.violations} & GEOMETRY == wrong, (raw, self.survey.lies)
            assert (found.verdict == "impossible") == ("SAB-3.1" in wrong)
            self.judged += 1
            tried.append((len(wrong), self.rng.random(), raw, wrong))
        best = min(tried) if self.rng.random() < 0.9 else self.rng.choice(tried)
        if "SAB-3.1" not in best[3]:
            self.take(best[2])

    def cells(self) -> list[tuple[int, int]]:
        """Cells beside what lies there and a few anywhere, also at the ends of the world."""
        near = {beyond for cell in [*self.survey.lies, *self.survey.closed] for _, beyond in around(cell)}
        far = [(self.rng.randint(-3, 9), self.rng.randint(-4, 4)), (1_000_000, self.rng.choice([-1_000_000, 1_000_000]))]
        return [cell for cell in (*near, *self.survey.lies, *far) if max(map(abs, cell)) <= 1_000_000]

    def strike(self) -> None:
        cell = self.rng.choice([*self.survey.lies, *self.survey.lies, *self.survey.closed])
        tunnel = cell in self.survey.lies and cell != START and cell not in self.survey.goals.values()
        raw = {"type": "rockfall", "player": self.on_turn(), "cell": list(cell), **STANDS}
        assert any(each.rule == "SAB-4.3" for each in judge(GAME, self.head.state, entry_of(raw)).violations) != tunnel
        self.take(raw)

    def reveal(self) -> None:
        goal = self.rng.choice(sorted(self.survey.reached_goals()))
        shows = self.rng.choice(self.faces[goal - 1])
        raw = {"type": "reveal", "player": self.on_turn(), "goal": goal, "shows": shows, **STANDS}
        wrongly_turned = shows != "gold" and not self.survey.joining_sides(goal) & set(shows)
        found = judge(GAME, self.head.state, entry_of(raw))
        assert any(each.rule == "SAB-6.4" for each in found.violations) == wrongly_turned, (raw, self.survey.lies)
        self.take(raw)

    def take(self, raw: dict[str, Any]) -> None:
        """The entry stands; then both must see the same mine."""
        replay(GAME, self.head, [entry_of(raw)])
        assert self.head.stopped_at is None, raw
        self.survey.change(raw)
        state = GAME.table(self.head.state) if self.rng.random() < 0.1 else None
        if state is not None:
            self.compare(state)
        if self.head.state.stage == "digging":
            assert set(self.head.state.goals.owed) == self.survey.reached_goals(), self.survey.lies

    def compare(self, state: dict[str, Any]) -> None:
        """The report's mine: the same cards, and of those joined to the start, dead ends apart."""
        assert {tuple(each["cell"]): each["card"] for each in state["mine"]} == self.survey.lies
        joined = {tuple(each["cell"]) for each in state["mine"] if each["joined"]}
        assert joined == {cell for cell in self.survey.reached_cards() if "x" not in self.survey.lies[cell]}, self.survey.lies

    def on_turn(self) -> str:
        state = self.head.state
        return str(state.players[state.turn])


@pytest.mark.parametrize("part", range(PARTS))
def test_the_slow_surveyor_agrees(part: int) -> None:
    rng, judged = random.Random(f"placements {part}"), 0
    while judged < PLACEMENTS // PARTS:
        dig = Dig(rng)
        dig.play()
        judged += dig.judged
