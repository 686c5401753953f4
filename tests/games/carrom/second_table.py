"""The table of the second referee of Carrom: boards, games and the match, and how they end.

Written from the rules text alone; nothing is shared with the engine. Logs are plain objects, with all options.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Entry = Mapping[str, Any]
COLOURS = ("white", "black")
IMPROPER = {"touch": "5.8", "placement": "5.9", "foul_line": "5.9", "push": "5.9", "baseline": "5.9"}


@dataclass
class Penalty:
    """What the latest stroke or foul cost: who did it, the pieces that went back, and how many were left owed."""

    side: int
    pieces: list[str]
    owed: int


class Table:
    """The table as the log tells it. Sides are numbers; with three players each is a side, and all pieces are everyone's."""

    def __init__(self, log: Mapping[str, Any]) -> None:
        self.options = log["ruleset"]["options"]
        self.players: list[str] = list(log["players"])
        self.shared = len(self.players) == 3
        self.sides = 3 if self.shared else 2
        self.totals, self.games = [0] * self.sides, [0] * self.sides
        self.game, self.board = 1, 1
        self.opener = self.breaker = self.players.index(log["setup"].get("first", self.players[0]))
        self.frames: list[dict[str, Any]] = []
        self.over, self.by_games, self.quitter = False, False, -1
        self.winner: list[str] = []
        self._lay_out()

    def _lay_out(self) -> None:
        self.begun, self.broken, self.tries, self.strokes = False, False, 0, 0
        self.turn = self.breaker
        self.lie = Counter({"white": 9, "black": 9})
        self.down = [Counter[str]() for _ in range(self.sides)]
        self.queen, self.coverer = "board", -1
        self.dues, self.unlocked = [0] * self.sides, [False] * self.sides
        self.latest: Penalty | None = None

    # Who is who

    def side_of(self, player: str) -> int:
        return self.players.index(player) % self.sides

    def members(self, side: int) -> list[str]:
        return [player for player in self.players if self.side_of(player) == side]

    def colours_of(self, side: int) -> tuple[str, ...]:
        """The breaker's side is white; with three players both colours are anybody's."""
        if self.shared:
            return COLOURS
        return (COLOURS[0] if side == self.breaker % 2 else COLOURS[1],)

    def left(self, side: int) -> int:
        return sum(self.lie[colour] for colour in self.colours_of(side))

    def others(self, side: int) -> list[int]:
        return [other for other in range(self.sides) if other != side]

    # Pieces that go back

    def fetch(self, side: int, count: int, named: str) -> list[str]:
        """Up to `count` of the side's pocketed pieces back to the board: the named colour first, else black."""
        fetched = []
        for _ in range(min(count, self.down[side].total())):
            colour = named if self.down[side][named] else "black" if self.down[side]["black"] else "white"
            self.down[side][colour] -= 1
            self.lie[colour] += 1
            fetched.append(colour)
        return fetched

    def punish(self, side: int, count: int, named: str) -> None:
        """CARROM-5.1, 5.12."""
        fetched = self.fetch(side, count, named)
        owed = count - len(fetched) if self.options["dues"] == "owed" else 0
        self.dues[side] += owed
        self.latest = Penalty(side, fetched, owed) if fetched or owed else None

    def naming_is_wrong(self, side: int, going: int, named: str) -> str:
        """CARROM-8.2, where `going` pieces of the side go back: `impossible`, `illegal` or nothing."""
        if named:
            return "" if going and self.down[side][named] else "impossible"
        both = all(self.down[side][colour] for colour in COLOURS)
        return "illegal" if self.shared and going and both else ""

    # Turns

    def pass_turn(self) -> None:
        self.give_turn((self.turn + 1) % len(self.players))

    def give_turn(self, seat: int) -> None:
        if self.queen in ("pending", "refused"):
            self.queen = "board"
        self.turn, self.tries, self.strokes = seat, 0, 0

    # Boards

    def win_board(self, side: int, pieces: int, queen: bool, least: int = 0, summary: bool = False) -> None:
        """CARROM-6.2 to 6.4: the pieces that the other side has left, and the queen if she counts."""
        limit = self.options["queen_points_until"]
        scored = self.options["queen_points"] if queen and (limit is None or self.totals[side] < limit) else 0
        points = [0] * self.sides
        points[side] = max(pieces + scored, least)
        frame = {"winner": self.members(side), "pieces": pieces, "queen": scored, "points": points[side]}
        self._end_board(points, frame, summary)

    def share_board(self, points: list[int], summary: bool = False) -> None:
        """CARROM-8.4."""
        self._end_board(points, {"winner": None, "pieces": None, "queen": None, "points": points}, summary)

    def count_board(self) -> list[int]:
        """CARROM-8.1: what each of three players has pocketed, and the queen for whoever covered her."""
        worth = self.options["piece_points"]
        pieces = [sum(count * worth[colour] for colour, count in down.items()) for down in self.down]
        return [points + worth["queen"] * (side == self.coverer) for side, points in enumerate(pieces)]

    def _end_board(self, points: list[int], frame: dict[str, Any], summary: bool) -> None:
        self.totals = [total + each for total, each in zip(self.totals, points, strict=True)]
        numbers = {"game": self.game, "board": self.board, "breaker": self.players[self.breaker], "totals": list(self.totals)}
        self.frames.append({**numbers, **frame, **({"summary": True} if summary else {})})
        most = max(self.totals)
        leaders = [side for side, total in enumerate(self.totals) if total == most]
        last = self.options["max_boards"] is not None and self.board >= self.options["max_boards"]
        alone = len(leaders) == 1
        if alone and (last or most >= self.options["game_points"]):
            self._end_game(leaders[0])
        elif last and self.options["tie"] == "draw":
            self._end_game(-1)
        else:
            self.board, self.breaker = self.board + 1, next(self._next_breakers(points))
            self._lay_out()

    def _next_breakers(self, points: list[int]) -> Iterator[int]:
        """CARROM-1.4: who may break the next board, in turn order after the last breaker."""
        wanted = {"winner": max(points), "loser": min(points)}.get(self.options["next_break"])
        for step in range(1, len(self.players) + 1):
            seat = (self.breaker + step) % len(self.players)
            if wanted is None or points[seat % self.sides] == wanted:
                yield seat

    def _end_game(self, side: int) -> None:
        """CARROM-7.5; -1: the game is drawn."""
        if side >= 0:
            self.games[side] += 1
        most = max(self.games)
        if self.options["match_games"] == 1:
            self.over, self.winner = True, self.members(side) if side >= 0 else []
        elif most > self.options["match_games"] // 2 or self.game == self.options["match_games"]:
            self.over, self.by_games = True, True
            self._award(self.games, range(self.sides))
        else:
            self.game, self.board, self.totals = self.game + 1, 1, [0] * self.sides
            self.opener = self.breaker = (self.opener + 1) % len(self.players)
            self._lay_out()

    def _award(self, measure: list[int], sides: Sequence[int]) -> None:
        """Whoever is alone at the top wins."""
        most = max(measure[side] for side in sides)
        top = [side for side in sides if measure[side] == most]
        self.winner = self.members(top[0]) if len(top) == 1 else []

    # Ends that somebody calls

    def call_end(self, entry: Entry) -> None:
        """CARROM-7.4, 7.5, and the entry `end` of every game."""
        self.over, several = True, self.options["match_games"] > 1
        self.by_games = several
        if entry["reason"] == "abandoned":
            return
        if entry["reason"] == "forfeit":
            self.quitter = self.side_of(entry["player"])
        left = [side for side in range(self.sides) if side != self.quitter]
        if len(left) == 1:
            self.games[left[0]] += 1
        elif several:
            most = max(self.totals[side] for side in left)
            ahead = [side for side in left if self.totals[side] == most]
            if len(ahead) == 1:
                self.games[ahead[0]] += 1
        self._award(self.games if several else self.totals, left)

    # How it stands

    def ranks(self) -> dict[int, int]:
        """Side -> rank."""
        measure = [(games, 0 if self.by_games else total) for games, total in zip(self.games, self.totals, strict=True)]
        if self.options["match_games"] == 1:
            measure = [(total, 0) for total in self.totals]
        left = [side for side in range(self.sides) if side != self.quitter]
        ranks = {side: 1 + sum(measure[other] > measure[side] for other in left) for side in left}
        return ranks if self.quitter < 0 else {**ranks, self.quitter: self.sides}
