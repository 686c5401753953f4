"""Matches with a life behind them, of every kind that a history tells of."""

import datetime
from collections.abc import Iterator

from adjudicator.core.game import Game
from adjudicator.services.keys import admin_key
from adjudicator.services.later import Later
from adjudicator.services.redacting import Redactions
from tests.games.cases import GAMES
from tests.games.playing import lawful
from tests.services.agreement import stored
from tests.services.desk import Desk, moves_of, start_of

FACTS = {"title": "Friday", "played_at": "2026-05-01T19:30:00+02:00", "external_id": "7", "place": "Höhle"}


def changed(desk: Desk, match_id: str, **facts: str | None) -> None:
    desk.clock.time += datetime.timedelta(minutes=1)
    desk.matches.change_facts(desk.access, match_id, Later(lambda: facts), lambda revision: True)


def voided(desk: Desk, match_id: str, reason: str = "Wrong table.") -> None:
    desk.clock.time += datetime.timedelta(minutes=1)
    desk.matches.void(desk.access, match_id, Later(lambda: reason), lambda revision: True)


def stopped(desk: Desk, game: Game) -> str:
    """The id of a match that stopped, with entries behind the stop."""
    log = lawful(game, 0)
    moves = moves_of(log)
    first = moves[0] | {"player": log.table.players[-1]} if "player" in moves[0] else moves[-1]
    return desk.create(start_of(log) | {"moves": [first, *moves]}, accept_stop=True).id


def lives(desk: Desk, game: Game, count: int = 4) -> Iterator[str]:
    """The ids of matches of this game: whole ones and such that stop, hide something, were voided, with facts that changed."""
    for number in range(count):
        log = lawful(game, number)
        match_id = stored(desk, log, ("one by one", "in batches", "at once")[number % 3])
        if number % 3 != 1 and desk.rows(match_id)[0].play.length:
            desk.clock.time += datetime.timedelta(minutes=1)
            desk.correct(match_id, {"op": "undo"}, accept_stop=True)
            desk.append(match_id, moves_of(log)[-1:], accept_stop=True)
        if number % 4 == 3:
            Redactions(desk.setting, admin_key(desk.setting)).redact(match_id, 1, "A name.")
        if number % 2:
            changed(desk, match_id, **{**FACTS, "external_id": f"{game.name} {number}"})
            changed(desk, match_id, place=None)
            voided(desk, match_id)
        yield match_id
    yield stopped(desk, game)


def all_lives(desk: Desk, count: int = 4) -> list[str]:
    """Of all games."""
    return [match_id for game in GAMES.values() for match_id in lives(desk, game, count)]
