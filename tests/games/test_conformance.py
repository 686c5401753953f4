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
from adjudicator.core.log import Log, entry_list
from adjudicator.core.replay import Replay, begin, replay
from adjudicator.core.ruling import Ruling, Verdict
from tests.games.cases import GAMES
from tests.games.playing import FULL, PLAYOUTS, coverage, lawful_logs, show, stored

LEAST = 20 * PLAYOUTS // FULL
Counts = Counter[tuple[str, str]]
COMMON = (End, Adjust, Remark, Result)

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@every_game
def test_lawful_play(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    """No playout violates, pieces are conserved, pauses change nothing; all that lawful play can give occurs often."""
    counts: Counts = Counter()
    rng = random.Random(game.name)
    wanted = expected(game)
    for log in lawful_logs(game):
        count(log, counts, follow(log, rng.randrange(len(log.entries) or 1)))
        encode_and_decode(log)
    with capsys.disabled():
        print(table(game, counts, wanted))
    short = {f"{what} {which}": counts[what, which] for what, which in wanted if counts[what, which] < LEAST}
    assert short == {}, f"occurs fewer than {LEAST} times in {PLAYOUTS} logs"
    judged = [each for each in counts if each[0] in ("kind", "effect", "verdict")]
    strange = [f"{what} {which}" for what, which in judged if (what, which) not in wanted]
    assert strange == [], "occurs, though coverage.json says that lawful play has none"


def follow(log: Log, cut: int) -> list[Ruling]:
    """Replay a lawful log ply by ply: nothing is refused, and the state accounts for the same pieces all the way.

    The head behind `cut` entries is stored; what goes on from there must be what went on here.
    """
    game, done = log.game, Replay(begin(log.game, log.table), [], [], [])
    pieces, resumed = game.conserved(done.head.state), done
    for ply, entry in enumerate(log.entries):
        if ply == cut:
            resumed = resume(log, cut, done)
        latest = replay(game, done.head, (entry,))
        for field in ("rulings", "findings", "frames"):
            getattr(done, field).extend(getattr(latest, field))
        if game.conserved(done.head.state) != pieces:
            pytest.fail(f"{game.conserved(done.head.state)}, not {pieces}, behind ply {ply + 1} of {show(log)}")
    assert resumed == done, f"another end when stored behind ply {cut} of {show(log)}"
    refused = [ruling for ruling in done.rulings if ruling.verdict in ("illegal", "impossible")]
    assert refused == [], show(log)
    return done.rulings


def resume(log: Log, cut: int, done: Replay) -> Replay:
    """The replay that goes on from a head that was stored, with what came before."""
    rest = replay(log.game, stored(log.game, done.head), log.entries[cut:])
    return Replay(rest.head, done.rulings + rest.rulings, done.findings + rest.findings, done.frames + rest.frames)


def encode_and_decode(log: Log) -> None:
    """Entries are the same behind JSON."""
    text = msgspec.json.encode(log.entries)
    assert msgspec.json.decode(text, type=entry_list(log.game)) == list(log.entries), text.decode()


def count(log: Log, counts: Counts, rulings: list[Ruling]) -> None:
    """Add what occurs in a log."""
    for name, value in structs.asdict(log.table.options).items():
        counts["option", f"{name} {value}"] += 1
    for ruling in rulings:
        counts["verdict", ruling.verdict] += 1
        counts["kind", ruling.type] += 1
        counts.update(("effect", effect["type"]) for effect in ruling.effects)
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
