"""Matches of other versions: a head of another format is made anew, a match of other rules is closed but readable."""

import pytest
from msgspec import defstruct, field, structs

from adjudicator.core.game import Game
from adjudicator.services.errors import RulesOutdated, StaleRevision
from tests.games.playing import decoded, lawful, written
from tests.games.toy import GAME
from tests.services.agreement import agrees, heads_agree
from tests.services.desk import Desk, moves_of, start_of

REMARK = {"type": "remark", "note": "Later."}
_FORMAT = defstruct("State", [("since", int, field(default=2))], bases=(GAME.state,), kw_only=True)


def of_format_2() -> Game:
    """The same game with another state: old heads cannot be decoded as such."""

    def begin(table: object) -> object:
        state = GAME.begin(table)
        return _FORMAT(**{name: getattr(state, name) for name in state.__struct_fields__})

    return structs.replace(GAME, state=_FORMAT, state_format=2, begin=begin)


@pytest.mark.parametrize("number", range(4))
def test_a_head_of_another_format_is_rebuilt(desk: Desk, number: int) -> None:
    raw = written(lawful(GAME, number))
    log = decoded(raw | {"moves": [*raw["moves"], REMARK]})
    moves = moves_of(log)
    middle = len(moves) // 2
    match_id = desk.create(start_of(log) | {"moves": moves[:middle]}).id
    desk.use({"toy": of_format_2()})
    before = desk.report(match_id)
    assert before["state"]["cards"], "also where it is only read"
    for move in moves[middle:]:
        desk.append(match_id, move)
    log = structs.replace(log, game=of_format_2())
    agrees(desk, log, match_id)
    heads_agree(desk, log, match_id)


class TestOtherRules:
    @pytest.fixture
    def match_id(self, desk: Desk) -> str:
        """A match of version 1, where the installation has version 2 with other scores and another state by now."""
        raw = next(raw for number in range(100) if len((raw := written(lawful(GAME, number)))["moves"]) > 4)
        made = desk.create(raw | {"moves": raw["moves"][:4]}).id
        self.report = desk.report(made)
        self.public = desk.report(made, "public")
        newer = structs.replace(of_format_2(), version=2, score=lambda state: pytest.fail("not scored by other rules"))
        desk.use({"toy": newer})
        return made

    def test_it_is_closed(self, desk: Desk, match_id: str) -> None:
        for dry_run in (False, True):
            with pytest.raises(RulesOutdated):
                desk.append(match_id, REMARK, dry_run=dry_run)
            with pytest.raises(RulesOutdated):
                desk.correct(match_id, {"op": "undo"}, dry_run=dry_run)
            with pytest.raises(StaleRevision):
                desk.correct(match_id, {"op": "undo"}, dry_run=dry_run, revision=9)
        assert desk.read(match_id).plies == 4

    def test_it_is_read_as_it_was_ruled_on(self, desk: Desk, match_id: str) -> None:
        assert desk.report(match_id) == self.report | {"state": {}}
        assert desk.report(match_id, "public") == self.public | {"state": {}}
        assert desk.score(match_id) == self.report["score"]
        assert [line.ply for line in desk.lines(match_id)] == [1, 2, 3, 4]
        assert desk.read(match_id).rules_version == 1

    def test_it_is_not_judged_again(self, desk: Desk, match_id: str) -> None:
        player = f"player:{self.report['players'][0]}"
        for look in (
            lambda: desk.report(match_id, player),
            lambda: desk.report(match_id, at=2),
            lambda: desk.score(match_id, player),
            lambda: desk.actions(match_id),
            lambda: desk.lines(match_id, player),
        ):
            with pytest.raises(RulesOutdated):
                look()

    def test_a_game_that_is_gone(self, desk: Desk, match_id: str) -> None:
        desk.use({})
        assert desk.read(match_id).position.status == self.report["status"]
        with pytest.raises(RulesOutdated):
            desk.report(match_id)
