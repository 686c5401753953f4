"""A club's season at a desk: its players, matches of the toy game that are linked to them, and boards by short names."""

import datetime
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from adjudicator.services.later import Later
from adjudicator.services.leaderboards import Board, Explained, Leaderboards, PageWish
from adjudicator.services.new_match import NewMatch
from adjudicator.services.players import Player
from adjudicator.services.ratings import RatingList, RatingLists, Recomputed
from adjudicator.services.recounting import Recounting
from adjudicator.services.seating import Seating
from tests.services.desk import Desk
from tests.services.roster import Roster

TABLE = ("Asha", "Bo", "Cleo")


class League(Roster):
    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.boards, self.lists = Leaderboards(desk.setting), RatingLists(desk.setting)
        self.seating, self.recounting = Seating(desk.setting), Recounting(desk.setting)
        self.toy = desk.setting.games["toy"]

    def link(self, match_id: str, *players: Player | None) -> None:
        """The players of a match, in turn order."""
        links = self.links(players)
        self.seating.assign(self.desk.access, match_id, Later(lambda: links), lambda revision: True)

    def links(self, players: Sequence[Player | None]) -> dict[str, str | None]:
        return {name: player and player.id for name, player in zip(TABLE, players, strict=False)}

    def match(self, *players: Player | None, cards: str = "35", end: bool = True, **facts: str) -> str:
        """The id of a match with these cards played in turn; then its first player gives up."""
        moves = [*plays(cards, len(players)), *([GIVEN_UP] if end else [])]
        log = self.desk.decode({"game": "toy", "players": list(TABLE[: len(players)]), "moves": moves})
        new = NewMatch(log, facts, player_ids=self.links(players))
        return self.desk.matches.create(self.desk.access, Later(lambda: new)).value.id

    def finish(self, match_id: str) -> None:
        self.desk.append(match_id, [GIVEN_UP])

    def set_facts(self, match_id: str, **facts: str) -> None:
        self.desk.matches.change_facts(self.desk.access, match_id, Later(lambda: facts), lambda revision: True)

    def void(self, match_id: str) -> None:
        self.desk.matches.void(self.desk.access, match_id, Later(lambda: "Played twice."), lambda revision: True)

    def reinstate(self, match_id: str) -> None:
        self.desk.matches.reinstate(self.desk.access, match_id, Later(lambda: "Was not."), lambda revision: True)

    def board(self, after: str | None = None, limit: int = 200) -> Board:
        return self.boards.page(self.desk.access, "toy", Later(lambda: PageWish(after, limit)))

    def standing(self) -> dict[str, tuple[int, int, int]]:
        """Name -> played, won, points."""
        return {each.player.name: (each.played, each.won, each.points) for each in self.board().items}

    def explained(self, player: Player, after: str | None = None, limit: int = 200) -> Explained:
        return self.boards.explain(self.desk.access, "toy", player.id, Later(lambda: PageWish(after, limit)))

    def ratings(self, after: str | None = None, limit: int = 200) -> RatingList:
        return self.lists.page(self.desk.access, "toy", Later(lambda: PageWish(after, limit)))

    def recompute(self, dry_run: bool = False) -> Recomputed:
        return self.lists.recompute(self.desk.access, "toy", Later(lambda: dry_run)).value

    def recounted(self) -> tuple[int, int]:
        """What making the leaderboard again finds other than it was kept: (matches, players)."""
        (found,) = self.recounting.leaderboards([self.toy])
        return found.matches, found.players

    def set_month(self, month: int) -> None:
        self.desk.clock.time = datetime.datetime(2026, month, 15, tzinfo=datetime.UTC)


GIVEN_UP = {"type": "end", "reason": "forfeit", "player": "Asha", "note": "called away"}


def plays(cards: str, count: int) -> list[dict[str, Any]]:
    return [{"type": "play", "player": TABLE[place % count], "card": int(card)} for place, card in enumerate(cards)]


def some_cards(rng: Random) -> str:
    return "".join(rng.sample("123456789", 2))


def as_json(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))
