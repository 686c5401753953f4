"""The table of the second referee of Taki: what the log has told so far, and how it stands."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .second_sequence import COPIES, Lead, colour, symbol

STEPS = ("8.3", "7.2", "rest")


@dataclass
class Owed:
    """A draw that is owed: in which step of 9.1, and the rule that is cited for it."""

    player: str
    count: int
    step: str
    rule: str


@dataclass
class Claim:
    """A draw, or cards kept back, that later plays can prove wrong when more cards came that fitted than were drawn."""

    player: str
    rule: str
    ply: int
    fitting: Callable[[str], bool]
    came: int = 0
    drawn: int = 0


@dataclass
class Duty:
    """The last card is to be called: `missed` when another player has acted on turn."""

    ply: int
    called: bool
    missed: bool = False
    catchable: bool = False


class Table:
    """The table as the log tells it."""

    def __init__(self, log: Mapping[str, Any]) -> None:
        self.options, setup = log["ruleset"]["options"], log["setup"]
        self.players: list[str] = list(log["players"])
        self.tournament = self.options["format"] == "tournament"
        size = self.options["stages" if self.tournament else "hand_size"]
        self.count = dict.fromkeys(self.players, size)
        self.known = {player: Counter[str](setup.get("hands", {}).get(player, ())) for player in self.players}
        self.stage = dict.fromkeys(self.players, self.options["stages"])
        self.discards: list[str] = list(setup["leading"])
        self.pile = sum(COPIES.values()) - size * len(self.players) - len(self.discards)
        self.lead: Lead = (colour(self.discards[-1]), symbol(self.discards[-1]))
        self.on_turn, self.way = setup.get("first", self.players[0]), 1
        self.stack, self.run, self.waiting, self.plus = 0, "", "", False
        self.may_close, self.laid_last = "", ""
        self.owed: list[Owed] = []
        self.plus3 = ""
        self.duties: dict[str, Duty] = {}
        self.claims: list[Claim] = []
        self.findings: list[tuple[str, str, int, int]] = []
        self.finished: list[tuple[str, int]] = []
        self.over, self.winner, self.ply = False, "", 0

    def unknown(self, player: str) -> int:
        return self.count[player] - self.known[player].total()

    def answerable(self) -> bool:
        """Nobody has drawn for the +3 yet: all others still owe three."""
        return sum(owed.rule == "5.4" for owed in self.owed) == len(self.players) - 1

    def left_to_draw(self) -> int:
        return self.pile + len(self.discards) - 1

    def due(self) -> list[Owed]:
        steps = [step for step in STEPS if any(owed.step == step for owed in self.owed)]
        return [owed for owed in self.owed if owed.step == steps[0]] if steps else []

    def measure(self, player: str) -> tuple[int, ...]:
        """TAKI-8.5, 8.6: the lower the better."""
        return (self.stage[player], self.count[player]) if self.tournament else (self.count[player],)

    def next_to(self, player: str, steps: int = 1) -> str:
        return self.players[(self.players.index(player) + self.way * steps) % len(self.players)]

    def owe(self, player: str, count: int, step: str, rule: str) -> None:
        if count:
            self.owed.append(Owed(player, count, step, rule))

    def up(self) -> list[str]:
        """Who may act now."""
        due = {owed.player for owed in self.due()} or {self.on_turn}
        return [] if self.over else [player for player in self.players if player in due]

    def must(self) -> list[tuple[str, str, int]]:
        """All that is owed: player, rule and number of cards."""
        owed = [(owed.player, owed.rule, min(owed.count, self.left_to_draw())) for owed in self.owed]
        return [] if self.over else sorted([*owed, *([(self.on_turn, "4.5", 1)] if self.plus else [])])
