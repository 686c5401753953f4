"""Logs on their way into the database: read, judged and made plain data, by this process or another."""

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct, msgpack, structs

from adjudicator.cli.sources import Source, read, require_log
from adjudicator.core.game import Game
from adjudicator.core.reading import Document
from adjudicator.services.new_match import Judged, NewMatch, Ready, judge, ready
from adjudicator.services.sheet import headline
from adjudicator.web.match_bodies import read_new_match


class Manner(Struct, frozen=True):
    """How logs are taken, as the options of `adjudicator import` say."""

    accept_stop: bool
    once: bool


class Entering(Struct, frozen=True):
    """A log that is ready to be stored, and how it stands, in a line."""

    ready: Ready
    headline: str


_ENCODER, _DECODER = msgpack.Encoder(), msgpack.Decoder(Entering)


def packed(manner: Manner, games: Mapping[str, Game], source: Source) -> bytes:
    """`entering` as MessagePack, which takes a fifth of the time that Python's own way would."""
    return _ENCODER.encode(entering(manner, games, source))


def unpacked(data: bytes) -> Entering:
    """What was packed."""
    return _DECODER.decode(data)


def entering(manner: Manner, games: Mapping[str, Game], source: Source) -> Entering:
    """A log that is to be stored. Raises whatever is wrong with it; also where it is no log, but an exported match."""
    document, name = read(source)
    require_log(document)
    return enter(new_match(manner, games, source, document, name))


def enter(new: NewMatch) -> Entering:
    """The same, of a log that was read. Raises IllegalMove."""
    judged = judge(new)
    return Entering(ready(judged), _headline(judged))


def new_match(manner: Manner, games: Mapping[str, Game], source: Source, document: Document, name: str | None) -> NewMatch:
    """The match of a log that was read, with the name that its line gave. Raises Malformed, TooLarge."""
    if name is None and manner.once:
        name = Path(source.file).name + ("" if source.line is None else f":{source.line}")
    new = read_new_match(games, _named(document, name))
    return structs.replace(new, accept_stop=new.accept_stop or manner.accept_stop)


def _named(document: Document, name: str | None) -> Document:
    """The log with this external id, if it has no other."""
    if name is not None and isinstance(document.value, dict):
        document.value.setdefault("external_id", name)
    return document


def _headline(judged: Judged) -> str:
    where, done = judged.where, judged.played.referee
    notable = [{"verdict": ruling.verdict} for ruling in done.rulings if ruling.verdict != "legal"]
    return headline({**structs.asdict(where), "rulings": notable, "findings": done.findings})
