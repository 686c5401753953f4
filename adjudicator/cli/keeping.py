"""The work of `storing` and `keys`: logs and keys into the database of the environment."""

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct, structs

from adjudicator.app import prepare, random_key, setting_of
from adjudicator.cli import exits, terminal
from adjudicator.cli.serving import settings_of_environment
from adjudicator.cli.sources import Source, read
from adjudicator.core.game import Game
from adjudicator.core.reading import Document
from adjudicator.services.errors import IllegalMove
from adjudicator.services.importing import Importing
from adjudicator.services.keys import Keys, admin_key
from adjudicator.services.matches import NewMatch
from adjudicator.services.setting import Setting
from adjudicator.services.sheet import headline
from adjudicator.storage import migrating
from adjudicator.storage.opening import open_database
from adjudicator.web.match_bodies import read_new_match


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
        self._store = Importing(setting, admin_key(setting))

    def keep(self, source: Source) -> Kept:
        """Store one log, whatever goes wrong with it."""
        try:
            return self._keep(self._read(source))
        except Exception as error:
            return Kept(exits.UNLAWFUL if isinstance(error, IllegalMove) else exits.code_of(error), error=error)

    def _keep(self, new: NewMatch) -> Kept:
        name = new.facts.get("external_id")
        if self._once and name is not None and self._store.knows(name):
            return Kept(exits.LAWFUL, "stored before")
        stored = self._store.store(new)
        return Kept(exits.LAWFUL, f"{stored.match.id}: {headline(stored.report)}", new=True)

    def _read(self, source: Source) -> NewMatch:
        document, name = read(source)
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


def keyring(games: Mapping[str, Game]) -> Keys:
    """The API keys in the database of the environment."""
    setting, _ = opened(games)
    return Keys(setting, random_key)


def tell_of_key(key: str | None) -> None:
    """Say on stderr that a key was made, if one was."""
    if key is not None:
        terminal.complain(f"a key with every right was made; it is shown this once: {key}")


def _named(document: Document, name: str | None) -> Document:
    """The log with this external id, if it has no other."""
    if name is not None and isinstance(document.value, dict):
        document.value.setdefault("external_id", name)
    return document
