"""Whatever way a log has come to be what it is, by entries or by corrections of them, the match is the same."""

import datetime
import random
from typing import Any

import msgspec
import pytest

from adjudicator.core.errors import Malformed
from adjudicator.core.game import Game
from adjudicator.core.log import Log
from adjudicator.core.report import report
from adjudicator.services import history
from adjudicator.services.corrections import Corrected
from adjudicator.services.past import Past, past_at, past_of
from adjudicator.services.play import play, rows_of, start_of_new
from adjudicator.services.verifying import differences
from adjudicator.storage import history as history_rows
from adjudicator.storage import whole
from tests.games.cases import GAMES
from tests.games.playing import show, written
from tests.games.test_conformance_damage import readable
from tests.services.agreement import agrees, heads_agree, same_bytes, seen_by, stored
from tests.services.amendments import Model, reverse, short, some_ops
from tests.services.desk import Desk, moves_of, start_of
from tests.services.test_past import present

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
LOGS, CORRECTIONS = 12, 4
FIELDS = ("status", "stopped_at", "next", "score")


def corrected(desk: Desk, match_id: str, ops: list[dict[str, Any]]) -> Corrected:
    desk.clock.time += datetime.timedelta(seconds=1)
    return desk.correct(match_id, *ops, accept_stop=True)


def last_payload(desk: Desk, match_id: str) -> dict[str, Any]:
    with desk.database.read() as connection:
        row = list(history_rows.whole(connection, match_id))[-1]
    found: dict[str, Any] = msgspec.json.decode(row.payload or "")
    return found


def reports(desk: Desk, match_id: str, log: Log) -> list[bytes]:
    return [msgspec.json.encode(desk.report(match_id, str(viewer))) for viewer in seen_by(log)]


def first_parting(before: Log, after: Log) -> int | None:
    """The first ply at which entries or rulings are others."""
    sides = []
    for log in (before, after):
        rulings = {ruling["ply"]: ruling for ruling in report(log)["rulings"]}
        sides.append([(move, rulings.get(ply)) for ply, move in enumerate(moves_of(log), 1)])
    one, other = sides
    parting = next((ply for ply, (old, new) in enumerate(zip(one, other, strict=False), 1) if old != new), None)
    return parting or (None if len(one) == len(other) else min(len(one), len(other)) + 1)


def tells_the_truth(answer: Corrected, before: Log, after: Log) -> None:
    """The answer is what the stateless report of the corrected log says."""
    whole = report(after)
    where = answer.position
    told = (where.status, where.stopped_at, where.next, where.score_with(answer.frames))
    assert same_bytes(told, [whole[name] for name in FIELDS]), show(after)
    difference = answer.first_difference
    assert (None if difference is None else difference.ply) == first_parting(before, after), show(after)
    assert answer.summary.plies.after == len(after.entries)
    assert sum(answer.summary.verdicts.after.values()) == len(whole["rulings"])


def folds(desk: Desk, match_id: str, seen: list[Past]) -> None:
    """Every earlier revision can be told from the history, the digest of its rulings too."""
    with desk.database.read() as connection:
        rows = list(history_rows.whole(connection, match_id))
        for past in seen:
            assert past_at(connection, match_id, past.revision) == past
    for place, row in enumerate(rows):
        if row.kind == history.CORRECTION:
            past = past_of(rows[: place + 1])
            assert past is not None
            log = desk.decode(
                {
                    "game": past.game,
                    "ruleset": {"preset": past.preset, "options": msgspec.json.decode(past.options)},
                    "players": past.players,
                    "setup": msgspec.json.decode(past.setup),
                    "moves": [msgspec.json.decode(entry) for entry in past.entries],
                }
            )
            made = rows_of(0, play(log.game, log.table, start_of_new(log.game, log.table), log.entries))
            digest = history.rulings_digest((ruling, public) for _, _, ruling, public in made)
            assert msgspec.json.decode(row.payload or "")["rulings"] == digest


def verifies(desk: Desk, match_id: str) -> None:
    """Rows, history and rules agree."""
    with desk.database.read() as connection:
        found = whole.read(connection, match_id)
    assert differences(desk.setting.games, found) == []


@every_game
def test_a_corrected_match_is_the_corrected_log(shared_desk: Desk, game: Game) -> None:
    """Several corrections, each of the log that the one before has left, and each taken back and made again."""
    made = 0
    for number in range(LOGS):
        rng = random.Random(f"{game.name} corrected {number}")
        log = short(game, number)
        match_id = stored(shared_desk, log, "in batches")
        seen = [present(shared_desk, match_id)]
        for _ in range(CORRECTIONS):
            model = Model(log, rng)
            ops = some_ops(model)
            after = readable(model.raw)
            if after is None:
                with pytest.raises(Malformed):
                    corrected(shared_desk, match_id, ops)
                continue
            before = reports(shared_desk, match_id, log)
            revision = seen[-1].revision
            answer = corrected(shared_desk, match_id, ops)
            tells_the_truth(answer, log, after)
            agrees(shared_desk, after, match_id)
            heads_agree(shared_desk, after, match_id)
            verifies(shared_desk, match_id)
            seen.append(present(shared_desk, match_id))
            if answer.revision == revision:
                assert same_bytes(written(after), written(log))
                continue
            made += 1
            if rng.random() < 0.5:
                corrected(shared_desk, match_id, list(reverse(last_payload(shared_desk, match_id))))
                assert reports(shared_desk, match_id, log) == before
                heads_agree(shared_desk, log, match_id)
                seen.append(present(shared_desk, match_id))
            else:
                log = after
        folds(shared_desk, match_id, seen)
    assert made > LOGS, "most corrections changed nothing, or could not be read"


@every_game
def test_play_goes_on_behind_a_correction(shared_desk: Desk, game: Game) -> None:
    """A whole log of which an entry in the middle was missed: it is put in, and the rest appended."""
    for number in range(LOGS):
        log = short(game, number + LOGS)
        moves, middle = moves_of(log), len(log.entries) // 2
        if middle < 1:
            continue
        match_id = shared_desk.create(start_of(log) | {"moves": moves[: middle - 1]}, accept_stop=True).id
        corrected(shared_desk, match_id, [{"op": "insert", "ply": middle, "move": moves[middle - 1]}])
        for move in moves[middle:]:
            shared_desk.append(match_id, move, accept_stop=True)
        verifies(shared_desk, match_id)
        agrees(shared_desk, log, match_id)
        heads_agree(shared_desk, log, match_id)


@every_game
def test_a_log_that_was_entered_wrong_from_the_start(shared_desk: Desk, game: Game) -> None:
    """Another whole log in its place, and back."""
    for number in range(LOGS):
        one, other = short(game, number), short(game, number + 100)
        if start_of(one)["ruleset"] != start_of(other)["ruleset"] or len(one.table.players) != len(other.table.players):
            other = Log(game, one.table, one.entries[::2])
        match_id = stored(shared_desk, one, "at once")
        before = reports(shared_desk, match_id, one)
        inserts = [{"op": "insert", "ply": ply, "move": move} for ply, move in enumerate(moves_of(other), 1)]
        table = [{"op": "seats", "players": other.table.players}, {"op": "setup", "setup": other.table.setup}]
        corrected(shared_desk, match_id, [{"op": "truncate", "ply": 0}, *table, *inserts])
        agrees(shared_desk, other, match_id)
        payload = last_payload(shared_desk, match_id)
        if "ops" in payload:
            corrected(shared_desk, match_id, list(reverse(payload)))
        assert reports(shared_desk, match_id, one) == before
