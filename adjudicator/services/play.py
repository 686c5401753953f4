"""Going on with a match: new entries are judged from the heads, and the match's rows are changed accordingly.

The referee's head is always there. The public's own one begins with the first thing that not everybody may see; until
then the public reads what the referee reads. Nothing here reads the log again, but for the one entry that ends a game
whose cut facts then come back: the public's whole log is then judged anew.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import repeat

from msgspec import Struct
from sqlalchemy.engine import Connection

from adjudicator.core.entries import Entry
from adjudicator.core.game import Game, Table
from adjudicator.core.log import Log
from adjudicator.core.replay import Head, Replay, begin, replay
from adjudicator.core.report import judge_log
from adjudicator.core.ruling import Ruling
from adjudicator.core.views import PUBLIC, cut, cut_table, hides, returns_at_end
from adjudicator.services import stored
from adjudicator.services.stored import NO_RULING, Position, text, texts
from adjudicator.storage import moves
from adjudicator.storage.moves import NewMove
from adjudicator.storage.rows import MatchRow

Brought = tuple[str, str, list[str]]
"""Frames or findings (which of them, the view, texts) that a write has brought."""


class Start(Struct):
    """From where the judging goes on. `make` makes the referee's head anew at each call, since a replay owns its head.

    `public` is None as long as the public reads what the referee reads; `ended`: what comes back at the end is back for it.
    `past` reads the log so far.
    """

    make: Callable[[], Head]
    public: Head | None
    ended: bool
    past: Callable[[], list[Entry]]
    _seen: Head | None = None

    def peek(self) -> Head:
        """The referee's head, to be read only."""
        if self._seen is None:
            self._seen = self.make()
        return self._seen

    def fresh(self) -> Head:
        """The referee's head, to go on from."""
        head, self._seen = self._seen, None
        return self.make() if head is None else head


class PublicPart(Struct):
    """The public's replay of the new entries, or of the whole log (`anew`). `split`: its own head began with these entries."""

    replay: Replay
    split: bool
    anew: bool
    ended: bool


class Played(Struct):
    """New entries, judged for the referee, and for the public where that is another thing."""

    entries: Sequence[Entry]
    referee: Replay
    public: PublicPart | None


def start_of_new(game: Game, table: Table) -> Start:
    """Before the first entry."""
    public = begin(game, cut_table(game, table, PUBLIC)) if hides(game, table.setup) else None
    return Start(lambda: begin(game, table), public, False, list)


def play(game: Game, table: Table, start: Start, entries: Sequence[Entry]) -> Played:
    """Judge new entries from there on."""
    done = replay(game, start.fresh(), entries)
    split = start.public is None and any(hides(game, entry) for entry in entries if type(entry) in game.hidden)
    if start.public is None and not split:
        return Played(entries, done, None)
    head = start.fresh() if start.public is None else start.public
    return Played(entries, done, _play_public(game, table, start, head, entries, split))


def _play_public(game: Game, table: Table, start: Start, head: Head, entries: Sequence[Entry], split: bool) -> PublicPart:
    returns = returns_at_end(game)
    ended = start.ended or (returns and head.state.ending is not None)
    done = replay(game, head, [cut(game, entry, PUBLIC, ended) for entry in entries])
    if ended or not returns or head.state.ending is None:
        return PublicPart(done, split, False, ended)
    judged = judge_log(Log(game, table, (*start.past(), *entries)), PUBLIC)
    return PublicPart(judged.replay, split, True, judged.ended)


def brings_nothing(played: Played) -> bool:
    """Whether these entries are written by themselves: no frames, no findings, no change of what the public saw before."""
    public = played.public
    shown = (played.referee,) if public is None else (played.referee, public.replay)
    return not ((public is not None and (public.split or public.anew)) or any(each.frames or each.findings for each in shown))


def settle(game: Game, match: MatchRow, played: Played, where: Position, now: str) -> None:
    """Change the match's row as these entries change it, its revision too. `where`: the referee's position behind them."""
    row, public = match.play, played.public
    row.revision += 1
    row.length += len(played.entries)
    row.status = where.status
    row.state_format = game.state_format
    row.head, row.position = text(played.referee.head), text(where)
    row.updated_at = now
    if public is not None:
        seen = stored.position(game, public.replay.head)
        row.public_head, row.public_ended = text(public.replay.head), public.ended
        row.public_position, row.public_status = text(seen), seen.status


def settle_anew(game: Game, match: MatchRow, table: Table, played: Played, where: Position, now: str) -> None:
    """Change the match's row to that of this whole log, judged by the game's present rules; its revision too.

    Players and setup are the caller's to change.
    """
    match.options, match.rules_version = text(table.options), game.version
    row = match.play
    row.length = 0
    row.public_head = row.public_position = row.public_status = None
    row.public_ended = False
    settle(game, match, played, where, now)


def store(connection: Connection, match: MatchRow, played: Played, rows: Sequence[NewMove], now: str) -> None:
    """Write the new entries (`rows`), and what they brought, of a match that is settled."""
    public = played.public
    if rows:
        moves.add(connection, match, rows, now)
    if public is not None and public.anew:
        _replace_public(connection, match, public.replay)
    elif public is not None and public.split:
        moves.copy_to_public(connection, match.id)
    add_brought(connection, match, brought_by(played))


def store_anew(
    connection: Connection, match: MatchRow, played: Played, rows: Sequence[NewMove], recorded: Sequence[str], start: int
) -> None:
    """Write the log from the ply `start` on, as it is now (`rows`, written down at `recorded`), and all that it brought.

    The match was settled anew.
    """
    behind = list(zip(rows, recorded, strict=True))[start - 1 :]
    moves.rewrite(connection, match, behind, start)
    moves.forget_brought(connection, match.id, "referee", "public")
    add_brought(connection, match, brought_by(played))


def brought_by(played: Played) -> list[Brought]:
    """The frames and findings of new entries, as they are stored, for each view that has its own."""
    found = [*_brought("referee", played.referee)]
    if played.public is not None:
        found += _brought("public", played.public.replay)
    return found


def _brought(view: str, done: Replay) -> Iterator[Brought]:
    if done.frames:
        yield "frames", view, texts(done.frames)
    if done.findings:
        yield "findings", view, texts(done.findings)


def add_brought(connection: Connection, match: MatchRow, brought: Iterable[Brought]) -> None:
    """Write what the match's present revision has brought."""
    for name, view, data in brought:
        moves.add_brought(connection, match, name, view, data)


def rows_of(before: int, played: Played) -> list[NewMove]:
    """The new entries from the ply behind `before` on, as they are stored."""
    plies = range(before + 1, before + 1 + len(played.entries))
    entries = texts(played.entries)
    rulings = _in_order(played.referee.rulings, len(entries))
    if played.public is None:
        return list(zip(plies, entries, rulings, repeat(None), strict=False))
    public = _by_ply(played.public.replay.rulings)
    return list(zip(plies, entries, rulings, (public.get(ply, NO_RULING) for ply in plies), strict=True))


def _in_order(rulings: Sequence[Ruling], count: int) -> list[str | None]:
    """The rulings of so many entries in a row; those behind a stop have none."""
    return [*texts(rulings), *repeat(None, count - len(rulings))]


def _by_ply(rulings: Sequence[Ruling]) -> dict[int, str]:
    return dict(zip((ruling.ply for ruling in rulings), texts(rulings), strict=True))


def _replace_public(connection: Connection, match: MatchRow, whole: Replay) -> None:
    """The public's whole log was judged anew: all its rulings are written again, its frames and findings dropped to be."""
    rulings = _by_ply(whole.rulings)
    plies = range(1, match.play.length + 1)
    moves.replace_public_rulings(connection, match.id, [(ply, rulings.get(ply, NO_RULING)) for ply in plies])
    moves.forget_brought(connection, match.id, "public")
