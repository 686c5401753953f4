"""What clubs are told of, written in the very transaction of what it tells of: a delivery for each webhook that asked for it.

A payload tells what everybody can see, and no names: entrants and matches by their ids, players by their seats. So nobody has
to be forgotten in it, and whoever may see more asks the service.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from adjudicator.services import everybody, stored
from adjudicator.services.setting import Setting
from adjudicator.services.writing import Writing
from adjudicator.storage import webhooks
from adjudicator.storage.rows import MatchRow
from adjudicator.storage.tournament_rows import TournamentRow
from adjudicator.tournaments.results import last
from adjudicator.tournaments.stage import Match

CREATED, COMPLETED, CORRECTED = "match.created", "match.completed", "match.corrected"
VOIDED, REINSTATED = "match.voided", "match.reinstated"
ROUND_PUBLISHED, ROUND_CLOSED = "tournament.round.published", "tournament.round.closed"
RESULT = "tournament.result"
EVENTS: Mapping[str, str] = {
    CREATED: "A match was stored.",
    COMPLETED: "A match is over, as everybody can see it.",
    CORRECTED: "The log of a match was corrected, or judged again by newer rules.",
    VOIDED: "A match was taken out of all scores.",
    REINSTATED: "A voided match counts again.",
    ROUND_PUBLISHED: "A round of a tournament was published.",
    ROUND_CLOSED: "A round of a tournament was closed.",
    RESULT: "The result of a match of a tournament is another one.",
}
"""Every kind of event, and what it tells."""


def put(setting: Setting, writing: Writing, club_id: str, kind: str, data: Callable[[], Mapping[str, Any]]) -> None:
    """Let the webhooks of a club, whoever writes, tell of this once the transaction is committed. `data` is asked for if any do.

    Of a transaction that may be piped: nothing is looked at but what prepared statements gave.
    """
    connection, now = writing.connection, writing.now
    asked = [id for id, events in _listening(writing, club_id) if kind in msgspec.json.decode(events)]
    if asked:
        payload = stored.text({"type": kind, "timestamp": now, "data": data()})
        webhooks.put(connection, club_id, kind, payload, now, [(setting.new_id(), each) for each in asked])


def _listening(writing: Writing, club_id: str) -> list[tuple[str, str]]:
    """The club's webhooks, asked for once in a transaction: one write can be several events."""
    if club_id not in writing.listening:
        writing.listening[club_id] = webhooks.listening(writing.connection, club_id)
    return writing.listening[club_id]


def match_told(match: MatchRow) -> Mapping[str, Any]:
    """What is told of a match: where it stands for everybody."""
    players: list[str] = msgspec.json.decode(match.players)
    position = everybody.position_of(match)
    rows = [
        {"seats": [players.index(name) for name in row["players"]], "rank": row["rank"], "points": row["points"]}
        for row in position.score["standings"]
    ]
    told = {"id": match.id, "game": match.game, "revision": match.play.revision, "status": position.status}
    return told | {"voided": match.voided, "tournament_id": match.tournament_id, "standings": rows}


def follow_tournament(setting: Setting, writing: Writing, row: TournamentRow, kind: str, payload: Mapping[str, Any]) -> None:
    """Tell of a write to a tournament, if it is one that is told of. `kind` and `payload`: those of its history."""
    if kind in _TOLD:
        event, what = _TOLD[kind]
        told = what(payload)
        if told is not None:
            same = {"id": row.id, "game": row.game, "revision": row.revision}
            put(setting, writing, row.club_id, event, lambda: {**same, **told})


def _published(payload: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"stage": payload["stage"], "round": payload["round"], "matches": list(_matches(payload["matches"]))}


def _matches(matches: Sequence[Match]) -> Iterator[Mapping[str, Any]]:
    for each in matches:
        yield {"table": each.table, "sides": each.sides, "bye": each.bye}


def _closed(payload: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"stage": payload["stage"], "round": payload["round"]}


def _result(payload: Mapping[str, Any]) -> Mapping[str, Any] | None:
    before, after = (last(payload[each].result, payload[each].corrections) for each in ("before", "after"))
    if after == before:
        return None
    return {name: payload[name] for name in ("stage", "round", "table")} | {"result": after}


_TOLD: Mapping[str, tuple[str, Callable[[Mapping[str, Any]], Mapping[str, Any] | None]]] = {
    "publish": (ROUND_PUBLISHED, _published),
    "close": (ROUND_CLOSED, _closed),
    "result": (RESULT, _result),
    "choice": (RESULT, _result),
}
"""Kind of a write in a tournament's history -> the event, and what it tells (None: nothing)."""
