"""A desk of the services over a database of its own: the calls of a test without their wrapping."""

import datetime
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from adjudicator.core.game import Game
from adjudicator.core.log import Log, decode_log
from adjudicator.core.reading import Document, read_json
from adjudicator.services.access import Access, access_of, admitted, digest
from adjudicator.services.appends import Append, Appends, Written
from adjudicator.services.corrections import Corrected, Correction, Corrections
from adjudicator.services.ids import Ids
from adjudicator.services.keys import ensure_admin
from adjudicator.services.later import Later
from adjudicator.services.matches import Matches
from adjudicator.services.new_match import NewMatch
from adjudicator.services.rights import Right
from adjudicator.services.setting import Setting
from adjudicator.services.shown import Match
from adjudicator.services.sights import Sights, Wish
from adjudicator.storage import migrating, moves
from adjudicator.storage.opening import open_database
from adjudicator.storage.rows import MatchRow, MoveRow

KEY = "adj_desk"
NOON = datetime.datetime(2026, 5, 1, 12, tzinfo=datetime.UTC)


class Clock:
    """A clock that stands still until it is set."""

    def __init__(self) -> None:
        self.time = NOON

    def __call__(self) -> datetime.datetime:
        return self.time


class Desk:
    def __init__(self, url: str, games: Mapping[str, Game]) -> None:
        self.clock = Clock()
        self.database = open_database(url)
        migrating.upgrade(self.database)
        self.use(games)
        ensure_admin(self.setting, KEY, lambda: "unused")
        self.access = Access(KEY)

    def use(self, games: Mapping[str, Game]) -> None:
        """Go on with other games, or with other versions of them."""
        self.setting = Setting(self.database, games, self.clock, Ids(), lambda: "0" * 32)
        self.matches, self.appends, self.sights = Matches(self.setting), Appends(self.setting), Sights(self.setting)
        self.corrections = Corrections(self.setting)

    def decode(self, raw: Mapping[str, Any]) -> Log:
        return decode_log(self.setting.games, read_json(msgspec.json.encode({"moves": [], **raw})))

    def create(self, raw: Mapping[str, Any], word: str | None = None, accept_stop: bool = False, **facts: str) -> Match:
        new: Later[NewMatch] = Later(lambda: NewMatch(self.decode(raw), facts, accept_stop))
        return self.matches.create(access_of(KEY, word, "create", digest(str(raw))), new).value

    def append(
        self,
        match_id: str,
        moves: Sequence[Any] | Mapping[str, Any],
        *,
        accept_stop: bool = False,
        dry_run: bool = False,
        revision: int | None = None,
    ) -> Written:
        body = moves if isinstance(moves, Mapping) else {"moves": list(moves)}
        wanted = None if revision is None else revision.__eq__
        wish = Append(read_json(msgspec.json.encode(body)), wanted, accept_stop)
        return self.appends.append(self.access, match_id, Later(lambda: wish), dry_run).value

    def correct(
        self, match_id: str, *ops: Any, revision: int | None = None, reason: str | None = "Misheard.", word: str | None = None,
        **flags: bool,
    ) -> Corrected:
        body = {"ops": list(ops), **({} if reason is None else {"reason": reason}), **flags}
        wanted = self.rows(match_id)[0].play.revision if revision is None else revision
        wish = Correction(read_json(msgspec.json.encode(body)), wanted.__eq__)
        access = access_of(KEY, word, "correct", digest(str(body)))
        return self.corrections.correct(access, match_id, Later(lambda: wish)).value

    def report(self, match_id: str, view: str = "referee", at: int | None = None, language: str = "en") -> dict[str, Any]:
        sight = self.sights.report(self.access, match_id, Later(lambda: Wish(view, at)))
        found: dict[str, Any] = sight.what.told(language)
        return found

    def score(self, match_id: str, view: str = "referee") -> dict[str, Any]:
        found: dict[str, Any] = self.sights.score(self.access, match_id, Later(lambda: Wish(view))).what.score
        return found

    def actions(self, match_id: str, view: str = "referee") -> Any:
        return self.sights.actions(self.access, match_id, Later(lambda: Wish(view))).what

    def lines(self, match_id: str, view: str = "referee", after: int = 0, limit: int = 5_000) -> list[Any]:
        wish = Wish(view, None, after, limit)
        return list(self.sights.lines(self.access, match_id, Later(lambda: wish)).what.items)

    def read(self, match_id: str, view: str = "referee") -> Match:
        return self.sights.match(self.access, match_id, Later(lambda: Wish(view)))

    def rows(self, match_id: str) -> tuple[MatchRow, list[MoveRow]]:
        """The match and its log as they are stored."""
        with self.database.read() as connection:
            match = admitted(connection, self.access, self.clock(), Right.SEE, match_id).match
            assert match is not None
            return match, moves.page(connection, match_id, 0, match.play.length)


def moves_of(log: Log) -> list[dict[str, Any]]:
    """The entries of a log as they would be sent."""
    found: list[dict[str, Any]] = msgspec.json.decode(msgspec.json.encode(log.entries))
    return found


def start_of(log: Log) -> dict[str, Any]:
    """The log without its entries, as it would be sent."""
    table = log.table
    ruleset = {"preset": table.preset, "options": table.options}
    text = {"game": log.game.name, "ruleset": ruleset, "players": table.players, "setup": table.setup}
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(text))
    return found


def pieces(moves: Sequence[Any], sizes: Iterator[int]) -> Iterator[Sequence[Any]]:
    """The moves in batches of these sizes."""
    place = 0
    while place < len(moves):
        size = next(sizes)
        yield moves[place : place + size]
        place += size


def document(value: Any) -> Document:
    return read_json(msgspec.json.encode(value))
