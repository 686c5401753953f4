"""What the second referee of Taki says of an entry, before it happens."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .second_sequence import COPIES, Walk, cannot_close, colour, fits
from .second_table import Table

Entry = Mapping[str, Any]


@dataclass
class Said:
    """What is said of an entry: the rules that it breaks, impossible or not, and those that stay open."""

    broken: set[str] = field(default_factory=set)
    impossible: bool = False
    open: list[str] = field(default_factory=list)

    @property
    def verdict(self) -> str:
        if self.broken:
            return "impossible" if self.impossible else "illegal"
        return "unverified" if self.open else "legal"


class Judge(Table):
    """Only looks."""

    def say(self, entry: Entry) -> Said:
        if entry["type"] == "remark":
            return Said()
        if self.over:
            return Said({"8.7"}, impossible=True)
        judge = {"play": self._say_play, "draw": self._say_draw, "say": self._say_call, "catch": self._say_catch}
        return judge[entry["type"]](entry) if entry["type"] in judge else Said()

    def _say_play(self, entry: Entry) -> Said:
        player, cards = entry["player"], entry["cards"]
        broken = self._impossible_cards(player, cards)
        if broken:
            return Said(broken, impossible=True)
        out_of_turn = set() if player == self.on_turn else {"3.3"}
        if self.owed and cards[0] == "BREAK" and self.plus3 and (player == self.plus3 or not self.answerable()):
            return Said({"5.5"})
        if self._answers(player, cards):
            return Said(set() if cards == ["BREAK"] else {"3.2"})
        walk = self._walk(entry)
        kept = self._kept(player, cards, walk)
        broken = out_of_turn | ({"6.1"} if kept == "known" else set())
        if self.owed and not self._wipes(player, cards):
            return Said(broken | {"9.1"}, open=["6.1"] if kept == "maybe" else [])
        king_alone = cards[-1] == "KING" and walk.phase == "start" and self.count[player] > len(cards)
        broken |= walk.broken | ({"5.3"} if king_alone and self.options["king_followup"] == "required" else set())
        return Said(broken, open=["6.1"] if kept == "maybe" else [])

    def _impossible_cards(self, player: str, cards: Sequence[str]) -> set[str]:
        """TAKI-1.2, 1.4, 1.6."""
        if any(card not in COPIES for card in cards):
            return {"1.2"}
        fresh = list((Counter(cards) - self.known[player]).elements())
        too_many = len(cards) > self.count[player] or len(fresh) > self.unknown(player)
        return ({"1.6"} if too_many else set()) | ({"1.4"} if self._shows_too_many(fresh, self.discards) else set())

    def _shows_too_many(self, more: Sequence[str], discards: Sequence[str]) -> bool:
        shown = Counter(discards) + Counter(more)
        for hand in self.known.values():
            shown += hand
        return any(count > COPIES[card] for card, count in shown.items())

    def _held_up(self, player: str) -> bool:
        """TAKI-9.1: what goes before an answer to a +3."""
        return any(owed.step == "8.3" or (owed.step == "7.2" and owed.player == player) for owed in self.owed)

    def _answers(self, player: str, cards: Sequence[str]) -> bool:
        wanted = cards[0] == "BREAK" and self.plus3 not in ("", player)
        return wanted and self.answerable() and not self._held_up(player)

    def _wipes(self, player: str, cards: Sequence[str]) -> bool:
        wanted = cards[0] == "KING" and player == self.on_turn and self.options["king_on_plus3"] == "cancels"
        return wanted and bool(self.plus3) and self.answerable() and not self._held_up(player)

    def _walk(self, entry: Entry) -> Walk:
        return Walk(self.options, self.lead, self.run, self.stack, entry.get("color", "")).through(entry["cards"])

    def _kept(self, player: str, cards: Sequence[str], walk: Walk) -> str:
        """TAKI-6.1: whether cards of the run that the player has opened are kept back; nothing: no."""
        if not self.options["taki_must_play_all"] or not walk.opened:
            return ""
        left = self.known[player] - Counter(cards)
        fresh = (Counter(cards) - self.known[player]).total()
        if any(colour(card) == walk.opened for card in left):
            return "known"
        return "maybe" if self.unknown(player) > fresh else ""

    def _say_draw(self, entry: Entry) -> Said:
        player, count, cards = entry["player"], entry["count"], entry.get("cards", [])
        if any(card not in COPIES for card in cards):
            return Said({"1.2"}, impossible=True)
        lying = self.discards if count <= self.pile else self.discards[-1:]
        broken = ({"3.6"} if count > self.left_to_draw() else set()) | ({"1.4"} if self._shows_too_many(cards, lying) else set())
        if broken:
            return Said(broken, impossible=True)
        out_of_turn = set() if player == self.on_turn else {"3.3"}
        if self.owed:
            due = [owed for owed in self.due() if owed.player == player]
            if due:
                return Said(set() if any(count == min(owed.count, self.left_to_draw()) for owed in due) else {"9.1"})
            return Said({"9.1"} | out_of_turn)
        if out_of_turn:
            return Said(out_of_turn)
        if self.stack:
            return Said(set() if count == min(self.stack, self.left_to_draw()) else {"9.1"})
        able = self._able(player)
        broken = ({"3.2"} if count != min(1, self.left_to_draw()) else set()) | ({"3.5"} if able == "known" else set())
        return Said(broken, open=["3.5"] if able == "maybe" else [])

    def _able(self, player: str) -> str:
        """TAKI-3.5: whether the player could have played instead; nothing: no, or it does not matter."""
        if self.options["draw_when_able"] == "allowed" or not self.count[player]:
            return ""
        if any(fits(card, self.lead) for card in self.known[player]):
            return "known"
        return "maybe" if self.unknown(player) else ""

    def _say_call(self, entry: Entry) -> Said:
        player = entry["player"]
        if entry["phrase"] == "last_card" or player in (self.on_turn, self.may_close):
            return Said()
        void = not self.run or cannot_close(self.discards[-1])
        return Said(set() if void and player == self.laid_last else {"3.3"})

    def _say_catch(self, entry: Entry) -> Said:
        duty = self.duties.get(entry["target"])
        right = duty is not None and duty.catchable and entry["player"] != entry["target"]
        return Said(set() if right and self.options["last_card"] == "challenge" else {"7.3"})
