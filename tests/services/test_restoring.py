"""A match that is exported, stored elsewhere and exported again is the same, byte for byte; what was changed is refused."""

import copy
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import structs

from adjudicator.core.errors import Malformed
from adjudicator.core.reading import read_json
from adjudicator.services.access import access_of
from adjudicator.services.errors import Conflict, Forbidden, NotFound
from adjudicator.services.exporting import Exports
from adjudicator.services.inspection import Inspection
from adjudicator.services.keys import Keys, NewKey, admin_key
from adjudicator.services.later import Later
from adjudicator.services.readjudication import Readjudications
from adjudicator.services.restoring import Restoring, Tampered
from adjudicator.services.rights import Role
from adjudicator.services.signing import Signing
from tests.databases import new_database
from tests.games.cases import GAMES
from tests.games.toy import GAME
from tests.services.agreement import same_bytes, seen_by
from tests.services.desk import Desk
from tests.services.lives import all_lives, voided

HIDING = {"game": "toy", "players": ["Asha", "Bo"], "setup": {"hands": {"Bo": [2, 3, 9]}}}
PLAYS = [{"type": "play", "player": "Asha", "card": 3}, {"type": "play", "player": "Bo", "card": 9}]


def exports(desk: Desk) -> Exports:
    return Exports(desk.setting, Signing(desk.setting, None, lambda: bytes(32)))


def export(desk: Desk, match_id: str) -> bytes:
    found: bytes = exports(desk).export(desk.access, match_id, Later(lambda: None)).what
    return found


def restore(desk: Desk, data: bytes | Mapping[str, Any]) -> bool:
    data = data if isinstance(data, bytes) else msgspec.json.encode(data)
    return Restoring(desk.setting, admin_key(desk.setting)).restore(read_json(data))[1]


@pytest.fixture
def others(tmp_path: Path) -> Iterator[Callable[[str], Desk]]:
    """Further installations, by the kind of their database."""
    made: list[Desk] = []

    def another(backend: str) -> Desk:
        folder = tmp_path / str(len(made))
        folder.mkdir()
        made.append(Desk(new_database(backend, folder), GAMES))
        return made[-1]

    yield another
    for desk in made:
        desk.database.close()


@pytest.mark.parametrize("way", [("sqlite", "postgresql", "sqlite"), ("postgresql", "sqlite")], ids=" > ".join)
def test_it_goes_from_one_installation_to_the_next(others: Callable[[str], Desk], way: tuple[str, ...]) -> None:
    first, *rest = [others(backend) for backend in way]
    found = {match_id: export(first, match_id) for match_id in all_lives(first)}
    for desk in rest:
        for match_id, data in found.items():
            assert restore(desk, data)
            assert not restore(desk, data), "it is there already"
            assert export(desk, match_id) == data
            assert Inspection(desk.setting).of_match(match_id) == []


def test_what_was_restored_goes_on_as_before(others: Callable[[str], Desk]) -> None:
    one, other = others("sqlite"), others("sqlite")
    match_id = one.create(HIDING | {"moves": PLAYS[:1]}).id
    restore(other, export(one, match_id))
    for desk in (one, other):
        desk.append(match_id, PLAYS[1:])
        assert Inspection(desk.setting).of_match(match_id) == []
    log = one.decode(HIDING | {"moves": PLAYS})
    for viewer in map(str, seen_by(log)):
        assert same_bytes(one.report(match_id, viewer), other.report(match_id, viewer))
    assert other.read(match_id).revision == 2


def test_a_match_of_other_rules_is_taken_as_it_was_ruled_on(others: Callable[[str], Desk]) -> None:
    one, other = others("sqlite"), others("sqlite")
    match_id = one.create(HIDING | {"moves": PLAYS}).id
    data, report = export(one, match_id), one.report(match_id)
    newer = {**GAMES, "toy": structs.replace(GAME, version=2)}
    other.use(newer)
    assert restore(other, data)
    assert export(other, match_id) == data
    assert other.report(match_id) == report | {"state": {}}
    assert Inspection(other.setting).of_match(match_id) == []
    other.use(GAMES)
    assert other.report(match_id) == report, "its head is made anew by who has its rules"
    other.append(match_id, {"type": "remark", "note": "Later."})
    assert Inspection(other.setting).of_match(match_id) == []


def test_a_match_that_was_readjudicated(others: Callable[[str], Desk]) -> None:
    one = others("sqlite")
    match_id = one.create(HIDING | {"moves": PLAYS}).id
    newer = {**GAMES, "toy": structs.replace(GAME, version=2)}
    one.use(newer)
    Readjudications(one.setting, admin_key(one.setting)).apply(match_id)
    one.append(match_id, {"type": "remark", "note": "Later."})
    data = export(one, match_id)
    assert json.loads(data)["ruleset"]["version"] == 2
    for games in (newer, GAMES):
        other = others("sqlite")
        other.use(games)
        assert restore(other, data)
        assert export(other, match_id) == data
        assert Inspection(other.setting).of_match(match_id) == []


@pytest.mark.parametrize(("path", "value"), [
    (("moves", 1, "ruling", "violations"), [{"rule": "TOY-1.1", "code": "invented", "params": {}, "gravity": 2}]),
    (("moves", 1, "public_ruling", "effects"), [{"type": "invented"}]),
    (("referee", "findings"), [
        {"revision": 1, "place": 0, "data": {
            "rule": "TOY-1.1", "code": "could_beat", "player": "Bo", "ply": 1, "proved_at": 2, "params": {}}},
    ]),
])
def test_rulings_of_other_rules_must_have_words(others: Callable[[str], Desk], path: tuple[Any, ...], value: Any) -> None:
    one, other = others("sqlite"), others("sqlite")
    data = json.loads(export(one, one.create(HIDING | {"moves": PLAYS}).id))
    other.use({**GAMES, "toy": structs.replace(GAME, version=2)})
    with pytest.raises(Malformed) as found:
        restore(other, put(data, path, value))
    assert {fault.code for fault in found.value.faults} == {"unknown_code"}


@pytest.mark.parametrize("places", [[(1, 1), (1, 0)], [(1, 0), (1, 0)], [(2, 0)]])
def test_what_was_brought_is_in_order(others: Callable[[str], Desk], places: list[tuple[int, int]]) -> None:
    one, other = others("sqlite"), others("sqlite")
    data = json.loads(export(one, one.create(HIDING | {"moves": PLAYS}).id))
    other.use({**GAMES, "toy": structs.replace(GAME, version=2)})
    frames = [{"revision": revision, "place": place, "data": {}} for revision, place in places]
    with pytest.raises(Tampered, match="order"):
        restore(other, put(data, ("referee", "frames"), frames))


def test_a_write_of_no_kind(others: Callable[[str], Desk]) -> None:
    desk = others("sqlite")
    data = json.loads(export(desk, desk.create(HIDING).id))
    with pytest.raises(Tampered, match="No write is of the kind gift"):
        restore(desk, put(data, ("history", 0, "kind"), "gift"))


def test_without_the_game_it_is_kept_as_it_is(others: Callable[[str], Desk]) -> None:
    one, other = others("sqlite"), others("sqlite")
    match_id = one.create(HIDING | {"moves": PLAYS}).id
    data = export(one, match_id)
    other.use({})
    assert restore(other, data)
    assert export(other, match_id) == data


@pytest.fixture
def whole(desk: Desk) -> dict[str, Any]:
    """An export of a match with everything that an export may hold."""
    match_id = desk.create(HIDING | {"moves": PLAYS[:1]}, title="Friday", played_at="2026-05-01T19:30:00Z").id
    desk.append(match_id, PLAYS[1:])
    voided(desk, match_id)
    found: dict[str, Any] = json.loads(export(desk, match_id))
    return found


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to every value that holds no others."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    deeper = [leaf for key, item in items for leaf in leaves(item, (*path, key))]
    yield from deeper or [path]


def put(whole: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """The export with another value there."""
    spoilt: Any = copy.deepcopy(whole)
    holder = spoilt
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = value
    return dict(spoilt)


def other(value: Any) -> Any:
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return value[:-1] + ("0" if value[-1:] != "0" else "1")
    return {"x": 1} if value == {} else [1] if value == [] else "x"


def value_at(whole: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        whole = whole[step]
    return whole


def test_no_value_can_be_changed(others: Callable[[str], Desk], whole: dict[str, Any]) -> None:
    desk = others("sqlite")
    for path in leaves(whole):
        with pytest.raises((Tampered, Malformed)):
            restore(desk, put(whole, path, other(value_at(whole, path))))
    assert restore(desk, whole), "and the whole one is taken"


def test_nothing_can_be_left_out_or_be_there_twice(others: Callable[[str], Desk], whole: dict[str, Any]) -> None:
    desk = others("sqlite")
    for name in ("moves", "history"):
        for place in range(len(whole[name])):
            for part in ([], [whole[name][place]] * 2):
                spoilt = [*whole[name][:place], *part, *whole[name][place + 1 :]]
                with pytest.raises((Tampered, Malformed)):
                    restore(desk, whole | {name: spoilt})
    for name in whole:
        if name != "format":
            with pytest.raises(Malformed) as missing:
                restore(desk, {key: value for key, value in whole.items() if key != name})
            assert [(fault.pointer, fault.code) for fault in missing.value.faults] == [(f"/{name}", "missing")]


def test_every_fault_is_named(desk: Desk, whole: dict[str, Any]) -> None:
    whole["moves"][0]["ply"] = "one"
    whole["moves"][1]["more"] = 1
    whole["history"][0]["digest"] = "short"
    whole["facts"]["title"] = "x" * 201
    del whole["chain"]
    with pytest.raises(Malformed) as found:
        restore(desk, whole)
    assert {(fault.pointer, fault.code) for fault in found.value.faults} == {
        ("/moves/0/ply", "wrong_type"),
        ("/moves/1/more", "unknown_field"),
        ("/history/0/digest", "wrong_form"),
        ("/facts/title", "too_long"),
        ("/chain", "missing"),
    }


def test_a_fault_of_an_entry_is_named_where_it_stands(desk: Desk, whole: dict[str, Any]) -> None:
    with pytest.raises((Malformed, Tampered)):
        restore(desk, put(whole, ("moves", 1, "move", "player"), "Zoe"))


@pytest.mark.parametrize("time", ["yesterday", "2026-02-30T19:30:00Z"])
def test_times_are_times(desk: Desk, whole: dict[str, Any], time: str) -> None:
    with pytest.raises(Malformed) as found:
        restore(desk, put(whole, ("facts", "played_at"), time))
    assert [fault.pointer for fault in found.value.faults] == ["/facts/played_at"]


def test_an_id_or_external_id_that_is_taken(desk: Desk, others: Callable[[str], Desk]) -> None:
    match_id = desk.create(HIDING, external_id="7").id
    data = export(desk, match_id)
    desk.append(match_id, PLAYS[:1])
    with pytest.raises(Conflict, match="another state"):
        restore(desk, data)
    elsewhere = others("sqlite")
    elsewhere.create(HIDING, external_id="7")
    with pytest.raises(Conflict, match="external_id 7"):
        restore(elsewhere, data)


def test_a_match_of_another_club_is_not_touched(desk: Desk) -> None:
    match_id = desk.create(HIDING).id
    data = export(desk, match_id)
    keys = Keys(desk.setting, lambda: "other")
    club = keys.add_club("Others")
    row, _ = keys.add(NewKey("admin", Role.ADMIN, club=club))
    with pytest.raises(Conflict):
        Restoring(desk.setting, row).restore(read_json(data))


def test_who_may_export(desk: Desk) -> None:
    match_id = desk.create(HIDING).id
    keys = Keys(desk.setting, lambda: "viewer")
    _, viewer = keys.add(NewKey("screen", Role.VIEWER))
    for take in (exports(desk).export, exports(desk).sheet):
        with pytest.raises(Forbidden):
            take(access_of(viewer), match_id, Later(lambda: None))
        with pytest.raises(NotFound):
            take(desk.access, "0" * 36, Later(lambda: None))
