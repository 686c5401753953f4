"""Matches of older rules under newer ones: what would differ is told, nothing is touched, until it is applied."""

from typing import Any

import msgspec
import pytest
from msgspec import structs

from adjudicator.core.game import Checks, Game
from adjudicator.core.rulebook import Rule
from adjudicator.services import history
from adjudicator.services.comparing import Change
from adjudicator.services.errors import NotFound, RulesOutdated
from adjudicator.services.keys import admin_key
from adjudicator.services.past import past_at
from adjudicator.services.readjudication import Comparison, Readjudications, Unreadable
from adjudicator.services.verifying import differences
from adjudicator.storage import history as history_rows
from adjudicator.storage import whole
from tests.games.cases import GAMES
from tests.games.playing import lawful
from tests.games.toy import GAME
from tests.games.toy.moves import Play
from tests.services.agreement import agrees, heads_agree, stored
from tests.services.desk import Desk
from tests.services.test_past import present

PLAYS = [{"type": "play", "player": who, "card": card} for who, card in (("Asha", 3), ("Bo", 5), ("Asha", 6))]
LOUD = Rule("TOY-1.1", codes=("no_such_card",))


def stricter() -> Game:
    """Version 2 of the toy's rules: the 5 may no longer be played."""

    def no_fives(state: Any, entry: Play, plan: Any) -> list[Any]:
        return [LOUD.illegal("no_such_card", card=5)] if entry.card == 5 else []

    checks: Checks = GAME.checks[Play]
    others = structs.replace(checks, rules=(*checks.rules, no_fives))
    return structs.replace(GAME, version=2, checks={**GAME.checks, Play: others})


def work(desk: Desk) -> Readjudications:
    return Readjudications(desk.setting, admin_key(desk.setting))


def compared(found: Comparison | Unreadable) -> Comparison:
    assert isinstance(found, Comparison)
    return found


def whole_of(desk: Desk, match_id: str) -> whole.Whole:
    with desk.database.read() as connection:
        return whole.read(connection, match_id)


class TestOtherVerdicts:
    @pytest.fixture
    def match_id(self, desk: Desk, toy: dict) -> str:
        made = desk.create(toy | {"moves": PLAYS}).id
        desk.use({"toy": stricter()})
        return made

    def test_what_would_differ(self, desk: Desk, match_id: str) -> None:
        before = whole_of(desk, match_id)
        assert work(desk).waiting() == work(desk).waiting("toy") == [match_id]
        found = compared(work(desk).compare(match_id))
        assert (found.differs, found.applied, found.version) == (True, False, Change(1, 2))
        assert found.summary.status == Change("in_progress", "stopped")
        assert found.summary.verdicts == Change({"legal": 3}, {"legal": 1, "illegal": 1})
        assert found.summary.rulings_changed == 2
        assert found.first_difference is not None
        assert found.first_difference.ply == 2
        assert found.score is not None
        assert found.score.before["standings"] != found.score.after["standings"]
        assert whole_of(desk, match_id) == before

    def test_applied(self, desk: Desk, match_id: str) -> None:
        old = desk.rows(match_id)
        assert compared(work(desk).apply(match_id)).applied
        assert work(desk).waiting() == []
        found = whole_of(desk, match_id)
        assert differences(desk.setting.games, found) == []
        assert (found.match.rules_version, found.match.play.revision, found.match.play.status) == (2, 2, "stopped")
        row = found.history[-1]
        assert (row.kind, row.key_label, row.reason, row.length) == ("readjudication", "admin", None, 3)
        payload = msgspec.json.decode(row.payload or "")
        assert payload == {
            "before": {"version": 1, "options": {"proof": "hold"}, "status": "in_progress"},
            "after": {"version": 2, "options": {"proof": "hold"}, "status": "stopped"},
            "rulings_before": history.rulings_digest((each.ruling, each.public_ruling) for each in old[1]),
            "rulings": history.rulings_digest((each.ruling, each.public_ruling) for each in found.moves),
        }
        assert [each.recorded_at for each in found.moves] == [each.recorded_at for each in old[1]]
        with desk.database.read() as connection:
            assert past_at(connection, match_id, 2) == present(desk, match_id)
            assert past_at(connection, match_id, 1).rules_version == 1

    def test_applied_twice_it_is_written_once(self, desk: Desk, match_id: str) -> None:
        work(desk).apply(match_id)
        again = compared(work(desk).apply(match_id))
        assert (again.applied, again.differs) == (False, False)
        assert desk.read(match_id).revision == 2

    def test_the_match_goes_on(self, desk: Desk, match_id: str) -> None:
        with pytest.raises(RulesOutdated):
            desk.correct(match_id, {"op": "undo"})
        work(desk).apply(match_id)
        answer = desk.correct(match_id, {"op": "replace", "ply": 2, "move": PLAYS[1] | {"card": 4}})
        assert (answer.position.status, answer.rules_version) == ("in_progress", 2)
        desk.append(match_id, PLAYS[1] | {"card": 8})
        assert differences(desk.setting.games, whole_of(desk, match_id)) == []


class TestUnreadable:
    def test_it_is_left_as_it_is(self, desk: Desk, toy: dict) -> None:
        desk.use({"toy": structs.replace(GAME, presets={**GAME.presets, "quick": {}})})
        match_id = desk.create(toy | {"ruleset": "quick"}).id
        before = whole_of(desk, match_id)
        desk.use({"toy": structs.replace(GAME, version=2, seats=(3, 3))})
        for found in (work(desk).compare(match_id), work(desk).apply(match_id)):
            assert isinstance(found, Unreadable)
            assert [fault.pointer for fault in found.faults] == ["/players", "/ruleset/preset"]
        assert whole_of(desk, match_id) == before
        assert work(desk).waiting() == [match_id]

    def test_no_match_and_no_game(self, desk: Desk, toy: dict) -> None:
        match_id = desk.create(toy).id
        with pytest.raises(NotFound):
            work(desk).compare("nobody")
        desk.use({})
        assert work(desk).waiting() == []
        with pytest.raises(RulesOutdated):
            work(desk).apply(match_id)


@pytest.mark.parametrize("name", GAMES)
def test_rules_that_say_the_same(desk: Desk, name: str) -> None:
    """Of every game, with what is hidden too: nothing differs but the version, and all views are those of the log."""
    game = GAMES[name]
    logs = [lawful(game, number) for number in range(4)]
    ids = [stored(desk, log, "in batches") for log in logs]
    newer = structs.replace(game, version=game.version + 1)
    desk.use({name: newer})
    assert work(desk).waiting() == ids
    for match_id, log in zip(ids, logs, strict=True):
        assert not compared(work(desk).compare(match_id)).differs
        assert compared(work(desk).apply(match_id)).applied
        anew = structs.replace(log, game=newer)
        agrees(desk, anew, match_id)
        heads_agree(desk, anew, match_id)
        assert differences(desk.setting.games, whole_of(desk, match_id)) == []
    with desk.database.read() as connection:
        assert [list(history_rows.whole(connection, each))[-1].kind for each in ids] == ["readjudication"] * len(ids)
