"""Closing a match whose result counts in a tournament, against closing one that counts in none: the same append, in the same run.

A match is closed by its last entry; with a tournament that writes the result, a row of the history, and the standings that
differ, in the same transaction. Where all that counts adds up (tables, leagues), only the match's own sides are looked at; a
Swiss with its opponents' scores is worked out anew. On PostgreSQL only if BENCH_POSTGRES_URL names a database of a server on
which more can be made.
"""

import datetime
import os
import statistics
import time
from collections.abc import Iterator, Sequence

import msgspec

from adjudicator.core.log import decode_log
from adjudicator.core.reading import read_json
from adjudicator.games import discover
from adjudicator.services.access import Access
from adjudicator.services.appends import Append, Appends
from adjudicator.services.ids import Ids
from adjudicator.services.keys import ensure_admin
from adjudicator.services.later import Later
from adjudicator.services.matches import Matches, NewMatch
from adjudicator.services.setting import Setting
from adjudicator.services.tournaments.entering import Entry, NewEntrant, NewMember
from adjudicator.services.tournaments.founding import NewStage, NewTournament
from adjudicator.services.tournaments.results import Entering, Spot
from adjudicator.services.tournaments.rounds import Pairing, RoundWish
from adjudicator.services.tournaments.use_cases import tournaments_of
from adjudicator.storage import migrating
from adjudicator.storage.opening import open_database
from adjudicator.tournaments.stage import Swiss
from bench.serving import new_database

KEY, GAME = "adj_bench", "carrom"
ENTRANTS, ROUNDS = 32, 5
ADDING = ("net:board_points", "most:boards_won", "most:queens", "wins")


def main() -> None:
    """Print the median of each kind of closing, and their ratio."""
    print(f"closing a match, ms without and with a tournament (medians; {ENTRANTS} entrants, round {ROUNDS})")
    for backend, at, limit in (("sqlite", None, 1.5), ("postgresql", os.environ.get("BENCH_POSTGRES_URL"), 2.0)):
        if backend != "sqlite" and not at:
            print("PostgreSQL: skipped, since BENCH_POSTGRES_URL names none")
            continue
        for name, tie_breaks in (("adds up", ADDING), ("swiss", None)):
            with new_database(at) as url:
                found = [each for each in closings(url, tie_breaks) if each[0] == ROUNDS]
            bare, counted = (statistics.median(each[at] for each in found) for at in (1, 2))
            told = f"{bare * 1000:8.2f}{counted * 1000:8.2f}  ratio {counted / bare:.2f} (wanted: at most {limit})"
            print(f"{f'{backend}, {name}':28}{told}")


def closings(url: str, tie_breaks: Sequence[str] | None) -> Iterator[tuple[int, float, float]]:
    """(round, seconds without a tournament, seconds with one) for every match of the tournament."""
    club = Club(url, tie_breaks)
    for number in range(1, ROUNDS + 1):
        for table, names in club.round():
            bare, counted = club.match(names), club.match(names)
            club.link(number, table, counted)
            yield number, club.close(bare, names[1]), club.close(counted, names[1])
        club.end(number)
    club.setting.database.close()


class Club:
    """A club with one tournament."""

    def __init__(self, url: str, tie_breaks: Sequence[str] | None) -> None:
        database = open_database(url)
        migrating.upgrade(database)
        self.games = discover()
        clock = lambda: datetime.datetime.now(datetime.UTC)  # noqa: E731
        self.setting = Setting(database, self.games, clock, Ids(), lambda: "0" * 32)
        ensure_admin(self.setting, KEY, lambda: "unused")
        self.access = Access(KEY)
        self.matches, self.appends, self.do = Matches(self.setting), Appends(self.setting), tournaments_of(self.setting)
        new = NewTournament("Bench", GAME, NewStage(Swiss(ROUNDS), tie_breaks=tie_breaks), seed="bench")
        self.id = self.do.founding.create(self.access, given(new)).value.id
        names = [NewEntrant([NewMember(f"Player {number}")]) for number in range(ENTRANTS)]
        self.do.entering.enter(self.access, self.id, given(Entry(names)), None)

    def round(self) -> list[tuple[int, list[str]]]:
        """The tables of the next round, with the names of who sits there."""
        number = self.do.rounds.pair(self.access, self.id, given(Pairing()), None).value.round
        made = self.do.rounds.publish(self.access, self.id, given(RoundWish(number)), None).value
        return [(match.table, [side.name for side in match.sides]) for match in made.matches]

    def match(self, names: list[str]) -> str:
        """The id of a match in which one stroke was played."""
        moves = [{"type": "stroke", "player": names[0], "pocketed": ["white"]}]
        log = decode_log(self.games, read_json(msgspec.json.encode({"game": GAME, "players": names, "moves": moves})))
        return self.matches.create(self.access, given(NewMatch(log))).value.id

    def link(self, number: int, table: int, match_id: str) -> None:
        wish = (Spot(RoundWish(number), table), Entering(match_id=match_id))
        self.do.results.enter(self.access, self.id, given(wish), None)

    def close(self, match_id: str, loser: str) -> float:
        """Seconds for the last entry."""
        entry = {"type": "end", "reason": "forfeit", "player": loser, "note": "late"}
        wish = given(Append(read_json(msgspec.json.encode(entry))))
        begun = time.perf_counter()
        self.appends.append(self.access, match_id, wish)
        return time.perf_counter() - begun

    def end(self, number: int) -> None:
        self.do.rounds.close(self.access, self.id, given(RoundWish(number)), None)


def given(value: object) -> Later:
    return Later(lambda: value)


if __name__ == "__main__":
    main()
