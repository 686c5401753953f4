"""Who may do what: every caller asks for every resource in every state of a match, and gets what docs/rights.md tells."""

import datetime
import itertools
import re
import secrets
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from msgspec import structs

from adjudicator.app import create_app, rights_document
from adjudicator.config import Settings
from adjudicator.games import discover
from adjudicator.services.keys import Keys, NewKey
from adjudicator.services.rights import STATES, Role
from adjudicator.web.context import close
from adjudicator.web.rights import Line, lines
from adjudicator.wiring import prepare, setting_of
from tests.databases import BACKENDS, migrated
from tests.web import tournament_states
from tests.web.matching import ANSWERED, CUT_SHORT, KEY, OUT_OF_TURN, PLAY, REMARK, TOY, places, problem

GAMES = discover("adjudicator.games", "tests.games")
NEWER = {**GAMES, "toy": structs.replace(GAMES["toy"], version=GAMES["toy"].version + 1)}
LINES = lines(create_app(Settings(log_level="error"), GAMES))
NEEDING_KEYS = ("/v1/matches", "/v1/clubs", "/v1/players", "/v1/tournaments", "/v1/leaderboards", "/v1/ratings", "/v1/webhooks")
HOOK = {"url": "https://club.example/told", "events": ["match.created"]}
SOMEBODY = "the id of a player of the club"
BODIES: Mapping[tuple[str, str], Any] = {
    ("POST", "/v1/matches"): TOY,
    ("PATCH", "/v1/matches/{match_id}"): {"title": "Another"},
    ("POST", "/v1/matches/{match_id}/moves"): REMARK,
    ("POST", "/v1/matches/{match_id}/corrections"): {"ops": [{"op": "undo"}]},
    ("POST", "/v1/matches/{match_id}/void"): {"reason": "Played twice."},
    ("POST", "/v1/matches/{match_id}/reinstate"): {"reason": "It counts."},
    ("POST", "/v1/matches/{match_id}/link"): {"delay_plies": 3},
    ("PUT", "/v1/matches/{match_id}/seats"): {"seats": {"Asha": None, "Bo": None}},
    ("PATCH", "/v1/clubs/{club_id}"): {"name": "First club"},
    ("POST", "/v1/players"): {"name": "Asha"},
    ("POST", "/v1/players/import"): "name\nAsha K.\n",
    ("PATCH", "/v1/players/{player_id}"): {"name": "Asha K."},
    ("POST", "/v1/players/{player_id}/merge"): {"into": SOMEBODY},
    ("POST", "/v1/ratings/{game}/recompute"): {},
    **tournament_states.BODIES,
    ("POST", "/v1/webhooks"): HOOK,
    ("PATCH", "/v1/webhooks/{webhook_id}"): {"active": True},
    ("POST", "/v1/webhooks/{webhook_id}/secret"): {},
    ("POST", "/v1/players/{player_id}/anonymise"): {"reason": "On request."},
}
"""A body that is in order, for each resource that reads one."""
END = {"type": "end", "reason": "forfeit", "player": "Bo", "note": "called away"}
PROVEN = [{"type": "play", "player": who, "card": card} for who, card in (("Asha", 5), ("Bo", 2), ("Asha", 6), ("Bo", 7))]
LOGS: Mapping[str, list[Any]] = {"held": PROVEN, "stopped": [PLAY, OUT_OF_TURN], "complete": [PLAY, ANSWERED, END]}
ROLES = tuple(role.name.lower() for role in Role)
NOBODY = "0199aaaa-0000-7000-8000-000000000000"
DELIVERIES: dict[str, str] = {}
"""Webhook -> a delivery of it."""


def name(line: Line) -> str:
    return f"{line.method} {line.path}"


def of_match(line: Line) -> bool:
    return line.turn.finds and line.turn.thing == "match"


each_line = pytest.mark.parametrize("line", LINES, ids=name)
each_of_a_match = pytest.mark.parametrize("line", [line for line in LINES if of_match(line)], ids=name)
each_that_finds = pytest.mark.parametrize("line", [line for line in LINES if line.turn.finds], ids=name)


class Federation:
    """Two clubs with keys of every kind, and a service of the present rules beside one that has newer ones."""

    def __init__(self, settings: Settings) -> None:
        setting = setting_of(settings, GAMES)
        self.keys, self.database = Keys(setting, lambda: secrets.token_urlsafe(32)), setting.database
        self.present, self.newer = create_app(settings, GAMES), create_app(settings, NEWER)
        self.labels = map(str, itertools.count())
        other = self.keys.add_club("Other")
        self.said = {role: self.key(role) for role in ROLES}
        self.said |= {"unknown": "adj_unknown", "other club": self.key("admin", club=other), "revoked": self.key("admin")}
        self.keys.revoke(self.label)
        self.club: str = ask(self.present.test_client(), KEY, "GET", "/v1/clubs").get_json()["items"][0]["id"]
        self.somebody = self.player()
        self.said["another match"] = self.key("admin", match_id=self.match("in_progress"))
        # Who tells the time is the desk of the keys alone: the service finds the key expired.
        past = structs.replace(setting, now=lambda: datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC))
        soon = datetime.datetime(2020, 1, 2, tzinfo=datetime.UTC)
        self.said["expired"] = Keys(past, lambda: "expired").add(NewKey("expired", Role.ADMIN, expires_at=soon))[1]

    def close(self) -> None:
        self.database.close()
        for app in (self.present, self.newer):
            close(app)

    def key(self, role: str, **more: Any) -> str:
        self.label = next(self.labels)
        return self.keys.add(NewKey(self.label, Role.named(role), **more))[1]

    def match(self, state: str) -> str:
        """The id of a new match in this state."""
        client = self.present.test_client()
        raw = TOY | {"ruleset": {"options": {"proof": "hold"}}, "moves": LOGS.get(state, [PLAY]), "accept_stop": True}
        made = ask(client, KEY, "POST", "/v1/matches", raw)
        assert made.status_code == 201, made.text
        match_id: str = made.get_json()["id"]
        if state == "voided":
            ask(client, KEY, "POST", f"/v1/matches/{match_id}/void", {"reason": "Played twice."}, **{"If-Match": "*"})
        if state in ("in_progress", "held", "stopped", "complete"):
            assert made.get_json()["status"] == state
        return match_id

    def player(self, merged: bool = False) -> str:
        """The id of a new player."""
        client = self.present.test_client()
        made = ask(client, KEY, "POST", "/v1/players", {"name": "Asha"})
        assert made.status_code == 201, made.text
        player_id: str = made.get_json()["id"]
        if merged:
            ask(client, KEY, "POST", f"/v1/players/{player_id}/merge", {"into": self.somebody}, **{"If-Match": "*"})
        return player_id

    def webhook(self) -> str:
        """The id of a new webhook, the club's only one, with a delivery (see DELIVERIES)."""
        for each in self.organise("GET", "/v1/webhooks", None)["items"]:
            ask(self.present.test_client(), KEY, "DELETE", f"/v1/webhooks/{each['id']}", **{"If-Match": "*"})
        webhook_id: str = self.organise("POST", "/v1/webhooks", HOOK)["id"]
        self.match("in_progress")
        DELIVERIES[webhook_id] = self.organise("GET", f"/v1/webhooks/{webhook_id}/deliveries", None)["items"][0]["id"]
        return webhook_id

    def organise(self, method: str, path: str, body: Any) -> Any:
        """What an organiser's request is answered with."""
        answer = ask(self.present.test_client(), KEY, method, path, body, **{"If-Match": "*"})
        assert answer.status_code in (200, 201), answer.text
        return answer.get_json()

    def thing(self, line: Line, state: str = "in_progress") -> str:
        """The id of something that the resource can be asked for."""
        if line.turn.thing == "club":
            return self.club
        if line.turn.thing == "tournament":
            return tournament_states.tournament(self.organise, line.path)
        if line.turn.thing == "player":
            return self.player(merged="unmerge" in line.path)
        if line.turn.thing == "webhook":
            return self.webhook()
        return self.match(state)

    def ask(self, line: Line, caller: str, state: str = "in_progress", thing_id: str | None = None) -> Any:
        """The answer to a request that is in order."""
        thing_id = self.thing(line, state) if thing_id is None else thing_id
        said = self.key("admin", match_id=self.own(line, thing_id)) if caller == "this match" else self.said.get(caller)
        app: Flask = self.newer if state == "outdated" else self.present
        headers = {"If-Match": "*"} if line.turn.needs_revision else {}
        return ask(app.test_client(), said, line.method, path_of(line, thing_id), self.body(line), **headers)

    def own(self, line: Line, thing_id: str) -> str:
        """The match that a key is made for: the one that is asked for, if it is one."""
        return thing_id if line.turn.thing == "match" else self.match("in_progress")

    def body(self, line: Line) -> Any:
        """A body that is in order."""
        if line.turn.parse is None:
            return None
        body = BODIES[line.method, line.path]
        if isinstance(body, str):
            return body
        return {name: self.somebody if value == SOMEBODY else value for name, value in body.items()}


def path_of(line: Line, thing_id: str) -> str:
    parts = {"game": "toy", f"{line.turn.thing}_id": thing_id, "delivery_id": DELIVERIES.get(thing_id, NOBODY)}
    return line.path.format(**parts, **tournament_states.PARTS)


def ask(client: FlaskClient, said: str | None, method: str, path: str, json: Any = None, **headers: str) -> Any:
    authorization = {} if said is None else {"Authorization": f"Bearer {said}"}
    sent: dict[str, Any] = {"data": json, "content_type": "text/csv"} if isinstance(json, str) else {"json": json}
    return client.open(path, method=method, headers=authorization | headers, **sent)


@pytest.fixture(scope="module", params=BACKENDS)
def federation(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Federation]:
    url = migrated(request.param, tmp_path_factory.mktemp("rights"))
    settings = Settings(log_level="error", database_url=url, admin_key=KEY, **CUT_SHORT)
    prepare(settings, GAMES)
    federation = Federation(settings)
    yield federation
    federation.close()


def test_the_page_tells_what_the_code_declares() -> None:
    page = Path(__file__).parents[2] / "docs" / "rights.md"
    assert page.read_text("utf-8") == rights_document(discover()), "make rights"


def test_every_resource_that_takes_a_key_is_in_the_table() -> None:
    app = create_app(Settings(log_level="error"), GAMES)
    served = {
        (method, re.sub("<(?:[a-z]+:)?([a-z_]+)>", r"{\1}", rule.rule))
        for rule in app.url_map.iter_rules() if rule.rule.startswith(NEEDING_KEYS)
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert served == {(line.method, line.path) for line in LINES}
    assert {(line.method, line.path) for line in LINES if line.turn.parse is not None} == BODIES.keys()


@each_line
def test_by_role_and_state(federation: Federation, line: Line) -> None:
    for state in STATES if of_match(line) else STATES[:1]:
        for role in ROLES:
            answer = federation.ask(line, role, state)
            assert answer.status_code == line.status(Role.named(role), state), (role, state, answer.text)
            if answer.status_code == 409:
                assert problem(answer)[1] in ("conflict", "stopped", "rules-outdated")


@each_line
@pytest.mark.parametrize("caller", ["no key", "unknown", "expired", "revoked"])
def test_without_a_good_key(federation: Federation, line: Line, caller: str) -> None:
    thing_id = federation.thing(line)
    answer = federation.ask(line, caller, thing_id=thing_id)
    assert problem(answer) == (401, "unauthenticated")
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    assert without_ids(answer) == without_ids(federation.ask(line, caller, thing_id=NOBODY)), "a stranger learns of nothing"


@pytest.mark.parametrize("line", [line for line in LINES if line.turn.write and line.turn.parse is None], ids=name)
def test_a_write_that_reads_no_body_refuses_one_that_says_something(federation: Federation, line: Line) -> None:
    path = path_of(line, federation.thing(line))
    word = {"If-Match": "*", "Idempotency-Key": path}
    client = federation.present.test_client()
    answer = ask(client, KEY, line.method, path, {"reason": "Played twice."}, **word)
    assert problem(answer) == (422, "malformed")
    assert places(answer) == [("", "unexpected_body")]
    done = ask(client, KEY, line.method, path, {}, **word)
    assert done.status_code == line.turn.done, done.text
    assert problem(ask(client, KEY, line.method, path, **word)) == (422, "idempotency-mismatch"), "bytes are compared"


@each_that_finds
def test_what_is_another_clubs_is_not_there(federation: Federation, line: Line) -> None:
    require_absent(federation, line, "other club")


@each_of_a_match
def test_for_a_key_of_one_match_others_are_not_there(federation: Federation, line: Line) -> None:
    require_absent(federation, line, "another match")


def require_absent(federation: Federation, line: Line, caller: str) -> None:
    for state in STATES if of_match(line) else STATES[:1]:
        thing_id = federation.thing(line, state)
        answer = federation.ask(line, caller, state, thing_id)
        assert problem(answer) == (404, "not-found")
        assert without_ids(answer) == without_ids(federation.ask(line, caller, state, NOBODY))


def without_ids(answer: Any) -> dict[str, Any]:
    return {name: value for name, value in answer.get_json().items() if name not in ("instance", "request_id")}


@each_line
def test_a_key_for_this_match(federation: Federation, line: Line) -> None:
    """It reaches that match, also in lists of matches, and nothing else."""
    thing_id = federation.thing(line, "voided" if "reinstate" in line.path else "in_progress")
    answer = federation.ask(line, "this match", thing_id=thing_id)
    lists_matches = (line.method, line.path) == ("GET", "/v1/matches")
    assert answer.status_code == (line.turn.done if of_match(line) or lists_matches else 403), answer.text
    if lists_matches:
        assert [item["id"] for item in answer.get_json()["items"]] == [thing_id]


@each_line
def test_the_order_of_judging(federation: Federation, line: Line) -> None:
    """Key, role, existence, body, If-Match, and the match's state at last."""
    client, turn, admin = federation.present.test_client(), line.turn, federation.said["admin"]
    state = turn.closed[0] if turn.closed and turn.closed[0] != "outdated" else "in_progress"
    path, nowhere = path_of(line, federation.thing(line, state)), path_of(line, NOBODY)
    steps = [
        (401, None, nowhere, True),
        (403, federation.said["viewer"], nowhere, turn.right.least > Role.VIEWER),
        (404, admin, nowhere, turn.finds),
        (400, admin, path, turn.parse is not None),
    ]
    for status, said, where, applies in steps:
        headers = {"Content-Type": turn.reads} | ({} if said is None else {"Authorization": f"Bearer {said}"})
        answer = client.open(where, method=line.method, data=b"\xff", headers=headers)
        assert answer.status_code == status or not applies, (status, answer.text)
    body = federation.body(line)
    if turn.needs_revision is not None:
        stale = ask(client, admin, line.method, path, body, **{"If-Match": '"999"'})
        assert problem(stale) == (412, "stale-revision")
    if turn.needs_revision:
        assert problem(ask(client, admin, line.method, path, body)) == (428, "precondition-required")


def test_a_viewer_sees_what_the_public_sees_alone(federation: Federation) -> None:
    match_id = federation.match("in_progress")
    client, said = federation.present.test_client(), federation.said
    for part in ("report", "score", "moves", "actions"):
        for view, status in (("public", 200), ("referee", 403), ("player:Asha", 403)):
            assert ask(client, said["viewer"], "GET", f"/v1/matches/{match_id}/{part}?view={view}").status_code == status
            assert ask(client, said["referee"], "GET", f"/v1/matches/{match_id}/{part}?view={view}").status_code == 200
