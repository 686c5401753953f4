"""Leaderboards follow the matches, whatever happens to these: what is kept is what counting again gives."""

from collections import Counter
from random import Random

import pytest

from adjudicator.services import outcomes
from adjudicator.services.errors import UnknownKey
from adjudicator.services.leaderboards import shared_ranks
from adjudicator.services.periods import period_name, period_of
from adjudicator.services.players import Player
from adjudicator.storage.database import Database
from tests.services.desk import Desk
from tests.services.league import GIVEN_UP, League, some_cards


@pytest.fixture
def league(desk: Desk) -> League:
    return League(desk)


def test_a_match_counts_from_its_end_on(league: League) -> None:
    asha, bo = league.add("Asha"), league.add("Bo")
    match = league.match(asha, bo, end=False)
    assert league.standing() == {}
    league.finish(match)
    assert league.standing() == {"Asha": (1, 0, 1), "Bo": (1, 1, 1)}


def test_voided_reinstated_corrected(league: League) -> None:
    asha, bo = league.add("Asha"), league.add("Bo")
    match = league.match(asha, bo)
    league.void(match)
    assert league.standing() == {}
    league.reinstate(match)
    assert league.standing() == {"Asha": (1, 0, 1), "Bo": (1, 1, 1)}
    league.desk.correct(match, {"op": "replace", "ply": 2, "move": {"type": "play", "player": "Bo", "card": 2}})
    assert league.standing() == {"Asha": (1, 0, 1), "Bo": (1, 1, 0)}
    league.desk.correct(match, {"op": "undo"})
    assert league.standing() == {}
    assert league.recounted() == (0, 0)


def test_an_abandoned_match_counts_for_nobody(league: League) -> None:
    match = league.match(league.add("Asha"), league.add("Bo"), end=False)
    league.desk.append(match, [{"type": "end", "reason": "abandoned"}])
    assert league.standing() == {}
    assert league.recounted() == (0, 0)


def test_guests_have_no_place_and_those_who_met_them_do(league: League) -> None:
    league.match(league.add("Asha"), None)
    assert league.standing() == {"Asha": (1, 0, 1)}


def test_linked_anew(league: League) -> None:
    asha, bo, cleo = (league.add(name) for name in ("Asha", "Bo", "Cleo"))
    match = league.match(None, None)
    league.link(match, asha, bo)
    assert league.standing() == {"Asha": (1, 0, 1), "Bo": (1, 1, 1)}
    league.link(match, asha, cleo)
    assert league.standing() == {"Asha": (1, 0, 1), "Cleo": (1, 1, 1)}


def test_merged_players_are_one_until_the_merge_is_taken_back(league: League) -> None:
    asha, bo, double = league.add("Asha"), league.add("Bo"), league.add("B.")
    league.match(asha, bo)
    league.match(asha, double)
    league.merge(double, into=bo)
    assert league.standing() == {"Asha": (2, 0, 2), "Bo": (2, 2, 2)}
    late = league.match(asha, double)
    assert league.standing()["Bo"] == (3, 3, 3)
    assert [line.player for line in league.explained(bo).items] == [double.id, double.id, None]
    assert league.explained(double) == league.explained(bo), "who was merged is shown as who stands for them"
    league.unmerge(double)
    assert league.standing() == {"Asha": (3, 0, 3), "Bo": (1, 1, 1), "B.": (2, 2, 2)}
    league.void(late)
    assert league.standing()["B."] == (1, 1, 1)
    assert league.recounted() == (0, 0)


def test_lines_add_up_to_the_place_and_come_in_pages(league: League) -> None:
    asha, bo = league.add("Asha"), league.add("Bo")
    days = [league.match(asha, bo, cards=cards, played_at=f"2026-04-{day:02}T12:00:00Z") for day, cards in
            enumerate(("35", "53", "12", "98"), 1)]
    whole = league.explained(bo)
    assert [line.match_id for line in whole.items] == days[::-1]
    assert whole.place is not None
    place = (whole.place.played, whole.place.won, whole.place.points)
    assert place == (4, sum(line.won for line in whole.items), sum(line.points for line in whole.items)) == (4, 4, 2)
    first = league.explained(bo, limit=3)
    assert (first.more, list(first.items)) == (True, whole.items[:3])
    rest = league.explained(bo, after=first.items[-1].key, limit=3)
    assert (rest.more, list(rest.items)) == (False, whole.items[3:])
    with pytest.raises(UnknownKey):
        league.explained(bo, after="nothing.1")
    nothing = league.explained(league.add("Cleo"))
    assert (nothing.player.name, nothing.place, nothing.items) == ("Cleo", None, [])


def test_shared_places_and_pages(league: League) -> None:
    players = [league.add(name) for name in "ABCDEF"]
    for one, other, cards in ((0, 1, "35"), (2, 3, "53"), (4, 5, "35")):
        league.match(players[one], players[other], cards=cards)
    whole = league.board().items
    assert [(each.rank, each.points) for each in whole] == [(1, 1), (1, 1), (1, 1), (1, 1), (1, 1), (6, 0)]
    seen, after = [], None
    for _ in range(3):
        page = league.board(after, limit=2)
        seen += page.items
        after = page.items[-1].player.id
    assert (seen, page.more) == (whole, False)
    with pytest.raises(UnknownKey):
        league.board(after="nobody")


@pytest.mark.parametrize(
    ("keys", "better", "before", "ranks"),
    [("", 0, 0, []), ("abbc", 0, 0, [1, 2, 2, 4]), ("bbc", 1, 3, [2, 2, 6]), ("aab", 0, 2, [1, 1, 5])],
)
def test_ranks_as_in_sport(keys: str, better: int, before: int, ranks: list[int]) -> None:
    assert shared_ranks(keys, better, before) == ranks


def test_what_is_hidden_shows_in_no_leaderboard(league: League) -> None:
    """The public's score counts: here both are at the end, and the match counts as everybody sees it."""
    asha, bo = league.add("Asha"), league.add("Bo")
    for hands in ({}, {"Asha": [3, 8, 9], "Bo": [5, 1, 2]}):
        made = league.desk.create({"game": "toy", "players": ["Asha", "Bo"], "setup": {"hands": hands} if hands else {}})
        league.link(made.id, asha, bo)
        league.desk.append(made.id, [{"type": "play", "player": "Asha", "card": 3}, {"type": "play", "player": "Bo", "card": 5}])
        league.finish(made.id)
    adds = [(line.rank, line.won, line.points) for line in league.explained(bo).items]
    assert len(adds) == 2
    assert adds[0] == adds[1]


def statements(database: Database, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The storage functions of outcomes that are called from now on."""
    called: list[str] = []
    for name in ("take_turn", "linked", "of_match", "add", "remove"):
        real = getattr(outcomes.results, name)
        monkeypatch.setattr(outcomes.results, name, lambda *a, name=name, real=real, **k: called.append(name) or real(*a, **k))
    return called


def test_an_entry_that_ends_nothing_looks_at_nothing(league: League, monkeypatch: pytest.MonkeyPatch) -> None:
    match = league.match(None, None, end=False)
    called = statements(league.desk.database, monkeypatch)
    league.desk.append(match, [{"type": "remark", "note": "A phone rang."}])
    assert called == []
    league.finish(match)
    assert called == ["take_turn", "linked"], "of a match without linked players only that is asked"
    league.set_facts(match, title="Friday")
    assert called == ["take_turn", "linked"]


@pytest.mark.parametrize("seed", range(6))
def test_in_whatever_order_what_is_kept_is_what_counting_gives(league: League, seed: int) -> None:
    season = Season(league, Random(seed))
    for _ in range(40):
        season.step()
    assert league.standing() == season.counted()
    assert league.recounted() == (0, 0)
    league.desk.database.write(lambda connection: connection.exec_driver_sql("DELETE FROM leaderboards"))
    assert league.recounted() == (0, len(season.counted()))
    assert league.standing() == season.counted()
    league.desk.database.write(lambda connection: connection.exec_driver_sql("DELETE FROM player_results"))
    league.recounted()
    assert league.standing() == season.counted()


class Season:
    """Random writes, and beside them the plainest count of what they come to."""

    def __init__(self, league: League, rng: Random) -> None:
        self.league, self.rng = league, rng
        self.players = [league.add(name) for name in "ABCDE"]
        self.matches: dict[str, list[Player | None]] = {}
        self.voided: set[str] = set()

    def step(self) -> None:
        steps = [self.play, self.play, self.finish, self.correct, self.void, self.link, self.merge, self.date]
        self.rng.choice(steps if self.matches else [self.play])()

    def seats(self, count: int) -> list[Player | None]:
        """Players who stand for themselves or others, nobody twice; or guests."""
        chosen = self.rng.sample([player for player in self.players if self.standing_for(player) == player.name], count)
        return [None if self.rng.random() < 0.2 else player for player in chosen]

    def some_match(self) -> str:
        return self.rng.choice(list(self.matches))

    def play(self) -> None:
        players = self.seats(self.rng.choice([2, 2, 3]))
        match = self.league.match(*players, cards=some_cards(self.rng), end=self.rng.random() < 0.6)
        self.matches[match] = players

    def finish(self) -> None:
        match = self.some_match()
        if match not in self.voided and self.league.desk.read(match).position.status == "in_progress":
            self.league.finish(match)

    def correct(self) -> None:
        match = self.some_match()
        if match in self.voided:
            return
        length = self.league.desk.rows(match)[0].play.length
        move = {"type": "play", "player": "Asha", "card": self.rng.choice([1, 2, 6, 7])}
        end = {"op": "undo"} if length > 2 else {"op": "insert", "ply": 3, "move": GIVEN_UP}
        ops = [{"op": "replace", "ply": 1, "move": move}, end]
        self.league.desk.correct(match, *ops[: self.rng.choice([1, 2])], accept_stop=True)

    def void(self) -> None:
        match = self.some_match()
        (self.league.reinstate if match in self.voided else self.league.void)(match)
        self.voided ^= {match}

    def link(self) -> None:
        match = self.some_match()
        self.matches[match] = self.seats(len(self.matches[match]))
        self.league.link(match, *self.matches[match])

    def merge(self) -> None:
        one, other = self.rng.sample(self.players, 2)
        merged = sum(self.standing_for(player) != player.name for player in self.players)
        if self.league.read(one).merged_into is not None:
            self.league.unmerge(one)
        elif merged < 2:
            self.league.merge(one, into=other)

    def date(self) -> None:
        self.league.set_facts(self.some_match(), played_at=f"2026-0{self.rng.randrange(1, 5)}-03T12:00:00Z")

    def counted(self) -> dict[str, tuple[int, int, int]]:
        played, won, points = Counter[str](), Counter[str](), Counter[str]()
        for match, players in self.matches.items():
            shown = self.league.desk.read(match)
            if match in self.voided or shown.position.status != "complete":
                continue
            score = shown.position.score
            for row in score["standings"]:
                player = players[shown.players.index(row["players"][0])]
                if player is not None:
                    name = self.standing_for(player)
                    played[name] += 1
                    won[name] += row["players"] == score["winner"]
                    points[name] += row["points"]
        return {name: (played[name], won[name], points[name]) for name in played}

    def standing_for(self, player: Player) -> str:
        into = self.league.read(player).merged_into
        return player.name if into is None else next(each.name for each in self.players if each.id == into)


def test_periods_are_months() -> None:
    assert period_name(period_of("2026-05-01T12:00:00.000000Z")) == "2026-05"
    assert period_of("2026-01-01T00:00:00.000000Z") == period_of("2025-12-31T23:59:59.999999Z") + 1
