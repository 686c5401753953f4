"""Published links: who has the token sees the match as the public does, with a delay as it did then."""

import datetime
import itertools
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from sqlalchemy import text

from adjudicator.core.game import Game
from adjudicator.core.log import Log
from adjudicator.services.access import Access, access_of
from adjudicator.services.errors import Forbidden, NotFound, StaleRevision
from adjudicator.services.later import Later
from adjudicator.services.links import Delay, Links, Published
from adjudicator.services.sights import Wish
from adjudicator.storage import history as history_rows
from tests.games.cases import GAMES
from tests.games.playing import lawful
from tests.services.desk import KEY, Desk, moves_of, pieces, start_of

PLAYS = [{"type": "play", "player": "Asha", "card": 3}, {"type": "play", "player": "Bo", "card": 5}]
MINUTE = datetime.timedelta(minutes=1)
FIELDS = ("plies", "revision", "updated_at", "players", "setup", "position", "frames", "facts", "voided", "void_reason")


@pytest.fixture(autouse=True)
def salts(desk: Desk) -> None:
    numbers = itertools.count()
    desk.setting = msgspec.structs.replace(desk.setting, salt=lambda: f"{next(numbers):032x}")


def publish(desk: Desk, match_id: str, word: str | None = None, **delay: int) -> Published:
    access = access_of(KEY, word, "link", str(delay))
    return Links(desk.setting).publish(access, match_id, Later(lambda: Delay(**delay)), None).value


def by_link(desk: Desk, token: str) -> dict[str, Any]:
    return everything(desk, Access(None, token=token), None, None)


def by_key(desk: Desk, match_id: str) -> dict[str, Any]:
    return everything(desk, desk.access, match_id, "public")


def everything(desk: Desk, access: Access, match_id: str | None, view: str | None) -> dict[str, Any]:
    """All that can be seen, as the public does."""
    match = desk.sights.match(access, match_id, Later(lambda: Wish(view)))
    report = desk.sights.report(access, match_id, Later(lambda: Wish(view)))
    score = desk.sights.score(access, match_id, Later(lambda: Wish(view)))
    lines = desk.sights.lines(access, match_id, Later(lambda: Wish(view, limit=5000)))
    assert {sight.revision for sight in (report, score, lines)} == {match.revision}
    found = {"match": {name: getattr(match, name) for name in FIELDS}, "report": report.what.told("en")}
    return msgspec.to_builtins(found | {"score": score.what.score, "lines": lines.what.items})


def test_a_link_shows_what_the_public_sees(desk: Desk, toy: dict) -> None:
    hands = {"hands": {"Asha": [3, 4, 9], "Bo": [5, 6, 7]}}
    match_id = desk.create(toy | {"setup": hands, "moves": PLAYS}).id
    made = publish(desk, match_id)
    assert made.revision == 2
    assert len(made.token) == 43
    assert by_link(desk, made.token) == by_key(desk, match_id)
    assert by_link(desk, made.token)["match"]["setup"] == {}
    for view in ("referee", "player:Asha", "player:Nobody"):
        with pytest.raises(Forbidden):
            everything(desk, Access(None, token=made.token), None, view)


def test_a_new_link_takes_the_place_of_the_old(desk: Desk, toy: dict) -> None:
    match_id = desk.create(toy).id
    old, new = publish(desk, match_id), publish(desk, match_id)
    with pytest.raises(NotFound):
        by_link(desk, old.token)
    assert by_link(desk, new.token)["match"]["revision"] == 3
    Links(desk.setting).withdraw(desk.access, match_id, Later(lambda: None), None)
    with pytest.raises(NotFound):
        by_link(desk, new.token)
    assert Links(desk.setting).withdraw(desk.access, match_id, Later(lambda: None), None).value.revision == 4
    with desk.database.read() as connection:
        rows = list(history_rows.whole(connection, match_id))
    assert [row.kind for row in rows] == ["create", "publish", "publish", "withdraw"]
    assert not any(link.token in str(row) for link in (old, new) for row in rows)


def test_a_stale_revision_publishes_nothing(desk: Desk, toy: dict) -> None:
    match_id = desk.create(toy).id
    with pytest.raises(StaleRevision):
        Links(desk.setting).publish(desk.access, match_id, Later(Delay), (7).__eq__)
    assert desk.read(match_id).revision == 1


def test_a_retry_is_told_the_token_which_is_not_in_the_database(desk: Desk, toy: dict) -> None:
    match_id = desk.create(toy).id
    made = publish(desk, match_id, "tap-1", plies=2)
    assert publish(desk, match_id, "tap-1", plies=2) == made
    assert desk.read(match_id).revision == 2
    with desk.database.read() as connection:
        rows = [connection.execute(text(f"SELECT * FROM {table}")).all() for table in ("idempotency", "links", "history")]
    assert all(rows)
    assert made.token not in str(rows)


def some_logs(game: Game) -> Iterator[Log]:
    for number in range(3):
        log = lawful(game, number)
        yield Log(game, log.table, log.entries[:40])


def a_life(desk: Desk, log: Log, rng: random.Random, **delay: int) -> tuple[Published, list[dict[str, Any]]]:
    """A published match that is written once a minute, and what the public saw behind each write."""
    match_id = desk.create(start_of(log)).id
    seen = [by_key(desk, match_id)]
    desk.clock.time += MINUTE
    made = publish(desk, match_id, **delay)
    seen.append(by_key(desk, match_id))
    for place, batch in enumerate(pieces(moves_of(log), iter(lambda: rng.randint(1, 5), 0))):
        desk.clock.time += MINUTE
        desk.append(match_id, batch)
        seen.append(by_key(desk, match_id))
        if place % 3 == 0:
            desk.clock.time += MINUTE
            facts = {"title": f"Title {place}"}
            desk.matches.change_facts(desk.access, match_id, Later(lambda facts=facts: facts), lambda revision: True)
            seen.append(by_key(desk, match_id))
    return made, seen


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_after_a_delay_every_moment_is_seen_as_it_was(desk: Desk, game: Game) -> None:
    for log in some_logs(game):
        made, seen = a_life(desk, log, random.Random(1), minutes=600)
        last, now = seen[-1]["match"]["revision"], desk.clock.time
        for due in range(1, last + 1):
            desk.clock.time = now + datetime.timedelta(minutes=600 - (last - due))
            assert by_link(desk, made.token) == seen[due - 1]


def test_before_anything_is_due_there_is_the_match_without_entries(desk: Desk, toy: dict) -> None:
    match_id = desk.create(toy | {"moves": PLAYS}, title="Friday").id
    made = publish(desk, match_id, minutes=5)
    desk.clock.time += MINUTE
    desk.matches.change_facts(desk.access, match_id, Later(lambda: {"title": "Saturday"}), (2).__eq__)
    seen = by_link(desk, made.token)
    assert (seen["match"]["revision"], seen["match"]["plies"], seen["match"]["facts"]["title"]) == (0, 0, "Friday")
    assert seen["lines"] == seen["report"]["rulings"] == []


def test_plies_are_due_when_so_many_more_were_logged_or_the_match_is_over(desk: Desk, toy: dict) -> None:
    match_id = desk.create(toy).id
    made = publish(desk, match_id, plies=2)

    def revision() -> int:
        found: int = by_link(desk, made.token)["match"]["revision"]
        return found

    assert revision() == 0
    desk.append(match_id, PLAYS[:1])
    assert revision() == 0
    desk.append(match_id, PLAYS[1:])
    assert revision() == 2
    desk.append(match_id, [{"type": "remark", "note": "A spectator coughed."}])
    assert revision() == 3
    desk.append(match_id, [{"type": "end", "reason": "abandoned", "note": "fire alarm"}])
    assert desk.read(match_id).position.status == "complete"
    assert revision() == 6


def test_a_voided_match_is_not_shown_as_one_that_counts(desk: Desk, toy: dict) -> None:
    """Nothing is logged any more that the writes before could wait for; once it counts again, they wait again."""
    match_id = desk.create(toy | {"moves": PLAYS[:1]}).id
    made = publish(desk, match_id, plies=5)
    seen = by_link(desk, made.token)["match"]
    assert (seen["revision"], seen["voided"]) == (0, False)
    desk.matches.void(desk.access, match_id, Later(lambda: "The wrong table."), (2).__eq__)
    assert by_link(desk, made.token) == by_key(desk, match_id)
    assert by_link(desk, made.token)["match"]["voided"] is True
    desk.matches.reinstate(desk.access, match_id, Later(lambda: "It was the right one."), (3).__eq__)
    assert by_link(desk, made.token)["match"]["revision"] == 0
