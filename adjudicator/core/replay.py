"""The pure fold of a log: each entry is checked against the state, ruled on, and applied.

The verdict semantics live here, once for all games: what stops, what stands, what comes behind the end, what a
`remark` and a `result` are. A refused entry has changed nothing.
"""

from collections.abc import Iterable, Sequence
from typing import Any, cast

from msgspec import UNSET, Struct

from adjudicator.core import results
from adjudicator.core.entries import Entry, Remark, Result, tag
from adjudicator.core.game import Game, Next, Table
from adjudicator.core.ruling import IMPOSSIBLE, Finding, Judged, Outcome, Ruling, Unverified, Verdict, Violation, verdict_of


class Head(Struct):
    """Where a match stands: all that is needed to go on, and nothing of the past."""

    state: Any
    stopped_at: int | None = None


class Replay(Struct):
    """What replaying some entries gave: the head behind them, and what they brought."""

    head: Head
    rulings: list[Ruling]
    findings: list[Finding]
    frames: list[dict[str, Any]]


def begin(game: Game, table: Table) -> Head:
    """The head of an empty log."""
    return Head(game.begin(table))


def replay(game: Game, head: Head, entries: Iterable[Entry]) -> Replay:
    """Judge `entries` from `head` on, which is changed and handed back. Stops at the first entry that does not stand."""
    state, outcome = head.state, Outcome([], [], [])
    rulings: list[Ruling] = []
    effects = outcome.effects
    ways = {kind: (way, _WORDS[kind]) for kind, way in game.quick.items()}
    for ply, entry in enumerate(entries if head.stopped_at is None else (), state.ply + 1):
        state.ply = ply
        quick = ways.get(type(entry))
        if quick is not None and state.ending is None:
            way, word = quick
            undecided = way(state, entry, outcome)
            if undecided is not None:
                if not state.started:
                    state.started = True
                brought: tuple[dict[str, Any], ...] = ()
                if effects:
                    brought = tuple(effects)
                    effects.clear()
                verdict: Verdict = "unverified" if undecided else "legal"
                rulings.append(Ruling(ply, word, entry.player, verdict, (), undecided, brought))  # type: ignore[attr-defined]
                continue
        judged = judge(game, state, entry)
        _carry_out(game, head, entry, judged, outcome)
        said = judged.verdict, judged.violations, judged.unverified
        rulings.append(Ruling(ply, _WORDS[type(entry)], actor(entry), *said, tuple(effects)))
        effects.clear()
        if head.stopped_at is not None:
            break
    return Replay(head, rulings, outcome.findings, outcome.frames)


def _carry_out(game: Game, head: Head, entry: Entry, judged: Judged, outcome: Outcome) -> None:
    """Apply what stands. What does not has changed nothing, and stops the log."""
    state, kind = head.state, type(entry)
    if judged.violations and not _stands(entry, judged):
        head.stopped_at = state.ply
    elif kind is not Remark:
        state.started = True
        if kind is Result:
            results.accept(game, state, cast(Result, entry))
        else:
            for step in game.steps[kind]:
                step(state, entry, judged, outcome)


def _stands(entry: Entry, judged: Judged) -> bool:
    """Whether the log goes on behind an entry that breaks rules."""
    return judged.verdict != "impossible" and (judged.verdict != "illegal" or entry.stands)


def judge(game: Game, state: Any, entry: Entry) -> Judged:
    """What is to be said of `entry` in this state. Reads only."""
    kind = type(entry)
    if kind is Remark:
        return Judged("legal")
    if state.ending is not None:
        return Judged("impossible", (game.end_rule.impossible(),))
    if kind is Result:
        return _judged(game, results.contradictions(game, state, cast(Result, entry)), None)
    checks = game.checks[kind]
    plan = checks.plan(state, entry)
    for check in checks.place:
        if found := check(state, entry, plan):
            return _judged(game, found, plan)
    said: list[Violation | Unverified] = []
    for check in checks.facts:
        if found := check(state, entry, plan):
            said += found
    if said:
        return _judged(game, said, plan)
    for check in checks.rules:
        if found := check(state, entry, plan):
            said += found
    return _judged(game, said, plan) if said else Judged("legal", (), (), plan)


def status(head: Head) -> str:
    """`in_progress`, `complete`, `held` (a referee's ruling is owed) or `stopped`."""
    if head.stopped_at is not None:
        return "stopped"
    if head.state.ending is not None:
        return "complete"
    return "held" if head.state.held else "in_progress"


def next_of(game: Game, state: Any) -> Next:
    """Who may act, and what is owed. Nobody and nothing, once the match is over."""
    return Next([], []) if state.ending is not None else game.next(state)


def actor(entry: Entry) -> str | None:
    """The player whom the entry names as its own, or None."""
    player = getattr(entry, "player", UNSET)
    return None if player is UNSET else player


def _judged(game: Game, found: Sequence[Violation | Unverified], plan: Any) -> Judged:
    """What was said, in order, and the verdict that it comes to."""
    if len(found) == 1:
        only = found[0]
        if isinstance(only, Violation):
            return Judged(verdict_of((only,), ()), (only,), (), plan)
        return Judged("unverified", (), (only.rule,), plan)
    violations = [each for each in found if isinstance(each, Violation)]
    open_rules: list[str] = []
    if len(violations) < len(found):
        open_rules = list(dict.fromkeys([each.rule for each in found if isinstance(each, Unverified)]))
    if len(violations) > 1:
        violations.sort(key=game.rulebook.order)
    if violations and violations[0].gravity == IMPOSSIBLE:
        violations, open_rules = [each for each in violations if each.gravity == IMPOSSIBLE], []
    return Judged(verdict_of(violations, open_rules), tuple(violations), tuple(open_rules), plan)


class _Words(dict[type[Entry], str]):
    """The word of a kind of entry; looked up once."""

    def __missing__(self, kind: type[Entry]) -> str:
        return self.setdefault(kind, tag(kind))


_WORDS = _Words()
