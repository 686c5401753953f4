"""A second referee of Carrom: written from the rules text alone, slow, and sharing nothing with the engine.

An entry is tried on a copy of the table, which is kept if the log goes on from it.
"""

import copy
from collections import Counter
from dataclasses import dataclass, field

from .second_table import COLOURS, IMPROPER, Entry, Table

ORDER = {"legal": 0, "foul": 1, "illegal": 2, "impossible": 3}


@dataclass
class Said:
    verdict: str = "legal"
    rules: set[str] = field(default_factory=set)

    def worse(self, verdict: str, *rules: str) -> "Said":
        """The graver verdict, and these rules as well."""
        if rules:
            self.verdict = max(self.verdict, verdict, key=lambda word: ORDER[word])
            self.rules |= set(rules)
        return self


@dataclass
class Shot:
    """A stroke, and what the table was before it."""

    player: str
    side: int
    fell: Counter[str]
    off: Counter[str]
    improper: list[str]
    failed: bool
    named: str
    eligible: bool
    pending: bool
    covered: bool
    own: int
    theirs: int
    last_own: bool
    last_theirs: bool
    fouls: list[tuple[str, str]] = field(default_factory=list)

    def foul(self, rule: str, code: str, happened: object = True) -> None:
        if happened:
            self.fouls.append((rule, code))

    @property
    def broken(self) -> set[str]:
        return {rule for rule, _ in self.fouls}


class Referee(Table):
    """Goes on with the log, entry by entry."""

    def take(self, entry: Entry) -> Said:
        """What is said of the entry; it has happened if it is lawful, or illegal and stands."""
        tried = copy.deepcopy(self)
        said = tried._judge(entry)
        if said.verdict in ("legal", "foul") or (said.verdict == "illegal" and entry.get("stands")):
            self.__dict__ = tried.__dict__
        return said

    def _judge(self, entry: Entry) -> Said:
        kind = entry["type"]
        if kind == "remark":
            return Said()
        if self.over:
            return Said("impossible", {"7.6"})
        if kind == "adjust":
            self.totals[self.side_of(entry["player"])] += entry["points"]
        elif kind == "end":
            self.call_end(entry)
        else:
            judges = {"stroke": self._stroke, "foul": self._foul, "decline_penalty": self._decline, "summary": self._summary}
            return judges[kind](entry)
        return Said()

    def _summary(self, entry: Entry) -> Said:
        """CARROM-9.1 to 9.3."""
        if self.begun:
            return Said("impossible", {"9.1"})
        if self.shared:
            points, worth = [entry["points"][player] for player in self.players], self.options["piece_points"]
            if min(points) < 0 or sum(points) != 9 * (worth["white"] + worth["black"]) + worth["queen"]:
                return Said("impossible", {"9.2"})
            self.share_board(points, summary=True)
            return Said()
        lost = [option for option in ("last_before_queen", "opponent_last") if self.options[option] == "lose_board"]
        none_left = bool(lost) if entry["queen"] else "opponent_last" in lost
        if not (0 if none_left else 1) <= entry["pieces"] <= 9:
            return Said("impossible", {"9.2"})
        self.win_board(self.side_of(entry["winner"]), entry["pieces"], entry["queen"], least=1, summary=True)
        return Said()

    def _foul(self, entry: Entry) -> Said:
        """CARROM-5.11."""
        side, named = self.side_of(entry["player"]), entry.get("penalty_piece", "")
        wrong = self.naming_is_wrong(side, min(1, self.down[side].total()), named)
        if wrong == "impossible":
            return Said("impossible", {"8.2"})
        said = Said("foul", {IMPROPER[entry["code"]]}).worse("illegal", *(["8.2"] if wrong else []))
        self.begun = True
        self.punish(side, 1, named)
        goes_on = self.options["foul_before_stroke"] == "continues" and self.strokes == 0
        if entry["player"] == self.players[self.turn] and not goes_on:
            self.pass_turn()
        return said

    def _decline(self, entry: Entry) -> Said:
        """CARROM-5.13."""
        if self.latest is None:
            return Said("illegal", {"5.13"})
        penalty, self.latest = self.latest, None
        side = penalty.side
        said = Said("illegal", {"5.13"}) if self.side_of(entry["player"]) == side else Said()
        self.dues[side] -= penalty.owed
        self.lie.subtract(penalty.pieces)
        self.down[side].update(penalty.pieces)
        if self.queen == "covered" and self.left(side) == 0:
            self._win(side)
        else:
            self.dues[side] -= len(self.fetch(side, self.dues[side], ""))
        return said

    def _win(self, side: int) -> None:
        """CARROM-6.1, 8.3."""
        if self.shared:
            self.share_board(self.count_board())
        else:
            self.win_board(side, self.left(1 - side), self.coverer == side)

    def _stroke(self, entry: Entry) -> Said:
        impossible = self._impossible(entry)
        if impossible:
            return Said("impossible", impossible)
        player = entry["player"]
        said = Said().worse("illegal", *([] if player == self.players[self.turn] else ["3.1"]))
        if said.rules:
            self.give_turn(self.players.index(player))
        shot = self._shot(entry)
        self.begun, self.strokes, self.latest = True, self.strokes + 1, None
        self.broken, self.tries = self.broken or not shot.failed, self.tries + shot.failed
        self._see_fouls(shot)
        lost = self._lost_board(shot)
        if lost is not None:
            return said.worse("impossible", "8.2") if shot.named else lost.worse(said.verdict, *said.rules)
        self._see_last_pieces(shot)
        said.worse("foul", *shot.broken)
        wrong = self._settle(shot)
        if wrong == "impossible":
            return Said("impossible", {"8.2"})
        return said.worse("illegal", *(["8.2"] if wrong else []))

    def _impossible(self, entry: Entry) -> set[str]:
        """CARROM-1.2, 2.1, 2.3."""
        gone = Counter([*entry.get("pocketed", ()), *entry.get("off_board", ())])
        there = Counter({**self.lie, "striker": 1, "queen": int(self._queen_lies(entry["player"]))})
        found = {"1.2"} if any(count > there[piece] for piece, count in gone.items()) else set()
        if entry.get("broke") is False:
            found |= ({"2.1"} if self.broken else set()) | ({"2.3"} if gone.keys() - {"striker"} else set())
        return found

    def _queen_lies(self, player: str) -> bool:
        """A stroke out of turn ends the other's turn, and with it what was open about the queen (3.1)."""
        back = player != self.players[self.turn] and self.queen in ("pending", "refused")
        return self.queen == "board" or back

    def _shot(self, entry: Entry) -> Shot:
        side, fell = self.side_of(entry["player"]), Counter(entry.get("pocketed", ()))
        colours = self.colours_of(side)
        own = sum(fell[colour] for colour in colours)
        theirs = sum(fell[colour] for colour in COLOURS if colour not in colours)
        return Shot(
            entry["player"], side, fell, Counter(entry.get("off_board", ())), list(entry.get("fouls", ())),
            entry.get("broke") is False, entry.get("penalty_piece", ""),
            eligible=(self.unlocked[side] or not self.options["queen_needs_own"]) and not self.dues[side],
            pending=self.queen == "pending", covered=self.queen == "covered", own=own, theirs=theirs,
            last_own=own > 0 and own == self.left(side), last_theirs=theirs > 0 and theirs == self.left(1 - side),
        )  # fmt: skip

    def _see_fouls(self, shot: Shot) -> None:
        """Those that do not hang on the queen."""
        options = self.options
        shot.foul("5.2", "striker", shot.fell["striker"])
        pieces_off = shot.off.keys() - {"striker"} and options["off_board"] == "foul"
        shot.foul("5.3", "off", pieces_off or (shot.off["striker"] and options["striker_off_board"] == "foul"))
        shot.foul("5.4", "theirs", shot.theirs and options["opponent_piece"] != "stays_down")
        shot.foul("5.7", "break", shot.failed and self.tries == 3 and options["break_failed"] == "penalty")
        for code in shot.improper:
            shot.foul(IMPROPER[code], code)

    def _loses_by(self, option: str) -> bool:
        return not self.shared and bool(self.options[option] == "lose_board")

    def _covers(self, shot: Shot) -> bool:
        """CARROM-4.2, 4.3: whether the queen is covered by this stroke."""
        spoilt = shot.fouls or (shot.last_theirs and not self._loses_by("opponent_last"))
        if spoilt or not shot.own or not (shot.pending or shot.fell["queen"]):
            return False
        if shot.pending or shot.eligible:
            return True
        needed = {"covered": 1, "needs_cover": 2, "return": 99}[self.options["queen_first_piece"]]
        return not self.dues[shot.side] and shot.own >= needed

    def _lost_board(self, shot: Shot) -> Said | None:
        """The boards that are lost, or won, by a last piece (5.5, 5.6, and the table of the preset icf)."""
        side, other, covers = shot.side, 1 - shot.side, self._covers(shot)
        covered = shot.covered or covers
        coverer = self.coverer if shot.covered else side if covers else -1
        early = shot.last_own and not covered
        spared = (shot.fouls and (shot.fell["queen"] or shot.pending)) and not shot.last_theirs
        if self._loses_by("opponent_last") and shot.last_theirs:
            if shot.last_own and covered and not shot.fouls:
                self.win_board(side, 0, coverer == side, least=1)
                return Said()
        elif not (self._loses_by("last_before_queen") and early) or spared:
            return None
        self.win_board(other, self.left(side) - shot.own, coverer in (-1, other), least=1)
        last = ({"5.6"} if shot.last_theirs else set()) | ({"5.5"} if early else set())
        return Said("foul", last | shot.broken)

    def _see_last_pieces(self, shot: Shot) -> None:
        """CARROM-5.5, 5.6 where no board is lost by them."""
        covered = shot.covered or self._covers(shot)
        shot.foul("5.6", "last_theirs", shot.last_theirs)
        spared = self._loses_by("last_before_queen")
        shot.foul("5.5", "last_own", shot.last_own and not covered and not spared)

    def _settle(self, shot: Shot) -> str:
        """Pieces, queen, penalty, dues and turn, in this order. What is wrong with the piece that was named."""
        side, covers, old = shot.side, self._covers(shot), list(self.dues)
        self.unlocked[side] = self.unlocked[side] or shot.own > 0
        kept = self._put_down(shot)
        goes_on = self._settle_queen(shot, covers)
        count = self._penalties(shot)
        going = min(count, self.down[side].total())
        over = self.queen == "covered" and self.left(side) == 0 and (going == 0 or not self.shared)
        room = [down.total() - going * (each == side) for each, down in enumerate(self.down)]
        paying = [0 if over else min(counts) for counts in zip(old, kept, room, strict=True)]
        payer = self._payer(shot, paying)
        wrong = self.naming_is_wrong(payer, going * (payer == side) + paying[payer], shot.named)
        if count:
            self.punish(side, count, shot.named)
        winners = [each for each in (side, *self.others(side)) if self.queen == "covered" and self.left(each) == 0]
        if winners:
            self._win(winners[0])
            return wrong
        for each in range(self.sides):
            paid = self.fetch(each, min(old[each], kept[each]), shot.named)
            self.dues[each] -= len(paid)
        if not goes_on and not (shot.failed and not shot.fouls and self.tries < 3):
            self.pass_turn()
        return wrong

    def _payer(self, shot: Shot, paying: list[int]) -> int:
        """Whose piece is named: the striking side's, or with two sides that of the other, which pays a due."""
        other = 1 - shot.side
        named = not self.shared and shot.named in self.colours_of(other) and paying[other] > 0
        return other if named else shot.side

    def _put_down(self, shot: Shot) -> list[int]:
        """The pieces that stay down go to whose they are; how many that is by side."""
        options, own, kept = self.options, dict.fromkeys(self.colours_of(shot.side), 0), [0] * self.sides
        back_all = (shot.fell["striker"] and options["striker_with_own"] == "return_all") or shot.improper
        spared = shot.last_own and self._loses_by("last_before_queen") and not shot.covered and not self._covers(shot)
        for colour in own:
            own[colour] = shot.fell[colour] if shot.fouls and (back_all or spared) else 0
        if "5.5" in shot.broken and not any(own.values()):
            own["white" if "white" in own and shot.fell["white"] else list(own)[-1]] = 1
        theirs = shot.theirs if "5.4" in shot.broken else int("5.6" in shot.broken)
        for colour in COLOURS:
            back = own.get(colour, theirs)
            owner = shot.side if colour in own else 1 - shot.side
            stays = shot.fell[colour] - min(back, shot.fell[colour])
            self.lie[colour] -= stays
            self.down[owner][colour] += stays
            kept[owner] += stays
        return kept

    def _penalties(self, shot: Shot) -> int:
        codes = {code for _, code in shot.fouls if code != "theirs" or self.options["opponent_piece"] != "return_only"}
        return len(codes) if self.options["penalties_per_stroke"] == "per_offence" else min(1, len(codes))

    def _settle_queen(self, shot: Shot, covers: bool) -> bool:
        """Section 4, and 3.5. Whether the turn goes on."""
        fell, options = bool(shot.fell["queen"]), self.options
        first = bool(shot.own) and not self.dues[shot.side] and options["queen_first_piece"] != "return"
        refused = fell and not shot.eligible and not first
        sent_off = refused and options["queen_ineligible"] == "return_now_end_turn"
        if shot.fouls:
            stays = options["turn_after_foul"] == "icf" and shot.broken == {"5.2"} and not sent_off
            goes_on = bool(stays and (shot.own or (fell and shot.eligible)))
            kept_pending = goes_on and shot.pending and bool(shot.own)
            if fell or (shot.pending and not kept_pending) or (self.queen == "refused" and not goes_on):
                self.queen = "board"
            return goes_on
        if covers:
            self.queen, self.coverer = "covered", shot.side
        elif shot.pending or sent_off:
            self.queen = "board"
        elif fell:
            self.queen = "refused" if refused else "pending"
        return not sent_off and (shot.own > 0 or fell)
