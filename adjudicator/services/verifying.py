"""Whether the rows of a match are what its history says, and what its rules say of its log.

Three looks: the history by itself, the match as the history tells it (both in `record`), and the match as its log is judged.
Not found is a history that was written anew from some row on to its end, with all that follows from it: that takes a signed
sheet, or an export, from before.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import pairwise, zip_longest
from typing import Any

import msgspec
from msgspec import Struct

from adjudicator.core.errors import Malformed
from adjudicator.core.game import Game
from adjudicator.core.ruling import Ruling
from adjudicator.services import history, stored
from adjudicator.services.record import Difference, record, told
from adjudicator.services.rejudged import WHOLE_LOG, Rejudged, Write, log_of, rejudged, writes_of
from adjudicator.storage.moves import NewMove
from adjudicator.storage.rows import MoveRow
from adjudicator.storage.whole import KINDS, BroughtRow, Kind, Whole


def differences(games: Mapping[str, Game], found: Whole) -> list[Difference]:
    """All that is wrong with a match; nothing, if it is as it was written."""
    wrong = list(_garbled(found)) or list(_of_wrong_type(found))
    if wrong:
        return wrong
    wrong = [*record(found), *told(found)]
    try:
        return [*wrong, *judged(games, found, judged_anew(games, found))]
    except Malformed as malformed:
        return [*wrong, *(_of_fault(fault.pointer, fault.message) for fault in malformed.faults)]
    except msgspec.MsgspecError as error:
        return [*wrong, Difference(f"A text that the match is made of cannot be read: {error}")]


def judged_anew(games: Mapping[str, Game], found: Whole) -> Rejudged | None:
    """The match judged anew; None of other rules than the present ones, or where the writes do not fit the log.

    Raises Malformed; msgspec.MsgspecError.
    """
    game = games.get(found.match.game)
    if game is None or game.version != found.match.rules_version:
        return None
    log, writes = log_of(game, found.match, found.moves), writes_of(found.history)
    return rejudged(log, writes, found.match.play) if _fit(writes, len(log.entries)) else None


def _fit(writes: Sequence[Write], length: int) -> bool:
    lengths = [write.length for write in writes]
    return bool(lengths) and lengths == sorted(lengths) and lengths[-1] == length


def _garbled(found: Whole) -> Iterator[Difference]:
    """SQLite does not look at what stands in a text."""
    for row, place in _rows(found):
        for name, value in _values(asdict(row)):
            if is_garbled(value):
                yield Difference(f"The text {name} is not UTF-8.", **place)
    if any(is_garbled(value) for seat in found.seats for value in seat):
        yield Difference("The seats have a text that is not UTF-8.")


def _of_wrong_type(found: Whole) -> Iterator[Difference]:
    """SQLite takes any value in any column."""
    for row, place in _rows(found):
        try:
            msgspec.convert(asdict(row), type(row))
        except msgspec.ValidationError as error:
            yield Difference(f"A value cannot stand where it stands: {error}", **place)


def _rows(found: Whole) -> Iterator[tuple[Any, dict[str, int]]]:
    """The rows of a match but for its seats, each with its place."""
    yield found.match, {}
    yield from ((row, {"ply": row.ply}) for row in found.moves)
    yield from ((row, {"revision": row.revision}) for row in found.history)
    yield from ((row, {"revision": row.revision}) for rows in found.brought.values() for row in rows)


def _values(row: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in row.items():
        if isinstance(value, dict):
            yield from _values(value)
        else:
            yield name, value


def is_garbled(value: Any) -> bool:
    """Whether this is a text that is not UTF-8, as `Database.read_garbled` shows it."""
    return isinstance(value, str) and not value.isascii() and any("\udc80" <= character <= "\udcff" for character in value)


def judged(games: Mapping[str, Game], found: Whole, anew: Rejudged | None) -> Iterator[Difference]:
    """The rulings, and all that follows from them, as the rules give them; of other rules, as far as the history keeps them."""
    yield from _positions(found)
    if anew is None:
        yield from _digests(found, {})
        return
    base = _adopted_at(found)
    for row, new in zip(found.moves, anew.moves, strict=False):
        yield from _ruling(row, new, base)
    for kind in KINDS:
        yield from _brought(kind, _settled(found.brought[kind], base), _settled(anew.brought[kind], base))
    yield from _digests(found, {} if base else anew.digests)
    yield from _play(games[found.match.game], found, anew)


def _positions(found: Whole) -> Iterator[Difference]:
    """The statuses that lists are filtered by are those of the positions, and what was brought is in its order."""
    play = found.match.play
    public = None if play.public_position is None else stored.position_of(play.public_position).status
    if (play.status, play.public_status) != (stored.position_of(play.position).status, public):
        yield Difference(f"The match says status {play.status} and {play.public_status}, its positions say others.")
    if (play.public_head is None) != (play.public_position is None):
        yield Difference("The public has a head without a position, or a position without a head.")
    for (name, view), rows in found.brought.items():
        keys = [(row.revision, row.place) for row in rows]
        if any(one >= other for one, other in pairwise(keys)) or (keys and keys[-1][0] > play.revision):
            yield Difference(f"The {view}'s {name} are not in the order of the writes that brought them.")


def _adopted_at(found: Whole) -> int:
    """The revision at which a match was adopted whose rulings are older, else 0: nobody knows by which writes they came."""
    last = next((row for row in reversed(found.history) if row.kind in WHOLE_LOG), None)
    return last.revision if last is not None and last.kind == history.ADOPTED else 0


def _settled(rows: Sequence[BroughtRow], base: int) -> list[BroughtRow]:
    """The rows; those up to the revision `base` as if one write had brought them."""
    old = sum(row.revision <= base for row in rows)
    return [*(BroughtRow(base, place, row.data) for place, row in enumerate(rows[:old])), *rows[old:]]


def _ruling(row: MoveRow, new: NewMove, base: int) -> Iterator[Difference]:
    ply, entry, ruling, public = new
    if not _alike(row.entry, entry):
        yield Difference(f"The log has {row.entry}, which would be written {entry}.", ply=ply)
    if not _alike(row.ruling, ruling, Ruling):
        yield Difference(f"The ruling is {row.ruling}, the rules give {ruling}.", ply=ply)
    if not _alike(row.public_ruling, public, Ruling | None) and not (base and row.public_ruling is None):
        yield Difference(f"The public's ruling is {row.public_ruling}, the rules give {public}.", ply=ply)


def _brought(kind: Kind, rows: Sequence[BroughtRow], anew: Sequence[BroughtRow]) -> Iterator[Difference]:
    name, view = kind
    for row, new in zip_longest(rows, anew):
        if row is None or new is None or not _same(row, new):
            revision = (row or new).revision
            yield Difference(f"Among the {view}'s {name} is {row and row.data}, the rules give {new and new.data}.", revision)


def _digests(found: Whole, anew: Mapping[int, str]) -> Iterator[Difference]:
    """The rulings that a write made are those that it made then: by the digest in its payload.

    `anew`: the digests of what the rules give. Without it the stored rulings are looked at; not where the game has ended for
    the public since, because its rulings were then written again.
    """
    payloads = {row.revision: row.payload for row in found.history}
    before = 0
    for write in writes_of(found.history):
        rows, before = found.moves[before : write.length], write.length
        payload = payloads[write.revision]
        if payload is None or (not anew and found.match.play.public_ended):
            continue
        kept = msgspec.json.decode(payload, type=_Rulings).rulings
        if kept not in (anew.get(write.revision), history.rulings_digest([(row.ruling, row.public_ruling) for row in rows])):
            yield Difference("The rulings are not those that this write made.", write.revision)


def _play(game: Game, found: Whole, anew: Rejudged) -> Iterator[Difference]:
    names = ["length", "status", "position", "public_position", "public_ended", "public_status"]
    if found.match.play.state_format == game.state_format:
        names += ["head", "public_head"]
    for name in names:
        said, wanted = getattr(found.match.play, name), getattr(anew.play, name)
        if not (_alike(said, wanted) if name in _TEXTS else said == wanted):
            yield Difference(f"The match says {name} {said}, the rules give {wanted}.")


_TEXTS = ("position", "public_position", "head", "public_head")


def _same(row: BroughtRow, new: BroughtRow) -> bool:
    return (row.revision, row.place) == (new.revision, new.place) and _alike(row.data, new.data)


def _alike(one: str | None, other: str | None, kind: Any = Any) -> bool:
    """Whether two texts mean the same: an older version of the service may have written the same in another form."""
    if one is None or other is None or one == other:
        return one == other
    return bool(msgspec.json.decode(one, type=kind) == msgspec.json.decode(other, type=kind))


class _Rulings(Struct):
    rulings: str | None = None


def _of_fault(pointer: str, message: str) -> Difference:
    """What is wrong with a log that cannot be read as one."""
    _, where, place, *_ = [*pointer.split("/"), "", ""]
    ply = int(place) + 1 if where == "moves" and place.isdigit() else None
    return Difference(f"The log cannot be read: {pointer} {message}", ply=ply)
