"""One suite over all games: random lawful logs never violate, nothing is lost, nothing depends on where a replay pauses."""

import random
from collections import Counter
from functools import cache
from typing import Any, get_args

import msgspec
import pytest
from msgspec import UNSET, inspect, structs

from adjudicator.core.entries import Adjust, End, Entry, Remark, Result, tag
from adjudicator.core.game import Game, Setup
from adjudicator.core.log import Log
from adjudicator.core.replay import Replay, begin, replay
from adjudicator.core.ruling import Finding, Ruling, Verdict
from tests.games.cases import GAMES
from tests.games.playing import FULL, PLAYOUTS, coverage, decoded, lawful_logs, plies, show, stored, written

LEAST = 20 * PLAYOUTS // FULL
Counts = Counter[tuple[str, str]]
COMMON = (End, Adjust, Remark, Result)

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@every_game
def test_lawful_play(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    """No playout violates, pieces are conserved at every ply, and all that lawful play can give occurs often."""
    counts: Counts = Counter()
    wanted = expected(game)
    for log in lawful_logs(game):
        count(log, counts, *follow(log))
    with capsys.disabled():
        print(table(game, counts, wanted))
    short = {f"{what} {which}": counts[what, which] for what, which in wanted if counts[what, which] < LEAST}
    assert short == {}, f"occurs fewer than {LEAST} times in {PLAYOUTS} logs"
    judged = [each for each in counts if each[0] in ("kind", "effect", "verdict", "finding")]
    strange = [f"{what} {which}" for what, which in judged if (what, which) not in wanted]
    assert strange == [], "occurs, though coverage.json says that lawful play has none"


def follow(log: Log) -> tuple[list[Ruling], list[Finding]]:
    """Replay a lawful log ply by ply: nothing is refused, and the state accounts for the same pieces all the way."""
    game, rulings, findings = log.game, [], []
    pieces = game.conserved(begin(game, log.table).state)
    for done in plies(log):
        rulings += done.rulings
        findings += done.findings
        if game.conserved(done.head.state) != pieces:
            pytest.fail(f"{game.conserved(done.head.state)}, not {pieces}, behind ply {done.head.state.ply} of {show(log)}")
    refused = [ruling for ruling in rulings if ruling.verdict in ("illegal", "impossible")]
    assert refused == [], show(log)
    return rulings, findings


@every_game
def test_logs_are_the_same_behind_json(game: Game) -> None:
    """Encoding and decoding of entries is identity."""
    for log in lawful_logs(game, share=5):
        other = decoded(written(log))
        assert (other.table, other.entries) == (log.table, log.entries), show(log)


@every_game
def test_a_pause_changes_nothing(game: Game) -> None:
    """A replay whose head was stored at any ply, and that went on from there, is the replay in one."""
    rng = random.Random(game.name)
    for log in lawful_logs(game, share=5):
        whole = replay(game, begin(game, log.table), log.entries)
        cut = rng.randint(0, len(log.entries))
        assert resume(log, cut, replay(game, begin(game, log.table), log.entries[:cut])) == whole, f"at ply {cut} of {show(log)}"


def resume(log: Log, cut: int, done: Replay) -> Replay:
    """The replay that goes on from a head that was stored, with what came before."""
    rest = replay(log.game, stored(log.game, done.head), log.entries[cut:])
    return Replay(rest.head, done.rulings + rest.rulings, done.findings + rest.findings, done.frames + rest.frames)


def count(log: Log, counts: Counts, rulings: list[Ruling], findings: list[Finding]) -> None:
    """Add what occurs in a log."""
    for name, value in structs.asdict(log.table.options).items():
        counts["option", f"{name} {value}"] += 1
    for ruling in rulings:
        counts["verdict", ruling.verdict] += 1
        counts["kind", ruling.type] += 1
        counts.update(("effect", effect["type"]) for effect in ruling.effects)
    counts.update(("finding", finding.code) for finding in findings)
    counts.update(("end", entry.reason) for entry in log.entries if isinstance(entry, End))
    for thing in (log.table.setup, *log.entries):
        for label, name, absent in own_fields(type(thing)):
            counts["field", label] += getattr(thing, name) not in absent


@cache
def own_fields(kind: type[Entry] | type[Setup]) -> tuple[tuple[str, str, tuple[Any, ...]], ...]:
    """The fields that a game gives to an entry, or to its setup: (label, name, the values of a field that is not there)."""
    own = [field for field in structs.fields(kind) if field.name not in ("note", "at", "stands") and kind not in COMMON]
    return tuple((f"{kind.__name__}.{field.name}", field.name, (UNSET, field.default)) for field in own)


def expected(game: Game) -> list[tuple[str, str]]:
    """What must occur in lawful play but for the exceptions named: every kind, field, effect, verdict, value of an option."""
    said = coverage(game)
    effects = game.texts.table("EFFECTS").keys() - said["unlawful_effects"].keys()
    if Adjust not in game.entries:
        effects -= {"total_adjusted"}
    assert set(said["verdicts"]) <= set(get_args(Verdict)), "coverage.json names a verdict that is none"
    kinds = [kind for kind in game.entries if tag(kind) not in said.get("unlawful_kinds", {})]
    return [
        *(("kind", tag(kind)) for kind in kinds),
        *(("field", label) for kind in (game.setup, *kinds) for label, _, _ in own_fields(kind)),
        *(("end", reason) for reason in ("time", "abandoned", "forfeit")),
        *(("effect", kind) for kind in sorted(effects)),
        *(("verdict", verdict) for verdict in said["verdicts"]),
        *(("finding", code) for code in said.get("lawful_findings", {})),
        *(("option", f"{field.name} {value}") for field in structs.fields(game.options) for value in values(game, field.name)),
    ]


def values(game: Game, option: str) -> list[Any]:
    """The values that an option can have; of numbers, those of the presets and the ends of its range if they are near."""
    info: Any = next(each.type for each in inspect.type_info(game.options).fields if each.name == option)  # type: ignore[attr-defined]
    presets = [msgspec.convert(preset, game.options) for preset in game.presets.values()]
    if isinstance(info, inspect.LiteralType):
        return list(info.values)
    if isinstance(info, inspect.BoolType):
        return [True, False]
    return list({repr(value): value for value in (getattr(preset, option) for preset in presets)}.values())


def table(game: Game, counts: Counts, wanted: list[tuple[str, str]]) -> str:
    lines = [f"{count:>9}  {what} {which}" for (what, which), count in sorted(counts.items())]
    lines += [f"{0:>9}  {what} {which}" for what, which in wanted if not counts[what, which]]
    return "\n".join([f"\n{game.name}: what occurs in {PLAYOUTS} lawful logs", *lines])
