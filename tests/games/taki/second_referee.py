"""A second referee of Taki, for logs of play: written from the rules text alone, slow, and sharing nothing with the engine.

Logs are plain objects, with all options. `second_rulings.py` says what is to be said of an entry; here it happens, lawful or
standing as section 11 says. `second_sequence.py` walks through the cards of a play.
"""

from collections import Counter
from collections.abc import Sequence

from .second_rulings import Entry, Judge, Said
from .second_sequence import Walk, cannot_close, colour, fits, symbol
from .second_table import STEPS, Claim, Duty


class Referee(Judge):
    """Goes on with the log, entry by entry."""

    def take(self, entry: Entry, said: Said) -> None:
        """The entry happened: it is lawful, or it stands."""
        self.ply += 1
        steps = {"play": self._take_play, "draw": self._take_draw, "say": self._take_call, "catch": self._take_catch}
        if entry["type"] == "end":
            self._take_end(entry)
        elif entry["type"] in steps:
            steps[entry["type"]](entry, said)

    def _take_end(self, entry: Entry) -> None:
        self.over = True
        left = [player for player in self.players if entry["reason"] != "forfeit" or player != entry["player"]]
        best = [player for player in left if all(self.measure(player) <= self.measure(other) for other in left)]
        if entry["reason"] != "abandoned" and len(best) == 1:
            self.winner = best[0]

    def _take_play(self, entry: Entry, said: Said) -> None:
        player, cards = entry["player"], entry["cards"]
        if self.owed and cards[0] == "BREAK" and self.plus3 not in ("", player) and self.answerable():
            self._take_answer(entry)
            return
        walk = self._walk(entry)
        self._lay(player, cards)
        self.owed = [] if said.broken else [owed for owed in self.owed if owed.rule != "5.4"]
        self.plus3, self.plus, self.lead = "", False, walk.lead
        last, empty = cards[-1], self.count[player] == 0
        finished = empty and last != "BREAK" and (symbol(last) != "PLUS" or self.options["win_on_plus"])
        if finished and self._finish(player):
            return
        self.stack = walk.stack
        acts = self._close(walk, entry, last, empty)
        self.may_close = self.laid_last = player
        if "6.1" in said.open:
            self.claims.append(Claim(player, "6.1", self.ply, lambda card, run=walk.opened: colour(card) == run))
        self._acted_on_turn(player)
        self._act(player, last if acts else "", finished)
        self._reached(player, entry)

    def _take_answer(self, entry: Entry) -> None:
        """TAKI-5.5, and section 11: only what was owed for the +3 ends, and the turn stays."""
        player, cards, of_plus3 = entry["player"], entry["cards"], self.plus3
        self.lead = self._walk(entry).lead
        self._lay(player, cards)
        self.owed, self.plus3 = [owed for owed in self.owed if owed.rule != "5.4"], ""
        if self.count[player] == 0 and self._finish(player):
            return
        self.owe(of_plus3, 3, "rest", "5.5")
        self._reached(player, entry)

    def _lay(self, player: str, cards: Sequence[str]) -> None:
        self.known[player] -= Counter(cards)
        self.count[player] -= len(cards)
        self.discards += cards
        for claim in [claim for claim in self.claims if claim.player == player]:
            claim.came += sum(claim.fitting(card) for card in cards)
            if claim.came > claim.drawn:
                self.claims.remove(claim)
                self.findings.append((claim.rule, player, claim.ply, self.ply))

    def _finish(self, player: str) -> bool:
        """TAKI-8.1, 8.3. Whether that was the end."""
        stage = self.stage[player]
        self.finished.append((player, stage))
        if not self.tournament or stage == 1:
            self.over, self.winner = True, player
        if self.tournament:
            self.stage[player] -= 1
            self.owe(player, stage - 1, "8.3", "8.3")
        return self.over

    def _close(self, walk: Walk, entry: Entry, last: str, empty: bool) -> bool:
        """TAKI-6.3, 6.4, 6.7: what becomes of the run. Whether the last card acts."""
        closed = entry.get("closed") or "closed_taki" in entry.get("say", ())
        self.run, self.waiting = walk.run, ""
        if not walk.run or (walk.phase == "done" and not cannot_close(last)):
            return True
        if cannot_close(last):
            return False
        if closed:
            self.run = ""
            return True
        if self.options["unclosed_action"] == "resolve" or (symbol(last) == "PLUS" and empty):
            return True
        self.waiting = last
        return False

    def _acted_on_turn(self, player: str) -> None:
        """TAKI-7.1 to 7.3."""
        for other, duty in list(self.duties.items()):
            if other == player:
                duty.catchable = False
            elif not duty.called and not duty.missed:
                duty.missed = True
                duty.catchable = self.options["last_card"] == "challenge"
                if not duty.catchable:
                    self._penalise(other, duty)

    def _penalise(self, player: str, duty: Duty) -> None:
        self.findings.append(("7.2", player, duty.ply, self.ply))
        self.owe(player, 4, "7.2", "7.2")

    def _act(self, player: str, card: str, finished: bool) -> None:
        """Sections 4 and 5: the turn passes, and the card does what it does."""
        self.on_turn = self.next_to(player)
        face = symbol(card) if card else ""
        if face == "STOP":
            self.on_turn = self.next_to(player, 2)
        elif face == "+2":
            self.stack += 2
        elif face == "DIR":
            self.way = -self.way
            again = len(self.players) == 2 and self.options["two_player_direction"] == "again"
            self.on_turn = player if again else self.next_to(player)
        elif face == "PLUS" and not finished:
            self._owe_plus(player)
        elif face == "+3":
            self.plus3 = player
            for other in self.players:
                if other != player:
                    self.owe(other, 3, "rest", "5.4")
        elif face == "BREAK":
            self.owe(player, 3, "rest", "5.5")

    def _owe_plus(self, player: str) -> None:
        """TAKI-4.5, 4.6."""
        if self.count[player] == 0:
            self.owe(player, 1, "rest", "4.6")
        else:
            self.plus, self.on_turn = True, player

    def _reached(self, player: str, entry: Entry) -> None:
        """A duty to call begins with one card in hand, and ends with another number."""
        self.duties.pop(player, None)
        if self.count[player] == 1:
            self.duties[player] = Duty(self.ply, called="last_card" in entry.get("say", ()))

    def _take_draw(self, entry: Entry, said: Said) -> None:
        player, count = entry["player"], entry["count"]
        if "3.5" in said.open:
            self.claims.append(Claim(player, "3.5", self.ply, lambda card, lead=self.lead: fits(card, lead)))
        if count > self.pile:
            self.pile, self.discards = self.left_to_draw(), self.discards[-1:]
        self.pile -= count
        self.count[player] += count
        self.known[player] += Counter(entry.get("cards", ()))
        for claim in self.claims:
            claim.drawn += count * (claim.player == player)
        if self.count[player] != 1:
            self.duties.pop(player, None)
        own = sorted((owed for owed in self.owed if owed.player == player), key=lambda owed: STEPS.index(owed.step))
        if own:
            self.owed.remove(own[0])
            self.plus3 = self.plus3 if any(owed.rule == "5.4" for owed in self.owed) else ""
            return
        self.owed, self.plus3, self.plus, self.stack = [], "", False, 0
        if player != self.may_close:
            self.may_close, self.waiting = "", ""
        self._acted_on_turn(player)
        self.on_turn = self.next_to(player)

    def _take_call(self, entry: Entry, said: Said) -> None:
        player = entry["player"]
        if entry["phrase"] == "last_card":
            duty = self.duties.get(player)
            if duty is not None and not duty.missed:
                duty.called = True
        elif self.run and not cannot_close(self.discards[-1]):
            waiting, self.run, self.waiting = self.waiting, "", ""
            if waiting and player == self.may_close:
                self._act(player, waiting, finished=False)

    def _take_catch(self, entry: Entry, said: Said) -> None:
        """TAKI-7.3, and section 11: a catch that stands costs the target four."""
        duty = self.duties.get(entry["target"])
        if said.broken or duty is None:
            self.owe(entry["target"], 4, "7.2", "7.2")
        else:
            duty.called, duty.catchable = True, False
            self._penalise(entry["target"], duty)
