"""A log, and its decoding: from what the strict reader read to a table and entries, or to every fault with its pointer."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Union

import msgspec
from msgspec import UNSET, Struct, inspect

from adjudicator.core.entries import End, Entry, Name, Result, tag
from adjudicator.core.errors import Fault, Malformed, TooLarge
from adjudicator.core.faults import describe, faults_of, is_moment, quote
from adjudicator.core.game import Game, Table
from adjudicator.core.reading import Document, escape

MAX_ENTRIES = 5_000
STANDARD = "standard"
_FIELDS = ("game", "ruleset", "players", "setup", "moves")


class Log(Struct, frozen=True):
    """A log that was read. `entries` are in the order in which things happened; the entry of ply n is entries[n - 1]."""

    game: Game
    table: Table
    entries: tuple[Entry, ...]


def decode_log(games: Mapping[str, Game], document: Document) -> Log:
    """Decode a whole log. Raises Malformed with every fault; TooLarge for more than MAX_ENTRIES entries."""
    raw, faults = document.value, list(document.faults)
    if not isinstance(raw, dict):
        raise Malformed([*faults, Fault("", "wrong_type", "A log is an object.")])
    faults += [
        Fault(f"/{escape(key)}", "unknown_field", f"No field {quote(key)} can stand here.") for key in raw if key not in _FIELDS
    ]
    faults += [
        Fault(f"/{key}", "missing", f"The field {key} is required.") for key in ("players", "moves") if key not in raw
    ]
    game = decode_game(games, raw, faults)
    table = decode_table(game, raw, faults)
    entries = decode_entries(game, table, raw.get("moves", []), "/moves", faults)
    check_table(game, table, entries, faults)
    require_none(faults)
    return Log(game, table, entries)


def decode_game(games: Mapping[str, Game], raw: Mapping[str, Any], faults: Sequence[Fault]) -> Game:
    """The game that the log names. Raises Malformed if there is none: what follows from the game cannot be read then."""
    name = raw.get("game")
    if isinstance(name, str) and name in games:
        return games[name]
    known = ", ".join(sorted(games))
    fault = Fault("/game", "unknown_game", f"{quote(name)} is none of the games: {known}.")
    if "game" not in raw:
        fault = Fault("/game", "missing", "The field game is required.")
    raise Malformed([fault, *faults, *_player_faults(raw.get("players", []))])


def decode_table(game: Game, raw: Mapping[str, Any], faults: list[Fault]) -> Table:
    """Players, ruleset and setup of a log. Faults are added; the table handed back is whole all the same."""
    players = _decode_players(game, raw, faults)
    preset, options = decode_ruleset(game, raw.get("ruleset", STANDARD), faults)
    raw_setup = raw.get("setup", {})
    found = faults_of(game.setup, raw_setup, "/setup", _seats(players))
    faults += found
    setup = game.setup() if found else msgspec.convert(raw_setup, game.setup)
    return Table(players, preset, options, setup)


def check_table(game: Game, table: Table, entries: Sequence[Entry], faults: list[Fault]) -> None:
    """Add what the game finds wrong with the table itself, given the entries; not asked of a table that could not be read."""
    if not any(fault.pointer.startswith(("/players", "/ruleset", "/setup")) for fault in faults):
        faults += game.malformed_table(table, entries)


def decode_entries(
    game: Game, table: Table, raw: Any, at: str, faults: list[Fault], limit: int = MAX_ENTRIES
) -> tuple[Entry, ...]:
    """The entries of a list at the pointer `at`. Faults are added; handed back is what could be read all the same."""
    if isinstance(raw, list) and len(raw) > limit:
        raise TooLarge(f"A log holds at most {limit} entries; this one has {len(raw)}.")
    try:
        entries: list[Any] = msgspec.convert((raw,), _listing(game.entries)).entries
    except msgspec.ValidationError:
        before = len(faults)
        readable = _list_faults(game, table, raw, at, faults)
        if len(faults) == before:
            raise
        return readable
    seats, plain, malformed = _seats(table.players), _plain_kinds(game.entries), game.malformed
    for index, entry in enumerate(entries):
        if (
            malformed(entry, table) or entry.stands or entry.at is not UNSET
            or type(entry) not in plain or entry.player not in seats
        ):
            faults += _read_faults(game, table, entry, seats, f"{at}/{index}")
    return tuple(entries)


def decode_entry(game: Game, table: Table, raw: Any, at: str, faults: list[Fault]) -> Entry | None:
    """One entry, at the pointer `at`; None if it has faults, which are added."""
    found: list[Fault] = []
    entries = decode_entries(game, table, [raw], "", found)
    faults += [Fault(at + fault.pointer.removeprefix("/0"), fault.code, fault.message) for fault in found]
    return None if found else entries[0]


def _read_faults(game: Game, table: Table, entry: Entry, seats: Container[str], place: str) -> list[Fault]:
    """What is wrong with an entry that msgspec read."""
    found = (*_stray_faults(entry, seats), *_common_faults(game, entry), *game.malformed(entry, table))
    return [_moved(fault, place) for fault in found]


@cache
def entry_union(game_entries: tuple[type[Entry], ...]) -> Any:
    """The tagged union of a game's entries."""
    return Union[game_entries]  # noqa: UP007 (a union of a tuple that is known only at run time)


@cache
def _list_of(game_entries: tuple[type[Entry], ...]) -> Any:
    return list[entry_union(game_entries)]  # type: ignore[misc]


@cache
def _listing(game_entries: tuple[type[Entry], ...]) -> Any:
    """A struct around the list of entries: what a struct holds msgspec works out once, what a list holds at each call."""
    return msgspec.defstruct("Listing", [("entries", _list_of(game_entries))], array_like=True)


def entry_list(game: Game) -> Any:
    """The type of a list of this game's entries."""
    return _list_of(game.entries)


def require_none(faults: Sequence[Fault]) -> None:
    """Raises Malformed if there is any fault."""
    if faults:
        raise Malformed(faults)


def _decode_players(game: Game, raw: Mapping[str, Any], faults: list[Fault]) -> tuple[str, ...]:
    names = raw.get("players")
    if "players" in raw:
        faults += _player_faults(names)
    if not isinstance(names, list):
        return ()
    least, most = game.seats
    if not least <= len(names) <= most:
        wanted = str(least) if least == most else f"{least} to {most}"
        faults.append(Fault("/players", "wrong_number", f"This game is for {wanted} players, not {len(names)}."))
    return tuple(names) if all(isinstance(name, str) for name in names) else ()


class _Anybody(Container[str]):
    """Who sits at a table whose players could not be read: nobody is a stranger there."""

    def __contains__(self, name: object) -> bool:
        return True


def _seats(players: Sequence[str]) -> Container[str]:
    return frozenset(players) if players else _Anybody()


def _player_faults(names: Any) -> Iterator[Fault]:
    yield from faults_of(tuple[Name, ...], names, "/players")
    yield from twice_faults(names if isinstance(names, list) else (), "/players")


def twice_faults(names: Iterable[Any], at: str) -> Iterator[Fault]:
    """Names of a list of players, at the pointer `at`, that stand there already."""
    seen: set[str] = set()
    for index, name in enumerate(names):
        if isinstance(name, str):
            if name in seen:
                yield Fault(f"{at}/{index}", "twice", f"{quote(name)} sits at the table twice.")
            seen.add(name)


def decode_ruleset(game: Game, raw: Any, faults: list[Fault]) -> tuple[str, Any]:
    """(preset, options): the preset's options, overlaid with those given."""
    place, preset, given = "/ruleset", raw, {}
    if isinstance(raw, dict):
        place, preset, given = "/ruleset/preset", raw.get("preset", STANDARD), raw.get("options", {})
        faults += [
            Fault(f"/ruleset/{escape(key)}", "unknown_field", f"No field {quote(key)} can stand here.")
            for key in raw
            if key not in ("preset", "options")
        ]
    elif not isinstance(raw, str):
        faults.append(Fault(place, "wrong_type", "A ruleset is the name of a preset, or an object."))
        preset = STANDARD
    if not isinstance(preset, str) or preset not in game.presets:
        known = ", ".join(game.presets)
        faults.append(Fault(place, "unknown_preset", f"{quote(preset)} is none of the presets: {known}."))
        preset = STANDARD
    found = faults_of(game.options, given, "/ruleset/options")
    faults += found
    chosen = game.presets[preset] if found else {**game.presets[preset], **given}
    return preset, msgspec.convert(chosen, game.options)


def _list_faults(game: Game, table: Table, raw: Any, at: str, faults: list[Fault]) -> tuple[Entry, ...]:
    """Add every fault of a list of entries that msgspec refused; the entries that could be read, without their faulty fields."""
    if not isinstance(raw, list):
        faults += faults_of(entry_list(game), raw, at)
        return ()
    union, seats = entry_union(game.entries), _seats(table.players)
    readable: list[Entry] = []
    for index, item in enumerate(raw):
        place = f"{at}/{index}"
        found = faults_of(union, item, place, seats)
        spoilt = {_field(fault.pointer.removeprefix(place)) for fault in found}
        entry = _readable_part(union, item, spoilt)
        if entry is not None:
            readable.append(entry)
            more = [*_common_faults(game, entry), *game.malformed(entry, table)]
            # A field that was taken out is there, if faulty: what is said of its absence is not so.
            found += [_moved(each, place) for each in more if _field(each.pointer) not in spoilt]
        elif isinstance(item, dict) and "note" not in item and _asks_for_note(game, item):
            found.append(_moved(_NEEDS_NOTE, place))
        faults += found
    return tuple(readable)


def _field(pointer: str) -> str:
    """The field of an entry, escaped, that a pointer into the entry leads to or through."""
    return pointer[1:].partition("/")[0]


def _readable_part(union: Any, item: Any, spoilt: Container[str]) -> Entry | None:
    """The entry without the fields that have faults, if that can be read: what else is wrong with it can then be asked."""
    if not isinstance(item, dict):
        return None
    kept = {key: value for key, value in item.items() if escape(key) not in spoilt}
    try:
        return msgspec.convert(kept, union)  # type: ignore[no-any-return]
    except msgspec.ValidationError:
        return None


def _moved(fault: Fault, at: str) -> Fault:
    return Fault(at + fault.pointer, fault.code, fault.message)


_NEEDS_NOTE = Fault(
    "/note", "missing", "This entry needs a note: what is remarked, or why it stands, or why it was decided or changed."
)


@cache
def _plain_kinds(kinds: tuple[type[Entry], ...]) -> frozenset[type[Entry]]:
    """The kinds of entry that name one player, and need no note: most have nothing else that is looked at below."""
    naming = (kind for kind in kinds if _seat_fields(kind) == (("player", False),))
    return frozenset(kind for kind in naming if not kind.NEEDS_NOTE and not issubclass(kind, End))


def _common_faults(game: Game, entry: Entry) -> Iterator[Fault]:
    """What no schema says of the entries of every game."""
    if entry.at is not UNSET and not is_moment(entry.at):
        yield Fault("/at", "not_a_time", f"{quote(entry.at)} is no RFC 3339 time with its offset (2026-05-01T19:30:00Z).")
    if entry.note is UNSET and (entry.stands or needs_note(entry)):
        yield _NEEDS_NOTE
    if isinstance(entry, End):
        forfeit = entry.reason == "forfeit"
        if forfeit and entry.player is UNSET:
            yield Fault("/player", "missing", "A forfeit names the player who gave up.")
        if not forfeit and entry.player is not UNSET:
            yield Fault("/player", "unknown_field", "Only a forfeit names a player.")
    if isinstance(entry, Result) and not game.result_points:
        for index, row in enumerate(entry.standings):
            if row.points is not UNSET:
                yield Fault(f"/standings/{index}/points", "unknown_field", "This game has no points.")


def needs_note(entry: Entry) -> bool:
    """Whether a note is required of this kind of entry (it is a field that the schema calls optional)."""
    if isinstance(entry, End):
        return entry.reason == "forfeit"
    return entry.NEEDS_NOTE


def _asks_for_note(game: Game, item: Mapping[str, Any]) -> bool:
    """The same of an entry that could not be read, as far as it can be told."""
    kind = next((kind for kind in game.entries if tag(kind) == item.get("type")), Entry)
    return item.get("stands") is True or kind.NEEDS_NOTE or (kind is End and item.get("reason") == "forfeit")


def _stray_faults(entry: Entry, seats: Container[str]) -> Iterator[Fault]:
    """Names of strangers in an entry that msgspec read, each once."""
    fields = _seat_fields(type(entry))
    if any(listed and getattr(entry, field) for field, listed in fields):
        every = faults_of(type(entry), msgspec.to_builtins(entry), "", seats)
        yield from (fault for fault in every if fault.code == "stranger")
        return
    for field, listed in fields:
        value = getattr(entry, field)
        if not listed and value is not UNSET and value is not None and value not in seats:
            yield Fault(f"/{field}", "stranger", f"{quote(value)} does not sit at this table.")


@cache
def _seat_fields(kind: type[Entry]) -> tuple[tuple[str, bool], ...]:
    """(field, whether the name stands inside a list or object) for every field of the kind that names a player."""
    info = describe(kind)
    assert isinstance(info, inspect.StructType)
    found = [(field.name, _naming(field.type)) for field in info.fields]
    return tuple((name, deep) for name, deep in found if deep is not None)


def _naming(info: Any) -> bool | None:
    """None: names nobody. False: is a name. True: holds names."""
    if isinstance(info, inspect.Metadata):
        return False if (info.extra or {}).get("seat") else _naming(info.type)
    if isinstance(info, inspect.UnionType):
        return next((deep for kind in info.types if (deep := _naming(kind)) is not None), None)
    inner: list[Any] = []
    if isinstance(info, (inspect.ListType, inspect.VarTupleType)):
        inner = [info.item_type]
    elif isinstance(info, inspect.DictType):
        inner = [info.key_type, info.value_type]
    elif isinstance(info, inspect.StructType):
        inner = [field.type for field in info.fields]
    return True if any(_naming(kind) is not None for kind in inner) else None
