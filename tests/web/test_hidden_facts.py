"""What a viewer may not see is not there: two clubs whose matches differ only in hidden facts, and every byte that a viewer's
key or a published link can get of them, headers and refusals and streams included.

The clock, ids, keys, salts and ids of requests are the same in both. What is asked is made from the application's own map of
paths: a new path must be put into one of the classes here, a new parameter must be given values.
"""

import datetime
import itertools
import random
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from marshmallow import Schema
from msgspec import UNSET, structs

from adjudicator.app import create_app
from adjudicator.config import Settings
from adjudicator.core.entries import End
from adjudicator.core.game import Audience, Game
from adjudicator.core.log import Log
from adjudicator.core.report import judge_log
from adjudicator.core.views import PUBLIC, cut, cut_table
from adjudicator.services.keys import Keys, NewKey
from adjudicator.services.rights import Role
from adjudicator.services.setting import Setting
from adjudicator.services.webhooks.outbox import EVENTS
from adjudicator.storage.opening import open_database
from adjudicator.storage.webhook_tables import deliveries
from adjudicator.web.context import close
from adjudicator.wiring import prepare
from tests.databases import migrated
from tests.games.cases import GAMES
from tests.games.playing import lawful, show, written
from tests.games.test_conformance_damage import readable
from tests.services.desk import moves_of, start_of
from tests.web.matching import CUT_SHORT, KEY

VIEWER = "adj_viewer"
OF_A_MATCH, LINKED, OF_ALL, NOTHING_OF_MATCHES = "of a match", "linked", "of all", "nothing of matches"
OF_A_TOURNAMENT = "of a tournament"
BOARDS = "/v1/leaderboards/<game> /v1/leaderboards/<game>/<player_id> /v1/ratings/<game> /v1/ratings/<game>/recompute"
PARTS = "/moves /report /score /actions /stream /link /corrections /history /export /sheet /seats /void /reinstate"
PUBLIC_PARTS = "/moves /report /score /stream"
NIGHTS, TABLE = "/v1/tournaments", "/rounds/<int:round>/matches/<int:table>"
NIGHT_PARTS = f"""
    /stages /history /export /entrants /entrants/<entrant> /entrants/<entrant>/withdraw /entrants/<entrant>/return
    /rounds /rounds/pair /rounds/<int:round> /rounds/<int:round>/publish /rounds/<int:round>/close /rounds/<int:round>/unpair
    /rounds/<int:round>/matches {TABLE}/result {TABLE}/corrections {TABLE}/corrections/<int:number>/withdraw /results/import
    /sanctions /sanctions/<int:number>/withdraw /disturbances /disturbances/<int:number>
    /standings /crosstable /standings/<entrant>/explain
"""
ELSEWHERE = """
    /v1/games /v1/games/<game> /v1/games/<game>/rules /v1/games/<game>/rules/<rule> /v1/adjudications /v1/adjudications/batch
    /v1/clubs /v1/clubs/<club_id> /v1/players /v1/players/import /v1/players/export /v1/players/<player:player_id>
    /v1/players/<player:player_id>/merge /v1/players/<player:player_id>/unmerge /v1/players/<player:player_id>/anonymise
    /v1/webhooks /v1/webhooks/<webhook_id> /v1/webhooks/<webhook_id>/secret /v1/webhooks/<webhook_id>/deliveries
    /v1/webhooks/<webhook_id>/deliveries/<delivery_id>/redeliver
    /.well-known/adjudicator-key /healthz /readyz /metrics /openapi.yaml
"""
CLASSES: Mapping[str, str] = {
    "/v1/matches": OF_ALL,
    NIGHTS: OF_ALL,
    **dict.fromkeys(BOARDS.split(), OF_ALL),
    **{f"/v1/matches/<match_id>{part}": OF_A_MATCH for part in ("", *PARTS.split())},
    **{f"/v1/public/matches/<token>{part}": LINKED for part in ("", *PUBLIC_PARTS.split())},
    **{f"{NIGHTS}/<tournament_id>{part}": OF_A_TOURNAMENT for part in ("", *NIGHT_PARTS.split())},
    **dict.fromkeys(ELSEWHERE.split(), NOTHING_OF_MATCHES),
}
EVERYTHING = (OF_A_MATCH, LINKED, OF_ALL, OF_A_TOURNAMENT)
PLACES = {"<int:round>": "1", "<int:table>": "1", "<int:number>": "1", "<entrant>": "0001"}
REASONS = ("Asha held the seven.", "Bo held the nine.")
LOGS, MOST_PLIES = 2, 16


class World:
    """A club in which everything but the hidden facts is as in another."""

    def __init__(self, url: str) -> None:
        self.time = datetime.datetime(2026, 5, 1, 12, tzinfo=datetime.UTC)
        numbers = itertools.count(1)
        settings = Settings(log_level="error", database_url=url, admin_key=KEY, **CUT_SHORT)
        prepare(settings, GAMES)
        self.setting = Setting(
            open_database(url),
            GAMES,
            lambda: self.time,
            lambda: f"00000000-0000-7000-8000-{next(numbers):012d}",
            lambda: f"{next(numbers):032x}",
        )
        Keys(self.setting, lambda: VIEWER.removeprefix("adj_")).add(NewKey("viewer", Role.VIEWER))
        self.app = create_app(settings, GAMES, self.setting)
        self.client = self.app.test_client()
        self.token = self.player = self.tournament = self.hook = ""

    def ask(self, method: str, path: str, said: str | None = KEY, **more: Any) -> Any:
        headers = {"X-Request-Id": "fixed"} | ({} if said is None else {"Authorization": f"Bearer {said}"})
        return self.client.open(path, method=method, headers=headers | more.pop("headers", {}), **more)

    def write(self, method: str, path: str, body: Any = None) -> Any:
        self.time += datetime.timedelta(minutes=1)
        return self.ask(method, path, json=body, headers={"If-Match": "*"})


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[World, World]]:
    folders: list[Path] = [tmp_path_factory.mktemp("hidden") for _ in range(2)]
    one, other = (World(migrated("sqlite", folder)) for folder in folders)
    for world in (one, other):
        hook = world.ask("POST", "/v1/webhooks", json={"url": "https://club.example/told", "events": sorted(EVENTS)})
        world.hook = hook.get_json()["id"]
    yield one, other
    for world in (one, other):
        close(world.app)


def public_log(log: Log) -> Any:
    """Whatever of a log is not hidden. That an entry stands is seen where the public, too, finds it illegal."""
    judged = judge_log(log, PUBLIC)
    illegal = {ruling.ply for ruling in judged.replay.rulings if ruling.verdict == "illegal"}
    entries = [cut(log.game, entry, PUBLIC, judged.ended) for entry in log.entries]
    seen = [entry if ply in illegal else structs.replace(entry, stands=False) for ply, entry in enumerate(entries, 1)]
    return structs.replace(cut_table(log.game, log.table, PUBLIC, judged.ended), viewer=None), seen


def pairs(game: Game) -> Iterator[tuple[Log, Log]]:
    """Logs that differ only in hidden facts: left out, exchanged for others, told in other notes."""
    for number in range(LOGS):
        whole = lawful(game, number)
        for log in (whole, broken_off(whole, number)):
            if len(log.entries) > 3 * MOST_PLIES:
                continue
            rng = random.Random(f"{game.name} {number} {len(log.entries)}")
            for other in (stripped(log), exchanged(log, rng), annotated(log)):
                if other.entries != log.entries and public_log(log) == public_log(other) and readable(written(other)) is not None:
                    yield log, other


def broken_off(log: Log, number: int) -> Log:
    """The log up to some ply, where the match ends in one way or the other: for everybody, so that it counts."""
    end = End(reason="abandoned" if number else "time")
    return Log(log.game, log.table, (*log.entries[: MOST_PLIES - number], end))


def stripped(log: Log) -> Log:
    table = structs.replace(log.table, setup=cut_table(log.game, log.table, PUBLIC).setup)
    entries = (cut(log.game, entry, PUBLIC) if entry.note is UNSET else entry for entry in log.entries)
    return Log(log.game, table, tuple(entries))


def annotated(log: Log) -> Log:
    """Notes are the referee's, and so is that a legal entry would have stood."""
    entries = (structs.replace(entry, note="The seven is with Bo.", stands=True) for entry in log.entries)
    return Log(log.game, log.table, tuple(entries))


def exchanged(log: Log, rng: random.Random) -> Log:
    """What is hidden of one player, one place, is another's."""
    entries = list(log.entries)
    for kind, fields in log.game.hidden.items():
        for name, line in fields.items():
            places = [at for at, entry in enumerate(entries) if type(entry) is kind and getattr(entry, name) is not UNSET]
            if line.audience is Audience.EACH_OWN:
                for at in places:
                    entries[at] = rotated(entries[at], name)
            elif places and not line.until_end:
                values = [getattr(entries[at], name) for at in places]
                rng.shuffle(values)
                for at, value in zip(places, values, strict=True):
                    entries[at] = structs.replace(entries[at], **{name: value})
    setup = log.table.setup
    for name in log.game.hidden.get(type(setup), {}):
        setup = setup if getattr(setup, name) is UNSET else rotated(setup, name)
    return Log(log.game, structs.replace(log.table, setup=setup), tuple(entries))


def rotated(thing: Any, name: str) -> Any:
    held = getattr(thing, name)
    return structs.replace(thing, **{name: dict(zip(held, [*held.values()][1:] + [*held.values()][:1], strict=True))})


Request = tuple[str, str, str | None, dict[str, Any]]
"""(method, path, key, how)"""


def requests(world: World, match_id: str, log: Log, classes: Collection[str]) -> Iterator[Request]:
    """Everything that can be asked of these classes."""
    things = {"<match_id>": match_id, "<token>": world.token, "<player_id>": world.player, "<tournament_id>": world.tournament}
    for rule in sorted(world.app.url_map.iter_rules(), key=lambda rule: rule.rule):
        if CLASSES[rule.rule] not in classes:
            continue
        path = rule.rule
        for name, value in {**things, **PLACES, "<game>": log.game.name}.items():
            path = path.replace(name, value)
        said = None if CLASSES[rule.rule] == LINKED else VIEWER
        view = getattr(world.app.view_functions[rule.endpoint], "view_class")  # noqa: B009
        for method in sorted({*(rule.methods or ()), "POST"} - {"OPTIONS"}):
            turn = getattr(getattr(view, method.lower(), None), "turn", None)
            if turn is None or method != "GET":
                yield method, path, said, {"json": {}}
                continue
            for query in queries(turn.query, log, match_id):
                yield method, path, said, {"query_string": query}
            for media, query in itertools.product(turn.gives, ({}, {"bom": "true"}, {"part": "frames"}, {"round": "1"})):
                if query.keys() <= turn.query().fields.keys():
                    yield method, path, said, {"headers": {"Accept": media}, "query_string": query}
            for tag in ("*", '"1.public"', '"3.public.en.1"', '"5"', '"7.csv"'):
                yield method, path, said, {"headers": {"If-None-Match": tag}}


def queries(schema: type[Schema], log: Log, match_id: str) -> Iterator[dict[str, str]]:
    """No parameters; each parameter with each of its values."""
    players, length, counting = log.table.players, len(log.entries), log.game.counting
    values: Mapping[str, tuple[Any, ...]] = {
        "lang": ("en",),
        "view": ("public", "referee", f"player:{players[0]}", "player:Nobody"),
        "at": (0, length // 2, length, length + 1),
        "after": (0, length, match_id, f"{match_id}.1", "0001"),
        "bom": ("true",),
        "limit": (1,),
        "part": ("standings", "frames"),
        "last_event_id": (0, 2, 99, "x"),
        "game": (log.game.name,),
        "status": ("in_progress", "complete", "held", "stopped", "open", "finished"),
        "player": (players[-1],),
        "player_id": ("00000000-0000-7000-8000-000000000000",),
        "external_id": ("none",),
        "since": ("2026-05-01T12:03:00Z",),
        "until": ("2026-05-01T12:03:00Z",),
        "voided": ("true", "false"),
        "stage": (1, 2),
        "round": (1, 2),
        "value": ("score", "wins", *counting.tie_breaks),
    }
    yield {}
    for name in schema().fields:
        for value in values[name]:
            yield {name: str(value)}
    if "last_event_id" in schema().fields:
        yield {"last_event_id": "0", "view": "public"}


def answer(world: World, method: str, path: str, said: str | None, how: dict[str, Any]) -> Any:
    with world.ask(method, path, said, **how) as response:
        return response.status_code, sorted(response.headers), response.data


def told(world: World) -> list[Any]:
    """What was written for the club's webhook, whoever reads that: the log of deliveries, and their payloads."""
    log = world.ask("GET", f"/v1/webhooks/{world.hook}/deliveries?limit=100").data
    with world.setting.database.read() as connection:
        payloads = sa.select(deliveries.c.id, deliveries.c.payload).order_by(deliveries.c.id)
        return [log, *map(tuple, connection.execute(payloads))]


def compare(worlds: tuple[World, World], logs: tuple[Log, Log], match_id: str, classes: Collection[str]) -> None:
    one, other = worlds
    asked = [*requests(one, match_id, logs[0], classes)]
    assert asked == [*requests(other, match_id, logs[0], classes)]
    for method, path, said, how in asked:
        if ("query_string", {"last_event_id": "0"}) in how.items() and said is VIEWER:
            assert b"event: moves" in one.ask(method, path, said, **how).data
        assert answer(one, method, path, said, how) == answer(other, method, path, said, how), (
            f"{method} {path} {how} of {show(logs[0])} and {show(logs[1])}"
        )


Both = Callable[..., list[Any]]
"""Does the same with both worlds, or with each its own body; the answers."""


def lives(worlds: tuple[World, World], logs: tuple[Log, Log]) -> Iterator[tuple[str, Collection[str]]]:
    """The same is done with both; after each step that may show a difference the match's id, and where it may show."""

    def both(method: str, path: str, *bodies: Any) -> list[Any]:
        said = bodies if len(bodies) == 2 else 2 * (bodies or (None,))
        answers = [world.write(method, path, body) for world, body in zip(worlds, said, strict=True)]
        assert answers[0].status_code == answers[1].status_code, (answers[0].text, answers[1].text)
        assert answers[0].status_code in (200, 201, 204), answers[0].text
        return [answer.get_json() for answer in answers]

    half = len(logs[0].entries) // 2
    made = both("POST", "/v1/matches", *(start_of(log) | {"moves": moves_of(log)[:half], "accept_stop": True} for log in logs))
    match_id = made[0]["id"]
    path = f"/v1/matches/{match_id}"
    sitting = {name: both("POST", "/v1/players", {"name": name}) for name in logs[0].table.players}
    for number, world in enumerate(worlds):
        world.player = sitting[logs[0].table.players[0]][number]["id"]
    seats = ({"seats": {name: made[number]["id"] for name, made in sitting.items()}} for number in range(2))
    both("PUT", f"{path}/seats", *seats)
    night = begin_tournament(worlds, both, logs[0])
    both("PUT", f"{night}/rounds/1/matches/1/result", {"match_id": match_id})
    for delay in ({}, {"delay_plies": 3}, {"delay_minutes": 2}):
        for world, made_link in zip(worlds, both("POST", f"{path}/link", delay), strict=True):
            world.token = made_link["token"]
        if delay == {"delay_plies": 3}:
            both("POST", f"{path}/moves?accept_stop=true", *({"moves": moves_of(log)[half:]} for log in logs))
        yield match_id, (LINKED,) if delay == {"delay_minutes": 2} else EVERYTHING
    if worlds[0].ask("GET", f"{night}/rounds/1").get_json()["matches"][0]["result"] is not None:
        both("POST", f"{night}/rounds/1/close")
    ops = ([{"op": "replace", "ply": half or 1, "move": moves_of(log)[max(half, 1) - 1]}, {"op": "undo"}] for log in logs)
    corrections = ({"reason": why, "ops": each, "accept_stop": True} for why, each in zip(REASONS, ops, strict=True))
    both("POST", f"{path}/corrections", *corrections)
    both("POST", f"{path}/void", *({"reason": why} for why in REASONS))
    both("POST", f"{path}/link", {})
    assert worlds[0].ask("GET", f"{path}/moves").data != worlds[1].ask("GET", f"{path}/moves").data, "the referee sees it"
    yield match_id, EVERYTHING
    decide(worlds[0], both, night)
    yield match_id, (OF_A_TOURNAMENT,)
    said, other = (told(world) for world in worlds)
    assert said == other, show(logs[0])
    assert all(f'"{event}"'.encode() in said[0] for event in ("match.created", "match.corrected", "tournament.result"))


def begin_tournament(worlds: tuple[World, World], both: Both, log: Log) -> str:
    """A tournament of the sides of this match, with a round in which they meet; its path."""
    sides = [[log.table.players[seat] for seat in side] for side in log.game.sides(len(log.table.players))]
    many = len(sides)
    form = {"type": "swiss", "rounds": 1} if many == 2 else {"type": "tables", "rounds": 1, "smallest": many, "largest": many}
    made = both("POST", NIGHTS, {"name": "Night", "game": log.game.name, "format": form, "seed": "7 May"})
    for world, founded in zip(worlds, made, strict=True):
        world.tournament = founded["id"]
    night = f"{NIGHTS}/{worlds[0].tournament}"
    both("POST", f"{night}/entrants", {"entrants": [{"members": [{"name": name} for name in side]} for side in sides]})
    both("POST", f"{night}/rounds/pair", {})
    both("POST", f"{night}/rounds/1/publish")
    return night


def decide(world: World, both: Both, night: str) -> None:
    """The organiser decides on what waits for a choice, and on the match itself, each for a reason of their own."""
    waiting = [each for each in world.ask("GET", f"{night}/disturbances").get_json()["items"] if each["state"] == "pending"]
    for each in waiting:
        both("POST", f"{night}/disturbances/{each['number']}", *({"decision": "keep", "reason": why} for why in REASONS))
    corrected = ({"result": {"outcome": "abandoned"}, "reason": why} for why in REASONS)
    both("POST", f"{night}/rounds/1/matches/1/corrections", *corrected)
    both("POST", f"{night}/sanctions", *({"entrant": "0001", "round": 1, "points": -1, "reason": why} for why in REASONS))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_viewer_learns_nothing_of_what_is_hidden(worlds: tuple[World, World], game: Game) -> None:
    found = [*pairs(game)]
    assert found
    for logs in found:
        for match_id, classes in lives(worlds, logs):
            compare(worlds, logs, match_id, classes)


def test_every_path_has_a_class(worlds: tuple[World, World]) -> None:
    assert {rule.rule for rule in worlds[0].app.url_map.iter_rules()} == CLASSES.keys()
