"""The work of `storing` and `keys`: logs and keys into the database of the environment."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct, structs

from adjudicator.app import prepare, random_key, setting_of
from adjudicator.cli import exits, terminal
from adjudicator.cli.serving import Unavailable, settings_of_environment
from adjudicator.cli.sources import Source, read, require_log
from adjudicator.core.game import Game
from adjudicator.core.reading import Document
from adjudicator.services.errors import IllegalMove
from adjudicator.services.importing import Importing, Stored
from adjudicator.services.keys import Keys, admin_key
from adjudicator.services.matches import Judged, NewMatch
from adjudicator.services.readjudication import Readjudications
from adjudicator.services.recounting import Recounting
from adjudicator.services.redacting import Redactions
from adjudicator.services.restoring import Restoring, Tampered, is_export
from adjudicator.services.setting import Setting
from adjudicator.services.sheet import headline
from adjudicator.storage import migrating
from adjudicator.storage.opening import open_database
from adjudicator.storage.sqlite import SqliteDatabase
from adjudicator.web.match_bodies import read_new_match

GROUP = 64 * 1024
"""Bytes of logs that are stored together: some ten logs of an evening."""


def migrate() -> str:
    """Bring the database to the newest schema; what came of it, in a line."""
    database = open_database(settings_of_environment().database_url)
    before, after = migrating.upgrade(database)
    database.close()
    return f"{database.name}: {'already ' if before == after else ''}at migration {after}\n"


class Kept(Struct):
    """What became of one log: its exit code, and a line about it or the error. `new`: it was stored just now."""

    code: int
    outcome: str = ""
    error: Exception | None = None
    new: bool = False


class Keeper:
    """Stores logs, in the database of the environment, which is brought to the newest schema. A new admin key is told."""

    def __init__(self, games: Mapping[str, Game], accept_stop: bool, once: bool) -> None:
        self._games, self._accept_stop, self._once = games, accept_stop, once
        setting, self.made_key = opened(games)
        key = admin_key(setting)
        self._store, self._restore = Importing(setting, key), Restoring(setting, key)

    def keep(self, sources: Iterable[Source]) -> Iterator[tuple[Source, Kept]]:
        """Store logs, whatever goes wrong with some of them: of each what became of it, once it is on the disk."""
        for group in _groups(sources):
            yield from zip(group, self._keep_group(group), strict=True)

    def _keep_group(self, group: Sequence[Source]) -> list[Kept]:
        """Store logs in one transaction, which is what costs most; if that is refused, each in one of its own."""
        found = [self._judged(source) for source in group]
        try:
            stored = iter(self._store.store([each for each in found if not isinstance(each, Kept)]))
        except Exception as error:
            if len(group) == 1:
                return [_refused(error)]
            pairs = zip(group, found, strict=True)
            return [each if isinstance(each, Kept) else self._keep_group([source])[0] for source, each in pairs]
        return [each if isinstance(each, Kept) else _told(next(stored)) for each in found]

    def _judged(self, source: Source) -> Judged | Kept:
        """A log that is to be stored, or why it is not. An exported match is stored at once."""
        try:
            document, line_id = read(source)
            if is_export(document):
                return self._put_back(document)
            require_log(document)
            new = self._new(source, document, line_id)
            name = new.facts.get("external_id")
            if self._once and name is not None and self._store.knows(name):
                return Kept(exits.LAWFUL, "stored before")
            return self._store.judge(new)
        except Exception as error:
            return _refused(error)

    def _put_back(self, document: Document) -> Kept:
        found, new = self._restore.restore(document)
        outcome = f"restored at revision {found.match.play.revision}" if new else "stored before"
        return Kept(exits.LAWFUL, f"{found.match.id}: {outcome}", new=new)

    def _new(self, source: Source, document: Document, name: str | None) -> NewMatch:
        if name is None and self._once:
            name = Path(source.file).name + ("" if source.line is None else f":{source.line}")
        new = read_new_match(self._games, _named(document, name))
        return structs.replace(new, accept_stop=new.accept_stop or self._accept_stop)


def opened(games: Mapping[str, Game]) -> tuple[Setting, str | None]:
    """The database of the environment, ready for work, and the admin key if one was made just now, which is told."""
    settings = settings_of_environment()
    made = prepare(settings, games)
    tell_of_key(made)
    return setting_of(settings, games), made


def existing_database(games: Mapping[str, Game]) -> Setting:
    """The database of the environment as it is, with nothing made or migrated. Raises Unavailable, OtherSchema, Busy."""
    setting = setting_of(settings_of_environment(), games)
    database = setting.database
    if isinstance(database, SqliteDatabase) and not database.path.is_file():
        raise Unavailable(f"There is no database {database.name}.")
    migrating.require_newest(database)
    return setting


def keyring(games: Mapping[str, Game]) -> Keys:
    """The API keys in the database of the environment."""
    setting, _ = opened(games)
    return Keys(setting, random_key)


def readjudications(games: Mapping[str, Game]) -> Readjudications:
    """The matches of older rules in the database of the environment."""
    setting, _ = opened(games)
    return Readjudications(setting, admin_key(setting))


def redactions(games: Mapping[str, Game]) -> Redactions:
    """The histories in the database of the environment."""
    setting, _ = opened(games)
    return Redactions(setting, admin_key(setting))


def recounting(games: Mapping[str, Game]) -> Recounting:
    """What follows from the matches in the database of the environment."""
    setting, _ = opened(games)
    return Recounting(setting)


def _groups(sources: Iterable[Source]) -> Iterator[list[Source]]:
    """All sources, in groups of about GROUP bytes."""
    group: list[Source] = []
    for source in sources:
        group.append(source)
        if sum(each.read for each in group) >= GROUP:
            yield group
            group = []
    if group:
        yield group


def _told(stored: Stored) -> Kept:
    return Kept(exits.LAWFUL, f"{stored.match_id}: {headline(stored.report)}", new=True)


def _refused(error: Exception) -> Kept:
    unlawful = isinstance(error, (IllegalMove, Tampered))
    return Kept(exits.UNLAWFUL if unlawful else exits.code_of(error), error=error)


def tell_of_key(key: str | None) -> None:
    """Say on stderr that a key was made, if one was."""
    if key is not None:
        terminal.complain(f"a key with every right was made; it is shown this once: {key}")


def _named(document: Document, name: str | None) -> Document:
    """The log with this external id, if it has no other."""
    if name is not None and isinstance(document.value, dict):
        document.value.setdefault("external_id", name)
    return document
