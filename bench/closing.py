"""Closing a match whose result counts in a tournament, against closing one that counts in none: the same append, in turns.

A match is closed by its last entry; with a tournament that writes the result, a row of the history and the tournament's revision,
and marks the result as not counted, in the same transaction. The standings are counted by whoever looks at them next, which is
measured too: where all that counts adds up (tables, leagues) what came in is added, a Swiss with its opponents' scores is worked
out anew. In process, and over HTTP behind the real server. Then, one more result of a league that has few or very many; at last,
an entry in the middle and the last one in a club that has a webhook, against one that has none.

Printed are medians, and ratios of them. On PostgreSQL only if BENCH_POSTGRES_URL names a database of a server on which more can
be made.
"""

import datetime
import itertools
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import msgspec

from adjudicator.core.log import decode_log
from adjudicator.core.reading import read_json
from adjudicator.games import discover
from adjudicator.services.access import Access
from adjudicator.services.appends import Append, Appends
from adjudicator.services.ids import Ids
from adjudicator.services.keys import ensure_admin
from adjudicator.services.later import Later
from adjudicator.services.matches import Matches
from adjudicator.services.new_match import NewMatch
from adjudicator.services.setting import Setting
from adjudicator.services.tournaments.by_hand import ByHand, RoundWish
from adjudicator.services.tournaments.entering import Entry, NewEntrant, NewMember
from adjudicator.services.tournaments.founding import NewStage, NewTournament
from adjudicator.services.tournaments.result_import import ListWish, Row
from adjudicator.services.tournaments.results import Entering, Said, SaidSide, Spot
from adjudicator.services.tournaments.rounds import Pairing
from adjudicator.services.tournaments.tables import TableWish
from adjudicator.services.tournaments.use_cases import tournaments_of
from adjudicator.services.webhooks.managing import Wanted, Webhooks
from adjudicator.services.webhooks.outbox import EVENTS
from adjudicator.storage import migrating
from adjudicator.storage.opening import open_database
from adjudicator.tournaments.stage import FreePlay, Swiss
from bench.serving import KEY, Client, new_database, served

GAME = "carrom"
ENTRANTS, ROUNDS = 32, 10
NAMES, MATCHES = ["Asha", "Bo"], 200
ADDING = ("net:board_points", "most:boards_won", "most:queens", "wins")
KINDS = (("adds up", ADDING), ("swiss", None))
SIZES = (10, 1_000, 20_000)
EVENING = 1_000
"""Results of one round of the league."""
ONE_MORE = 30
OUR_LIMITS = {"sqlite": 1.5, "postgresql": 2.0}


def main() -> None:
    """Print all of it for each database."""
    at = os.environ.get("BENCH_POSTGRES_URL")
    for server in (None, at) if at else (None,):
        backend = "sqlite" if server is None else "postgresql"
        for name, tie_breaks in KINDS:
            with new_database(server) as url:
                closing(f"{backend}, {name}", Club(url), tie_breaks, OUR_LIMITS[backend])
        over_http(backend, server)
        with new_database(server) as url:
            growing(backend, Club(url))
        with new_database(server) as url, new_database(server) as other:
            with_webhook(backend, Club(url), Club(other))
    if not at:
        print("PostgreSQL: skipped, since BENCH_POSTGRES_URL names none")


def closing(name: str, club: "Club", tie_breaks: Sequence[str] | None, limit: float) -> None:
    """Every match of a tournament, and as many of none."""
    club.found(NewStage(Swiss(ROUNDS), tie_breaks=tie_breaks), ENTRANTS)
    turns, first, again = Turns(), [], []
    for number in range(1, ROUNDS + 1):
        for table, names in club.round():
            bare, counted = club.match(names), club.match(names)
            club.link(number, table, counted)
            turns.take(lambda bare=bare, names=names: club.close(bare, names[1]),
                       lambda counted=counted, names=names: club.close(counted, names[1]))
            first.append(seconds(club.look))
            again.append(seconds(club.look))
        club.end(number)
    club.setting.database.close()
    turns.tell(f"{name}: closing a match", "a tournament", limit)
    print(f"{'':4}the standings behind it {ms(first)}, seen again {ms(again)}")
    sys.stdout.flush()


def over_http(backend: str, at: str | None) -> None:
    """The same append over HTTP, behind gunicorn."""
    with served("service", at=at) as service:
        league = League(Client(service.port))
        turns = Turns()
        for bare, counted, body in league.matches():
            turns.take(lambda path=bare, body=body: league.client.send(path, body),
                       lambda path=counted, body=body: league.client.send(path, body))
    turns.tell(f"{backend}, over HTTP: closing a match", "a tournament", OUR_LIMITS[backend])


def growing(backend: str, club: "Club") -> None:
    """One more result of a league that has so many."""
    club.found(NewStage(FreePlay(), tie_breaks=ADDING), ENTRANTS)
    done = 0
    for size in SIZES:
        club.fill(size - done)
        club.look()
        evening = seconds(club.evening)
        steps = [club.one_more() for _ in range(ONE_MORE)]
        told = ", ".join(f"{name} {ms([each[name] for each in steps])}" for name in steps[0])
        print(f"{backend}, a league of {size:6} results: an evening begun {evening * 1e3:.2f} ms, {told}")
        sys.stdout.flush()
        done = size + 2 * ONE_MORE
    club.setting.database.close()


def with_webhook(backend: str, bare: "Club", told: "Club") -> None:
    """Entries of a club that has a webhook, and of one that has none."""
    wanted = given(Wanted("https://club.example/", tuple(EVENTS)))
    Webhooks(told.setting, local=False).create(told.access, wanted)
    strokes, ends = Turns(), Turns()
    for _ in range(MATCHES):
        for turns, entry in ((strokes, {"type": "stroke", "player": NAMES[0]}), (ends, last(NAMES[1]))):
            matches = [(club, club.match(NAMES)) for club in (bare, told)]
            turns.take(*(partial(club.append, match_id, entry) for club, match_id in matches))
    for club in (bare, told):
        club.setting.database.close()
    for turns, name in ((strokes, "an entry in the middle"), (ends, "closing a match")):
        turns.tell(f"{backend}: {name}", "a webhook", OUR_LIMITS[backend])


class Turns:
    """Two works in turns, each of them first every other time."""

    def __init__(self) -> None:
        self.times: tuple[list[float], list[float]] = ([], [])

    def take(self, *works: Callable[[], object]) -> None:
        """One turn of both."""
        order = (0, 1) if len(self.times[0]) % 2 else (1, 0)
        for which in order:
            self.times[which].append(seconds(works[which]))

    def tell(self, name: str, what: str, limit: float) -> None:
        """A line: both, and their ratio; that of the quickest tenths too, which a busy machine disturbs less."""
        without, counted = (sorted(times) for times in self.times)
        quick = counted[len(counted) // 10] / without[len(without) // 10]
        ratio = statistics.median(counted) / statistics.median(without)
        print(f"{name}: without {what} {ms(without)}, with one {ms(counted)}: {ratio:.2f} x "
              f"(the quickest tenth {quick:.2f} x), wanted {limit} x at most")
        sys.stdout.flush()


class Club:
    """A club with one tournament."""

    def __init__(self, url: str) -> None:
        database = open_database(url)
        migrating.upgrade(database)
        self.games = discover()
        clock = lambda: datetime.datetime.now(datetime.UTC)  # noqa: E731
        self.setting = Setting(database, self.games, clock, Ids(), lambda: "0" * 32)
        ensure_admin(self.setting, KEY, lambda: "unused")
        self.access = Access(KEY)
        self.matches, self.appends, self.do = Matches(self.setting), Appends(self.setting), tournaments_of(self.setting)
        self.id, self.number = "", 0
        self.sides: Iterator[tuple[str, str]] = iter(())

    def found(self, stage: NewStage, count: int) -> None:
        self.id = self.do.founding.create(self.access, given(NewTournament("Bench", GAME, stage, seed="bench"))).value.id
        names = [NewEntrant([NewMember(f"Player {number}")]) for number in range(1, count + 1)]
        self.do.entering.enter(self.access, self.id, given(Entry(names)), None)
        self.sides = itertools.cycle(itertools.permutations([f"{number:04}" for number in range(1, count + 1)], 2))

    def round(self) -> list[tuple[int, list[str]]]:
        """The tables of the next round, with the names of who sits there."""
        number = self.do.rounds.pair(self.access, self.id, given(Pairing()), None).value.round
        made = self.do.rounds.publish(self.access, self.id, given(RoundWish(number)), None).value
        return [(match.table, [side.name for side in match.sides]) for match in made.matches]

    def evening(self) -> None:
        """The next round of a league."""
        self.number = self.do.rounds.pair(self.access, self.id, given(Pairing()), None).value.round
        self.do.rounds.publish(self.access, self.id, given(RoundWish(self.number)), None)

    def fill(self, count: int) -> None:
        """Add so many results to a league, an evening in a list."""
        for start in range(0, count, EVENING):
            self.evening()
            rows = [row for table in range(1, 1 + min(EVENING, count - start)) for row in self._listed(table)]
            self.do.lists.load(self.access, self.id, given(ListWish(rows)), None)

    def _listed(self, table: int) -> Iterator[Row]:
        for rank, side in enumerate(next(self.sides), 1):
            yield Row(number=0, round=self.number, table=table, entrant=side, rank=rank, measures={"queens": 1})

    def one_more(self) -> dict[str, float]:
        """Seconds of each step of a linked result of a league, and of one that is reported."""
        sides, other = next(self.sides), next(self.sides)
        names = [f"Player {int(side)}" for side in sides]
        begun = time.perf_counter()
        table = self.add(sides)
        took = {"a match added": time.perf_counter() - begun}
        match_id = self.match(names)
        self.link(self.number, table, match_id)
        took["closed"] = self.close(match_id, names[1])
        took["the standings behind it"] = seconds(self.look)
        table = self.add(other)
        took["a result entered"] = seconds(lambda: self.report(table, other))
        return took

    def add(self, sides: tuple[str, str]) -> int:
        """The table of a new match of a league."""
        wish = given((RoundWish(self.number), ByHand(sides)))
        return self.do.rounds.add(self.access, self.id, wish, None).value.match.table

    def report(self, table: int, sides: tuple[str, str]) -> None:
        said = Said([SaidSide(side, rank) for rank, side in enumerate(sides, 1)])
        self.do.results.enter(self.access, self.id, given((Spot(RoundWish(self.number), table), Entering(result=said))), None)

    def match(self, names: list[str]) -> str:
        """The id of a match in which one stroke was played."""
        log = decode_log(self.games, read_json(msgspec.json.encode(begun(names))))
        return self.matches.create(self.access, given(NewMatch(log))).value.id

    def link(self, number: int, table: int, match_id: str) -> None:
        wish = (Spot(RoundWish(number), table), Entering(match_id=match_id))
        self.do.results.enter(self.access, self.id, given(wish), None)

    def close(self, match_id: str, loser: str) -> float:
        """Seconds for the last entry."""
        return seconds(lambda: self.append(match_id, last(loser)))

    def append(self, match_id: str, entry: dict[str, str]) -> None:
        """One more entry."""
        self.appends.append(self.access, match_id, given(Append(read_json(msgspec.json.encode(entry)))))

    def look(self) -> None:
        """The standings."""
        self.do.tables.standings(self.access, self.id, given(TableWish()))

    def end(self, number: int) -> None:
        self.do.rounds.close(self.access, self.id, given(RoundWish(number)), None)


class League:
    """A league over HTTP."""

    def __init__(self, client: Client) -> None:
        self.client = client
        stage = {"format": {"type": "round_robin"}}
        self.path = f"/v1/tournaments/{client.post('/v1/tournaments', {'name': 'Bench', 'game': GAME, **stage})['id']}"
        names = [{"name": f"Player {number}"} for number in range(1, ENTRANTS + 1)]
        client.post(f"{self.path}/entrants", {"entrants": names})

    def matches(self) -> Iterator[tuple[str, str, bytes]]:
        """(the log of a match of no tournament, that of one of this, what ends both) for every match of some rounds."""
        for number in range(1, ROUNDS + 1):
            self.client.post(f"{self.path}/rounds/pair", {})
            made = msgspec.json.decode(self.client.send(f"{self.path}/rounds/{number}/publish", b"", 200))
            for match in made["matches"]:
                names = [side["name"] for side in match["sides"]]
                bare, counted = (self.client.post("/v1/matches", begun(names))["id"] for _ in range(2))
                result = f"{self.path}/rounds/{number}/matches/{match['table']}/result"
                self.client.send(result, msgspec.json.encode({"match_id": counted}), 200, "PUT")
                yield f"/v1/matches/{bare}/moves", f"/v1/matches/{counted}/moves", msgspec.json.encode(last(names[1]))


def begun(names: Sequence[str]) -> dict[str, Any]:
    """A log of one stroke."""
    return {"game": GAME, "players": names, "moves": [{"type": "stroke", "player": names[0], "pocketed": ["white"]}]}


def last(loser: str) -> dict[str, str]:
    """The last entry."""
    return {"type": "end", "reason": "forfeit", "player": loser, "note": "late"}


def given(value: object) -> Later:
    return Later(lambda: value)


def seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def ms(times: Sequence[float]) -> str:
    """Their median."""
    return f"{statistics.median(times) * 1e3:.2f} ms"


if __name__ == "__main__":
    main()
