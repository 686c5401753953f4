"""What the cards of one play come to, walked through one by one: the second referee's reading of TAKI-4 to 6.

Written from the rules text alone; nothing is shared with the engine.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

COLOURLESS = {"COLOR": 4, "STAKI": 2, "KING": 2, "+3": 2, "BREAK": 2}
FACES = [*"13456789", "STOP", "+2", "DIR", "PLUS", "TAKI"]
COPIES = {**{colour + face: 2 for colour in "RBGY" for face in FACES}, **COLOURLESS}
Lead = tuple[str, str]


def colour(card: str) -> str:
    """R, B, G, Y, or nothing for a colourless card."""
    return "" if card in COLOURLESS else card[0]


def symbol(card: str) -> str:
    """The symbol of a coloured card; a colourless one is its own."""
    return card if card in COLOURLESS else card[1:]


def fits(card: str, lead: Lead) -> bool:
    """TAKI-2.2, 2.3."""
    return card in COLOURLESS or colour(card) == lead[0] or symbol(card) == lead[1]


def cannot_close(card: str) -> bool:
    """TAKI-6.4: a run with this card on top cannot be closed."""
    return symbol(card) in ("TAKI", "STAKI")


@dataclass
class Walk:
    """Where a play stands: `run` is the colour of a run that is open, `phase` what the next card would be part of."""

    options: Mapping[str, Any]
    lead: Lead
    run: str
    stack: int
    named: str
    phase: str = "start"
    first: bool = True
    free: bool = False
    opened: str = ""
    broken: set[str] = field(default_factory=set)

    def through(self, cards: Sequence[str]) -> "Walk":
        for card in cards:
            step = {"start": self._start, "run": self._within, "end": self._behind_end, "done": self._behind}[self.phase]
            step(card)
            self._leads(card)
            self.first, self.free = False, card == "KING" and self.phase == "start"
        return self

    def _start(self, card: str) -> None:
        if self.stack and self._answers(card):
            return
        unanswered, self.stack = self.stack > 0, 0
        if self.run and self.first and colour(card) == self.run:
            self.phase = "run"
        elif card == "KING":
            self.run = ""
        else:
            self._ordinary(card, matched=unanswered)

    def _answers(self, card: str) -> bool:
        """TAKI-4.2, 5.3, 5.4, 6.7 and section 10: whether the card is played on the stack as one may."""
        if symbol(card) == "+2":
            self.phase, self.run = "done", self.run if colour(card) == self.run else ""
        elif card == "KING":
            self.stack, self.run = 0, ""
        elif card == "+3" and self.options["plus3_on_stack"] == "allowed":
            self.phase, self.run, self.stack = "done", "", 0
        else:
            self.broken.add({"+3": "5.4", "BREAK": "5.5"}.get(card, "4.2"))
            return False
        return True

    def _ordinary(self, card: str, matched: bool = False) -> None:
        if not (matched or self.free or fits(card, self.lead)):
            self.broken.add("2.2")
        self.run = ""
        if cannot_close(card):
            self.run = self.opened = colour(card) or self.lead[0]
            self.phase = "run"
        elif symbol(card) != "PLUS":
            self.phase = "done"

    def _within(self, card: str) -> None:
        """TAKI-6.2, 6.6."""
        if card in ("COLOR", "STAKI"):
            if self.options["wild_in_run"] == "forbidden":
                self.broken.add("6.2")
            self.phase, self.run = "end", self.run if card == "STAKI" else ""
        elif colour(card) != self.run:
            self.broken.add("6.2")
            self.phase, self.run = "done", ""

    def _behind_end(self, card: str) -> None:
        self.broken.add("6.2")
        self._strewn(card)

    def _behind(self, card: str) -> None:
        self.broken.add("3.2")
        self._strewn(card)

    def _strewn(self, card: str) -> None:
        """A card that has no place in the play: only as its last has it any effect, a Taki that of opening a run."""
        self.phase, self.stack = "done", 0
        self.run = (colour(card) or self.lead[0]) if cannot_close(card) else ""

    def _leads(self, card: str) -> None:
        """TAKI-2.1."""
        if card == "COLOR":
            self.lead = (self.named, "")
        elif card == "STAKI":
            self.lead = (self.lead[0], "TAKI")
        elif colour(card):
            self.lead = (colour(card), symbol(card))
