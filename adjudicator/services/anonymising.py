"""Anonymising a player: a pseudonym in the place of the name, here and wherever the player sat; what others did stays."""

from collections.abc import Iterator, Sequence
from itertools import count

from msgspec import Struct

from adjudicator.services import stored
from adjudicator.services.access import Access, Answer
from adjudicator.services.errors import Conflict
from adjudicator.services.folding import folded
from adjudicator.services.later import Later
from adjudicator.services.players import Player, held_player, shown, touch, write_details
from adjudicator.services.pseudonyms import (
    MATCH,
    MENTIONED,
    NOT_LINKED,
    OUTDATED,
    TOURNAMENT,
    Left,
    Renaming,
    mention,
    mentions,
    rename,
)
from adjudicator.services.rights import Right
from adjudicator.services.setting import Setting
from adjudicator.services.stored import text
from adjudicator.services.tournaments.renaming import rename_members
from adjudicator.services.writing import Revisions, Writing, require_seen, scribe_of, write_once
from adjudicator.storage import history, idempotency, matches, moves, players, seats
from adjudicator.storage.players import PlayerRow
from adjudicator.storage.rows import MatchRow


class Anonymised(Struct):
    """The player, the matches out of which the name was taken, and where it may still stand."""

    player: Player
    matches: list[str]
    left: list[Left]


class Anonymising:
    """Anonymising players of a club."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting

    def anonymise(
        self, access: Access, player_id: str, reason: Later[str], if_match: Revisions | None
    ) -> Answer[Anonymised]:
        """Do it for the player and all who were merged into them; done again, for matches that could not be cleaned before.

        Raises NotFound; StaleRevision; Conflict for a player who was merged into another.
        """

        def work(writing: Writing) -> Anonymised:
            row, said = held_player(writing, player_id), reason.get()
            require_seen(row.revision, if_match, "player")
            if row.merged_into is not None:
                raise Conflict(f"The player has been merged into {row.root_id}; anonymise that one, who is the same.")
            return self._anonymised(writing, row, said)

        return write_once(self._setting, access, Right.ANONYMISE_PLAYERS, Anonymised, work)

    def _anonymised(self, writing: Writing, root: PlayerRow, reason: str) -> Anonymised:
        connection, club_id = writing.connection, root.club_id
        rows = players.cluster(connection, club_id, [root.id])
        names = _names(writing, rows)
        if root.anonymised_at is None:
            pseudonym = _pseudonym(writing, club_id)
            for row in rows:
                _take_name(writing, row, pseudonym)
        now_called = next(row for row in rows if row.id == root.id)
        tables = list(_tables(writing, [row.id for row in rows], now_called))
        names |= {name for table in tables for name in table.names}
        done = Anonymised(shown(connection, now_called), [], [])
        for table in tables:
            self._clean(writing, table, names, reason, done)
        if names:
            self._elsewhere(writing, rows, now_called.name, names, reason, done)
        return done

    def _elsewhere(
        self, writing: Writing, rows: Sequence[PlayerRow], pseudonym: str, names: set[str], reason: str, done: Anonymised
    ) -> None:
        """In tournaments, in kept answers, and at tables where nobody said who sat there."""
        connection, club_id = writing.connection, writing.key.club_id
        found = rename_members(self._setting, writing, [row.id for row in rows], pseudonym, mention(names), reason)
        done.left += [Left(TOURNAMENT, tournament_id, pointer, MENTIONED) for tournament_id, pointer in found]
        unlinked = seats.unlinked(connection, club_id, names)
        done.left += [Left(MATCH, match_id, "/players", NOT_LINKED) for match_id in unlinked]
        idempotency.forget_mentions(connection, club_id, [text(name)[1:-1] for name in sorted(names)])

    def _clean(self, writing: Writing, table: "_Table", names: set[str], reason: str, done: Anonymised) -> None:
        match, connection = table.match, writing.connection
        game = self._setting.games.get(match.game)
        if game is None or game.version != match.rules_version:
            done.left.append(Left(MATCH, match.id, "", OUTDATED))
            return
        renaming = Renaming(table.names, names, reason)
        rename(connection, game, match, renaming, scribe_of(self._setting, writing), writing.now)
        entries = stored.entries_of(game, moves.page(connection, match.id, 0, match.play.length))
        done.left += mentions(match, entries, history.whole(connection, match.id), mention(names))
        done.matches.append(match.id)


class _Table(Struct, frozen=True):
    """A match at which the player sits under a name that must go: what they are called there -> what they are to be called."""

    match: MatchRow
    names: dict[str, str]


def _tables(writing: Writing, ids: Sequence[str], player: PlayerRow) -> Iterator[_Table]:
    """A second seat of the player at one table has a number."""
    for match_id in seats.matches_of(writing.connection, player.club_id, ids):
        match = matches.found(writing.connection, match_id, lock=True)
        mine = [row.name for row in seats.of_match(writing.connection, match_id) if row.player_id in ids]
        new = [player.name if place == 0 else f"{player.name} ({place + 1})" for place in range(len(mine))]
        names = {old: name for old, name in zip(mine, new, strict=True) if old not in new}
        if match is not None and names:
            yield _Table(match, names)


def _names(writing: Writing, rows: Sequence[PlayerRow]) -> set[str]:
    """Every name of players who are not anonymised yet."""
    known = [row for row in rows if row.anonymised_at is None]
    others = players.names_of(writing.connection, rows[0].club_id, [row.id for row in known])
    return {row.name for row in known} | {each.name for each in others}


def _pseudonym(writing: Writing, club_id: str) -> str:
    """`Player 1` or the first after it that nobody of the club has, and that stands at no table."""

    def is_known(name: str) -> bool:
        connection = writing.connection
        return bool(players.named(connection, club_id, [name])) or seats.is_taken(connection, club_id, name)

    return next(name for name in (f"Player {number}" for number in count(1)) if not is_known(name))


def _take_name(writing: Writing, row: PlayerRow, pseudonym: str) -> None:
    row.name, row.folded, row.anonymised_at = pseudonym, folded(pseudonym), writing.now
    touch(writing, row)
    write_details(writing.connection, row, (), ())

