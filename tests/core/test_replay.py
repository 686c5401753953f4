"""The fold of a log: what stops, what stands, what comes behind the end, what changes nothing."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from msgspec import structs

from adjudicator.core.entries import Adjust, End, Entry, Placing, Remark, Result
from adjudicator.core.game import Checks, Game, Next, Table
from adjudicator.core.replay import Head, Replay, actor, begin, judge, next_of, replay, status
from adjudicator.core.rulebook import Rule, Rulebook
from adjudicator.core.ruling import Judged, Outcome, Unverified, Violation
from tests.games.toy import GAME
from tests.games.toy.moves import Play, Ruling, Setup
from tests.games.toy.options import Options

ASHA, BO = "Asha", "Bo"


def table(**hands: tuple[int, ...]) -> Table:
    return Table((ASHA, BO), "standard", Options(), Setup(hands=hands) if hands else Setup())


def play(player: str, card: int, **fields: Any) -> Play:
    return Play(player=player, card=card, **fields)


def run(*entries: Entry, game: Game = GAME, of: Table | None = None) -> Replay:
    return replay(game, begin(game, of or table()), entries)


def verdicts(done: Replay) -> list[str]:
    return [ruling.verdict for ruling in done.rulings]


def codes(done: Replay, ply: int) -> list[str]:
    return [violation.code for violation in done.rulings[ply - 1].violations]


def test_an_empty_log() -> None:
    done = run()
    assert (done.rulings, done.findings, done.frames, status(done.head)) == ([], [], [], "in_progress")
    assert done.head == begin(GAME, table())


def test_plies_count_every_entry() -> None:
    done = run(Remark(note="a"), play(ASHA, 1), Remark(note="b"), Remark(note="c", player=BO), play(BO, 2), Remark(note="d"))
    assert [(ruling.ply, ruling.type, ruling.player) for ruling in done.rulings] == [
        (1, "remark", None), (2, "play", ASHA), (3, "remark", None), (4, "remark", BO), (5, "play", BO), (6, "remark", None),
    ]
    assert done.head.state.ply == 6


def test_illegal_stops_and_has_changed_nothing() -> None:
    before = run(play(ASHA, 1))
    done = run(play(ASHA, 1), play(ASHA, 2), play(BO, 3), Remark(note="?"))
    assert verdicts(done) == ["legal", "illegal"]
    assert (done.head.stopped_at, status(done.head)) == (2, "stopped")
    assert done.rulings[1].effects == ()
    before.head.state.ply = 2
    assert done.head.state == before.head.state


def test_nothing_follows_a_stop() -> None:
    """Not in the same replay, and not in one that goes on from its head."""
    head = run(play(BO, 2)).head
    done = replay(GAME, head, [play(ASHA, 3), Remark(note="?")])
    assert (done.rulings, done.head.stopped_at, done.head.state.ply) == ([], 1, 1)


def test_what_stands_stays_illegal_and_is_applied() -> None:
    done = run(play(ASHA, 1), play(ASHA, 2, stands=True, note="Bo slept."), play(BO, 3))
    assert verdicts(done) == ["legal", "illegal", "legal"]
    assert done.head.stopped_at is None
    assert [effect["type"] for effect in done.rulings[1].effects] == ["point"]
    assert done.head.state.points == [2, 1]


def test_impossible_never_stands() -> None:
    done = run(play(ASHA, 12, stands=True, note="I saw it."))
    assert (verdicts(done), done.head.stopped_at) == (["impossible"], 1)


def test_stands_says_nothing_where_nothing_is_illegal() -> None:
    plain = run(play(ASHA, 5), play(BO, 2), Remark(note="a"))
    standing = run(*(structs.replace(each, stands=True, note="a") for each in (play(ASHA, 5), play(BO, 2), Remark(note="a"))))
    assert standing == plain
    assert verdicts(plain) == ["legal", "unverified", "legal"]


def test_an_impossible_entry_that_is_out_of_turn_too_is_only_impossible() -> None:
    assert codes(run(play(BO, 12)), 1) == ["no_such_card"]


def test_an_illegal_entry_may_be_unverified_too() -> None:
    done = run(play(ASHA, 5), play(ASHA, 2))
    assert (done.rulings[1].verdict, codes(done, 2), done.rulings[1].unverified) == ("illegal", ["out_of_turn"], ("TOY-2.2",))


def test_the_end() -> None:
    """Behind it nothing but a remark is possible; the game's end rule is cited, whatever else is wrong with the entry."""
    over = (play(ASHA, 1), End(reason="abandoned"))
    result = Result(standings=(Placing(players=(ASHA,), rank=1), Placing(players=(BO,), rank=2)))
    for late in (play(BO, 2), play(BO, 99), End(reason="time"), Adjust(player=BO, points=1, note="?"), result,
                 Ruling(decision="fined", note="?"), play(BO, 2, stands=True, note="?")):
        done = run(*over, Remark(note="Late."), late, Remark(note="Later."))
        assert verdicts(done) == ["legal", "legal", "legal", "impossible"]
        assert [(each.rule, each.code) for each in done.rulings[3].violations] == [("TOY-3.2", "after_end")]
        assert (done.head.stopped_at, status(done.head)) == (4, "stopped")
        assert done.head.state.ending == "abandoned"
    assert status(run(*over, Remark(note="Late.")).head) == "complete"


def test_held_until_the_ruling() -> None:
    proof = (play(ASHA, 5), play(BO, 2), play(ASHA, 6), play(BO, 8))
    done = run(*proof)
    assert (status(done.head), next_of(GAME, done.head.state).must[0]["type"]) == ("held", "ruling")
    assert [(each.ply, each.proved_at, each.player) for each in done.findings] == [(2, 4, BO)]
    assert status(run(*proof, Remark(note="We looked.")).head) == "held"
    assert status(run(*proof, Ruling(decision="stands", note="a")).head) == "in_progress"
    assert status(run(*proof, play(ASHA, 9)).head) == "stopped"
    assert status(run(*proof, End(reason="time")).head) == "complete"


def test_nobody_is_next_when_it_is_over() -> None:
    assert next_of(GAME, run(play(ASHA, 1)).head.state) == Next([BO], [])
    assert next_of(GAME, run(play(ASHA, 1), End(reason="time")).head.state) == Next([], [])


def test_started() -> None:
    """Remarks start nothing, nor does what is refused."""
    assert not run(Remark(note="a")).head.state.started
    assert not run(play(BO, 1)).head.state.started
    for entry in (play(ASHA, 1), End(reason="time"), Adjust(player=BO, points=1, note="a")):
        assert run(entry).head.state.started


def test_going_on_from_a_head_is_as_if_it_were_one_replay() -> None:
    entries = [play(ASHA, 5), Remark(note="a"), play(BO, 2), play(ASHA, 6), play(BO, 8), Ruling(decision="fined", note="a")]
    whole = run(*entries)
    for cut in range(len(entries) + 1):
        first = run(*entries[:cut])
        stored = Head(msgspec.json.decode(msgspec.json.encode(first.head.state), type=GAME.state), first.head.stopped_at)
        second = replay(GAME, stored, entries[cut:])
        assert (second.head, first.rulings + second.rulings) == (whole.head, whole.rulings)
        assert (first.findings + second.findings, first.frames + second.frames) == (whole.findings, whole.frames)


def test_judging_changes_nothing() -> None:
    head = run(play(ASHA, 5)).head
    before = msgspec.json.encode(head)
    assert [judge(GAME, head.state, play(BO, card)).verdict for card in (2, 6, 5)] == ["unverified", "legal", "impossible"]
    assert msgspec.json.encode(head) == before


def test_actor() -> None:
    assert actor(play(BO, 1)) == BO
    assert actor(End(reason="forfeit", player=ASHA, note="a")) == ASHA
    assert actor(End(reason="time")) is None
    assert actor(Remark(note="a")) is None
    assert actor(Ruling(decision="fined", note="a")) is None


A, B, C = (Rule(f"X-{letter}", codes=(f"{letter}_one", f"{letter}_two")) for letter in "ABC")
Found = Sequence[Violation | Unverified]


def says(*found: Violation | Unverified) -> Any:
    def check(state: Any, entry: Any, plan: Any) -> Found:
        return found

    return check


def must_not_be_asked(state: Any, entry: Any, plan: Any) -> Found:
    raise AssertionError("asked")


def ruled(**groups: Any) -> Judged:
    game = structs.replace(GAME, rulebook=Rulebook((A, B, C)), checks={**GAME.checks, Play: Checks(**groups)})
    return judge(game, begin(game, table()).state, play(ASHA, 1))


def cited(judged: Judged) -> list[str]:
    return [violation.code for violation in judged.violations]


def test_the_first_check_of_the_place_that_speaks_is_cited_alone() -> None:
    judged = ruled(
        place=(says(), says(B.impossible()), must_not_be_asked), facts=(must_not_be_asked,), rules=(must_not_be_asked,)
    )
    assert (judged.verdict, cited(judged), judged.unverified) == ("impossible", ["B_one"], ())


def test_all_facts_are_asked_and_nothing_below() -> None:
    judged = ruled(place=(says(),), facts=(says(C.impossible()), says(), says(A.impossible("A_two"))), rules=(must_not_be_asked,))
    assert (judged.verdict, cited(judged)) == ("impossible", ["A_two", "C_one"])


def test_all_rules_are_asked_and_listed_the_gravest_first() -> None:
    """Equals in rule order, those of one rule in the order of its codes; rules that are open are listed once."""
    judged = ruled(
        rules=(
            says(C.foul(), A.foul("A_two")), says(B.unverified(), C.illegal("C_two")), says(A.foul(), B.illegal()),
            says(B.unverified(), A.unverified()),
        )
    )
    assert (judged.verdict, cited(judged)) == ("illegal", ["B_one", "C_two", "A_one", "A_two", "C_one"])
    assert judged.unverified == ("X-B", "X-A")
    assert judged.cites("X-C")
    assert not judged.cites("X-D")


@pytest.mark.parametrize(
    ("found", "verdict"),
    [
        ([], "legal"),
        ([A.unverified()], "unverified"),
        ([A.foul()], "foul"),
        ([A.foul(), B.unverified()], "foul"),
        ([A.foul(), B.illegal()], "illegal"),
        ([A.illegal(), B.unverified()], "illegal"),
    ],
)
def test_the_verdict_is_the_gravest(found: list[Violation | Unverified], verdict: str) -> None:
    assert ruled(rules=tuple(says(each) for each in found)).verdict == verdict


def test_an_impossibility_among_the_rules_silences_the_rest() -> None:
    judged = ruled(rules=(says(A.foul()), says(B.impossible(), C.unverified()), says(A.illegal("A_two"))))
    assert (judged.verdict, cited(judged), judged.unverified) == ("impossible", ["B_one"], ())


def test_the_plan_is_handed_to_checks_and_steps() -> None:
    seen: list[Any] = []
    game = structs.replace(
        GAME,
        checks={**GAME.checks, Play: Checks(plan=lambda state, entry: {"card": entry.card},
                                            rules=(lambda state, entry, plan: seen.append(plan) or (),))},
        steps={**GAME.steps, Play: (lambda state, entry, judged, outcome: seen.append(judged.plan),)},
    )
    run(play(ASHA, 7), game=game)
    assert seen == [{"card": 7}, {"card": 7}]


def test_the_way_past_checks_and_steps_is_tried_while_a_match_goes_on() -> None:
    """Not behind its end; an entry for which it hands back None is checked and applied as ever."""
    tried: list[int] = []

    def quick(state: Any, entry: Play, outcome: Outcome) -> tuple[str, ...] | None:
        tried.append(entry.card)
        if entry.card == 8:
            return None
        outcome.effects.append({"type": "moved", "card": entry.card})
        return ("X-A",)

    game = structs.replace(GAME, quick={Play: quick})
    done = run(play(ASHA, 5), play(BO, 7), play(ASHA, 8), End(reason="time"), play(ASHA, 9), game=game)
    assert (tried, verdicts(done)) == ([5, 7, 8], ["unverified", "unverified", "legal", "legal", "impossible"])
    assert done.rulings[1].unverified == ("X-A",)
    assert done.rulings[1].effects == ({"type": "moved", "card": 7},)
    assert done.rulings[2].effects == run(play(ASHA, 8)).rulings[0].effects
    assert done.head.state.started


def test_a_foul_goes_on() -> None:
    game = structs.replace(
        GAME, rulebook=Rulebook((*list(GAME.rulebook)[:-1], A)),
        checks={**GAME.checks, Play: Checks(rules=(says(A.foul(player=ASHA)),))},
    )
    done = run(play(ASHA, 1), play(BO, 2), game=game)
    assert (verdicts(done), status(done.head)) == (["foul", "foul"], "in_progress")
    assert done.rulings[0].violations == (Violation("X-A", "A_one", {"player": ASHA}, 1),)
