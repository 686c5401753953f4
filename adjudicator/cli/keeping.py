"""The work of `storing` and `keys`: logs and keys into the database of the environment."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from adjudicator.cli import exits, terminal
from adjudicator.cli.crew import GROUP, Crew, in_groups
from adjudicator.cli.entering import Entering, Manner, enter, new_match, unpacked
from adjudicator.cli.serving import Unavailable, settings_of_environment
from adjudicator.cli.sources import Source, read, require_log
from adjudicator.core.game import Game
from adjudicator.core.reading import Document
from adjudicator.services.errors import IllegalMove
from adjudicator.services.importing import Importing
from adjudicator.services.keys import Keys, admin_key
from adjudicator.services.readjudication import Readjudications
from adjudicator.services.recounting import Recounting
from adjudicator.services.redacting import Redactions
from adjudicator.services.restoring import Restoring, Tampered, is_export
from adjudicator.services.setting import Setting
from adjudicator.storage import migrating
from adjudicator.storage.opening import open_database
from adjudicator.storage.sqlite import SqliteDatabase
from adjudicator.wiring import prepare, random_key, setting_of


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

    def __init__(self, games: Mapping[str, Game], manner: Manner) -> None:
        self._games, self._manner = games, manner
        setting, self.made_key = opened(games)
        key = admin_key(setting)
        self._store, self._restore = Importing(setting, key), Restoring(setting, key)

    def keep(self, sources: Iterable[Source], crew: Crew[bytes]) -> Iterator[tuple[Source, Kept]]:
        """Store logs, whatever goes wrong with some of them: of each what became of it, once it is on the disk.

        `crew` judges them.
        """
        for group, judged in crew.work_off(in_groups(sources, GROUP)):
            found = [self._looked_at(source, packed) for source, packed in zip(group, judged, strict=True)]
            yield from zip(group, self._kept(found), strict=True)

    def _kept(self, found: Sequence[Entering | Kept]) -> list[Kept]:
        """Store logs in one transaction, which is what costs most; if that is refused, each in one of its own."""
        try:
            return self._stored(found)
        except Exception as error:
            return [_refused(error)] if len(found) == 1 else [self._kept_alone(each) for each in found]

    def _kept_alone(self, found: Entering | Kept) -> Kept:
        try:
            return self._stored([self._unless_known(found)])[0]
        except Exception as error:
            return _refused(error)

    def _stored(self, found: Sequence[Entering | Kept]) -> list[Kept]:
        ids = iter(self._store.store([each.ready for each in found if isinstance(each, Entering)]))
        return [each if isinstance(each, Kept) else _told(next(ids), each) for each in found]

    def _looked_at(self, source: Source, packed: bytes | None) -> Entering | Kept:
        """A log that is to be stored, as it was judged or judged now; or why it is not. An exported match is stored at once."""
        try:
            if packed is None:
                document, name = read(source)
                if is_export(document):
                    return self._put_back(document)
                require_log(document)
                new = new_match(self._manner, self._games, source, document, name)
                return self._known(new.facts.get("external_id")) or enter(new)
            return self._unless_known(unpacked(packed))
        except Exception as error:
            return _refused(error)

    def _unless_known(self, found: Entering | Kept) -> Entering | Kept:
        known = self._known(found.ready.match.facts.external_id) if isinstance(found, Entering) else None
        return known or found

    def _known(self, name: str | None) -> Kept | None:
        """What is said of a log that is there already, and is to be stored once."""
        known = self._manner.once and name is not None and self._store.knows(name)
        return Kept(exits.LAWFUL, "stored before") if known else None

    def _put_back(self, document: Document) -> Kept:
        found, new = self._restore.restore(document)
        outcome = f"restored at revision {found.match.play.revision}" if new else "stored before"
        return Kept(exits.LAWFUL, f"{found.match.id}: {outcome}", new=new)


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


def _told(match_id: str, entering: Entering) -> Kept:
    return Kept(exits.LAWFUL, f"{match_id}: {entering.headline}", new=True)


def _refused(error: Exception) -> Kept:
    unlawful = isinstance(error, (IllegalMove, Tampered))
    return Kept(exits.UNLAWFUL if unlawful else exits.code_of(error), error=error)


def tell_of_key(key: str | None) -> None:
    """Say on stderr that a key was made, if one was."""
    if key is not None:
        terminal.complain(f"a key with every right was made; it is shown this once: {key}")
